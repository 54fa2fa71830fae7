import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sitegen import links, pages, reading_time
from sitegen.links import BrokenLinkError
from sitegen.pages.layouts import layouts
from workshop import SITE_TOML, build, kit, page_text, read, write_site

if TYPE_CHECKING:
    from sitegen.problems import Problem


def page(tmp_path: Path, dive: str, path: str = "hub/keys/index.html") -> str:
    files, problems = build(write_site(tmp_path, dive))
    assert problems == []
    return files[path].decode()


@pytest.mark.parametrize(
    ("target", "href"),
    [
        ("../index.md", "../../index.html"),
        ("../index.md#start", "../../index.html#start"),
        ("index.md", "../index.html"),
        ("keys.md#one", "#one"),
        ("#one", "#one"),
        ("keys.md", "index.html"),
        ("../hub/../hub/index.md", "../index.html"),
        ("https://valkey.io/topics/cluster-spec/#x", "https://valkey.io/topics/cluster-spec/#x"),
    ],
)
def test_links_are_relative_and_name_the_file(tmp_path: Path, target: str, href: str) -> None:
    site, _ = read(write_site(tmp_path, "A lede.\n\n## One {#one}\n"))
    here = site.page("hub/keys.md")
    assert here is not None
    assert links.resolve(site, here, target) == href


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("other.md", "no page content/hub/other.md; there are hub/index.md, hub/keys.md, index.md"),
        ("../../index.md", "no page content/../index.md"),
        ("#two", "content/hub/keys.md has no #two; its fragments are #one"),
        ("../index.md#one", "content/index.md has no #one; its fragments are #start"),
        ("/hub/", "/hub/ is neither a page’s file"),
        ("javascript:alert(1)", "is neither a page’s file"),
        ("#~two=queue:a", "has no #two"),
    ],
)
def test_a_link_to_nowhere_says_what_there_is(tmp_path: Path, target: str, words: str) -> None:
    site, _ = read(write_site(tmp_path, "A lede.\n\n## One {#one}\n"))
    here = site.page("hub/keys.md")
    assert here is not None
    with pytest.raises(BrokenLinkError, match=re.escape(words)):
        links.resolve(site, here, target)


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    write_site(tmp_path, "A lede.\n\n```widget keyspace-builder #k\n---\nc\n```\n\n## One {#one}\n\n```stamp\n```\n")
    assert build(tmp_path) == build(tmp_path)


def test_the_policy_holds_the_hashes_of_what_stands_inline(tmp_path: Path) -> None:
    html = page(tmp_path, "A lede.\n")
    assert re.findall(r"<script>(.*?)</script>", html, re.DOTALL) == ['"first"']
    [rules] = re.findall(r'<script type="speculationrules">(.*?)</script>', html)
    pages = {"and": [{"href_matches": "/*"}, {"selector_matches": "a[href*='.html']"}]}
    assert json.loads(rules) == {"prefetch": [{"where": pages, "eagerness": "moderate"}]}
    # echo -n '"first"' | openssl dgst -sha256 -binary | openssl base64, and the same of the rules
    first, second = "3l8sv0wQoNFG8qZxqsNj6GQP78RprUKsJTZPGeS8GU8=", "ZA0/BGQg2nunGVbk897T0/beZl6wA2baxIoxvPvegVg="
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert found is not None
    policy = unescape(found[1]).split("; ")
    assert "default-src 'none'" in policy
    assert f"script-src 'self' 'sha256-{first}' 'sha256-{second}' 'wasm-unsafe-eval'" in policy
    assert "style-src 'self'" in policy
    assert "worker-src 'self' blob:" in policy


def test_the_policy_comes_before_everything_it_governs(tmp_path: Path) -> None:
    head = page(tmp_path, "A lede.\n").partition("</head>")[0]
    order = ["charset", "Content-Security-Policy", "viewport", "<title>", 'name="description"', 'id="site"', "<script>",
             'rel="stylesheet"', "<script defer", 'rel="icon"']  # fmt: skip
    assert [head.index(part) for part in order] == sorted(head.index(part) for part in order)


def test_what_scripts_are_told_can_stand_in_html(tmp_path: Path) -> None:
    html = page(tmp_path, "A lede.\n\n```widget keyspace-builder #k\n---\nc\n```\n")
    found = re.search(r'<script type="application/json" id="site">(.*?)</script>', html)
    assert found is not None
    assert "<" not in found[1]
    assert '"root":"../../"' in found[1]
    assert '"version":"3.14.2"' in found[1]
    assert '"early":true' in found[1]
    assert re.search(r'"worker":\{"path":"assets/python/worker\.[0-9a-f]{10}\.js","bytes":6,"gzip":\d+\}', found[1])


def test_scripts_hear_of_links_where_a_widget_has_effects(tmp_path: Path) -> None:
    files, _ = build(write_site(tmp_path, "A lede.\n\n```widget store-port #p\n---\nc\n```\n"))  # without what it runs
    html = files["hub/keys/index.html"].decode()
    assert re.search(
        r'"links":\{"engine":\{"title":"Engine","files":\{"module":\{"path":"assets/valkey/module\.\w{10}","bytes":6,'
        r'"gzip":\d+\},"moduleEmbed":\{"path":"assets/valkey/moduleEmbed\.\w{10}"\}\}\}\}',
        html,
    )
    assert '"links"' not in page(tmp_path, "A lede.\n\n```widget keyspace-builder #k\n---\nc\n```\n")


def test_python_is_early_only_where_a_figure_comes_before_the_first_section(tmp_path: Path) -> None:
    html = page(tmp_path, "A lede.\n\n## One {#one}\n\n```widget keyspace-builder #k\n---\nc\n```\n")
    assert '"early":false' in html


def test_a_page_has_its_parts_numbered_linked_and_listed(tmp_path: Path) -> None:
    html = page(
        tmp_path,
        'The *lede*,\nof two lines.\n\nMore.\n\n```widget keyspace-builder #k toc="Builder"\n---\nc\n```\n\n'
        '## The first & best {#one toc="First"}\n\nText.\n\n## With `{q}` {#two}\n\n### Small {#small}\n',
    )
    assert '<p class="lede">The <em>lede</em>,\nof two lines.</p>' in html
    assert "<p>More.</p>" in html
    assert '<section id="one">\n<h2><span class="n">1</span>The first &amp; best' in html
    assert '<a class="perma" href="#two" aria-label="Link to section 2">¶</a>' in html
    toc = html.partition('<nav class="toc"')[2].partition("</nav>")[0]
    assert re.findall(r'href="#(\w+)"><span>(\d?)</span>(.*?)</a>', toc) == [
        ("k", "", "Builder"),
        ("one", "1", "First"),
        ("two", "2", 'With <code class="tag">{q}</code>'),
    ]
    assert '<h3 id="small">Small <a class="perma" href="#small"' in html


def test_a_page_says_where_it_is_and_where_to_go_on(tmp_path: Path) -> None:
    html = page(tmp_path, "A lede.\n")
    assert "<title>Keys · C4.08.1 · jonnify</title>" in html
    assert "C4.08, dive 1 of 2" in html
    crumb = html.partition('aria-label="Breadcrumb"')[2].partition("</nav>")[0]
    assert re.findall(r"<li>(.*?)</li>", crumb) == [
        "C4",
        '<a href="../index.html">C4.08 Ids <em>&amp;</em> rows</a>',
        '<span aria-current="page">Keys</span>',
    ]
    pager = html.partition('<nav class="pager"')[2].partition("</nav>")[0]
    assert "<div><span>Elsewhere in the course</span><b>C4.07 The id</b></div>" in pager
    assert '<a href="../index.html"><span>↑ Module hub</span>' in pager
    assert "<div><span>Next dive, soon</span><b>C4.08.2 Order <em>&amp;</em> time</b></div>" in pager


def test_a_page_without_a_lede_is_a_problem_where_it_begins(tmp_path: Path) -> None:
    write_site(tmp_path, "\n```dives\n```\n")
    assert build(tmp_path)[1] == [
        "content/hub/keys.md:7:1: a page opens with a paragraph, its lede; a fence may follow it"
    ]
    (tmp_path / "content" / "hub" / "keys.md").write_text(page_text(""), encoding="utf-8")
    assert build(tmp_path)[1] == [
        "content/hub/keys.md:1:1: a page opens with a paragraph, its lede; a fence may follow it"
    ]


def test_the_page_for_lost_readers_loads_nothing_and_names_the_pages(tmp_path: Path) -> None:
    html = page(tmp_path, "A lede.\n", "404.html")
    assert not re.findall(r'\s(?:src|href)="(?!#main")', html)
    assert re.findall(r'<li><a data-path="(.*?)">', html) == ["index.html", "hub/index.html", "hub/keys/index.html"]
    policy = unescape(html.partition('content="')[2].partition('"')[0])
    for text in (b"p{margin:0}", b'"lost"'):
        assert f"'sha256-{b64encode(sha256(text).digest()).decode()}'" in policy


def test_a_template_that_names_what_nobody_gave_is_an_error() -> None:
    from jinja2 import UndefinedError  # noqa: PLC0415

    with pytest.raises(UndefinedError, match="nowhere"):
        layouts(Path(__file__).parents[2]).from_string("{{ nowhere }}").render()


def test_reading_time_counts_words_lines_and_figures(tmp_path: Path) -> None:
    words = " ".join(["word"] * 440)
    listed = '```listing\npython = "py/echomq/tiny.py: one, two"\n---\n```\n'
    site, _ = read(write_site(tmp_path, f"{words}\n\n```widget keyspace-builder #k\n---\n```\n\n{listed * 5}"))
    here = site.page("hub/keys.md")
    assert here is not None
    # Two minutes of words, one for the figure, and five listings of 7 lines at 2 s each: 70 s.
    assert reading_time.minutes(site, here) == 4


def test_every_page_is_written_even_where_one_has_problems(tmp_path: Path) -> None:
    site, problems = read(write_site(tmp_path, "A {=lede}.\n"))
    found: list[Problem] = []
    files = pages.render(site, kit(), layouts(Path(__file__).parents[2]), found)
    assert sorted(files) == ["404.html", "hub/index.html", "hub/keys/index.html", "index.html"]
    assert (problems, len(found)) == ([], 1)


def test_dives_lead_to_their_neighbours(tmp_path: Path) -> None:
    site_toml = SITE_TOML.replace('status = "soon"', 'status = "built"\npage = "hub/order.md"')
    write_site(tmp_path, "A lede.\n", site_toml)
    (tmp_path / "content" / "hub" / "order.md").write_text(page_text("A lede.\n"), encoding="utf-8")
    files, problems = build(tmp_path)
    assert problems == []
    first, second = (
        files[f"hub/{name}/index.html"].decode().partition('class="pager"')[2] for name in ("keys", "order")
    )
    assert '<a href="../order/index.html"><span>Next dive →</span>' in first
    assert '<a href="../keys/index.html"><span>← Previous dive</span>' in second
    assert "Next dive" not in second.partition("</nav>")[0]


def test_a_title_of_the_first_rank_belongs_to_the_front_matter(tmp_path: Path) -> None:
    write_site(tmp_path, 'A lede.\n\n# Title\n\n## Two {#two colour="red"}\n')
    assert build(tmp_path)[1] == [
        "content/hub/keys.md:8:1: a page has one title, its front matter’s; sections begin with ##",
        "content/hub/keys.md:10:9: a heading has no option colour; it has toc",
    ]
