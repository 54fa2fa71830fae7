"""The map and the set under the queue's state stay in order, stay balanced, and leave their past alone."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echomq.transitions import tree
from echomq.transitions.ordered import SortedMap, SortedSet
from echomq.transitions.state import Timetable

keys = st.text("abcdef", max_size=3)
edits = st.lists(st.tuples(st.booleans(), keys, st.integers(0, 9)), max_size=80)


def assert_sound(node: tree.Node[Any, Any] | None) -> None:
    """Sizes are true and neither side outweighs the other more than three times."""
    if node is None:
        return
    left, right = tree.size(node.left), tree.size(node.right)
    assert node.size == 1 + left + right
    assert left + right <= 1 or (left <= 3 * right and right <= 3 * left)
    assert_sound(node.left)
    assert_sound(node.right)


def depth(node: tree.Node[Any, Any] | None) -> int:
    return 0 if node is None else 1 + max(depth(node.left), depth(node.right))


@given(edits)
def test_a_map_does_what_a_dict_does_and_keeps_its_order(edits: list[tuple[bool, str, int]]) -> None:
    ours: SortedMap[str, int] = SortedMap()
    model: dict[str, int] = {}
    past: list[tuple[SortedMap[str, int], dict[str, int]]] = []
    for adding, key, value in edits:
        past.append((ours, model.copy()))
        if adding:
            ours, model[key] = ours.put(key, value), value
        elif key in model:
            ours = ours.drop(key)
            del model[key]
        else:
            with pytest.raises(KeyError):
                ours.drop(key)
    past.append((ours, model))
    for then, expected in past:
        assert list(then.items()) == sorted(expected.items())
        assert len(then) == len(expected)
        assert_sound(then._root)


@given(st.lists(keys), st.lists(keys))
def test_a_set_is_walked_both_ways(added: list[str], dropped: list[str]) -> None:
    ours = SortedSet(added)
    for key in set(dropped) & set(added):
        ours = ours.drop(key)
    left = set(added) - set(dropped)
    assert list(ours) == sorted(left)
    assert list(reversed(ours)) == sorted(left, reverse=True)
    assert ours == SortedSet(left)
    assert ours.first() == min(left, default=None)
    assert all((key in ours) == (key in left) for key in [*added, *dropped])
    assert_sound(ours._root)


def test_every_order_of_coming_and_going_keeps_a_small_tree_sound() -> None:
    for order in permutations("abcdef"):
        ours = SortedSet(order)
        for gone, key in enumerate(order, start=1):
            ours = ours.drop(key)
            assert list(ours) == list(reversed(ours))[::-1] == sorted(order[gone:])
            assert_sound(ours._root)


def test_ids_that_arrive_in_order_make_no_deep_tree() -> None:
    # A plain binary tree would be 4,096 deep; weights of at most three to one allow log(n) / log(4/3) = 29.
    ours = SortedSet((n, "") for n in range(4096))
    assert depth(ours._root) <= 29
    for n in range(3000):
        ours = ours.drop((n, ""))
    assert depth(ours._root) <= 25
    assert_sound(ours._root)


def test_an_object_of_another_kind_is_simply_not_there() -> None:
    assert 5 not in SortedSet(["a"])  # type: ignore[comparison-overlap]
    assert SortedMap([("a", 1)]).get(5) is None  # type: ignore[call-overload]
    with pytest.raises(KeyError):
        SortedMap([("a", 1)])["b"]
    with pytest.raises(KeyError):
        SortedSet(["a"]).drop("b")


def test_they_show_what_they_hold() -> None:
    assert repr(SortedMap([("b", 1), ("a", 2), ("b", 3)])) == "SortedMap([('a', 2), ('b', 3)])"
    assert repr(SortedSet(["b", "a", "b"])) == "SortedSet(['a', 'b'])"


@given(st.lists(st.tuples(keys, st.integers(0, 5)), max_size=30), st.integers(0, 5), st.integers(0, 10))
def test_a_timetable_answers_what_is_due_in_the_order_of_time_and_id(
    entries: list[tuple[str, int]], now: int, limit: int
) -> None:
    timetable = Timetable()
    for id, time in entries:
        timetable = timetable.put(id, time)
    right = sorted((time, id) for id, time in dict(entries).items())
    assert timetable.due(now, limit) == [id for time, id in right if time <= now][:limit]
    assert list(timetable.items()) == [(id, time) for time, id in right]
    assert len(timetable) == len(right)
    assert timetable == dict(entries)
