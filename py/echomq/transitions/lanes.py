"""Lanes: the ids that wait, by group. They take turns, so that a crowd in one of them holds up none of the others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from echomq.transitions.ordered import SortedMap, SortedSet

# A group and None, as keys that have an order.
_Key: TypeAlias = tuple[str, ...]


class _Lane(NamedTuple):
    turn: int
    ids: SortedSet[str]


@dataclass(frozen=True, slots=True, eq=False)
class Lanes(Mapping[str | None, SortedSet[str]]):
    """The ids of every group that has some, and of None for those without one; walked in the order of their turns.

    A lane that fills joins at the end, and one that was served goes back there if ids are left in it: so between two
    services of one lane each other lane that stayed ready is served once. Edits cost O(log n). Equality is that of any
    mapping: whose turn it is doesn't count.
    """

    _lanes: SortedMap[_Key, _Lane] = field(default_factory=SortedMap[_Key, _Lane])
    _ring: SortedMap[int, _Key] = field(default_factory=SortedMap[int, _Key])
    _turns: int = 0

    def __getitem__(self, group: str | None) -> SortedSet[str]:
        return self._lanes[_key(group)].ids

    def __len__(self) -> int:
        return len(self._lanes)

    def __iter__(self) -> Iterator[str | None]:
        return (key[0] if key else None for key in self._ring.values())

    def put(self, id: str, group: str | None) -> "Lanes":
        """Return these lanes with `id` in that of `group`."""
        key = _key(group)
        lane = self._lanes.get(key)
        if lane is None:
            return self._joined(key, SortedSet((id,)))
        return Lanes(self._lanes.put(key, lane._replace(ids=lane.ids.put(id))), self._ring, self._turns)

    def take(self) -> tuple[str, "Lanes"] | None:
        """Return the oldest id of the lane whose turn it is, and the lanes without it; None if nothing waits."""
        turn = next(iter(self._ring), None)
        if turn is None:
            return None
        key = self._ring[turn]
        ids = self._lanes[key].ids
        id = next(iter(ids))
        left = ids.drop(id)
        others = Lanes(self._lanes.drop(key), self._ring.drop(turn), self._turns)
        return id, others._joined(key, left) if left else others

    def _joined(self, key: _Key, ids: SortedSet[str]) -> "Lanes":
        turn = self._turns
        return Lanes(self._lanes.put(key, _Lane(turn, ids)), self._ring.put(turn, key), turn + 1)


def _key(group: str | None) -> _Key:
    return () if group is None else (group,)
