import re
from html import unescape
from pathlib import Path

import pytest

from widgets import keyspace_builder
from workshop import SITE_TOML, written


def test_prose_keeps_markdown_and_gains_marks(tmp_path: Path) -> None:
    html, problems = written(
        tmp_path, 'A *fine* `{email}` in {=slot("{sms}")}, `{=job_key("email", "JOB0Dqhu1EacDY")}`.\n'
    )
    assert html.startswith(
        '<p>A <em>fine</em> <code class="tag">{email}</code> in <span class="v" data-check="1">13018</span>, <span class="v" data-check="2"><code><span class="lit">emq'
    )
    assert problems == []


def test_what_a_value_gives_is_escaped(tmp_path: Path) -> None:
    html, _ = written(tmp_path, '{="<b>&"} and `{="<i>"}`\n')
    assert html == "<p>&lt;b&gt;&amp; and <code>&lt;i&gt;</code></p>"


def test_lists_start_without_a_blank_line_nowhere_and_indented_text_is_no_code(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "- a `b`\n- c\n\n      deep {=SLOTS}\n")
    assert "<pre>" not in html
    assert "16384" in html
    assert problems == []


def test_a_language_is_a_plain_listing(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "```fsharp\nlet slot key = 1 // <b>\n```\n")
    assert html == (
        '<pre tabindex="0"><code><b>let</b> <span class="fn">slot</span> key = 1 '
        '<span class="c">// &lt;b&gt;</span></code></pre>'
    )
    assert problems == []


def test_a_listing_is_cut_from_its_file_and_numbered(tmp_path: Path) -> None:
    html, problems = written(
        tmp_path,
        '```listing\npython = "py/echomq/tiny.py: two, one"\n---\nBoth.\n```\n\n'
        '```listing #again\npython = "py/echomq/tiny.py: one"\ndocstrings = true\n---\nOne.\n```\n',
    )
    assert problems == []
    assert '<figure class="listing" id="listing-1" aria-labelledby="listing-1-caption">' in html
    assert '<figcaption id="again-caption"><b class="sc">Listing 2</b> One.</figcaption>' in html
    first, second = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", html, re.DOTALL)
    assert re.sub("<[^>]*>", "", first) == (
        "# Why two.\n@cache\ndef two() -&gt; int:\n    return 2\n\ndef one() -&gt; int:\n    return 1"
    )
    assert "Say one." in second
    assert "<code>echomq/tiny.py</code>" in html


def test_a_listing_of_what_is_not_there_is_a_problem_at_its_line(tmp_path: Path) -> None:
    _, problems = written(
        tmp_path,
        'x\n\n```listing\npython = "py/echomq/tiny.py: three"\nfsharp = "content/K.fs: x"\nruby = "x"\n---\nc\n```\n',
    )
    assert problems == [
        "content/hub/keys.md:9:1: py/echomq/tiny.py defines no three; it defines one, two",
        "content/hub/keys.md:10:1: no file content/K.fs; in that folder there is nothing",
        "content/hub/keys.md:11:1: a listing has no language ruby; it has fsharp, python, lua",
    ]


def test_two_languages_share_a_listing_behind_a_switch(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "K.fs").write_text("let one () = 1\n", encoding="utf-8")
    html, problems = written(
        tmp_path,
        '```listing\npython = "py/echomq/tiny.py: one"\nfsharp = "content/K.fs: one"\n---\nBoth.\n```\n',
    )
    assert problems == []
    assert 'class="listing tabs"' in html
    assert re.findall(r'name="listing-1" value="(\w+)"( checked)?>(.*?)<', html) == [
        ("fs", " checked", "F#"),
        ("py", "", "Python"),
    ]
    assert html.index('<pre data-l="fs"') < html.index('<pre data-l="py"')
    assert re.findall(r'<(?:code|span)[^>]* data-l="(\w+)">(.*?)</', html) == [
        ("fs", "F#, compiled by Fable 5.15.0"),
        ("fs", "content/K.fs"),
        ("py", "run by this site’s tests"),
        ("py", "echomq/tiny.py"),
    ]
    assert 'data-title="Python, run by this site’s tests · echomq/tiny.py"' in html


def test_a_listing_says_what_runs_it_and_of_fsharp_nothing_that_is_not_so(tmp_path: Path) -> None:
    widget = "```widget keyspace-builder #keys\n---\nc\n```\n\n"
    html, problems = written(
        tmp_path,
        f'{widget}```listing\npython = "py/echomq/keyspace.py: slot"\n---\n```\n\n'
        '```listing\nfsharp = "content/fsharp/EchoMQ/Keyspace.fs: slot"\n---\n```\n',
    )
    assert problems == []
    python, fsharp = html.split('<figure class="listing"')[1:]
    assert (
        '<span class="lang">Python</span><span class="hint v" data-check="1">run by Python 3.14 in this page' in python
    )
    assert '<div class="bar ui"><span class="hint v" data-check="2">F#, compiled by Fable 5.15.0</span>' in fsharp
    assert "<code>EchoMQ/Keyspace.fs</code>" in fsharp
    assert 'type="radio"' not in python + fsharp


def test_a_widget_is_its_own_first_view_and_all_that_scripts_need(tmp_path: Path) -> None:
    html, problems = written(
        tmp_path,
        '```widget keyspace-builder #keys wide toc="Builder"\nform = "compact"\nqueue = "<&\\"\'>"\n---\nTry *it*.\n```\n',
    )
    assert problems == []
    assert '<figure class="widget wide" aria-labelledby="keys-caption">' in html
    state = "{&#34;queue&#34;: &#34;&lt;&amp;\\&#34;&#39;&gt;&#34;"
    assert f'<keyspace-builder id="keys" data-python="asleep" data-start="{state}' in html
    assert f'data-state="{state}' in html
    assert '<div class="in" data-view><div class="builder compact">' in html
    for part in ("status", "progress", "wake", "notice", "link", "copy"):
        assert html.count(f" data-{part}") == 1, part
    assert "<noscript>\n<table" in html
    assert '<figcaption id="keys-caption"><b class="sc">Figure 1</b> Try <em>it</em>.</figcaption>' in html


def test_the_code_that_answered_is_what_the_widget_names_and_its_fsharp(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "```widget keyspace-builder #keys\n---\nc\n```\n")
    assert problems == []
    ran = html.partition('<details class="ran"><summary>The code that answered</summary>')[2].partition("</details>")[0]
    assert "The F# beside them says the same, function for function.</p>" in ran
    assert re.findall(r'type="radio" name="(.*?)" value="(\w+)"', ran) == [("ran-keys", "fs"), ("ran-keys", "py")]
    fsharp, python = (unescape(re.sub("<[^>]*>", "", text)) for text in re.findall(r"<pre.*?</pre>", ran, re.DOTALL))
    assert python.startswith("# echomq/keyspace.py\n\ndef job_key(")
    assert "\ndef is_valid(text: object) -> bool:\n" in python
    assert fsharp.startswith("// EchoMQ/Keyspace.fs\n\n/// The key of one job's row")
    assert re.findall(r"^let (?:private )?(\w+)|^// (\S+\.fs)$", fsharp, re.MULTILINE) == [
        ("", "EchoMQ/Keyspace.fs"), ("jobKey", ""), ("queueRefusal", ""),
        ("", "EchoMQ/BrandedId.fs"), ("isCapital", ""), ("fits", ""), ("isValid", ""),
        ("", "EchoMQ/Keyspace.fs"), ("composeUnchecked", ""), ("hashtag", ""), ("fed", ""), ("crc16", ""), ("slot", ""),
        ("nodeRanges", ""),
    ]  # fmt: skip


def test_a_function_without_a_twin_has_a_reason_and_one_that_is_not_there_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        keyspace_builder,
        "RAN",
        ("echomq.snowflake:Snowflake.pack", "echomq.snowflake:Mint", "echomq.keyspace:slot", "echomq.tiny:one"),
    )
    html, problems = written(tmp_path, "```widget keyspace-builder #keys\n---\nc\n```\n")
    assert problems == []
    assert "The F# beside them says the same, or says why it has nothing to say.</p>" in html
    assert ">// Snowflake.pack, Mint: what lies inside an id, and " in html
    assert ">// one: no F# half is written.</" in html
    monkeypatch.setattr(keyspace_builder, "RAN", ("echomq.keyspace:slots",))
    _, problems = written(tmp_path, "```widget keyspace-builder #keys\n---\nc\n```\n")
    assert (
        "content/hub/keys.md:6:1: the code that answered is not there: py/echomq/keyspace.py defines no slots"
        in "".join(problems)
    )


def test_a_widget_that_is_not_there_or_refuses_its_attributes_is_a_problem_at_the_fence(tmp_path: Path) -> None:
    _, problems = written(
        tmp_path,
        "```widget no-such #a\n---\nc\n```\n\n```widget keyspace-builder\n---\nc\n```\n\n"
        "```widget keyspace-builder #b tall\nnodes = 99\n---\nc\n```\n\n```widget\n```\n",
    )
    assert problems[0] == "content/hub/keys.md:6:1: there is no widget no-such"
    assert problems[1].startswith("content/hub/keys.md:11:1: a widget needs an id, by which links carry its state")
    assert problems[2] == "content/hub/keys.md:16:1: nodes must be 2 to 12, got 99"
    assert problems[3].startswith("content/hub/keys.md:16:31: a widget doesn’t know the word tall")
    assert [problem.split(":")[1] for problem in problems[4:]] == ["22", "22", "22"]


def test_terms_have_meanings_and_signatures(tmp_path: Path) -> None:
    html, problems = written(
        tmp_path, "```terms\n`slot`\n: A number from\n  `a` on.\n: `Keyspace.slot`\n\n`x`\n: y\n```\n"
    )
    assert problems == []
    assert (
        "<div><dt><code>slot</code></dt><dd>A number from\n<code>a</code> on."
        '<code class="sig">val slot: key: string <span>-&gt; int</span></code></dd></div>'
    ) in html


def test_a_signature_is_the_compilers_and_of_nothing_else(tmp_path: Path) -> None:
    _, problems = written(tmp_path, "```terms\n`slot`\n: A number.\n: `Keyspaces.slot`\n```\n")
    assert problems == ["content/hub/keys.md:9:3: the F# port has no function Keyspaces.slot; it has Keyspace.slot"]


def test_an_entry_out_of_shape_is_a_problem_where_it_stands(tmp_path: Path) -> None:
    _, problems = written(
        tmp_path,
        "```ledger\n: stray\nterm\n: full works\n\nother\n: bright works\n: says {=x}\n```\n\n```terms\n```\n",
    )
    keys = "content/hub/keys.md"
    assert problems == [
        f"{keys}:7:1: a ledger begins with a term; this line says something of none",
        f"{keys}:8:1: this entry has 1 lines beginning with “: ”; a ledger wants 2",
        f"{keys}:12:3: a status is one of full, half, open and then a word, like “full works”; this is “bright works”",
        f"{keys}:16:1: this terms is empty",
    ]


def test_a_table_has_heads_numbers_and_a_caption(tmp_path: Path) -> None:
    html, problems = written(
        tmp_path,
        "```table #t\n| key | `a|b` | slot |\n|---|---|---:|\n"
        '| `{}` | {=hashtag("a|b")} | {=slot("{}")} |\n---\nEdges.\n```\n',
    )
    assert problems == []
    assert html.startswith('<table class="data" id="t">\n<caption><b class="sc">Table 1</b> Edges.</caption>')
    assert '<th scope="col" class="sc"><code>a|b</code></th><th scope="col" class="num sc">slot</th>' in html
    assert (
        '<tr><th scope="row"><code>{}</code></th><td><span class="v" data-check="1">a|b</span></td><td class="num"><span class="v" data-check="2">15257</span></td></tr>'
        in html
    )


def test_a_table_row_with_other_cells_than_the_rule_is_a_problem_at_its_line(tmp_path: Path) -> None:
    _, problems = written(tmp_path, "```table\n|a|b|\n|---|---|\n|c|\n|d|{=z}|\n---\nc\n```\n")
    assert problems[0] == "content/hub/keys.md:9:2: this row has 1 cells; the rule has 2"
    assert problems[1].startswith("content/hub/keys.md:10:4: nothing is called z here")


def test_a_question_works_without_scripts(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "```ask\nWhich *one*?\n- `{a}`\n  Yes,\n  *it*.\n- `b`\n---\nThe first.\n```\n")
    assert problems == []
    assert html.count('<input type="radio" name="ask-1">') == 2
    assert '</label>\n<p class="reply">Yes,\n<em>it</em>.</p>\n<label>' in html
    assert "<span>Which <em>one</em>?</span></legend>" in html
    assert '<summary class="ui">Show the answer and why</summary>\n<p>The first.</p>' in html


def test_places_elsewhere_are_linked_only_where_the_course_has_an_address(tmp_path: Path) -> None:
    dive = "```refs elsewhere\nC4.07\n: The id.\n: ids/index\n```\n"
    html, problems = written(tmp_path, dive)
    assert problems == []
    assert "<div><dt>C4.07</dt><dd>The id.</dd></div>" in html
    site_toml = SITE_TOML.replace("date =", 'course_address = "https://example.org/c/"\ndate =')
    html, problems = written(tmp_path, dive, site_toml)
    assert problems == []
    assert '<dt><a href="https://example.org/c/ids/index">C4.07</a></dt>' in html


def test_a_dive_that_is_soon_is_not_linked_and_the_legend_names_what_occurs(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "```dives\n```\n")
    assert problems == []
    assert '<a href="index.html"><span class="big">1</span><b>Keys</b>' in html
    assert '<div><span class="big">2</span><b>Order <em>&amp;</em> time</b>' in html
    assert '<dt class="st">' in html
    assert "readable, its figures" not in html


def test_the_stamp_is_taken_apart(tmp_path: Path) -> None:
    # 2026-11-30T08:00:00Z, computed in the notes of the design: TSK0SUW2w5tSa0 = 385701484953600000.
    html, problems = written(tmp_path, "```stamp\n```\n")
    assert problems == []
    assert '<span class="fl">0SUW2w5tSa0</span>' in html
    assert "<code>385701484953600000</code>" in html
    assert '<time datetime="2026-11-30T08:00:00.000Z">' in html


def test_a_comment_is_not_sent(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "a <!-- {=nothing} `--> b\n\n<!--\nx\n-->\n")
    assert (html, problems) == ("<p>a  b</p>", [])


def test_a_note_has_a_name_by_which_it_is_announced(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "~~~note The `{q}`\nText.\n~~~\n\n~~~~note\n```legend\n```\n~~~~\n")
    assert problems == []
    assert '<aside class="note" aria-labelledby="note-1">\n<b class="sc" id="note-1">The <code class="tag">' in html
    assert '<aside class="note" aria-label="Note 2">\n<dl class="legend">' in html
    assert re.findall(r'<dt><span class="(\w+)">', html) == ["lit", "tag", "typ", "ns", "fl"]


def test_a_bridge_has_two_ends(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "```bridge\nC4.07\n: the id\nC4.08\n: the key\n```\n")
    assert problems == []
    assert html == (
        '<div class="bridge"><div><span class="sc">C4.07</span>the id</div><span aria-hidden="true">→</span>'
        '<div><span class="sc">C4.08</span>the key</div></div>'
    )
    assert written(tmp_path, "```bridge\nC4.07\n: the id\n```\n")[1] == [
        "content/hub/keys.md:6:1: a bridge has two ends, this one has 1"
    ]


def test_what_is_shipped_is_listed_with_its_licence(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "```components\n```\n")
    assert problems == []
    assert '<li><b><a href="https://htpy.dev/">htpy</a></b><span class="st ui">1.0, MIT</span>' in html
    assert "<summary>Licence of htpy</summary>\n<pre>Do as you like.</pre>" in html


def test_fences_that_the_build_fills_take_nothing(tmp_path: Path) -> None:
    _, problems = written(
        tmp_path, "```dives all\n```\n\n```stamp\nx\n```\n\n```legend\nx\n```\n\n```components\nx\n```\n"
    )
    assert [problem.split(": ")[1].split(" fence is empty")[0] for problem in problems] == [
        "a dives",
        "a stamp",
        "a legend",
        "a components",
    ]


def test_an_attribute_that_no_widget_could_take_is_a_problem_at_its_line(tmp_path: Path) -> None:
    _, problems = written(tmp_path, '```widget keyspace-builder #k\nqueue = "a"\nid = 1979-05-27\n---\nc\n```\n')
    assert problems == ["content/hub/keys.md:8:1: id is a date; a widget takes texts, whole numbers, true and false"]


def test_a_question_without_choices_and_a_table_without_rows_are_problems(tmp_path: Path) -> None:
    _, problems = written(
        tmp_path, "```ask\nWhich?\n- a\n---\nb\n```\n\n```table\n|a|\n---\nc\n```\n\n```listing\n---\nc\n```\n"
    )
    assert problems == [
        "content/hub/keys.md:6:1: a question has a text and at least two choices, lines that begin with “- ”",
        "content/hub/keys.md:13:1: a table is a row of heads, a rule |---|---:| and at least one row",
        'content/hub/keys.md:19:1: a listing says what it shows: python = "py/echomq/keyspace.py: queue_key"',
    ]


def test_classes_for_code_are_those_there_are(tmp_path: Path) -> None:
    _, problems = written(tmp_path, "`a`{.red} and `{=SLOTS}`{.blue}\n")
    assert problems == [
        "content/hub/keys.md:6:1: no class .red for code; there are bad, fl, lit, ns, plain, tag, typ",
        "content/hub/keys.md:6:16: no class .blue for code; there are bad, fl, lit, ns, plain, tag, typ",
    ]
