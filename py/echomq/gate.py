"""What public functions ask of their arguments while they run: types bind no caller who doesn't check them."""

_PRINTABLE_BITS = 128


def demand_int(name: str, value: object, low: int, high: int) -> None:
    """Raise TypeError unless `value` is a whole number (a bool is none here), ValueError unless it is `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int):
        message = f"{name} must be an int, got {type(value).__name__}"
        raise TypeError(message)
    if not low <= value <= high:
        # CPython refuses to print an integer of more than 4,300 digits, and nobody would read it.
        bits = value.bit_length()
        given = str(value) if bits <= _PRINTABLE_BITS else f"an integer of {bits} bits"
        message = f"{name} must be {low} to {high}, got {given}"
        raise ValueError(message)


def demand_str(name: str, value: object) -> None:
    """Raise TypeError unless `value` is a str."""
    if not isinstance(value, str):
        message = f"{name} must be a str, got {type(value).__name__}"
        raise TypeError(message)
