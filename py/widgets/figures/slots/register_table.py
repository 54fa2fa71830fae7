"""The CRC register after each byte, a line each, and inside one byte: eight shifts, and what falls out."""

from echomq import keyspace
from widgets.figures.excerpt import lines
from widgets.figures.slots import crc_register
from widgets.figures.slots.register_bits import bits, blank, slot_bracket
from widgets.figures.spelling import in_cell
from widgets.seam.html import Element, Node, caption, i, small, span, table, tbody, td, th, thead, tr

# The start and every byte have a line; where they are more than fit, those around the step at hand are shown.
_ROOM = 12


def register_table(data: bytes, step: int) -> Element:
    """Return the register of each of `data`'s bytes up to number `step`, 0 for the start; later lines are still blank."""
    rows: list[Node] = []
    end = 0
    for shown in lines(len(data) + 1, step, _ROOM):
        if shown.start > end:
            rows.append(_left_out(shown.start - end))
        register = keyspace.crc16(data[: max(shown.start - 1, 0)])
        for number in shown:
            if 0 < number <= step:
                register = crc_register.take(register, data[number - 1])
            rows.append(_row(data, number, step, register))
        end = shown.stop
    return table(".reg")[
        caption(".vh")["The CRC register after each byte"],
        thead[
            tr[
                th(".sc", scope="col")["byte"],
                th(".sc", scope="col")["the register, 16 bits"],
                th(".sc", scope="col")["hex"],
            ]
        ],
        tbody[rows, _slot(keyspace.crc16(data) % keyspace.SLOTS if step == len(data) else None)],
    ]


def shift_table(data: bytes, step: int) -> Element:
    """Return how byte number `step`, from 1, goes into the register: folded in, then taken through eight shifts."""
    before = keyspace.crc16(data[: step - 1])
    folded = crc_register.fold(before, data[step - 1])
    shifts = crc_register.shifts(folded)
    return table(".reg.shifts")[
        caption(".vh")[f"Byte {step:,} goes into the register"],
        thead[
            tr[
                th(".sc", scope="col")["shift"],
                th(".sc", scope="col")["the register, 16 bits"],
                th(".sc", scope="col")["hex"],
            ]
        ],
        tbody[
            _line(i["before"], before),
            _line(i["folded in"], folded),
            [
                _line(
                    [f"{number} ", small[f"{shift.fell} out", shift.fell == 1 and span(".over")[", xor 1021"]]],
                    shift.register,
                )
                for number, shift in enumerate(shifts, 1)
            ],
        ],
    ]


def _row(data: bytes, number: int, step: int, register: int) -> Element:
    label: Node = i["start"] if number == 0 else [_glyph(data, number - 1), small[f"{data[number - 1]:02X}"]]
    if number > step:
        return tr(".later")[th(scope="row")[label], td[blank()], td["–"]]
    if number < step:
        return _line(label, register)
    last = number == len(data)
    return tr(aria_current="step")[th(scope="row")[label], td[bits(register, as_slot=last)], td[f"{register:04X}"]]


def _line(label: Node, register: int) -> Element:
    return tr[th(scope="row")[label], td[bits(register)], td[f"{register:04X}"]]


def _left_out(count: int) -> Element:
    return tr(".gap")[td(colspan="3")[f"… {count:,} more {'byte' if count == 1 else 'bytes'} …"]]


def _slot(number: int | None) -> Element:
    return tr(".mask")[th(scope="row")[i["slot"]], td[slot_bracket()], td["–" if number is None else number]]


def _glyph(data: bytes, at: int) -> Node:
    """Return the character that begins with byte `at`; nothing where that byte goes on with one."""
    if _continues(data[at]):
        return None
    end = at + 1
    while end < len(data) and _continues(data[end]):
        end += 1
    return in_cell(data[at:end].decode())


def _continues(byte: int) -> bool:
    # The Unicode Standard, table 3-6: only the second to fourth bytes of a character begin with the bits 10.
    return byte & 0xC0 == 0x80
