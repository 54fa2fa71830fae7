"""Keys from the edges of the rule, one click away, and what is special about each.

What clients made of some of them is told in public reports: node-redis 3431, resty-redis-cluster 35, Redisson 2896 and
cluster-key-slot 3.
"""

from widgets.figures.field import Preset
from widgets.seam.html import Element, Node, code, p, span

_JOB = Preset("emq:{email}:job:JOB0Dqhu1EacDY", "a job’s key", spoken=True)
_NFC = Preset("\u00e9", ["\u00e9 ", span(".ui")["NFC"]])
_NFD = Preset("e\u0301", ["e\u0301 ", span(".ui")["NFD"]])
_SKULL = Preset("\U0001f480", ["\U0001f480 ", span(".ui")["U+1F480"]])

_SPECIAL: tuple[tuple[Preset, Node], ...] = (
    (
        _JOB,
        "Thirty bytes, of which five are hashed. No byte of the id is among them: all rows of the queue keep together.",
    ),
    (Preset("{}", "{}"), "A pair with nothing in it is no tag. The two braces are hashed themselves."),
    (
        Preset("{{}}", "{{}}"),
        [
            ["The first ", code["}"], " closes the pair, and what stands in it is a brace: "],
            ["the tag is ", code(".tag")["{"], ". The last byte is never looked at."],
        ],
    ),
    (
        Preset("}{a}", "}{a}"),
        [
            "A closing brace that comes first closes nothing. ",
            "One client looked for it from the start of the key, and took the tag to be empty.",
        ],
    ),
    (
        Preset("a}b{c}d", "a}b{c}d"),
        ["The search for ", code["}"], " begins after the first ", code["{"], ", so the one before it doesn’t count."],
    ),
    (
        Preset("{abc", "{abc"),
        "Opened and never closed. One client met such a key with an exception; to a cluster it is a key like others.",
    ),
    (
        Preset("foo{}{bar}", "foo{}{bar}"),
        [
            "The first pair has decided, though it is empty. A scanner that several clients used went on, ",
            ["hashed ", code["}{bar"], " and came to slot 13139."],
        ],
    ),
    (_NFC, "One letter, one code point, two bytes. To the eye it is the same as the key beside it."),
    (
        _NFD,
        [
            ["An ", code["e"], " and an accent: two code points, three bytes, another slot. "],
            "No cluster takes the two forms for one.",
        ],
    ),
    (
        _SKULL,
        [
            "One character, four bytes. A client that hashed its two halves of UTF-16 ",
            "asked the wrong node, was sent to another, and asked the wrong one again.",
        ],
    ),
    (
        Preset("123456789", "123456789"),
        [
            "By this text every CRC is checked: ours must make ",
            code["0x31C3"],
            " of it. No brace, so it is hashed whole.",
        ],
    ),
)

EDGES = tuple(preset for preset, _ in _SPECIAL)
_SAID = {preset.value: said for preset, said in _SPECIAL}


def remark(key: str) -> Element:
    """Return what is special about `key`, where it is one of the edges; else nothing, but the place for it."""
    return p(".remark", role="status")[_SAID.get(key)]
