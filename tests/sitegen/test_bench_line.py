"""A line of the bench: what all share is divided among them by a clock of our own."""

from __future__ import annotations

import pytest

from sitegen.bench.line import Line, Loopback


class Clock:
    """Stands still until it is moved, or until somebody sleeps alone."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def note(self, seconds: float) -> None:
        self.slept.append(seconds)


def test_ten_megabits_a_second_carry_so_many_bytes_in_a_second() -> None:
    clock = Clock()
    line = Line(10e6, 0, clock=clock, sleep=clock.sleep)
    for _ in range(125):
        line.carry(10_000)
    assert clock.now == pytest.approx(1 - 0.02)  # what lay ready went at once


def test_all_who_send_at_one_moment_share_it() -> None:
    clock = Clock()
    line = Line(8_000, 0, clock=clock, sleep=clock.note)
    for _ in range(3):
        line.carry(1_000)
    assert clock.slept == pytest.approx([0.98, 1.98, 2.98])


def test_a_pause_saves_up_no_more_than_a_fiftieth_of_a_second() -> None:
    clock = Clock()
    line = Line(8_000, 0, clock=clock, sleep=clock.sleep)
    line.carry(20)
    assert clock.slept == []
    clock.now = 60.0
    line.carry(20)
    line.carry(1_000)
    assert clock.slept == pytest.approx([1.0])


def test_who_oversleeps_loses_nothing() -> None:
    clock = Clock()
    line = Line(8_000, 0, clock=clock, sleep=lambda seconds: clock.sleep(seconds + 0.015))
    for _ in range(10):
        line.carry(100)
    assert clock.now == pytest.approx(1 - 0.02 + 0.015)


def test_an_answer_needs_a_round_trip() -> None:
    clock = Clock()
    Line(8_000, 0.15, clock=clock, sleep=clock.sleep).ask()
    assert clock.slept == [0.15]


def test_loopback_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    line = Loopback()
    line.ask()
    line.carry(10**9)
    assert slept == []
