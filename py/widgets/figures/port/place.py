"""The place where the jobs are kept: which it is, what its store did at the last call, and what lies there now."""

from collections.abc import Iterable

from echomq import branded_id
from widgets.figures.branded import coloured
from widgets.figures.field import Preset, text_field
from widgets.figures.port.kept.witness import Asked, Backing, Deed, Kept, Table
from widgets.figures.port.observed import Entry, Play
from widgets.seam.html import (
    Element,
    Node,
    button,
    caption,
    code,
    details,
    div,
    fieldset,
    form,
    input,  # noqa: A004 - the element
    label,
    legend,
    p,
    samp,
    section,
    span,
    summary,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)

NAMES = {Backing.MEMORY: "Memory", Backing.SQLITE: "SQLite", Backing.VALKEY: "Valkey"}

_MOST = 12
"""So many deeds, rows of a table, and lines of an answer are shown."""
_LONGEST = 400

_WORDS = {
    Backing.MEMORY: "What changed in the state",
    Backing.SQLITE: "What was said in SQL, and how SQLite went about it",
    Backing.VALKEY: "What was sent to the server, and what came back",
}


_QUESTIONS = (
    Preset("ZRANGE emq:{email}:pending - + BYLEX", "the pending, by the order of their bytes", spoken=True),
    Preset("HGETALL emq:{email}:job:JOB0Dqhu1EacDY", "a row", spoken=True),
    Preset("CLUSTER KEYSLOT emq:{email}:pending", "a slot", spoken=True),
    Preset("EVAL \"return redis.call('ZCARD', KEYS[1])\" 1 emq:{email}:pending", "a script", spoken=True),
    Preset('EVAL "while true do end" 0', "a script without an end", spoken=True),
)


def place(play: Play, kept: Kept, line: str) -> Element:
    """Return the choice of places, and what was seen of the chosen one; `line` is what stands in the field of commands.

    Fields: backing, line. Readouts: alike, deeds, asked, told.
    """
    calls = [entry for entry in play.log if isinstance(entry, Entry)]
    return div(".keeping")[
        div(".ctl")[
            fieldset[
                legend(".lab.sc")["kept in"],
                div(".seg")[[_choice(backing, is_chosen=backing is kept.backing) for backing in Backing]],
            ]
        ],
        p(".alike", data_part="alike", role="status")[_alike(kept, len(calls))],
        p(".lab.sc")[_WORDS[kept.backing], f", at call {calls[-1].number}" if calls else None],
        div(".deeds", data_part="deeds")[
            [_deed(deed) for deed in kept.deeds[:_MOST]],
            _left_out(len(kept.deeds)),
        ],
        details[
            summary["What lies there now"],
            [_table(lying) for lying in kept.tables],
        ],
        _asking(line, kept.asked) if kept.backing is Backing.VALKEY else None,
    ]


def _asking(line: str, asked: Asked | None) -> Element:
    send = button(".chip.say", type="submit", name="ask")["Ask"]
    return form(".ctl.asking")[
        text_field("line", "ask the server", "A command to Valkey", line, _QUESTIONS, refused=False, more=send),
        div(".deeds.told", role="status")[
            p[
                code(data_part="asked")[asked.line],
                samp(".bad" if asked.is_refused else "", data_part="told")["\n".join(_bounded(asked.told))],
            ]
            if asked
            else None
        ],
    ]


def _bounded(lines: tuple[str, ...]) -> Iterable[str]:
    for line in lines[:_MOST]:
        yield line if len(line) <= _LONGEST else f"{line[:_LONGEST]}… ({len(line)} characters)"
    if len(lines) > _MOST:
        yield f"{len(lines) - _MOST} more are not shown."


def _choice(backing: Backing, *, is_chosen: bool) -> Element:
    return label[input(type="radio", name="backing", value=backing.value, checked=is_chosen), NAMES[backing]]


def _alike(kept: Kept, calls: int) -> Node:
    if not kept.others or not calls:
        return None
    names = [NAMES[backing] for backing in (*kept.others, kept.backing)]
    if not all(kept.others.values()):
        different = _listed(NAMES[backing] for backing, same in kept.others.items() if not same)
        return span(".bad")[f"{different} answered otherwise."]
    return f"{_listed(names)} gave the same answers, call by call."


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _deed(deed: Deed) -> Element:
    return p[code[deed.said], [samp[line] for line in deed.more]]


def _table(lying: Table) -> Element:
    if not lying.rows:
        return p(".hint")[f"{lying.name}: nothing"]
    return section(".lying", tabindex="0", aria_label=lying.name)[
        table(".data")[
            caption[lying.name],
            thead[tr[[th(scope="col")[head] for head in lying.heads]]],
            tbody[[tr[[td[_cell(cell)] for cell in row]] for row in lying.rows[:_MOST]]],
        ],
        _left_out(len(lying.rows)),
    ]


def _left_out(count: int) -> Node:
    return p(".hint")[f"{count - _MOST} more are not shown."] if count > _MOST else None


def _cell(text: str) -> Node:
    return coloured(text) if branded_id.is_valid(text) else text
