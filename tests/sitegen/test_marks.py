import pytest

from sitegen import marks

ID = '<span class="ns">JOB</span><wbr><span class="fl">0Dqhu1EacDY</span>'
HEAD = (
    '<span class="lit">emq</span><span class="sep">:</span><span class="tag">{email}</span><span class="sep">:</span>'
)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("JOB0Dqhu1EacDY", f'<code class="id">{ID}</code>'),
        ("emq:{email}:pending", f'<code>{HEAD}<span class="typ">pending</span></code>'),
        (
            "emq:{email}:job:JOB0Dqhu1EacDY",
            f'<code>{HEAD}<span class="typ">job</span><span class="sep">:</span><wbr>{ID}</code>',
        ),
        (
            "emq:{email}:job:<id>",
            (
                f'<code>{HEAD}<span class="typ">job</span><span class="sep">:</span>'
                '<span class="ns">&lt;i</span><span class="fl">d&gt;</span></code>'
            ),
        ),
        ("{email}", '<code class="tag">{email}</code>'),
        ("emq", '<code class="lit">emq</code>'),
    ],
)
def test_a_key_an_id_and_a_tag_are_recognised(text: str, html: str) -> None:
    assert str(marks.code(text)) == html


@pytest.mark.parametrize(
    "text",
    [
        "job",
        "JOB",
        "{}",
        "{{}}",
        "{a b}",
        "emq:{}:pending",
        "emq:{a}b}:pending",
        "JOB0Dqhu1EacD",
        "jOB0Dqhu1EacDY",
        "EMQ",
    ],
)
def test_what_only_resembles_a_part_stays_plain(text: str) -> None:
    assert str(marks.code(text)) == f"<code>{text}</code>"


def test_an_author_decides_where_classes_are_written() -> None:
    assert str(marks.code("<b>", ("typ",))) == '<code class="typ">&lt;b&gt;</code>'
    assert str(marks.code("{email}", ("plain",))) == "<code>{email}</code>"


def test_a_name_for_a_whole_id_wears_both_lines() -> None:
    assert str(marks.both("branded")) == '<span class="ns">bran</span><span class="fl">ded</span>'
