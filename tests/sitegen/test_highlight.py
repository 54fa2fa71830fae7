import re

import pytest

from sitegen import highlight


def bare(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


def words(html: str) -> list[tuple[str, str]]:
    """The words that stand out, each with its class; a keyword has an element of its own instead."""
    return re.findall(r'<(?:span class=")?(\w+)"?>(.*?)</(?:span|b)>', html)


def test_colour_stands_where_a_part_of_a_key_is_named_and_nowhere_else() -> None:
    html = str(highlight.html('def f(queue: str, key_type, branded, other):\n    return f"emq:{{{queue}}}"', "python"))
    assert words(html) == [
        ("b", "def"),
        ("fn", "f"),
        ("tag", "queue"),
        ("typ", "key_type"),
        ("ns", "bran"),
        ("fl", "ded"),
        ("b", "return"),
        ("lit", "emq"),
        ("tag", "queue"),
    ]


def test_fsharp_has_its_own_words() -> None:
    html = str(highlight.html("type Job =\n    { Id: string }\n// why\nlet rec queueKey keyType = 1", "fsharp"))
    assert words(html) == [
        ("b", "type"),
        ("fn", "Job"),
        ("c", "// why"),
        ("b", "let"),
        ("b", "rec"),
        ("fn", "queueKey"),
        ("typ", "keyType"),
    ]


def test_in_fsharp_functions_are_told_from_values_on_the_way() -> None:
    html = str(
        highlight.html(
            "let internal eval (key: string) : 'answer =\n    let bytes = 0x1021\n    let first, rest = bytes\n"
            "    let fed register = register\n    fed bytes\n\nlet empty: Set<string> = Set.empty\n\n"
            "type Port =\n    abstract Claim: now: int64 -> Job\n    member _.Reap limit = limit\n\nlet rec even n = n\nand odd n = n",
            "fsharp",
        )
    )
    assert re.findall(r'<span class="fn">(.*?)</span>', html) == [
        "eval", "fed", "empty", "Port", "Claim", "Reap", "even", "odd",
    ]  # fmt: skip
    assert "'answer" in html.replace("&#39;", "'")
    assert "0x1021" in html


def test_and_defines_nothing_in_python() -> None:
    assert highlight.html("a and b", "python") == "a <b>and</b> b"


def test_a_payload_is_a_part_in_an_id_and_none_in_a_job() -> None:
    assert '<span class="fl">digits</span>' in highlight.html("let x = digits", "fsharp", "EchoMQ/Base62.fs")
    assert '<span class="fl">payload</span>' in highlight.html("x = payload", "python", "echomq/branded_id.py")
    assert highlight.html("x = payload", "python", "echomq/job.py") == "x = payload"


@pytest.mark.parametrize("language", ["python", "fsharp", "text", ""])
@pytest.mark.parametrize("text", ['a = "<&>"  # <b>', "\n\n  x\n", "", "\ttab", "last // line"])
def test_not_a_character_is_lost(text: str, language: str) -> None:
    html = str(highlight.html(text, language))
    shown = bare(html).replace("&lt;", "<").replace("&gt;", ">").replace("&#34;", '"').replace("&amp;", "&")
    assert shown == text


def test_no_span_runs_over_the_end_of_a_line_or_holds_its_indentation() -> None:
    html = str(highlight.html('def f():\n    """One.\n\n    Two.\n    """\n', "python"))
    assert '    <span class="c">Two.</span>' in html
    for line in html.split("\n"):
        assert line.count("<span") == line.count("</span>")


def test_what_is_no_language_is_known_as_none() -> None:
    assert [name for name in ("python", "fsharp", "sh", "text", "", "no-such") if highlight.known(name)] == [
        "python", "fsharp", "sh", "text", "",
    ]  # fmt: skip


def test_a_word_tells_its_type_where_it_stands_and_nowhere_else() -> None:
    text = "let slot key =\n    fed key"
    types = {(0, 4): "val slot: key: string -> int", (1, 8): "val key: string"}
    assert highlight.html(text, "fsharp", types=types) == (
        '<b>let</b> <span title="val slot: key: string -&gt; int" class="fn">slot</span> key ='
        '\n    fed <span title="val key: string">key</span>'
    )
