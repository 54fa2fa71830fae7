"""The rule of the hashtag as four steps, each with what it finds at the key at hand, and the step that decides."""

from echomq.keyspace import HashedPart, Rule
from widgets.seam.html import Element, Node, b, code, li, ol, span

_STEPS: tuple[Node, ...] = (
    ["Find the first ", code["{"], "."],
    ["Find the first ", code["}"], " after it."],
    "Does anything stand between the two?",
    "Then hash that, and nothing else.",
)
_DECIDING = {Rule.NO_OPENING_BRACE: 0, Rule.NEVER_CLOSED: 1, Rule.EMPTY_PAIR: 2, Rule.TAG: 3}


def hash_rule(part: HashedPart) -> Element:
    """Return the steps of valkey.io/topics/cluster-spec/, "Hash tags", with their findings. Bytes are counted from 1."""
    deciding = _DECIDING[part.rule]
    return ol(".rule")[
        [
            _step(step, at, deciding, finding)
            for at, (step, finding) in enumerate(zip(_STEPS, _found(part), strict=True))
        ]
    ]


def _step(step: Node, at: int, deciding: int, finding: Node) -> Element:
    if at > deciding:
        return li(".idle")[span[step, b["not reached"]]]
    if at < deciding:
        return li[span[step, b[finding]]]
    return li(".decides")[span[step, b[finding], span(".sc.verdict")["this decides"]]]


def _found(part: HashedPart) -> tuple[Node, ...]:
    """Return the finding of each step; what a step that isn't reached would find is never asked for."""
    if part.opening is None:
        return "none: the whole key is hashed", None, None, None
    opening = f"at byte {part.opening + 1:,}"
    if part.closing is None:
        return opening, "none: the whole key is hashed", None, None
    closing = f"at byte {part.closing + 1:,}"
    if part.rule is Rule.EMPTY_PAIR:
        return opening, closing, "no: the whole key is hashed, and no later pair is tried", None
    size = len(part.data)
    between = f"yes, {size:,} byte{'' if size == 1 else 's'}"
    return opening, closing, between, span(".tag")[_places(part)]


def _places(part: HashedPart) -> str:
    if len(part.data) == 1:
        return f"byte {part.stop:,}"
    return f"bytes {part.start + 1:,} to {part.stop:,}"
