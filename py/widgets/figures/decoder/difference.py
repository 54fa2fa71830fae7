"""What has changed between two ids: how far their integers are apart, and how many digits and bits that took."""

from echomq import branded_id
from echomq.branded_id import NAMESPACE_WIDTH
from widgets.figures.branded import coloured
from widgets.seam.html import Node, code


def difference(before: str, branded: str) -> Node:
    """Say how `branded` differs from `before`; both are ids that decode."""
    (old_name, old), (name, new) = branded_id.decode(before), branded_id.decode(branded)
    apart = f"{new - old:+}".replace("-", "−")
    digits = sum(one != other for one, other in zip(before[NAMESPACE_WIDTH:], branded[NAMESPACE_WIDTH:], strict=True))
    bits = (old ^ new).bit_count()
    changed = [
        *(["the namespace"] if name != old_name else []),
        *([_count(digits, "digit"), _count(bits, "bit")] if digits else []),
    ]
    return [
        code[apart] if digits else "the same number",
        " since ",
        code[coloured(before)],
        f": {' and '.join(changed)} changed",
    ]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
