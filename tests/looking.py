"""What lies on a server, seen without the store."""

from typing import cast

from echomq.links.commands import Answer, Commands


def dump(commands: Commands) -> dict[bytes, Answer]:
    """Everything on the server, by key."""
    found: dict[bytes, Answer] = {}
    for key in cast("list[bytes]", commands.call("KEYS", "*")):
        match cast("bytes", commands.call("TYPE", key)):
            case b"hash":
                found[key] = commands.call("HGETALL", key)
            case b"list":
                found[key] = commands.call("LRANGE", key, 0, -1)
            case _:
                found[key] = commands.call("ZRANGE", key, 0, -1, "WITHSCORES")
    return found


def places(commands: Commands) -> dict[str, list[str]]:
    """Of each id of the queue `email` that has a row or is in a set, the sets it is in.

    The pending are seen to be in the lanes as well, and the ring to be those lanes.
    """
    found: dict[str, list[str]] = {}
    lanes: dict[str, list[str]] = {}
    ring: list[str] = []
    for key, value in dump(commands).items():
        queue, kind = key.decode().split(":", 2)[1:]
        if queue != "{email}":
            continue
        if kind == "ring":
            ring = [turn.decode() for turn in cast("list[bytes]", value)]
        elif kind.startswith("lane"):
            lanes[kind.removeprefix("lane")] = [member.decode() for member in cast("list[bytes]", value)[::2]]
        elif kind.startswith("job:"):
            found.setdefault(kind[4:], [])
        else:
            for member in cast("list[bytes]", value)[::2]:
                found.setdefault(member.decode(), []).append(kind)
    assert sorted(ring) == sorted(lanes)
    waiting = sorted(id for ids in lanes.values() for id in ids)
    assert waiting == sorted(id for id, sets in found.items() if "pending" in sets)
    return found
