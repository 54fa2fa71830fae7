"""A map and a set that keep their keys in order and are never changed: each edit answers with another one."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeVar, cast

from echomq.transitions import tree
from echomq.transitions.tree import K, Node

V = TypeVar("V")


class SortedMap(Mapping[K, V]):
    """A mapping that is walked from the smallest key to the largest; texts compare by code point.

    `put`, `drop` and looking up cost O(log n) comparisons, `len` O(1). Equality is that of any mapping.
    """

    __slots__ = ("_root",)

    def __init__(self, items: Iterable[tuple[K, V]] = ()) -> None:
        """Hold `items`; of two with one key, the later."""
        self._root: Node[K, V] | None = None
        for key, value in items:
            self._root = tree.put(self._root, key, value)

    def __getitem__(self, key: K) -> V:
        node = tree.find(self._root, key)
        if node is None:
            raise KeyError(key)
        return node.value

    def __len__(self) -> int:
        return tree.size(self._root)

    def __iter__(self) -> Iterator[K]:
        return (node.key for node in tree.ascend(self._root))

    def __repr__(self) -> str:
        return f"SortedMap({list(self.items())!r})"

    def put(self, key: K, value: V) -> "SortedMap[K, V]":
        """Return this map with `key` at `value`."""
        return self._grown(tree.put(self._root, key, value))

    def drop(self, key: K) -> "SortedMap[K, V]":
        """Return this map without `key`. Raises KeyError if it isn't there."""
        return self._grown(tree.drop(self._root, key))

    @staticmethod
    def _grown(root: Node[K, V] | None) -> "SortedMap[K, V]":
        other: SortedMap[K, V] = SortedMap()
        other._root = root
        return other


class SortedSet(AbstractSet[K]):
    """A set that is walked from its smallest member to its largest, or backwards with `reversed`.

    `put`, `drop`, `first` and `in` cost O(log n) comparisons, `len` O(1). Equality is that of any set.
    """

    __slots__ = ("_root",)

    def __init__(self, members: Iterable[K] = ()) -> None:
        """Hold `members`, each once."""
        self._root: Node[K, None] | None = None
        for member in members:
            self._root = tree.put(self._root, member, None)

    def __contains__(self, member: object) -> bool:
        return tree.find(self._root, cast("K", member)) is not None

    def __len__(self) -> int:
        return tree.size(self._root)

    def __iter__(self) -> Iterator[K]:
        return (node.key for node in tree.ascend(self._root))

    def __reversed__(self) -> Iterator[K]:
        return (node.key for node in tree.descend(self._root))

    def __repr__(self) -> str:
        return f"SortedSet({list(self)!r})"

    def first(self) -> K | None:
        """Return the smallest member, None of an empty set."""
        return next(iter(self), None)

    def put(self, member: K) -> "SortedSet[K]":
        """Return this set with `member`."""
        return self._grown(tree.put(self._root, member, None))

    def drop(self, member: K) -> "SortedSet[K]":
        """Return this set without `member`. Raises KeyError if it isn't there."""
        return self._grown(tree.drop(self._root, member))

    @staticmethod
    def _grown(root: Node[K, None] | None) -> "SortedSet[K]":
        other: SortedSet[K] = SortedSet()
        other._root = root
        return other
