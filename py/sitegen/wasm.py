"""A WebAssembly module without what only tools read: names, lines of source and the like, all in custom sections.

A module is eight bytes, then sections: one byte that says which kind it is, its length, and so many bytes
(webassembly.github.io/spec/core/binary/modules.html).
"""

from collections.abc import Iterator

_HEAD = b"\0asm\1\0\0\0"
_CUSTOM = 0
_LENGTH_MOST = 5
"""A length has 32 bits, seven to a byte."""


def without_custom_sections(module: bytes) -> bytes:
    """The module with every other section as it was. Raises ValueError for what is no module of version 1, or is cut short."""
    if not module.startswith(_HEAD):
        message = f"no WebAssembly module of version 1 begins with {module[: len(_HEAD)]!r}"
        raise ValueError(message)
    return _HEAD + b"".join(module[start:end] for kind, start, end in _sections(module) if kind != _CUSTOM)


def _sections(module: bytes) -> Iterator[tuple[int, int, int]]:
    """The kind of each section, where it begins and where it ends."""
    start = len(_HEAD)
    while start < len(module):
        length, behind = _number(module, start + 1)
        end = behind + length
        if end > len(module):
            message = f"a section of {length} bytes begins at {behind}, but the module ends at {len(module)}"
            raise ValueError(message)
        yield module[start], start, end
        start = end


def _number(module: bytes, at: int) -> tuple[int, int]:
    """A number in LEB128, and where it ends: seven bits a byte, the low ones first, and the eighth says that more follow."""
    number = 0
    for place, byte in enumerate(module[at : at + _LENGTH_MOST]):
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return number, at + place + 1
    message = f"no length stands at {at}"
    raise ValueError(message)
