"""Nothing in a sentence is taken on trust: what is wrong stops the build where it stands, and what is right is on record."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from sitegen.fences import RENDERERS
from sitegen.proof import Kind, questions
from sitegen.witnesses import Answer
from sitegen.writer import Writer
from workshop import build, kit, read, write_site, written

KEYS = "content/hub/keys.md"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ('Slot {=slot("{email}") == 10781}.', '6:6: says 10781, but slot("{email}") is 10780'),
        (
            'It is `{=decode("JOB0Dqhu1EsDLc")[1] == 187490421964832768}`.',
            '6:8: says 187490421964832768, but decode("JOB0Dqhu1EsDLc")[1] is 187490421969022976',
        ),
        ('Slot {=slots("{email}")}.', "6:6: nothing is called slots here"),
        ("There are 16384 slots.", "6:11: 16384 is taken on trust"),
        ("There are 16,384 slots.", "6:11: 16,384 is taken on trust"),
        ("The CRC is `0xEA1C`.", "6:12: 0xEA1C is taken on trust"),
        ("The CRC is 0xEA1C.", "6:12: 0xEA1C is taken on trust"),
        ("On 2025-06-01 it was.", "6:4: 2025 is taken on trust"),
        ("It is JOB0Dqhu1EacDY.", "6:7: JOB0Dqhu1EacDY is taken on trust: in a code span"),
        ("Under emq:{email}:pending it lies.", "6:7: emq:{email}:pending is taken on trust: in a code span"),
        ("Under emq:{email}:job:JOB0Dqhu1EacDY.", "6:7: emq:{email}:job:JOB0Dqhu1EacDY is taken on trust"),
        ("`JOBzzzzzzzzzzz` is one.", "6:1: decode('JOBzzzzzzzzzzz') raises ValueError: payload exceeds"),
        ('Slot {=slot("{email}") == 1 + 1}.', '6:6: slot("{email}") == 1 + 1 must end with =='),
        ("Slot {=slot() < 3}.", "6:6: slot() < 3 must end with =="),
    ],
)
def test_what_is_wrong_stops_the_build_at_its_place(tmp_path: Path, words: str, problem: str) -> None:
    _, problems = written(tmp_path, f"{words}\n")
    assert problems[0].startswith(f"{KEYS}:{problem}")


@pytest.mark.parametrize(
    "words",
    [
        # Names, and the numbers of a list.
        "Base62, CRC-16, UTF-8, C4.07, U+1F480 and F#.",
        "JSONSerializer, XJOB0Dqhu1EacDY, JOB0Dqhu1EacDYs and emq:<type>",
        "`JOBzzzzzzzzzzz`{.plain} and `JOBzzzzzzzzzzz`{.bad}",
        "1. One\n2. Two",
        "`2^63-1`, `0-9` and `123456789`{.plain}",
        "In {=2024} a double has {=53} bits.",
        # What only looks like a key, and a pattern of one.
        "`emq:{a}b}:job:JOB0Dqhu1EacDY`, `emq:{a:b}:pending`, `emq:{q}:job:JOBzzzzzzzzzzz`, `emq:{q}:<type>`",
        "[Three](https://example.org/2024/05)",
    ],
)
def test_a_name_and_a_plain_number_are_nobodys_claim(tmp_path: Path, words: str) -> None:
    _, problems = written(tmp_path, f"{words}\n")
    assert problems == []


@pytest.mark.parametrize("key", ["title", "description"])
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ('"All 16384 slots"', "5: 16384 is taken on trust"),
        ('"The id JOB0Dqhu1EacDY"', "8: JOB0Dqhu1EacDY is taken on trust"),
        ('"The id `JOBzzzzzzzzzzz`"', "8: decode('JOBzzzzzzzzzzz') raises ValueError: payload exceeds"),
        ("""'Slot {=slot("{email}") == 10781}'""", '6: says 10781, but slot("{email}") is 10780'),
        ('"Slot {=slots}"', "6: nothing is called slots here"),
        ('"Slot {=slot("', "6: {=slot( has no closing brace on its line"),
    ],
)
def test_a_title_and_a_description_are_words_as_well(tmp_path: Path, key: str, words: str, problem: str) -> None:
    folder = write_site(tmp_path)
    front = {"title": '"Keys"', "kind": '"dive"', "description": '"A page."'} | {key: words}
    lines = [f"{name} = {value}" for name, value in front.items()]
    (folder / "content" / "hub" / "keys.md").write_text("\n".join(["+++", *lines, "+++", "A lede."]), encoding="utf-8")
    found = set(build(folder)[1])
    line, column = list(front).index(key) + 2, len(f'{key} = "')
    at, said = problem.split(": ", 1)
    assert len(found) == 1
    assert found.pop().startswith(f"{KEYS}:{line}:{column + int(at)}: {said}")


def test_what_a_title_and_a_description_claim_is_on_record_and_shown_without_marks(tmp_path: Path) -> None:
    folder = write_site(tmp_path)
    (folder / "content" / "hub" / "keys.md").write_text(
        """+++
title = 'Slot {=slot("{email}")} of {=grouped(SLOTS)}'
kind = "dive"
description = "`emq:{email}:pending` & {=3} `x`, {=slot(\\"{a}\\") == 15495}."
+++
A lede.
""",
        encoding="utf-8",
    )
    files, problems = build(folder)
    assert problems == []
    html = files["hub/keys/index.html"].decode()
    assert "<h1>Slot 10780 of 16,384</h1>" in html
    assert "<title>Slot 10780 of 16,384 · C4.08.1 · jonnify</title>" in html
    assert '<meta name="description" content="emq:{email}:pending &amp; 3 x, 15495.">' in html
    rows = re.findall('<tr id="check-[0-9]+"><th scope="row">(.+?)</th>', html)
    assert rows == ["10780", "16,384", "emq:{email}:pending", "15495"]
    asked = read(folder)[0].questions
    assert {'slot("{email}")', "grouped(SLOTS)", 'queue_key("email", "pending")', 'slot("{a}")'} <= asked


def page_writer(tmp_path: Path, words: str, witnesses: Mapping[str, tuple[Answer, ...]]) -> Writer:
    site, problems = read(write_site(tmp_path, words))
    page = site.page("hub/keys.md")
    assert page is not None
    writer = Writer(site, page, kit(witnesses), RENDERERS, problems)
    writer.flow(page.parts.blocks)
    return writer


def test_a_witness_who_answers_otherwise_stops_the_build(tmp_path: Path) -> None:
    said = {'slot("{email}")': (Answer("Valkey 9.1.2", "CLUSTER KEYSLOT {email}", "10781"),)}
    writer = page_writer(tmp_path, 'Slot {=slot("{email}")}.\n', said)
    assert [str(problem) for problem in writer.problems] == [
        f"{KEYS}:6:6: Valkey 9.1.2 answers 10781 to CLUSTER KEYSLOT {{email}}"
    ]
    assert writer.record.checked == ()


def test_what_agrees_is_on_record_once_with_everybody_who_was_asked(tmp_path: Path) -> None:
    said = {'slot("{email}")': (Answer("Valkey 9.1.2", "CLUSTER KEYSLOT {email}", "10780"),)}
    words = (
        'Slot {=slot("{email}")}, {=slot("{email}") == 10780}, {=53} bits, `JOB0Dqhu1EacDY`, `emq:{email}:pending`.\n'
    )
    writer = page_writer(tmp_path, words, said)
    assert writer.problems == []
    assert [(number, proof.kind, proof.shown) for number, proof in writer.record.checked] == [
        (1, Kind.VALUE, "10780"),
        (3, Kind.ID, "JOB0Dqhu1EacDY"),
        (4, Kind.KEY, "emq:{email}:pending"),
    ]
    assert [proof.shown for proof in writer.record.plain] == ["53"]
    (_, slot), *_ = writer.record.checked
    assert [name.split()[0] for name in slot.witnesses] == ["Python", "Valkey"]


def test_a_value_wears_the_number_of_its_proof(tmp_path: Path) -> None:
    html, problems = written(tmp_path, 'In {=64} bits, slot {=slot("{email}")} and `{=WIDTH}`.\n')
    assert problems == []
    assert '<span class="v" data-check="2">10780</span>' in html
    assert '<span class="v" data-check="3"><code>14</code></span>' in html
    assert "In 64 bits" in html


def test_the_number_of_a_figure_is_asked_of_the_page(tmp_path: Path) -> None:
    figure = '```figure fork #fork\nqueue = "email"\nids = ["JOB0Dqhu1EacDY"]\n---\nA fork.\n```\n\n'
    html, problems = written(tmp_path, f'{figure}See [Figure {{=figure("fork")}}](#fork).\n')
    assert problems == []
    assert 'See <a href="#fork">Figure <span class="v" data-check="1">1</span></a>.' in html


def test_questions_are_found_before_a_page_is_written() -> None:
    text = 'A {=slot("{a}") == 1} `{=WIDTH}` `JOB0Dqhu1EacDY` `emq:{q}:pending` `emq:{q}:<type>` {=slot(} `x`'
    assert list(questions(text)) == [
        'slot("{a}")',
        "WIDTH",
        'compose("JOB", decode("JOB0Dqhu1EacDY")[1])',
        'queue_key("q", "pending")',
    ]
