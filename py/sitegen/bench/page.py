"""Measures what a reader waits for, in real Chromium: the first answer of Python by each way to start it, on a first and on
a second visit; and from a key to the painted answer.

All ways are taken in turns, round by round, in browsers of their own, from hosts that differ in nothing but what they
hold, and all give the same answer. Every figure of a run comes from one machine within minutes; quote medians, and ratios,
which are to PyScript's first visit under the same conditions. What a slower machine and a slower line do to them is
measured by slowing this one.
"""

from __future__ import annotations

import os
import platform
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from sitegen.bench import starts, strokes
from sitegen.bench.conditions import ELSEWHERE, HERE, Condition
from sitegen.bench.host import Host, hosting
from sitegen.bench.line import Loopback
from sitegen.bench.packing import packed_files
from sitegen.bench.slow import CAN_SLOW
from sitegen.bench.starts import DIVE, NAIVE, PLAIN, PYSCRIPT, SITE, STARTS, Start
from sitegen.bench.tallies import Rounds, tallied
from sitegen.bench.versions import versions
from sitegen.bench.visits import UNSAID, MissedError, Visit, opened, visit
from sitegen.bench.weights import fetched, weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Playwright

Figures = dict[str, Any]

TRIES = 3
"""How often a visit may go to a process that isn't slowed."""


def measure(root: Path, site: Path, tell: Callable[[str], None], *, everywhere: bool = False) -> Figures:
    """All figures, in ms unless a name says otherwise; `tell` hears how far it is.

    Raises:
        VisitError: where a start gave no answer, or visits can't be counted.

    """
    conditions = (HERE, *(one for one in ELSEWHERE if everywhere and (one.times == 1 or CAN_SLOW)))
    with hosts(root, site, tell) as where, sync_playwright() as playwright:
        figures: Figures = {
            "machine": {"system": platform.system(), "kind": platform.machine(), "processors": os.cpu_count()},
            "build": weights(root, site),
            "conditions": [tallied(one, rounds(playwright, where, one, tell)) for one in conditions],
        }
        figures |= typed(playwright, where[SITE], tell)
        return figures | {"versions": versions(root, playwright)}


@contextmanager
def hosts(root: Path, site: Path, tell: Callable[[str], None]) -> Iterator[dict[str, Host]]:
    """A host of the `site`, one of naive Pyodide, and one of PyScript, by their names."""
    tell("Packing what the hosts send; what was packed before is kept …")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        starts.lay_out_naive(root, folder / NAIVE)
        starts.lay_out_pyscript(root, folder / PYSCRIPT)
        folders = {SITE: site, NAIVE: folder / NAIVE, PYSCRIPT: folder / PYSCRIPT}
        found = {}
        for name, one in folders.items():
            paths = (
                [DIVE, *(asset["path"] for asset in fetched(site, "shell", "python"))] if name == SITE else _all(one)
            )
            found[name] = stack.enter_context(hosting(one, packed_files(root, name, one, paths)))
        yield found


def rounds(playwright: Playwright, where: dict[str, Host], condition: Condition, tell: Callable[[str], None]) -> Rounds:
    """The visits of each start by its name, `cold` ones and, where readers come again, `warm` ones."""
    found: Rounds = {one.name: {"cold": [], "warm": []} for one in STARTS}
    for host in where.values():
        host.line = condition.line()
    began = time.monotonic()
    for number in range(condition.rounds):
        took = time.monotonic() - began
        if number >= 2 and took + took / number > condition.seconds:
            break
        tell(f"On {condition.name}, round {number + 1}:")
        for start in _in_turn(number):
            if start is PLAIN and number % condition.naive_every:
                continue
            visits = _visits(playwright, where[start.host], start, condition)
            for kind, one in zip(("cold", "warm"), visits, strict=False):
                found[start.name][kind].append(one)
            tell(f"  {start.title}: {', then '.join(f'{one.first_answer_ms:,.0f} ms' for one in visits)}")
    for host in where.values():
        host.line = Loopback()
    return found


def typed(playwright: Playwright, host: Host, tell: Callable[[str], None]) -> Figures:
    """What keys take, with the screen's beat and without."""
    figures: Figures = {"keystroke_to_paint": {}}
    for name, arguments in (("beat", ()), ("no_beat", strokes.NO_BEAT)):
        with (
            tempfile.TemporaryDirectory(prefix="bench-") as profile,
            opened(playwright, Path(profile), *arguments) as context,
        ):
            page = context.pages[0]
            page.goto(host.address + DIVE)
            told = strokes.spread(strokes.keystrokes(page))
            told["used"] = page.get_attribute("html", "data-python-start") or UNSAID
            figures["keystroke_to_paint"][name] = told
            tell(
                f"Keys typed, {'with the beat of the screen' if name == 'beat' else 'with the beat lifted'}: {told['median']:.1f} ms"
            )
            if name == "beat":
                figures["thousand_keys_to_paint"] = strokes.spread(strokes.many_keys(page))
                tell(f"A thousand keys pasted: {figures['thousand_keys_to_paint']['median']:.0f} ms")
    return figures


def _in_turn(number: int) -> Sequence[Start]:
    """All of them; who begins changes with the `number` of the round."""
    first = number % len(STARTS)
    return STARTS[first:] + STARTS[:first]


def _visits(playwright: Playwright, host: Host, start: Start, condition: Condition) -> list[Visit]:
    """A first visit, and a second where readers come again."""
    tried = 0
    while True:
        with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as profile:
            try:
                return [
                    visit(
                        playwright, Path(profile), host, start, starts.expected(), times=condition.times, settle=settle
                    )
                    for settle in ((True, False) if condition.again else (False,))
                ]
            except MissedError:
                tried += 1
                if tried == TRIES:
                    raise


def _all(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]
