"""The calls of a play with their answers: the last one large, with what the store compared, and all of them in a log."""

from echomq.port import Job
from widgets.figures.branded import coloured
from widgets.figures.port.observed import Entry, Pass, Play
from widgets.figures.port.spoken import fsharp_answer, fsharp_call, python_answer, python_call
from widgets.figures.port.told import seconds, told
from widgets.seam.html import Element, Node, code, div, li, ol, p, samp, section, small, span

_SHOWN = 30
# What the log leaves out of a call: the same in every one, or said by the row itself.
_UNSAID = frozenset({"now", "limit", "lease_ms", "payload", "delay_ms", "max_attempts", "error"})


def last_call(play: Play) -> Element:
    """Return the last thing that happened. Readouts: answer, compared, call-python, answer-python, call-fsharp, answer-fsharp."""
    if not play.log:
        return div(".last", role="status")[p(".hint")["No call yet. Enqueue a job, or play one of the stories."]]
    entry = play.log[-1]
    if isinstance(entry, Pass):
        return div(".last", role="status")[_by(entry), p(".compared")[_sentence(entry.words)]]
    refused = ".refused" if entry.is_refused else ""
    return div(f".last{refused}", role="status")[
        _by(entry),
        p(".answer")[
            code[short(entry)], " ", span(".to", aria_hidden="true")["→"], " ", samp(data_part="answer")[answer(entry)]
        ],
        p(".compared", data_part="compared")[told(entry)],
        div(".spoken")[
            _spoken("Python", python_call(entry.call), python_answer(entry)),
            _spoken("F#", fsharp_call(entry.call), fsharp_answer(entry)),
        ],
    ]


def log(play: Play) -> Element:
    """Return the log, oldest first, as long as a figure can hold. Readout: the list log."""
    hidden = len(play.log) - _SHOWN
    return div(".logged")[
        p(".lab.sc")["the log"],
        hidden > 0 and p(".hint")[f"{hidden} earlier lines are not shown."],
        section(".box", tabindex="0", aria_label="The log")[
            ol(".lines", data_part="log")[[_line(entry, is_last=entry is play.log[-1]) for entry in play.log[-_SHOWN:]]]
        ],
    ]


def _by(entry: Entry | Pass) -> Element:
    number = f"call {entry.number}" if isinstance(entry, Entry) else "no call"
    return p(".lab.sc")[f"{number}, {f'worker {entry.by}, ' if entry.by else ''}at {seconds(entry.now)}"]


def _line(entry: Entry | Pass, *, is_last: bool) -> Element:
    at: Node = [span(".at")[seconds(entry.now)], " ", span(".by")[entry.by], " "]
    if isinstance(entry, Pass):
        return li(".pass")[span(".no"), at, span(".what")[_sentence(entry.words)]]
    refused = entry.is_refused
    return li(class_="refused" if refused else None)[
        span(".no")[entry.number],
        " ",
        at,
        span(".what")[code[short(entry)], " ", samp[answer(entry)]],
        # Those of the last one stand beside the log, large.
        [" ", small[told(entry)]] if refused and not is_last else None,
    ]


def short(entry: Entry) -> Node:
    """Return the call in a few words: `complete JOB0Dqhu1EacDY token 1`."""
    said: list[Node] = [entry.call.verb]
    for name, value in entry.call.arguments.items():
        if name in _UNSAID:
            continue
        if isinstance(value, str):
            said += [" ", coloured(value)]
        else:
            said.append(f" {_named(name, value)}")
    return said


def _named(name: str, value: int) -> str:
    return f"token\N{NO-BREAK SPACE}{value}" if name == "token" else f"for {seconds(value)}"


def answer(entry: Entry) -> Node:
    """Return the answer in a few words: `Stale`, `JOB0Dqhu1EacDY, token 1`, the ids of a sweep."""
    given = entry.answer
    if isinstance(given, Job):
        return [coloured(given.id), f", token\N{NO-BREAK SPACE}{given.attempts}"]
    if isinstance(given, tuple):
        return [[", " if at else "", coloured(id)] for at, id in enumerate(given)] or "no id"
    return "None" if given is None else given.capitalize()


def _spoken(language: str, call: Node, answer: Node) -> Element:
    name = "python" if language == "Python" else "fsharp"
    return p[
        span(".lab")[language],
        span[code(data_part=f"call-{name}")[call], " ", samp(data_part=f"answer-{name}")[answer]],
    ]


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + "."
