"""A moment, a node and a sequence share 63 bits, and come apart again unharmed."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echomq.snowflake import EPOCH_MS, Snowflake, unix_ms

LAST_MS = 3_903_090_455_551  # 2093-09-06T15:47:35.551Z

flakes = st.builds(Snowflake, st.integers(EPOCH_MS, LAST_MS), st.integers(0, 1023), st.integers(0, 4095))


def test_the_epoch_is_the_first_moment_of_2024() -> None:
    assert datetime(2024, 1, 1, tzinfo=UTC).timestamp() * 1000 == EPOCH_MS


@pytest.mark.parametrize(
    ("moment", "node", "sequence", "number"),
    [
        ("2024-01-01T00:00:00.000Z", 0, 0, 0),
        ("2024-06-01T12:00:00.000Z", 7, 0, 55264149504028672),
        ("2025-06-01T09:00:00.000Z", 7, 0, 187490421964828672),
        ("2025-06-01T09:00:00.000Z", 7, 1, 187490421964828673),
        ("2025-06-01T09:00:00.000Z", 8, 0, 187490421964832768),
        ("2025-06-01T09:00:00.001Z", 7, 0, 187490421969022976),
        ("2093-09-06T15:47:35.551Z", 1023, 4095, 9223372036854775807),
    ],
)
def test_known_fields_pack_into_known_numbers(moment: str, node: int, sequence: int, number: int) -> None:
    flake = Snowflake.unpack(number)
    assert (flake.moment, flake.node, flake.sequence) == (moment, node, sequence)
    assert Snowflake(flake.ms, node, sequence).pack() == number


@given(st.integers(0, 2**63 - 1))
def test_every_number_comes_back_from_its_fields(number: int) -> None:
    assert Snowflake.unpack(number).pack() == number


@given(flakes)
def test_the_fields_come_back_from_the_number(flake: Snowflake) -> None:
    assert Snowflake.unpack(flake.pack()) == flake
    assert flake.offset == flake.ms - 1_704_067_200_000


@given(flakes, flakes)
def test_fields_compare_as_their_numbers_do(one: Snowflake, other: Snowflake) -> None:
    assert (one < other) == (one.pack() < other.pack())


@given(flakes)
def test_the_moment_is_the_one_the_calendar_gives(flake: Snowflake) -> None:
    calendar = datetime.fromtimestamp(flake.ms // 1000, UTC).replace(microsecond=flake.ms % 1000 * 1000)
    assert flake.moment == calendar.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ((EPOCH_MS - 1, 0, 0), "ms must be 1704067200000 to 3903090455551, got 1704067199999"),
        ((LAST_MS + 1, 0, 0), "ms must be 1704067200000 to 3903090455551, got 3903090455552"),
        ((1 << 200, 0, 0), "ms must be 1704067200000 to 3903090455551, got an integer of 201 bits"),
        ((EPOCH_MS, 1024, 0), "node must be 0 to 1023, got 1024"),
        ((EPOCH_MS, -1, 0), "node must be 0 to 1023, got -1"),
        ((EPOCH_MS, 0, 4096), "sequence must be 0 to 4095, got 4096"),
        ((EPOCH_MS, 0, -1), "sequence must be 0 to 4095, got -1"),
    ],
)
def test_a_field_that_does_not_fit_is_refused_not_masked(fields: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError) as refusal:
        Snowflake(*fields)
    assert str(refusal.value) == message


@pytest.mark.parametrize("fields", [(float(EPOCH_MS), 0, 0), (EPOCH_MS, True, 0), (EPOCH_MS, 0, "0")])
def test_only_whole_numbers_are_fields(fields: tuple[int, int, int]) -> None:
    with pytest.raises(TypeError, match=r"must be an int, got (float|bool|str)$"):
        Snowflake(*fields)


@pytest.mark.parametrize("number", [-1, 2**63])
def test_numbers_outside_63_bits_are_no_snowflakes(number: int) -> None:
    with pytest.raises(ValueError) as refusal:
        Snowflake.unpack(number)
    assert str(refusal.value) == f"number must be 0 to 9223372036854775807, got {number}"


def test_the_default_clock_is_the_systems_in_milliseconds() -> None:
    before = datetime.now(UTC).timestamp()
    now = unix_ms()
    after = datetime.now(UTC).timestamp()
    assert int(before * 1000) - 1 <= now <= int(after * 1000) + 1
