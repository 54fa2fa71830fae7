"""What a call must bring whatever the state: numbers that make sense, and an id that can belong to the queue."""

from echomq import branded_id


def demand_at_least(least: int, name: str, value: int) -> None:
    """Raise ValueError unless `value` is `least` or more."""
    if value < least:
        message = f"{name} must be {least} or more, got {value}"
        raise ValueError(message)


def demand_admissible(id: str, namespace: str) -> None:
    """Raise ValueError unless `id` is well-formed, in range (2^63-1) and of `namespace`."""
    given, _ = branded_id.decode(id)
    if given != namespace:
        message = f"this queue holds {namespace} ids, got {id}"
        raise ValueError(message)
