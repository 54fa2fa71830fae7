"""What Python in the page does before anything else when it starts from its library: that is read once, and no garbage is
looked for among what stays.

`zipimport` opens the library and reads in it for each of two hundred modules. They lie in it stored, so the bytes of one are a
slice of those of the whole.
"""

import gc
import zipimport

_HEAD = 30
"""Bytes of a file's own header before its name, of which the last four are two lengths: of the name, and of what may follow it
(PKWARE's APPNOTE, 4.3.7).
"""

_read_each = zipimport._get_data  # type: ignore[attr-defined]  # noqa: SLF001 - the build sees that it is what it was
_whole: dict[str, bytes] = {}


def _read_once(archive: str, entry: tuple[str, int, int, int, int, int, int, int]) -> bytes:
    """As `zipimport._get_data`: the bytes of one file, by what the archive's directory says of it."""
    _, method, size, _, head, *_ = entry
    if method:
        return bytes(_read_each(archive, entry))
    if archive not in _whole:
        with open(archive, "rb") as file:  # noqa: PTH123 - pathlib would be the first module to be imported
            _whole[archive] = file.read()
    whole = _whole[archive]
    name, more = (int.from_bytes(whole[head + at : head + at + 2], "little") for at in (26, 28))
    begin = head + _HEAD + name + more
    return whole[begin : begin + size]


def settle() -> None:
    """Python has started: what there is stays, and what comes is looked after as usual."""
    zipimport._get_data = _read_each  # type: ignore[attr-defined]  # noqa: SLF001
    _whole.clear()
    gc.freeze()
    gc.enable()


gc.disable()
zipimport._get_data = _read_once  # type: ignore[attr-defined]  # noqa: SLF001
