import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sitegen import content
from workshop import SITE_TOML, build, page_text, write_site

if TYPE_CHECKING:
    from sitegen.problems import Problem


def problems_of(folder: Path) -> list[str]:
    problems: list[Problem] = []
    content.read(folder, problems)
    return [str(problem) for problem in sorted(problems)]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("index.md", ""),
        ("colophon.md", "colophon/"),
        ("persistence/index.md", "persistence/"),
        ("persistence/keys-and-rows.md", "persistence/keys-and-rows/"),
    ],
)
def test_a_page_is_served_as_a_folder(name: str, address: str) -> None:
    assert content.address(name) == address


def test_every_problem_of_a_run_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    write_site(
        tmp_path,
        """\
        A lede with {=nothing(1)} and [a link](missing.md#x).

        ## No id

        ~~~note With `{=slot("a"}` and
        Text {=slot("{a}")} and {=tag_of("{}")}.

        - item [b](keys.md#nowhere)
        ~~~

        ```elixir-ish
        x
        ```

        ### Code `{=SLOTS} more` {#a wrong}
        """,
    )
    (tmp_path / "content" / "index.md").write_text("no front matter\n", encoding="utf-8")
    (tmp_path / "content" / "hub" / "index.md").write_text(
        '+++\ntitle = ""\nkind = "shelf"\ncolour = "red"\n+++\nThe hub.\n', encoding="utf-8"
    )
    _, problems = build(tmp_path)
    keys = "content/hub/keys.md"
    assert [re.sub("(called nothing here|and no language either); .*", r"\1", problem) for problem in problems] == [
        "content/hub/index.md:1:1: front matter lacks description",
        "content/hub/index.md:2:1: title is ''; it is a text that isn’t empty",
        "content/hub/index.md:3:1: no layout is called shelf; there are front, hub, dive, colophon, proof",
        "content/hub/index.md:4:1: front matter has no key colour; it has title, kind, description",
        f"{keys}:6:13: nothing is called nothing here",
        f"{keys}:6:40: no page content/hub/missing.md; there are hub/index.md, hub/keys.md, index.md",
        f"{keys}:8:1: a section needs an id that outlives its wording: ## Title {{#id}}",
        (
            f"{keys}:10:14: a value in a code span is the whole of it, `{{=…}}`; behind a span that only shows one, write"
            " {.plain}"
        ),
        f"{keys}:11:25: tag_of('{{}}') raises ValueError: {{}} has no tag: empty pair",
        f"{keys}:13:12: content/hub/keys.md has no #nowhere; its fragments are #a",
        f"{keys}:16:1: no fence is called elixir-ish, and no language either",
        (
            f"{keys}:20:10: a value in a code span is the whole of it, `{{=…}}`; behind a span that only shows one, write"
            " {.plain}"
        ),
        f'{keys}:20:30: a heading takes #id and toc="…"; wrong is neither',
        "content/index.md:1:1: a page begins with its front matter, TOML between two lines of +++",
    ]


def test_toml_that_cannot_be_read_is_a_problem_where_reading_stopped(tmp_path: Path) -> None:
    write_site(tmp_path)
    (tmp_path / "content" / "index.md").write_text('+++\ntitle = "a"\nkind = = 1\n+++\n', encoding="utf-8")
    (tmp_path / "content" / "hub" / "keys.md").write_text('+++\ntitle = "a"\n', encoding="utf-8")
    assert problems_of(tmp_path) == [
        "content/hub/keys.md:1:1: this front matter never closes: a second line +++ ends it",
        "content/index.md:3:8: no TOML: invalid value",
    ]


def test_site_toml_is_checked_key_by_key(tmp_path: Path) -> None:
    write_site(tmp_path)
    (tmp_path / "content" / "site.toml").write_text(
        SITE_TOML.replace('name = "jonnify"', "nome = 1")
        .replace("date = 2026-11-30T08:00:00Z", "date = 2026-11-30")
        .replace('status = "soon"', 'status = "soon"\npage = "hub/order.md"')
        .replace('status = "live"\n', 'status = "open"\n'),
        encoding="utf-8",
    )
    assert problems_of(tmp_path) == [
        "content/site.toml:1:1: name is missing",
        (
            "content/site.toml:1:1: site.toml has no key nome; it has before, chapter, course, course_address, date, dive,"
            " module, module_page, name"
        ),
        (
            "content/site.toml:7:1: date is datetime.date(2026, 11, 30); it is a moment with its zone, like"
            " 2026-11-30T08:00:00Z"
        ),
        "content/site.toml:9:1: no status is called open; there are live, built, soon",
        "content/site.toml:15:1: a dive that is soon has no page yet, but this one names hub/order.md",
    ]


def test_what_site_toml_tells_readers_holds_no_number_that_nobody_checks(tmp_path: Path) -> None:
    write_site(tmp_path)
    said = SITE_TOML.replace('course = "F# In Depth"', 'course = "F# in 12 parts"')
    assert said != SITE_TOML
    (tmp_path / "content" / "site.toml").write_text(said, encoding="utf-8")
    line = said[: said.index("course =")].count("\n") + 1
    wrong = "course says 12, which nobody checks here: on a page it can be worked out, and here there are only words"
    assert problems_of(tmp_path) == [f"content/site.toml:{line}:1: {wrong}"]


def test_a_page_that_site_toml_names_has_to_be_there(tmp_path: Path) -> None:
    write_site(tmp_path)
    (tmp_path / "content" / "hub" / "keys.md").unlink()
    assert problems_of(tmp_path) == ["content/site.toml:1:1: no page content/hub/keys.md, which site.toml names"]


def test_files_that_are_no_text_or_not_there_are_problems(tmp_path: Path) -> None:
    write_site(tmp_path)
    (tmp_path / "content" / "index.md").write_bytes(b"abc\xff")
    (tmp_path / "content" / "site.toml").unlink()
    (tmp_path / "content" / "hub" / "keys.md").write_text("", encoding="utf-8")
    assert problems_of(tmp_path) == [
        "content/hub/keys.md:1:1: this page is empty",
        "content/index.md:1:1: this file is no UTF-8: byte 3 is 0xff",
        "content/site.toml:1:1: this file is missing",
    ]


def test_an_id_is_used_once_on_a_page(tmp_path: Path) -> None:
    write_site(tmp_path, "A lede.\n\n## One {#a}\n\n### Two {#a}\n\n```table #a\n```\n")
    assert problems_of(tmp_path) == [
        "content/hub/keys.md:10:1: #a is taken: line 8 has it",
        "content/hub/keys.md:12:1: #a is taken: line 8 has it",
    ]


def test_windows_line_ends_move_no_place(tmp_path: Path) -> None:
    write_site(tmp_path)
    text = page_text("A lede.\n\n## One {#a b}\n").replace("\n", "\r\n")
    (tmp_path / "content" / "hub" / "keys.md").write_bytes(text.encode())
    assert problems_of(tmp_path) == ['content/hub/keys.md:8:12: a heading takes #id and toc="…"; b is neither']
