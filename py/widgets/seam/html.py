"""Elements of HTML and SVG: `div(".stage", role="img")["a < b", code["c"]]`, written out as they are put together.

The notation is htpy's (https://htpy.dev/), and so are the answers. But a figure of a hundred elements is made here
between two keystrokes, by Python compiled to WebAssembly: so there is no tree that is walked in the end; a piece that
stays as it is, is drawn once and put into the next figure as text.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Protocol, TypeAlias, Union, cast, runtime_checkable

Attribute: TypeAlias = str | int | None
Node: TypeAlias = Union["Html", str, int, Iterable["Node"], None]

_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&#34;"), ("'", "&#39;"), ("\r", "&#13;"))
_special = re.compile("[&<>\"'\r]").search


@runtime_checkable
class _Marked(Protocol):
    def __html__(self) -> str: ...


class Html:
    """A run of finished HTML."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __html__(self) -> str:
        """Return it for templates, which escape what has no such method."""
        return str(self)


class Element(Html):
    """An element, or one to be: called, it takes attributes, and in brackets, children. It is never changed."""

    __slots__ = ("_attributes", "_name")

    def __init__(self, name: str, attributes: str = "", inner: str = "") -> None:
        super().__init__(inner)
        self._name = name
        self._attributes = attributes

    def __call__(self, classes: str = "", /, **attributes: Attribute) -> "Element":
        """Return it with attributes: `(".a.b", data_part="key", for_="x", hidden=True)`.

        `classes` is a selector of classes. Of a name a last `_` goes, each other is a hyphen. True writes the bare name;
        an attribute that is False or None is left out.
        """
        written = [_class(classes)] if classes else []
        for name, value in attributes.items():
            if value is True:
                written.append(f" {_spelled(name)}")
            elif value is not None and value is not False:
                written.append(f' {_spelled(name)}="{escaped(str(value))}"')
        return type(self)(self._name, "".join(written))

    def __getitem__(self, children: Node) -> "Element":
        """Return it around `children`: texts, which are escaped, numbers, HTML, and lists of them; None and bools are nothing.

        Raises TypeError for anything else.
        """
        return Element(self._name, self._attributes, _joined(children))

    def __str__(self) -> str:
        return f"<{self._name}{self._attributes}>{self._text}</{self._name}>"


class Void(Element):
    """An element that never has children, such as `input`."""

    __slots__ = ()

    def __getitem__(self, children: Node) -> Element:
        """Raise TypeError."""
        message = f"<{self._name}> has no children"
        raise TypeError(message)

    def __str__(self) -> str:
        return f"<{self._name}{self._attributes}>"


def fragment(*nodes: Node) -> Html:
    """Return `nodes` one after the other, with nothing around them."""
    return Html(_joined(nodes))


def escaped(text: str) -> str:
    """Return `text` as it stands in HTML, in an element or in a quoted attribute.

    A carriage return is escaped too: the parser would read a bare one as a line feed.
    """
    if _special(text):  # hardly any text holds one
        for character, reference in _ESCAPES:
            text = text.replace(character, reference)
    return text


def _joined(node: object) -> str:
    if type(node) is str:
        return escaped(node)
    if isinstance(node, Html):
        return str(node)
    if isinstance(node, (tuple, list)):
        return "".join(map(_joined, cast("Iterable[object]", node)))
    if node is None or isinstance(node, bool):
        return ""
    if isinstance(node, int):
        return str(node)
    if isinstance(node, str):
        # Markup, which the generator's parts hand over, is a text that says it is HTML.
        return node.__html__() if isinstance(node, _Marked) else escaped(str(node))
    if isinstance(node, Iterable) and not isinstance(node, bytes):
        return "".join(map(_joined, cast("Iterable[object]", node)))
    message = f"{node!r} is no part of HTML"
    raise TypeError(message)


@cache
def _class(selector: str) -> str:
    if not selector.startswith("."):
        message = f"a selector of classes begins with a dot, got {selector!r}"
        raise ValueError(message)
    return f' class="{" ".join(selector.split(".")[1:])}"'


@cache
def _spelled(name: str) -> str:
    return name.removesuffix("_").replace("_", "-")


# HTML's names, of which some are Python's too.
b, bdi, button, caption, code, dd = map(Element, ("b", "bdi", "button", "caption", "code", "dd"))
del_, details, div, dl, dt = map(Element, ("del", "details", "div", "dl", "dt"))
fieldset, form, i, label = map(Element, ("fieldset", "form", "i", "label"))
legend, li, mark = map(Element, ("legend", "li", "mark"))
ol, option, output, p, samp, section = map(Element, ("ol", "option", "output", "p", "samp", "section"))
select, small, span, summary, sup = map(Element, ("select", "small", "span", "summary", "sup"))
table, tbody, td, textarea, tfoot = map(Element, ("table", "tbody", "td", "textarea", "tfoot"))
th, thead, tr, ul = map(Element, ("th", "thead", "tr", "ul"))
input, wbr = map(Void, ("input", "wbr"))  # noqa: A001

# SVG's. Only these may stand inside an svg: an element of HTML would close the picture.
circle, g, line, path, rect, svg, text, tspan = map(
    Element, ("circle", "g", "line", "path", "rect", "svg", "text", "tspan")
)
