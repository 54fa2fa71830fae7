"""What the figures of the queues say: a table for the terminal, the same for the README, and why somebody is ahead of us."""

import math
import statistics
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

Figures = dict[str, Any]

VERBS = {"enqueue": "enqueued", "work": "claimed and completed"}


def report(figures: Figures) -> str:
    """The figures as a table for the terminal."""
    lines = [
        f"Jobs a second, with one worker and one connection: medians of {figures['rounds']} rounds, in which all took turns,",
        "and half of what the middle half of the rounds differ by. Ratios say how many times as many EchoMQ does there,",
        f"answers how many are waited for with each job. The disk has a page in {figures['machine']['disk_ms']:.2g} ms.",
    ]
    for place, queues in _places(figures):
        lines += ["", _headed(place, figures["places"].get(place, {}))]
        header = ("", "enqueued", "ratio", VERBS["work"], "ratio", "answers")
        rows = [header, *(_cells(queue, queues) for queue in queues)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
        lines += [
            "  ".join(
                [
                    f"  {row[0]:{widths[0]}}",
                    *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)),
                ]
            ).rstrip()
            for row in rows
        ]
    return "\n".join([*lines, *_reasoned(figures)])


def block(figures: Figures) -> str:
    """The figures as the README shows them, in Markdown."""
    machine = figures["machine"]
    lines = [
        *_wrapped(
            f"Jobs a second with one worker and one connection, medians of {figures['rounds']} rounds in which all took turns,"
            f" on {machine['processors']} processors ({machine['system']}, {machine['kind']}, Python {figures['python']}) and a disk that has a page in"
            f" {machine['disk_ms']:.2g} ms;"
            " in brackets, how many times as many EchoMQ does there. “Answers” are those that are waited for with each job."
        ),
        "",
        "| | enqueued | claimed and completed | answers |",
        "|---|---|---|---|",
    ]
    for place, queues in _places(figures):
        about = figures["places"].get(place, {})
        if about:
            lines.append(f"| **{_headed(place, about)}** | | | |")
        for queue in queues:
            cells = [
                _rounded(_median(queue, verb)) + (f" ({_rounded(statistics.median(ratios))})" if ratios else "")
                for verb in VERBS
                for ratios in [_ratios(queue, queues, verb)]
            ]
            who = _who(queue) if about else f"{_who(queue)}, {place}"
            lines.append(f"| {who} | {' | '.join(cells)} | {_answers(queue)} |")
    return "\n".join([*lines, *_reasoned(figures)])


def reasons(figures: Figures) -> list[str]:
    """Of each that does more than EchoMQ on the same place, what else was measured of the two."""
    found = []
    for place, queues in _places(figures):
        for queue in queues:
            for verb, done in VERBS.items():
                ratios = _ratios(queue, queues, verb)
                if not ratios or not _is_behind(ratios):
                    continue
                [ours] = [one for one in queues if one["is_measure"]]
                found.append(
                    f"{place}, {done}: {queue['name']}, {queue['way']}, does {1 / statistics.median(ratios):.2g} times as"
                    f" many. A job of it {_spent(queue, verb)}; one of EchoMQ {_spent(ours, verb)}."
                )
    return found


def _places(figures: Figures) -> Iterator[tuple[str, list[Figures]]]:
    for place, queues in groupby(figures["queues"], lambda queue: queue["place"]):
        yield str(place), list(queues)


def _reasoned(figures: Figures) -> list[str]:
    told = reasons(figures)
    return ["", "Where others are ahead:", "", *(line for one in told for line in _wrapped(f"- {one}"))] if told else []


def _wrapped(text: str) -> list[str]:
    """Lines as long as the README's; those of an item of a list hang."""
    return textwrap.wrap(text, 120, subsequent_indent="  " * text.startswith("- "))


def _cells(queue: Figures, queues: Sequence[Figures]) -> tuple[str, ...]:
    rates = []
    for verb in VERBS:
        ratios = _ratios(queue, queues, verb)
        rates += [
            f"{_median(queue, verb):,.0f} ±{_noise(queue, verb):.0%}",
            f"{statistics.median(ratios):.2f}" if ratios else "",
        ]
    return (_who(queue), *rates, _answers(queue))


def _headed(place: str, about: dict[str, str]) -> str:
    told = [value if name == "version" else f"{name} {value}" for name, value in about.items()]
    return f"{place} ({', '.join(told)})" if told else place


def _who(queue: Figures) -> str:
    """Name, versions and way: `BullMQ 6.7.0, its Worker, ioredis 5.11.1`."""
    about = dict(queue["about"])
    own = about.pop(queue["name"].lower(), None)
    name = queue["name"] if own is None else f"{queue['name']} {own}"
    return ", ".join(
        [name, *([queue["way"]] if queue["way"] else []), *(f"{key} {value}" for key, value in about.items())]
    )


def _answers(queue: Figures) -> str:
    counts = [queue[verb].get("answers") for verb in VERBS]
    return "" if None in counts else " + ".join(f"{count:.2g}" for count in counts)


def _spent(queue: Figures, verb: str) -> str:
    """What a job costs: `waits for 2 answers, takes 1 commit, and has its client compute for 0.2 of 0.9 ms`."""
    figures = queue[verb]
    waits = f"waits for {_counted(figures['answers'], 'answer')}"
    commits = f", takes {_counted(figures['commits'], 'commit')}," if "commits" in figures else ""
    computing = f"{figures['computing_ms']:.2g} of {1000 / _median(queue, verb):.2g} ms"
    return f"{waits}{commits} and has its client compute for {computing}"


def _counted(count: float, name: str) -> str:
    told = f"{count:.2g}"
    return f"{told} {name}" if told == "1" else f"{told} {name}s"


def _median(queue: Figures, verb: str) -> float:
    return float(statistics.median(queue[verb]["per_second"]))


def _noise(queue: Figures, verb: str) -> float:
    """Half of what the middle half of the rounds differ by, beside the median."""
    low, middle, high = statistics.quantiles(queue[verb]["per_second"], n=4, method="inclusive")
    return float((high - low) / 2 / middle)


def _ratios(queue: Figures, queues: Sequence[Figures], verb: str) -> list[float]:
    """How many times as many EchoMQ does, round by round; none for itself, and where it is alone."""
    measures = [one for one in queues if one["is_measure"]]
    if queue["is_ours"] or not measures:
        return []
    pairs = zip(measures[0][verb]["per_second"], queue[verb]["per_second"], strict=True)
    return [ours / theirs for ours, theirs in pairs]


def _is_behind(ratios: Sequence[float]) -> bool:
    """Whether the other one does more: by a twentieth at least in the middle of the rounds, and more in three of four."""
    _, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return middle < 0.95 and high < 1


def _rounded(number: float) -> str:
    """A number to two digits, which is what can be told: `7,300`, `1.2`."""
    digits = 1 - math.floor(math.log10(number))
    return f"{round(number, digits):,.{max(0, digits)}f}"
