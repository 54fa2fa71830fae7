"""A time in two columns is in the order of the time itself, however far it lies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echomq.times import Written, written

BOUND = 2**53

far = st.integers(0, 300).map(lambda bits: 2**bits)
any_time = st.integers() | st.builds(lambda size, step, side: side * (size + step), far, st.integers(-70, 70), st.sampled_from([1, -1]))  # fmt: skip


@given(any_time, any_time)
def test_pairs_compare_as_their_times(one: int, other: int) -> None:
    first, second = written(one, BOUND), written(other, BOUND)
    assert (first < second, first == second) == (one < other, one == other)


@given(any_time)
def test_a_column_holds_the_near_part_exactly(time: int) -> None:
    result = written(time, BOUND)
    assert int(float(result.near)) == result.near
    assert result == (Written(time, "") if abs(time) < BOUND else Written(BOUND if time > 0 else -BOUND, result.beyond))


@given(any_time)
def test_what_lies_beyond_is_in_digits_alone(time: int) -> None:
    # Every alphabet of every locale has them in one order.
    assert set(written(time, BOUND).beyond) <= set("0123456789")


def test_a_number_too_long_to_be_printed_can_be_written() -> None:
    assert written(10**5000, BOUND) < written(10**5000 + 1, BOUND)
    assert written(-(10**5000), BOUND) < written(1 - 10**5000, BOUND)


def test_below_zero_small_rests_are_padded() -> None:
    assert written(1 - 8**20, BOUND) < written(9 - 8**20, BOUND) < written(-(8**19), BOUND)
    assert written(9 - 8**20, BOUND).beyond == "0999999997900000000000000000011"


def test_the_bound_itself_shares_its_number_with_all_that_is_past_it() -> None:
    assert written(BOUND - 1, BOUND) == Written(9007199254740991, "")
    assert written(BOUND, BOUND) == Written(9007199254740992, "10000000018400000000000000000")
    assert written(BOUND + 1, BOUND) == Written(9007199254740992, "10000000018400000000000000001")
    assert written(-BOUND, BOUND) == Written(-9007199254740992, "09999999981400000000000000000")
    assert written(-BOUND - 1, BOUND) == Written(-9007199254740992, "09999999981377777777777777777")


def test_only_a_whole_number_is_a_time() -> None:
    with pytest.raises(TypeError):
        written(1.5, BOUND)  # type: ignore[arg-type]
