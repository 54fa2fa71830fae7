"""A play at the place that was chosen, and the same once more at the others that are at hand: do they answer alike?"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from widgets.figures.port.commands import Command
from widgets.figures.port.kept.memory import MemoryWitness
from widgets.figures.port.kept.witness import Backing, Kept, Witness
from widgets.figures.port.observed import Play
from widgets.figures.port.play import play
from widgets.seam.contract import Links

_BESIDE = {
    Backing.MEMORY: (),
    Backing.SQLITE: (Backing.MEMORY,),
    Backing.VALKEY: (Backing.MEMORY, Backing.SQLITE),
}
"""The others that each is compared with: a place that takes time to come is not asked for by those before it."""


def played(commands: Sequence[Command], backing: Backing, links: Links, line: str = "") -> Play:
    """Play `commands` on an empty store of `backing`, and of those that are at hand wherever it is; then ask `line` of it.

    For Valkey there must be a link named `valkey`; asking for it is how the widget says that it is needed.
    """
    with closing(_opened(backing, links)) as witness:
        shown = play(commands, witness.store, witness.watched)
        others: dict[Backing, bool] = {}
        for other in _BESIDE[backing]:
            with closing(_opened(other, links)) as beside:
                others[other] = play(commands, beside.store).log == shown.log
        kept = Kept(backing, witness.deeds(), witness.tables(), others, witness.asked(line))
        return replace(shown, kept=kept)


def _opened(backing: Backing, links: Links) -> Witness:
    # What only one place needs is imported when it is chosen: a page that keeps its jobs in memory starts without it.
    if backing is Backing.SQLITE:
        from widgets.figures.port.kept.sqlite import SqliteWitness  # noqa: PLC0415

        return SqliteWitness()
    if backing is Backing.VALKEY:
        from widgets.figures.port.kept.valkey import ValkeyWitness  # noqa: PLC0415

        return ValkeyWitness(links["valkey"])
    return MemoryWitness()
