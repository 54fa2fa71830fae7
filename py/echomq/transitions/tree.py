"""A balanced binary tree that is never changed: a new one shares all but the path to what is different.

Balance goes by weight, as in Adams, "Efficient sets: a balancing act" (1993), with the factors 3 and 2 that Hirai and
Yamamoto proved sound for deletion too ("Balancing weight-balanced trees", 2011). None is the empty tree.
"""

from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar


class Ordered(Protocol):
    """What a key must be: comparable with the other keys of its tree."""

    def __lt__(self, other: Any, /) -> bool: ...  # noqa: ANN401 - str and tuple each take only their own kind


K = TypeVar("K", bound=Ordered)
V = TypeVar("V")

_DELTA = 3
_RATIO = 2


class Node(Generic[K, V]):
    """One key with its value, the trees of the smaller and the larger keys, and how many keys that makes."""

    __slots__ = ("key", "left", "right", "size", "value")

    def __init__(self, key: K, value: V, left: "Node[K, V] | None", right: "Node[K, V] | None") -> None:
        self.key = key
        self.value = value
        self.left = left
        self.right = right
        self.size: int = 1 + size(left) + size(right)


def size(node: Node[K, V] | None) -> int:
    """Return the number of keys, in O(1)."""
    return 0 if node is None else node.size


def find(node: Node[K, V] | None, key: K) -> Node[K, V] | None:
    """Return the node of `key`, None if there is none.

    A key of another kind can't be compared with those that are there, and so is not there: a dict answers the same.
    """
    try:
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
    except TypeError:
        return None
    return node


def put(node: Node[K, V] | None, key: K, value: V) -> Node[K, V]:
    """Return the tree with `key` at `value`, replacing what it had."""
    if node is None:
        return Node(key, value, None, None)
    if key < node.key:
        return _balanced(node, put(node.left, key, value), node.right)
    if node.key < key:
        return _balanced(node, node.left, put(node.right, key, value))
    return Node(key, value, node.left, node.right)


def drop(node: Node[K, V] | None, key: K) -> Node[K, V] | None:
    """Return the tree without `key`. Raises KeyError if it isn't there."""
    if node is None:
        raise KeyError(key)
    if key < node.key:
        return _balanced(node, drop(node.left, key), node.right)
    if node.key < key:
        return _balanced(node, node.left, drop(node.right, key))
    if node.left is None:
        return node.right
    if node.right is None:
        return node.left
    heir = next(ascend(node.right))
    return _balanced(heir, node.left, drop(node.right, heir.key))


def ascend(node: Node[K, V] | None) -> Iterator[Node[K, V]]:
    """Walk from the smallest key to the largest; the first costs O(log n), each further one O(1) on average."""
    above: list[Node[K, V]] = []
    while node is not None or above:
        while node is not None:
            above.append(node)
            node = node.left
        node = above.pop()
        yield node
        node = node.right


def descend(node: Node[K, V] | None) -> Iterator[Node[K, V]]:
    """Walk from the largest key to the smallest."""
    above: list[Node[K, V]] = []
    while node is not None or above:
        while node is not None:
            above.append(node)
            node = node.right
        node = above.pop()
        yield node
        node = node.left


def _balanced(at: Node[K, V], left: Node[K, V] | None, right: Node[K, V] | None) -> Node[K, V]:
    """Join `left` and `right`, one of them changed by at most one key, under the key and value of `at`."""
    if right is not None and right.size > max(1, _DELTA * size(left)):
        inner, outer = right.left, right.right
        if inner is None or inner.size < _RATIO * size(outer):
            return Node(right.key, right.value, Node(at.key, at.value, left, inner), outer)
        return Node(
            inner.key,
            inner.value,
            Node(at.key, at.value, left, inner.left),
            Node(right.key, right.value, inner.right, outer),
        )
    if left is not None and left.size > max(1, _DELTA * size(right)):
        inner, outer = left.right, left.left
        if inner is None or inner.size < _RATIO * size(outer):
            return Node(left.key, left.value, outer, Node(at.key, at.value, inner, right))
        return Node(
            inner.key,
            inner.value,
            Node(left.key, left.value, outer, inner.left),
            Node(at.key, at.value, inner.right, right),
        )
    return Node(at.key, at.value, left, right)
