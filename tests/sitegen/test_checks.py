from base64 import b64encode
from hashlib import sha256

import pytest

from sitegen import assets
from sitegen.assets import Asset, Group
from sitegen.checks import check

SCRIPT = "'sha256-" + b64encode(sha256(b"go()").digest()).decode() + "'"
HEAD = (
    f'<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="script-src {SCRIPT}">'
    '<title>x</title></head><body><main id="main"><h1>x</h1>\n'
)


def problems(body: str, files: dict[str, bytes] | None = None, made: dict[str, Asset] | None = None) -> list[str]:
    """What is wrong with a site of one page, a/index.html, whose body begins on line 2."""
    html = f"{HEAD}{body}\n</main></body></html>"
    there = {"a/index.html": html.encode(), "index.html": HEAD.encode() + b'<p id="top"></main>'}
    return [str(problem) for problem in check(there | (files or {}), made or {})]


def test_a_page_in_order_has_no_problems() -> None:
    assert problems(
        '<a href="../index.html#top">up</a> <a href="#main">main</a> <a href="https://fsharp.org">F#</a>'
        '<script>go()</script><script type="application/json">{"a": 1}</script>'
        '<figure aria-labelledby="cap"><img src="../pic.svg" alt=""><figcaption id="cap">c</figcaption></figure>'
        '<a href="#~main=queue:sms">state</a>',
        {"pic.svg": b""},
    ) == []  # fmt: skip


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<p style="x">', "a/index.html:2:1: <p> has a style attribute, which the policy refuses"),
        ('<b>a</b><p onclick="x()">', "a/index.html:2:9: <p> has a handler, onclick, which the policy refuses"),
        ('<a href="javascript:x()">', "a/index.html:2:1: <a> has a script for an address"),
        ("<script>stop()</script>", "a/index.html:2:1: this inline script has no hash in the page’s policy"),
        ("<style>p{}</style>", "a/index.html:2:1: this inline style has no hash in the page’s policy"),
        ('<p id="main">', "a/index.html:2:1: #main stands twice on this page, first in line 1"),
        ("<h1>y</h1>", "a/index.html:1:1: a page has one h1, this has 2"),
        ('<a href="b.html">', "a/index.html:2:1: b.html leads to a/b.html, which isn’t there"),
        ('<a href="../index.html#up">', "a/index.html:2:1: ../index.html#up leads to #up, which index.html doesn’t have"),
        ('<a href="#up">', "a/index.html:2:1: #up leads to #up, which a/index.html doesn’t have"),
        ('<a href="#~x=q:1">', "a/index.html:2:1: #~x=q:1 leads to #x, which a/index.html doesn’t have"),
        ('<a href="/index.html">', ("a/index.html:2:1: /index.html begins at the host’s root; the site works under any path"
         " only while all its links are relative")),
        ('<img src="https://x.org/a.png">', "a/index.html:2:1: <img> loads https://x.org/a.png, which isn’t on this site"),
        ('<img src="//x.org/a.png">', "a/index.html:2:1: <img> loads //x.org/a.png, which isn’t on this site"),
        ('<img srcset="no.png 2x">', "a/index.html:2:1: no.png leads to a/no.png, which isn’t there"),
        ('<a href="ftp://x.org">', "a/index.html:2:1: ftp://x.org is no address of the web"),
        ('<p aria-labelledby="main no">', "a/index.html:2:1: aria-labelledby names #no, which this page doesn’t have"),
    ],
)  # fmt: skip
def test_what_a_browser_would_stumble_over_is_found_with_its_place(body: str, problem: str) -> None:
    assert problem in problems(body)


def test_a_page_without_policy_title_or_language_is_found() -> None:
    found = [str(problem) for problem in check({"x.html": b"<p>hello"}, {})]
    assert found == [
        "x.html:1:1: a page has one <main>, this has 0",
        "x.html:1:1: a page has one <title>, this has 0",
        "x.html:1:1: a page has one h1, this has 0",
        "x.html:1:1: this page doesn’t say its language",
        "x.html:1:1: this page has no content security policy",
    ]


def noise(count: int) -> bytes:
    """Bytes that gzip can't make smaller."""
    return b"".join(sha256(number.to_bytes(4, "big")).digest() for number in range(count // 32))


def test_a_page_may_weigh_200_kb_in_gzip_with_the_fonts_its_style_brings() -> None:
    style = assets.make("style.css", b"p{}", Group.SHELL)
    python = assets.make("python/a.js", noise(900_000), Group.PYTHON)
    made = {"style.css": style, "python": python}
    link = f'<link rel="stylesheet" href="../{style.path}"><a href="../{python.path}">'
    files = {asset.path: asset.data for asset in made.values()}
    assert problems(link, files, made) == []
    font = assets.make("fonts/a.woff2", noise(119_000), Group.SHELL)
    script = assets.make("page.js", noise(81_000), Group.SHELL)
    made |= {"font": font, "script": script}
    link += f'<script src="../{script.path}"></script>'
    (found,) = problems(link, files | {font.path: b"", script.path: b""}, made)
    assert found.startswith("a/index.html:1:1: this page weighs 200,")
    assert found.endswith("bytes compressed; 200,000 are allowed")


def test_fonts_may_weigh_120_kb() -> None:
    made = {name: assets.make(f"fonts/{name}.woff2", noise(64_000) + name.encode(), Group.SHELL) for name in "ab"}
    assert problems("", {}, made) == ["assets/fonts:1:1: the fonts weigh 128,002 bytes; 120,000 are allowed"]
