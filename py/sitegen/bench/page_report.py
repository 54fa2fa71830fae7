"""What the figures of the page say: a text for the terminal, and tables for the README."""

import textwrap
from collections.abc import Iterator
from typing import Any

from sitegen.bench.starts import MEASURE, PLAIN

Figures = dict[str, Any]

KINDS = {"cold": "first visit", "warm": "second visit"}
BEATS = {"beat": "with the screen’s beat of 60 Hz", "no_beat": "with the beat lifted"}


_HEADS = (
    "“Least” is the fastest round, “naive” the ratio to the first visit of Pyodide in a worker, “paint” when the first"
    " content was painted, and “held up” the longest that the page heard nobody until the answer came."
)


def report(figures: Figures) -> str:
    """The figures as text for the terminal."""
    lines = [*_wrapped(f"{_about(figures)} {_HEADS}"), ""]
    for condition in figures["conditions"]:
        lines.append(_headed(condition))
        rows: list[tuple[str, ...]] = [("", "ms", "least", "ratio", "naive", "KB", "MB", "paint", "held up")]
        rows += [
            (f"{_title(start, kind)}, {KINDS[kind]}", *_cells(start[kind]))
            for start in condition["starts"].values()
            for kind in KINDS
            if kind in start
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += [
            "  ".join(
                [
                    f"  {row[0]:{widths[0]}}",
                    *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)),
                ]
            )
            for row in rows
        ]
        lines.append("")
    lines.append("From a key to its painted answer, in ms:")
    lines += [f"  {told:62} {_spread(spread)}" for told, spread in _strokes(figures)]
    return "\n".join([*lines, "", *_wrapped(_built(figures))])


def block(figures: Figures) -> str:
    """The figures as the README shows them, in Markdown."""
    lines = [*_wrapped(_about(figures)), ""]
    lines += [
        "| | first visit | ratio | second visit | ratio | KB | MB |",
        "|---|---|---|---|---|---|---|",
    ]
    for condition in figures["conditions"]:
        if len(figures["conditions"]) > 1:
            lines.append(f"| **{_headed(condition)}** | | | | | | |")
        for start in condition["starts"].values():
            cold, warm = start["cold"], start.get("warm")
            lines.append(
                f"| {_title(start, 'cold')} | {_pair(cold)} | {_pair(warm)}"
                f" | {cold['bytes'] / 1e3:,.0f} | {_memory(cold)} |"
            )
    lines += ["", "| from a key to its painted answer, ms | median | 95 % | 99 % | longest |", "|---|---|---|---|---|"]
    lines += [
        f"| {told} | {' | '.join(f'{spread[name]:.1f}' for name in ('median', 'p95', 'p99', 'longest'))} |"
        for told, spread in _strokes(figures)
    ]
    return "\n".join([*lines, "", *_wrapped(_built(figures))])


def _about(figures: Figures) -> str:
    machine, versions = figures["machine"], figures["versions"]
    rounds = figures["conditions"][0]["rounds"]
    return (
        f"Milliseconds from the navigation to the first answer of Python, medians of {rounds} rounds in which all took turns,"
        f" in Chromium {versions['Chromium']} on {machine['processors']} processors ({machine['system']}, {machine['kind']});"
        f" all with Pyodide {versions['Pyodide']}. Ratios are to the first visit of PyScript {versions['PyScript']};"
        " KB are what a first visit fetches until then, packed by brotli, MB what the page’s process had in memory at most."
    )


def _headed(condition: Figures) -> str:
    slower = condition["cpu_times_measured"]
    more = f", measured: {slower:.2f} times" if slower else ""
    return f"{condition['name'][0].upper()}{condition['name'][1:]} ({condition['rounds']} rounds{more})"


def _title(start: Figures, kind: str) -> str:
    """Who it is, and by which path it went where it had the choice, or took another than it was to take."""
    title: str = start["title"]
    used = sorted({one for one in start[kind]["used"] if one is not None})
    return title if all(one in title for one in used) else f"{title} ({' or '.join(used)})"


def _cells(start: Figures) -> tuple[str, ...]:
    took = start["first_answer_ms"]
    paint = start["first_contentful_paint_ms"]
    return (
        f"{took['median']:,.0f}",
        f"{took['min']:,.0f}",
        f"{start[f'ratio_to_{MEASURE.name}']['of_medians']:.2f}",
        f"{start[f'ratio_to_{PLAIN.name}']['of_medians']:.2f}",
        f"{start['bytes'] / 1e3:,.0f}",
        _memory(start),
        "" if paint is None else f"{paint:,.0f}",
        f"{start['longest_task_ms']:,.0f}",
    )


def _pair(start: Figures | None) -> str:
    if start is None:
        return " | "
    return f"{start['first_answer_ms']['median']:,.0f} | {start[f'ratio_to_{MEASURE.name}']['of_medians']:.2f}"


def _memory(start: Figures) -> str:
    memory = start["peak_memory_mb"]
    return "" if memory is None else f"{memory:,.0f}"


def _strokes(figures: Figures) -> Iterator[tuple[str, Figures]]:
    for name, told in BEATS.items():
        spread = figures["keystroke_to_paint"][name]
        yield f"{spread['count']} keys, {told}", spread
    pastes = figures["thousand_keys_to_paint"]
    yield f"1,000 keys at once, {pastes['count']} times, {BEATS['beat']}", pastes


def _spread(spread: Figures) -> str:
    told = {"median": "median", "p95": "95 %", "p99": "99 %", "longest": "longest"}
    return "   ".join(f"{words} {spread[name]:6.1f}" for name, words in told.items())


def _built(figures: Figures) -> str:
    """What the build weighs, in a sentence or two."""
    build = figures["build"]
    shell = build["shell"]
    python = "; ".join(
        f"{name} {weight['bytes'] / 1e6:.1f} MB, {weight['brotli'] / 1e6:.2f} by brotli"
        for name, weight in sorted(build["python"].items())
    )
    kept = "from nothing" if build["is_cold"] else "with what earlier builds kept"
    return (
        f"The folder has {build['files']} files of {build['bytes'] / 1e6:.0f} MB, built in {build['seconds']:.0f} s {kept}. The shell of a page is"
        f" {shell['bytes'] / 1e3:.0f} KB, {shell['gzip'] / 1e3:.0f} by gzip and {shell['brotli'] / 1e3:.0f} by brotli. For"
        f" Python: {python}."
        + "".join(f" Its snapshot, {name}: {value}." for name, value in sorted(build["snapshot"].items()))
    )


def _wrapped(text: str) -> list[str]:
    """Lines as long as the README's."""
    return textwrap.wrap(text, 120)
