"""A key as the cluster sees it, one cell a byte: each character over its bytes in hex, shaded those that are hashed."""

from collections.abc import Iterator, Sequence

from echomq.keyspace import HashedPart
from widgets.figures.excerpt import around
from widgets.figures.spelling import in_cell, is_half
from widgets.seam.html import Element, Node, i, li, ol, p, small, span

# So many characters are drawn without leaving any out.
_WHOLE = 64
_NARROWEST, _WIDEST = 16, 64


def key_bytes(key: str, part: HashedPart, now: int | None) -> Node:
    """Return the row of `key`, whose hashed part is `part`, with the byte at offset `now` marked, if any.

    The braces that decided are marked too, and the bytes that the rule names bear their numbers, counted from 1.
    """
    data = key.encode()
    hashed = range(part.start, part.stop)
    braces = {part.opening, part.closing} - {None}
    numbered = braces | ({hashed[0], hashed[-1]} if hashed else set[int | None]())

    def cell(character: str, start: int) -> Element:
        places = range(start, start + len(character.encode()))
        classes = [
            *(["h"] if start in hashed else []),
            *(["open"] if start == part.opening else []),
            *(["close"] if start == part.closing else []),
            *(["current"] if now in places else []),
            *([f"w{len(places)}"] if len(places) > 1 else []),
        ]
        octets = [
            small(".current" if at == now and len(places) > 1 else "")[
                f"{data[at]:02X}", at in numbered and i[f"{at + 1:,}"]
            ]
            for at in places
        ]
        return li(class_=" ".join(classes) or None)[in_cell(character), octets]

    nodes: list[Node] = []
    width = end = 0
    for shown in _shown(key, data, part, now):
        if shown.start > end:
            nodes.append(_gap(shown.start - end))
            width += 2
        start = len(key[: shown.start].encode())
        for character in key[shown.start : shown.stop]:
            nodes.append(cell(character, start))
            start += len(character.encode())
        width += len(key[shown.start : shown.stop].encode())
        end = shown.stop
    return _row(nodes, width, _heard(len(data), part), "" if part.is_whole_key else ".tagged")


def unhashable(key: str) -> Node:
    """Return the row of a `key` that has no UTF-8, around the first half of a surrogate pair: no byte is known."""
    first = next(at for at, character in enumerate(key) if is_half(character))
    nodes: list[Node] = []
    end = 0
    shown = around(len(key), (range(4), range(first - 8, first + 9), range(len(key) - 4, len(key))))
    for part in shown:
        if part.start > end:
            nodes.append(_gap(part.start - end))
        nodes += [
            li(".x" if is_half(character) else "")[in_cell(character), small["none" if is_half(character) else "–"]]
            for character in key[part.start : part.stop]
        ]
        end = part.stop
    return _row(nodes, len(nodes), f"{len(key):,} characters, of which character {first + 1:,} has no bytes.")


def _shown(key: str, data: bytes, part: HashedPart, now: int | None) -> Sequence[range]:
    count = len(key)
    if count <= _WHOLE:
        return (range(count),)
    wanted = [range(8), range(count - 6, count)]
    wanted += [range(at - 3, at + 8) for at in _characters(data, (part.opening,))]
    wanted += [range(at - 7, at + 4) for at in _characters(data, (part.closing,))]
    wanted += [range(at - 4, at + 5) for at in _characters(data, (now,))]
    return around(count, wanted)


def _characters(data: bytes, offsets: Sequence[int | None]) -> Iterator[int]:
    """Yield which character each of the byte offsets belongs to."""
    for offset in offsets:
        if offset is not None:
            yield len(data[:offset].decode(errors="ignore"))


def _row(nodes: Sequence[Node], width: int, heard: str, classes: str = "") -> Node:
    fitting = min(max(width, _NARROWEST), _WIDEST)
    return [
        p(".vh")[heard],
        ol(f".bytes.n{fitting}{classes}", dir="ltr", aria_hidden="true")[nodes or li(".gap")["no bytes"]],
    ]


def _gap(count: int) -> Element:
    return li(".gap")[span[f"… {count:,} more …"]]


def _heard(length: int, part: HashedPart) -> str:
    bytes_ = f"The key has {length:,} byte{'' if length == 1 else 's'}"
    if part.is_whole_key:
        return f"{bytes_}; all are hashed." if length else f"{bytes_}."
    return f"{bytes_}; hashed are {part.start + 1:,} to {part.stop:,}."
