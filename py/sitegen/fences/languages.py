"""One text in one or two languages: a bar that says which is which and what runs it, with a switch that needs no script."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from sitegen import highlight, living
from sitegen.writer import Writer

LANGUAGES = {"fsharp": "F#", "python": "Python", "lua": "Lua"}
"""The languages a listing may be in, in the order a reader finds them, and what each is called."""

_SHORT = {"fsharp": "fs", "python": "py", "lua": "lua"}
_COPY = Markup('<button type="button" class="copy" data-copy hidden>Copy</button>')
_CHOICE = Markup('<label><input type="radio" name="{}" value="{}"{}>{}</label>')


@dataclass(frozen=True, slots=True)
class Shown:
    """A text in one language: its key, the file as readers know it (empty for several), the text, and a word on it.

    `types` are the compiler's, by line and column of the text; `proof` is the number under which the page keeps how it
    was checked.
    """

    language: str
    file: str
    text: str
    hint: str
    types: Mapping[tuple[int, int], str] = field(default_factory=dict)
    proof: int | None = None

    @property
    def short(self) -> str:
        """What the page's scripts and style sheets call the language."""
        return _SHORT[self.language]

    @property
    def title(self) -> str:
        """Language, hint and file in one line, for paper."""
        name = LANGUAGES[self.language]
        said = self.hint if self.hint.startswith(name) else f"{name}, {self.hint}"
        return f"{said} · {self.file}" if self.file else said


def public(path: str) -> str:
    """A source file's path as readers know it: `echomq/keyspace.py`."""
    return path.removeprefix("py/").removeprefix("content/fsharp/")


def hint(language: str, path: str, writer: Writer) -> str:
    """What runs this file, as far as this build can vouch for it."""
    if language == "fsharp":
        return f"F#, compiled by Fable {writer.kit.port.version}"
    if path in living.files_run_on(writer.page):
        return f"run by Python {writer.kit.python_short} in this page"
    return "run by Valkey in this site’s tests" if language == "lua" else "run by this site’s tests"


def bar(shown: Sequence[Shown], group: str, what: str) -> Markup:
    """The line above the texts of `what`; with two languages it is a switch, whose radios are called `group`."""
    said = Markup("").join(_said(found, alone=len(shown) < 2) for found in shown)
    if len(shown) < 2:
        return Markup('<div class="bar ui">{}{}</div>').format(said, _COPY)
    choices = Markup("").join(
        _CHOICE.format(group, found.short, Markup(" checked") if at == 0 else "", LANGUAGES[found.language])
        for at, found in enumerate(shown)
    )
    frame = '<fieldset class="bar seg ui" data-languages><legend class="vh">Language of {}</legend>{}{}{}</fieldset>'
    return Markup(frame).format(what, choices, said, _COPY)


def texts(shown: Sequence[Shown]) -> Markup:
    """The texts, which scroll by keyboard where they are wider than the page."""
    frame = Markup('<pre data-l="{}" data-title="{}" tabindex="0"><code>{}</code></pre>{}')
    return Markup("\n").join(
        frame.format(
            found.short,
            found.title,
            highlight.html(found.text, found.language, found.file, found.types),
            signatures(found.types, found.short),
        )
        for found in shown
    )


def signatures(types: Mapping[tuple[int, int], str], short: str) -> Markup:
    """The types that pointing at a word tells, as a list that unfolds: each name once, in the order of the text."""
    told = dict.fromkeys(text for _, text in sorted(types.items()) if text.startswith(("val ", "abstract ")))
    if not told:
        return Markup("")
    rows = Markup("\n").join(Markup("<li><code>{}</code></li>").format(text) for text in told)
    frame = '\n<details class="types" data-l="{}"><summary>Types of its names</summary>\n<ul>\n{}\n</ul></details>'
    return Markup(frame).format(short, rows)


def _said(found: Shown, *, alone: bool) -> Markup:
    """Hint and file. Where there is no switch to name the language, its name stands in front."""
    name = LANGUAGES[found.language]
    named = Markup('<span class="lang">{}</span>').format(name) if alone and not found.hint.startswith(name) else ""
    of = "" if alone else Markup(' data-l="{}"').format(found.short)
    mark = (
        Markup(' class="hint"')
        if found.proof is None
        else Markup(' class="hint v" data-check="{}"').format(found.proof)
    )
    said = Markup("<span{}{}>{}</span>").format(mark, of, found.hint)
    file = Markup("<code{}>{}</code>").format(of, found.file) if found.file else ""
    return Markup("{}{}{}").format(named, said, file)
