"""A mint gives no id twice and none that is smaller, whatever its clock does."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echomq.snowflake import EPOCH_MS, Mint, Snowflake

NINE = 1_748_768_400_000  # 2025-06-01T09:00:00Z
LAST_MS = 3_903_090_455_551

# After a first reading that a mint can start from, a clock may say anything, even a time before 2024.
readings = st.builds(
    lambda first, rest: [first, *rest],
    st.integers(NINE, NINE + 50),
    st.lists(st.integers(NINE - 50, NINE + 50) | st.integers(0, NINE + 10**9), max_size=60),
)


@given(st.integers(0, 1023), readings)
def test_ids_only_grow_and_never_lag_behind_the_clock(node: int, clock: list[int]) -> None:
    mint = Mint(node, iter(clock).__next__)
    ids = [mint.mint() for _ in clock]
    assert all(earlier < later for earlier, later in pairwise(ids))
    for id, now in zip(ids, clock, strict=True):
        assert Snowflake.unpack(id).node == node
        assert Snowflake.unpack(id).ms >= now


@given(st.lists(st.integers(NINE, NINE + 10**6), unique=True, min_size=1, max_size=30))
def test_a_clock_that_runs_ahead_gives_its_own_time_and_sequence_0(times: list[int]) -> None:
    mint = Mint(7, iter(sorted(times)).__next__)
    assert [Snowflake.unpack(mint.mint()) for _ in times] == [Snowflake(ms, 7, 0) for ms in sorted(times)]


def test_a_burst_counts_up_the_sequence_and_then_borrows_the_next_millisecond() -> None:
    mint = Mint(7, lambda: NINE)
    burst = [Snowflake.unpack(mint.mint()) for _ in range(4098)]
    assert burst[0] == Snowflake(NINE, 7, 0)
    assert burst[4095] == Snowflake(NINE, 7, 4095)
    assert burst[4096:] == [Snowflake(NINE + 1, 7, 0), Snowflake(NINE + 1, 7, 1)]


def test_a_clock_that_steps_back_and_returns_finds_no_id_taken_twice() -> None:
    # Time 100 five times, then 99, then 100 again: resetting the sequence at 99 would repeat the first ids of 100.
    times = [NINE + 100] * 5 + [NINE + 99, NINE + 100]
    mint = Mint(7, iter(times).__next__)
    assert [Snowflake.unpack(mint.mint()) for _ in times] == [Snowflake(NINE + 100, 7, n) for n in range(7)]


@given(st.integers(0, 2**63 - 2**23), st.integers(EPOCH_MS, LAST_MS - 1))
def test_a_mint_resumes_after_the_last_id_of_the_one_before(last: int, now: int) -> None:
    node = Snowflake.unpack(last).node
    next_id = Mint(node, lambda: now, last=last).mint()
    assert next_id > last
    assert Snowflake.unpack(next_id).node == node


def test_a_last_id_of_another_node_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        Mint(7, lambda: NINE, last=Snowflake(NINE, 8, 0).pack())
    assert str(refusal.value) == "last was minted by node 8, this mint is node 7"


@pytest.mark.parametrize("node", [-1, 1024])
def test_a_node_that_does_not_fit_is_refused(node: int) -> None:
    with pytest.raises(ValueError, match="node must be 0 to 1023"):
        Mint(node)


def test_a_fresh_mint_refuses_a_clock_before_2024_until_it_is_set() -> None:
    clock = iter([0, NINE])
    mint = Mint(7, clock.__next__)
    with pytest.raises(ValueError) as refusal:
        mint.mint()
    assert str(refusal.value) == "clock must be 1704067200000 to 3903090455551, got 0"
    assert Snowflake.unpack(mint.mint()) == Snowflake(NINE, 7, 0)


def test_the_41_bits_end_with_a_refusal_and_no_wrapped_id() -> None:
    mint = Mint(1023, lambda: LAST_MS, last=Snowflake(LAST_MS, 1023, 4094).pack())
    assert mint.mint() == 2**63 - 1
    for _ in range(2):
        with pytest.raises(ValueError, match="ms must be 1704067200000 to 3903090455551, got 3903090455552"):
            mint.mint()


def test_without_a_clock_the_system_clock_is_read() -> None:
    assert Snowflake.unpack(Mint(0).mint()).ms > NINE


@pytest.fixture
def hasty_switching() -> Iterator[None]:
    """Let threads interrupt each other as often as they can, so that a missing lock would show."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("hasty_switching")
def test_threads_that_share_a_mint_never_get_one_id_twice() -> None:
    mint = Mint(7, lambda: NINE)
    with ThreadPoolExecutor(8) as threads:
        shares = list(threads.map(lambda _: [mint.mint() for _ in range(1000)], range(8)))
    assert len({id for share in shares for id in share}) == 8000
    assert all(earlier < later for share in shares for earlier, later in pairwise(share))
