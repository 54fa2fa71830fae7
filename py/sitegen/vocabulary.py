"""What an expression in a sentence may name: the domain's own functions, and how prose spells what they answer."""

import math
from collections.abc import Mapping
from types import MappingProxyType

from echomq import base62, branded_id, job, keyspace, snowflake
from echomq.snowflake import Snowflake
from sitegen.drawings import byte_order
from widgets.figures import moment


def grouped(number: int) -> str:
    """A number as prose writes it: 16,384."""
    return f"{number:,}"


def hexadecimal(number: int, digits: int = 4) -> str:
    """A number in hex, with leading zeros: 0xEA1C."""
    return f"0x{number:0{digits}X}"


def hex_bytes(text: str) -> str:
    """The UTF-8 of a text, byte by byte: 65 6D 61 69 6C."""
    return text.encode().hex(" ").upper()


def tag_of(key: str) -> str:
    """What a key's tag is; a key that has none is an error here, where `hashtag` would answer the whole key."""
    part = keyspace.hashed_part(key)
    if part.is_whole_key:
        message = f"{key} has no tag: {part.rule}"
        raise ValueError(message)
    return part.data.decode()


def percent(part: int, whole: int) -> str:
    """A share in whole per cent: 82."""
    return str(round(100 * part / whole))


def flake(branded: str) -> Snowflake:
    """Moment, node and sequence of a branded id."""
    return branded_id.parse(branded).snowflake


def day(ms: int) -> str:
    """The date of a moment in Unix milliseconds, UTC: 5 May 2030, never broken after the 5."""
    number, rest = moment.in_words(ms).split(",")[0].split(" ", 1)
    return f"{number}\N{NO-BREAK SPACE}{rest}"


def year(ms: int) -> str:
    """The year of a moment in Unix milliseconds, UTC: 2030."""
    return day(ms).split(" ")[-1]


def time_of_day(ms: int) -> str:
    """The time of a moment in Unix milliseconds: 00:36:02.251 UTC."""
    return moment.in_words(ms).split(", ")[1]


def bit_length(number: int) -> int:
    """How many binary digits a number takes."""
    return number.bit_length()


def as_double(number: int) -> int:
    """The whole number that is left of one when it is kept as a double."""
    return int(float(number))


def double_step(number: int) -> int:
    """How far apart the doubles around a number lie; it must be large enough for them to be whole."""
    return int(math.ulp(float(number)))


def lower_first(number: int) -> str:
    """Eleven digits of an alphabet that has its small letters before its capitals, and so doesn't ascend."""
    return byte_order.spell(number, byte_order.LOWER_FIRST)


def refused(name: str, *given: str) -> str:
    """The words in which a function refuses what it is given: jobKey requires a valid branded id."""
    function = NAMES.get(name)
    if not callable(function):
        message = f"no function is called {name}"
        raise TypeError(message)
    try:
        function(*given)
    except ValueError as error:
        return str(error)
    message = f"{name} refuses nothing here"
    raise ValueError(message)


def code_of(character: str) -> str:
    """The one byte of an ASCII character, in hex: 5A."""
    return f"{ord(character):02X}"


NAMES: Mapping[str, object] = MappingProxyType(
    {
        "ALPHABET": base62.ALPHABET,
        "DIGITS": base62.WIDTH,
        "EPOCH_MS": snowflake.EPOCH_MS,
        "MAX": base62.MAX,
        "MAX_NODE": snowflake.MAX_NODE,
        "MAX_SEQUENCE": snowflake.MAX_SEQUENCE,
        "NODE_BITS": snowflake.NODE_BITS,
        "SEQUENCE_BITS": snowflake.SEQUENCE_BITS,
        "SLOTS": keyspace.SLOTS,
        "TIME_BITS": snowflake.TIME_BITS,
        "WIDTH": branded_id.WIDTH,
        "as_double": as_double,
        "bit_length": bit_length,
        "code_of": code_of,
        "compose": branded_id.compose,
        "crc16": keyspace.crc16,
        "create": job.create,
        "day": day,
        "decode": branded_id.decode,
        "double_step": double_step,
        "encode": base62.encode,
        "flake": flake,
        "grouped": grouped,
        "hashtag": keyspace.hashtag,
        "hex_bytes": hex_bytes,
        "hexadecimal": hexadecimal,
        "is_valid": branded_id.is_valid,
        "job_key": keyspace.job_key,
        "len": len,
        "lower_first": lower_first,
        "node_ranges": keyspace.node_ranges,
        "percent": percent,
        "queue_key": keyspace.queue_key,
        "refused": refused,
        "slot": keyspace.slot,
        "tag_of": tag_of,
        "time_of_day": time_of_day,
        "unpack": Snowflake.unpack,
        "year": year,
    }
)
"""All that an expression may name; there are no builtins beside them."""
