"""From a hashtag to its slot in four steps: the text, its bytes, their CRC, the remainder."""

from echomq import keyspace
from widgets.figures.remembered import remembered
from widgets.figures.spelling import cut, exact, spelled
from widgets.seam.html import Element, Node, dd, div, dl, dt, span

_TAG_WIDTH = 14
# More bytes than this are shown by the first five and the last two.
_BYTES = 9


@remembered
def chain(key: str | None) -> Element:
    """Return the chain for `key`; without one it is empty.

    Readouts: `hashtag` (without braces), `crc` (`0xEA1C`), `slot` (`10780`), all without text where there is no key.
    """
    if key is None:
        return dl(".chain.nothing")[
            _step("hashtag", span(data_part="hashtag"), ".tag"),
            _step("as bytes", span(".none")),
            _step("CRC-16/XMODEM", span(data_part="crc")),
            _step(f"mod {keyspace.SLOTS}", span(data_part="slot"), ".out.tag"),
        ]
    part = keyspace.hashed_part(key)
    data = part.data
    crc = keyspace.crc16(data)
    return dl(".chain")[
        _step("the whole key" if part.is_whole_key else "hashtag", _tag(data.decode()), ".tag"),
        _step(f"as {len(data):,} byte{'' if len(data) == 1 else 's'}", _hex(data)),
        _step("CRC-16/XMODEM", span(data_part="crc")[f"0x{crc:04X}"]),
        _step(f"mod {keyspace.SLOTS}", ["slot ", span(data_part="slot")[crc % keyspace.SLOTS]], ".out.tag"),
    ]


def _step(label: str, value: Node, classes: str = "") -> Element:
    return div[dt(".sc")[label], dd(classes)[value] if classes else dd[value]]


def _tag(text: str) -> Node:
    shown = cut(text, _TAG_WIDTH, room=1)
    if not shown.hidden and text.isascii() and text.isprintable():
        return span(data_part="hashtag")[text]
    seen = [spelled(shown.head), shown.hidden > 0 and ["…", spelled(shown.tail)]]
    return [span(aria_hidden="true")[seen], span(".vh", data_part="hashtag")[exact(text)]]


def _hex(data: bytes) -> Node:
    if len(data) <= _BYTES:
        return data.hex(" ").upper()
    return f"{data[:5].hex(' ').upper()} … {data[-2:].hex(' ').upper()}"
