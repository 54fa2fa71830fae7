"""A WebAssembly module read and cut down: without what only tools read, or with fewer functions that can be called from outside.

A module is eight bytes, then sections: one byte that says which kind it is, its length, and so many bytes
(webassembly.github.io/spec/core/binary/modules.html).
"""

from collections.abc import Callable, Iterator

_HEAD = b"\0asm\1\0\0\0"
_CUSTOM = 0
_IMPORTS = 2
_EXPORTS = 7
_FUNCTION, _TABLE, _MEMORY, _GLOBAL, _TAG = range(5)
_LENGTH_MOST = 5
"""A length has 32 bits, seven to a byte."""


def without_custom_sections(module: bytes) -> bytes:
    """The module with every other section as it was. Raises ValueError for what is no module of version 1, or is cut short."""
    return _HEAD + b"".join(module[start:end] for kind, start, _, end in _sections(module) if kind != _CUSTOM)


def imported(module: bytes) -> list[tuple[str, str]]:
    """What it imports, each by the names of a module and of one thing in it.

    Raises ValueError for what is no module of version 1, is cut short, or imports what has no kind of that version.
    """
    return [pair for kind, _, begins, _ in _sections(module) if kind == _IMPORTS for pair in _imports(module, begins)]


def exported_functions(module: bytes) -> list[str]:
    """The names of the functions it exports. Raises ValueError for what is no module of version 1, or is cut short."""
    return [name for _, name, what in _exports(module) if what == _FUNCTION]


def with_functions(module: bytes, wanted: Callable[[str], bool]) -> bytes:
    """The module with only those functions exported whose names are wanted; what else it exports, and all code, stays.

    Raises ValueError for what is no module of version 1, or is cut short.
    """
    kept = [entry for entry, name, what in _exports(module) if what != _FUNCTION or wanted(name)]
    parts = [_HEAD]
    for kind, start, _, end in _sections(module):
        if kind == _EXPORTS:
            body = _leb128(len(kept)) + b"".join(kept)
            parts.append(bytes([_EXPORTS]) + _leb128(len(body)) + body)
        else:
            parts.append(module[start:end])
    return b"".join(parts)


def _imports(module: bytes, begins: int) -> Iterator[tuple[str, str]]:
    """Each entry of the section of imports."""
    count, at = _number(module, begins)
    for _ in range(count):
        home, at = _name(module, at)
        name, at = _name(module, at)
        yield home, name
        kind, at = module[at], at + 1
        if kind == _FUNCTION:
            at = _number(module, at)[1]
        elif kind == _TABLE:
            at = _behind_limits(module, at + 1)
        elif kind == _MEMORY:
            at = _behind_limits(module, at)
        elif kind == _GLOBAL:
            at += 2
        elif kind == _TAG:
            at = _number(module, at + 1)[1]
        else:
            message = f"{home}.{name} is imported as a thing of kind {kind}"
            raise ValueError(message)


def _name(module: bytes, at: int) -> tuple[str, int]:
    """A name, and where it ends."""
    length, begins = _number(module, at)
    end = begins + length
    return module[begins:end].decode(), end


def _behind_limits(module: bytes, at: int) -> int:
    """Where limits end: a byte of flags, the lowest of which says that behind the least size there is a largest."""
    _, end = _number(module, at + 1)
    return _number(module, end)[1] if module[at] & 1 else end


def _exports(module: bytes) -> Iterator[tuple[bytes, str, int]]:
    """Each entry of the section of exports: its bytes, its name, and which kind of thing it is."""
    for kind, _, begins, _ in _sections(module):
        if kind != _EXPORTS:
            continue
        count, at = _number(module, begins)
        for _ in range(count):
            name, what = _name(module, at)
            _, behind = _number(module, what + 1)
            yield module[at:behind], name, module[what]
            at = behind


def _sections(module: bytes) -> Iterator[tuple[int, int, int, int]]:
    """The kind of each section, where it begins, where what it holds begins, and where it ends."""
    if not module.startswith(_HEAD):
        message = f"no WebAssembly module of version 1 begins with {module[: len(_HEAD)]!r}"
        raise ValueError(message)
    start = len(_HEAD)
    while start < len(module):
        length, behind = _number(module, start + 1)
        end = behind + length
        if end > len(module):
            message = f"a section of {length} bytes begins at {behind}, but the module ends at {len(module)}"
            raise ValueError(message)
        yield module[start], start, behind, end
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


def _leb128(number: int) -> bytes:
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])
