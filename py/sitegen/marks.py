"""A key, an id or a part of one is recognised wherever code stands in a sentence, and wears its part's class."""

import re

from markupsafe import Markup, escape

from echomq import branded_id

PARTS = ("lit", "tag", "typ", "ns", "fl")
"""Literal, hashtag, type, namespace, snowflake: the classes that mean a part of a key."""
CLASSES = frozenset({*PARTS, "bad", "plain"})
"""What may be written behind a code span; `plain` keeps it from being recognised, `bad` is a refusal."""

KEY = re.compile(r"(?P<literal>emq):(?P<tag>\{[^{}]+\}):(?P<type>[a-z]+|<type>)(?::(?P<id>[0-9A-Za-z]+|<id>))?\Z")
"""A key of a queue, or the pattern of one: `emq:{q}:<type>`."""
_TAG = re.compile(r"\{[^{}\s=]+\}\Z")
_SEPARATOR = Markup('<span class="sep">:</span>')


def code(text: str, classes: tuple[str, ...] = ()) -> Markup:
    """A code span: its classes where some are given, else whatever its text turns out to be."""
    if classes:
        shown = [name for name in classes if name != "plain"]
        if not shown:
            return Markup("<code>{}</code>").format(text)
        return Markup('<code class="{}">{}</code>').format(" ".join(shown), text)
    if branded_id.is_valid(text):
        return Markup('<code class="id">{}</code>').format(identifier(text))
    if (key := KEY.match(text)) is not None:
        return Markup("<code>{}</code>").format(_key(key))
    if _TAG.match(text):
        return Markup('<code class="tag">{}</code>').format(text)
    if text == "emq":
        return Markup('<code class="lit">emq</code>')
    return Markup("<code>{}</code>").format(text)


def part(name: str, text: str) -> Markup:
    """A piece of text that is one part of a key."""
    return Markup('<span class="{}">{}</span>').format(name, text)


def checked(number: int, html: Markup) -> Markup:
    """A value that was checked: its proof is the row of that number at the page's foot."""
    return Markup('<span class="v" data-check="{}">{}</span>').format(number, html)


def identifier(text: str) -> Markup:
    """Namespace and digits of an id, with the place between them where a narrow line may break."""
    width = branded_id.NAMESPACE_WIDTH
    return part("ns", text[:width]) + Markup("<wbr>") + part("fl", text[width:])


def both(text: str) -> Markup:
    """The name of a whole id, such as a variable's: its front wears the namespace's line, the rest the snowflake's."""
    at = (len(text) + 1) // 2
    return part("ns", text[:at]) + part("fl", text[at:])


def _key(match: re.Match[str]) -> Markup:
    pieces = [part("lit", match["literal"]), part("tag", match["tag"]), part("typ", match["type"])]
    html = _SEPARATOR.join(pieces)
    if match["id"] is None:
        return html
    if branded_id.is_valid(match["id"]):
        return html + _SEPARATOR + Markup("<wbr>") + identifier(match["id"])
    if match["id"] == "<id>":
        return html + _SEPARATOR + both(match["id"])
    return html + _SEPARATOR + escape(match["id"])
