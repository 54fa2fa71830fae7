"""What a call must bring whatever the state: numbers that make sense, and an id that can belong to the queue."""

from echomq import branded_id

LAST = 2**63 - 1
"""The last time there is, in ms."""


def demand_at_least(least: int, name: str, value: int) -> None:
    """Raise ValueError unless `value` is `least` or more."""
    if value < least:
        message = f"{name} must be {least} or more, got {value}"
        raise ValueError(message)


def time_after(now: int, name: str, ms: int) -> int:
    """Return `now + ms`. Raises ValueError past 2^63-1, the last time that a store with columns of 64 bits can keep."""
    time = now + ms
    if time > LAST:
        message = f"{name} must end by {LAST}, got {ms} from {now} on"
        raise ValueError(message)
    return time


def demand_admissible(id: str, namespace: str) -> None:
    """Raise ValueError unless `id` is well-formed, in range (2^63-1) and of `namespace`."""
    given, _ = branded_id.decode(id)
    if given != namespace:
        message = f"this queue holds {namespace} ids, got {id}"
        raise ValueError(message)
