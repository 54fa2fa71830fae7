"""The store port keeps its jobs in memory, in SQLite or on Valkey: the same answers, and what each really did.

Valkey is a real server here. What stands in SQL and on the wire is told by SQLite and by the protocol's specification,
https://valkey.io/topics/protocol/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

import pytest

from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from echomq.port import Verdict
from echomq.stores.memory import MemoryStore
from pressing import FIRST, LAPSE, SECOND, WORLD, press, pressed
from sitegen.servers.valkey import server
from widgets.figures.port.commands import STORIES
from widgets.figures.port.kept import playing
from widgets.figures.port.kept.asking import asked
from widgets.figures.port.kept.memory import MemoryWitness
from widgets.figures.port.kept.witness import Backing, Kept
from widgets.seam.contract import Event, EventKind, Links
from widgets.seam.links import WireLink
from widgets.store_port import State, initial, perform, update, view

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with server(tmp_path_factory.mktemp("valkey")) as port:
        yield port


@pytest.fixture
def links(valkey: int) -> Iterator[Links]:
    with TcpLink("127.0.0.1", valkey) as link:
        yield {"valkey": cast("WireLink", link)}


def kept(buttons: str, backing: Backing, links: Links) -> Kept:
    """What was seen of a place after these buttons."""
    seen = perform(replace(pressed(buttons), backing=backing), links).kept
    assert seen is not None
    return seen


def lying(seen: Kept, name: str) -> list[dict[str, str]]:
    """The rows of one of the tables that lie at a place."""
    [found] = [table for table in seen.tables if table.name == name]
    return [dict(zip(found.heads, row, strict=True)) for row in found.rows]


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES.keys())
def test_every_story_is_answered_alike_everywhere(story: State, links: Links, parts: Parts) -> None:
    told = {}
    logs = []
    for backing in Backing:
        state = State(story.commands, backing=backing)
        seen = perform(state, links)
        logs.append(seen.log)
        told[backing] = parts(view(state, seen))["alike"]
    assert logs[0] == logs[1] == logs[2]
    assert told == {
        "memory": "",
        "sqlite": "Memory and SQLite gave the same answers, call by call.",
        "valkey": "Memory, SQLite and Valkey gave the same answers, call by call.",
    }


def test_who_answers_otherwise_is_named(monkeypatch: pytest.MonkeyPatch, links: Links, parts: Parts) -> None:
    class Forgiving(MemoryStore):
        def complete(self, id: str, token: int) -> Verdict:
            return super().complete(id, token) and Verdict.OK

    def forgiving(self: MemoryWitness) -> None:
        self.store = Forgiving()

    monkeypatch.setattr(MemoryWitness, "__init__", forgiving)
    state = replace(pressed(LAPSE + "complete-a"), backing=Backing.VALKEY)
    assert parts(view(state, perform(state, links)))["alike"] == "Memory answered otherwise."


def test_memory_tells_its_edits(links: Links) -> None:
    assert [deed.said for deed in kept("enqueue", Backing.MEMORY, links).deeds] == [
        f"rows[{FIRST}] = pending, 0, to ada",
        f"pending + {FIRST}",
    ]
    assert [deed.said for deed in kept("enqueue claim-a", Backing.MEMORY, links).deeds] == [
        f"rows[{FIRST}] = active, 1, to ada",
        f"pending − {FIRST}",
        f"active + {FIRST} at 30000 ms",
    ]
    assert [deed.said for deed in kept("enqueue claim-a complete-a", Backing.MEMORY, links).deeds] == [
        f"rows − {FIRST}",
        f"active − {FIRST}",
    ]
    assert kept("enqueue claim-a complete-a complete-a", Backing.MEMORY, links).deeds == ()


def test_sqlite_tells_its_statements_with_their_values_and_plans(links: Links) -> None:
    begin, delete, commit = kept("enqueue claim-a complete-a", Backing.SQLITE, links).deeds
    assert (begin.said, commit.said) == ("BEGIN IMMEDIATE", "COMMIT")
    assert delete.said == "DELETE FROM job WHERE number = 187490421964828672 AND state = 'active' AND attempts = 1"
    assert delete.more == ("SEARCH job USING INTEGER PRIMARY KEY (rowid=?)",)


def test_sqlite_shows_its_tables(links: Links) -> None:
    seen = kept("enqueue enqueue claim-a", Backing.SQLITE, links)
    first, second = lying(seen, "job")
    assert (first["number"], first["state"], first["attempts"], first["deadline"]) == (
        "187490421964828672",
        "active",
        "1",
        "30000",
    )
    assert (second["number"], second["state"], second["deadline"]) == ("187490421969022976", "pending", "NULL")
    assert lying(seen, "ring") == [{"turn": "1", "lane": "0"}]


def test_valkey_tells_its_commands_and_the_bytes_both_ways(links: Links) -> None:
    [deed] = kept("enqueue claim-a complete-a", Backing.VALKEY, links).deeds
    assert deed.said == (
        f"EVALSHA complete.lua 3 emq:{{email}}:job:{FIRST} emq:{{email}}:active emq:{{email}}:absent {FIRST} 1"
    )
    sent, received = deed.more
    assert sent.startswith(r"*8\r\n$7\r\nEVALSHA\r\n$40\r\n")
    assert sent.endswith(rf"$14\r\n{FIRST}\r\n$1\r\n1\r\n")
    assert received == r"$2\r\nok\r\n"


def test_valkey_shows_its_keys(links: Links) -> None:
    held = {
        row["key"]: (row["kind"], row["what it holds"])
        for row in lying(kept("enqueue enqueue claim-a", Backing.VALKEY, links), "keys")
    }
    assert held.keys() == {
        f"emq:{{email}}:{end}" for end in ("active", "lane", "pending", "ring", f"job:{FIRST}", f"job:{SECOND}")
    }
    assert held["emq:{email}:active"] == ("zset", f"{FIRST} at 30000")
    assert held["emq:{email}:pending"] == ("zset", f"{SECOND} at 0")
    assert held["emq:{email}:ring"] == ("list", "no group")
    assert held[f"emq:{{email}}:job:{FIRST}"] == ("hash", "state active, attempts 1, payload to ada, beyond ")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ZRANGE emq:{email}:pending - + BYLEX", f"1) {SECOND}"),
        (f"hmget emq:{{email}}:job:{FIRST} state attempts group", "1) active\n2) 1\n3) (nil)"),
        ("CLUSTER KEYSLOT emq:{email}:pending", "(integer) 10780"),
        ("GET nowhere", "(nil)"),
        ("LRANGE nowhere 0 -1", "(empty array)"),
        ("ECHO ''", '""'),
        (r"""EVAL 'return {1, {"a b", {}}, "\255"}' 0""", "1) (integer) 1\n2) 1) a b\n   2) (empty array)\n3) \\xff"),
        ("EVAL 'return redis.call(\"ZCARD\", KEYS[1])' 1 emq:{email}:pending", "(integer) 1"),
    ],
)
def test_valkey_answers_the_reader_where_the_play_has_led(line: str, told: str, links: Links, parts: Parts) -> None:
    state = replace(pressed("enqueue enqueue claim-a"), backing=Backing.VALKEY, asked=line)
    seen = parts(view(state, perform(state, links)))
    assert (seen["asked"], seen["told"]) == (line, told)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("GET", "(error) ERR wrong number of arguments for 'get' command"),
        ("SHUTDOWN NOSAVE", "(error) NOPERM User reader has no permissions to run the 'shutdown' command"),
        ("CONFIG SET requirepass x", "(error) NOPERM User reader has no permissions to run the 'config|set' command"),
        ("GET 'a", "These are no words of a command: No closing quotation."),
    ],
)
def test_what_valkey_refuses_a_reader_is_said_in_its_words(line: str, told: str, links: Links, tags: Tags) -> None:
    state = replace(State(), backing=Backing.VALKEY, asked=line)
    seen = perform(state, links)
    [samp] = [attributes for tag, attributes in tags(view(state, seen)) if attributes.get("data-part") == "told"]
    assert samp["class"] == "bad"
    assert seen.kept is not None
    assert seen.kept.asked is not None
    assert seen.kept.asked.told == (told,)


def test_a_command_that_waits_is_told_of_and_not_waited_for() -> None:
    # In the page nothing comes back from a command that waits: the server has read it, and has nothing else to do.
    answers = [b"+OK\r\n", b"+OK\r\n"]

    class Waiting:
        def send(self, data: bytes, /) -> None:
            pass

        def recv(self) -> bytes:
            return answers.pop(0) if answers else b""

    found = asked(LinkCommands(Waiting()), "BLPOP nowhere 0")
    assert found is not None
    assert found.told[0].startswith("No answer came: the command waits")
    assert found.is_refused


@pytest.mark.parametrize("line", ["", "  "])
def test_nothing_is_asked_without_words(line: str, links: Links, tags: Tags) -> None:
    state = replace(State(), backing=Backing.VALKEY, asked=line)
    assert not [tag for tag in tags(view(state, perform(state, links))) if tag[1].get("data-part") == "asked"]


def test_a_long_answer_is_cut_and_counted(links: Links, parts: Parts) -> None:
    line = f"EVAL 'local t = {{}} for i = 1, 20 do t[i] = i end t[1] = \"{'x' * 500}\" return t' 0"
    state = replace(State(), backing=Backing.VALKEY, asked=line)
    first, *others = parts(view(state, perform(state, links)))["told"].splitlines()
    assert first == f"1) {'x' * 397}… (503 characters)"
    assert others == [*(f"{n}) (integer) {n}" for n in range(2, 13)), "8 more are not shown."]


def test_only_a_server_is_asked(links: Links, tags: Tags) -> None:
    for backing in (Backing.MEMORY, Backing.SQLITE):
        state = replace(State(), backing=backing, asked="PING")
        assert "form" not in [tag for tag, _ in tags(view(state, perform(state, links)))]


def test_what_is_typed_is_asked_when_it_is_sent_and_forgotten_with_the_queue() -> None:
    typed = update(State(), Event(EventKind.INPUT, "line", "PING"), WORLD)
    assert (typed.line, typed.asked) == ("PING", "")
    sent = update(typed, press("ask"), WORLD)
    assert sent.asked == "PING"
    assert (pressed("enqueue", sent).asked, pressed("reset", sent).asked) == ("PING", "")


@pytest.mark.parametrize("backing", Backing)
def test_a_play_begins_with_nothing_wherever_it_is_kept(backing: Backing, links: Links, words: Words) -> None:
    kept("enqueue enqueue claim-a", backing, links)
    state = State(backing=backing)
    seen = perform(state, links)
    assert seen.counts == (0, 0, 0, 0)
    assert seen.kept is not None
    assert seen.kept.deeds == ()
    assert all(not table.rows for table in seen.kept.tables)
    assert "gave the same answers" not in words(view(state, seen))


# Of forty jobs each place has a row; Valkey has the keys of the pending, of their lane and of the ring besides.
@pytest.mark.parametrize(("backing", "hidden"), [("memory", 28), ("sqlite", 28), ("valkey", 31)])
def test_more_than_a_figure_holds_is_counted_and_left_out(
    backing: str, hidden: int, links: Links, words: Words
) -> None:
    state = replace(pressed("enqueue-at " * 40 + "advance advance promote"), backing=backing)
    html = view(state, perform(state, links))
    assert len(str(html)) < 60_000
    assert f"{hidden} more are not shown." in words(html)


def test_another_place_keeps_the_commands() -> None:
    state = pressed("enqueue claim-a")
    chosen = update(state, Event(EventKind.INPUT, "backing", "sqlite"), WORLD)
    assert chosen == replace(state, backing="sqlite")
    assert update(chosen, press("complete-a"), WORLD).backing == "sqlite"
    assert update(state, Event(EventKind.INPUT, "backing", "redis"), WORLD) == state
    assert State(backing="redis").place is Backing.MEMORY


def test_an_author_begins_in_memory() -> None:
    assert initial({"commands": "enqueue"}).place is Backing.MEMORY
    with pytest.raises(ValueError, match="store-port knows no backing; it takes story or commands"):
        initial({"backing": "sqlite"})


def test_a_place_that_takes_time_to_come_is_asked_for_only_when_it_was_chosen() -> None:
    assert playing.played((), Backing.SQLITE, {}).counts == (0, 0, 0, 0)
    with pytest.raises(KeyError, match="valkey"):
        playing.played((), Backing.VALKEY, {})
