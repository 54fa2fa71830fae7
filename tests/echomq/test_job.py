"""A row as it is made."""

from dataclasses import FrozenInstanceError

import pytest

from echomq import job
from echomq.job import Job, JobState


def test_a_new_job_is_pending_and_was_never_claimed() -> None:
    assert job.create("JOB0Dqhu1EacDY", "hello", "tenant-42") == Job(
        id="JOB0Dqhu1EacDY",
        state=JobState.PENDING,
        attempts=0,
        payload="hello",
        group="tenant-42",
        progress=None,
        last_error=None,
    )
    assert job.create("JOB0Dqhu1EacDY", "hello").group is None


def test_a_row_is_not_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        job.create("JOB0Dqhu1EacDY", "hello").attempts = 1  # type: ignore[misc]


def test_states_are_spelled_as_the_sets_are() -> None:
    assert list(JobState) == ["pending", "scheduled", "active", "dead"]
