"""Each mutant is the port, or Python's own code, wrong in one place: the text that stands there, and what replaces it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """`file` as its package names it; `wrong` says what a reader of the mutant would learn that isn't so."""

    file: str
    right: str
    mutated: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.file}: {self.wrong}"

    def of(self, source: str) -> str:
        """The mutated source; `right` stands in it in one place."""
        assert source.count(self.right) == 1, f"{self}: {self.right!r} is there {source.count(self.right)} times"
        return source.replace(self.right, self.mutated)


FSHARP = (
    Mutant("Base62", "if digits > Largest", "if digits >= Largest", "2^63-1 itself is too large"),
    Mutant("Base62", "if character < 128 && isDigit", "if isDigit", "characters are cut to 16 bits"),
    Mutant("Base62", "at + 1 < length", "at + 2 < length", "a pair of surrogates at the end is two characters"),
    Mutant("Base62", "if number < 0L", "if number < -1L", "-1 has a spelling"),
    Mutant("BrandedId", "String.length id = Width", "String.length id >= Width", "ids may be longer"),
    Mutant("BrandedId", "letter <= 'Z'", "letter <= 'z'", "namespaces may be lower case"),
    Mutant("BrandedId", "if wrong.Length > 3", "if wrong.Length > 4", "a fourth fault is passed over"),
    Mutant("BrandedId", "(wrong.Length - 3)", "(wrong.Length - 2)", "one fault is counted twice"),
    Mutant("BrandedId", "if character >= 128 then", "if character > 128 then", "U+0080 is ASCII"),
    Mutant("Keyspace", "when closing = opening + 1", "when closing = opening + 2", "one letter in braces is no tag"),
    Mutant("Keyspace", "key.IndexOf('}', opening + 1)", "key.IndexOf('}', 0)", "a tag may end before it begins"),
    Mutant("Keyspace", "0x11021", "0x18005", "the polynomial is another one"),
    Mutant("Keyspace", "key[opening + 1 .. closing - 1]", "key[opening .. closing - 1]", "the brace is hashed"),
    Mutant("Keyspace", "2 * Slots * node + count", "2 * Slots * node", "borders are rounded down"),
    Mutant("Keyspace", "count > Slots", "count > Slots + 1", "a node may have no slot"),
    Mutant("Lanes", "Set.minElement", "Set.maxElement", "the newest job is lent first"),
    Mutant("Lanes", "Ring = others @ [ group ]", "Ring = group :: others", "a lane is served until it is empty"),
    Mutant("Lanes", "Ring = lanes.Ring @ [ group ]", "Ring = group :: lanes.Ring", "a lane that fills comes before all others"),
    Mutant("Store", "Lanes.add id row.Group state.Lanes", "Lanes.add id None state.Lanes", "who comes back has lost its group"),
    Mutant("Store", "Attempts = row.Attempts + 1", "Attempts = row.Attempts", "a claim counts no attempt"),
    Mutant("Store", "row.Attempts >= maxAttempts", "row.Attempts > maxAttempts", "there is one attempt more"),
    Mutant("Store", "ms > last - now", "ms > last", "a lease without end lapses at once"),
    Mutant("Store", "now > 0L && ", "", "before 1970 no lease is short enough"),
    Mutant("Store", "JobState.Active when", "_ when", "the token alone holds a job"),
    Mutant("Store", "time <= now", "time < now", "what is due now must wait"),
    Mutant("Store", "|> List.sortBy snd", "|> List.sortBy fst", "sweeps go by id, not by time"),
    Mutant("Store", "given <> Namespace", 'given = "ORD"', "ids of a third namespace are let in"),
    Mutant("Store", "LastError = Some error", 'LastError = (if error = "" then None else Some error)', "an empty error is none"),
    Mutant("Jobs", "Store.promote now limit state", "Store.reap now limit state", "promoting is reaping"),
    Mutant("Jobs", "step (Jobs.complete id token)", "step (Jobs.complete id (token + 1))", "Memory takes the token before for the holder's"),
    Mutant("Jobs", "step (Jobs.claim now leaseMs)", "step (Jobs.claim leaseMs now)", "Memory lends by the lease's clock"),
)  # fmt: skip

PYTHON = (
    Mutant("base62.py", "if number > MAX:", "if number > MAX + 1:", "2^63 is a number of 63 bits"),
    Mutant("base62.py", '"!" <= character', '" " <= character', "a blank is printed as it is"),
    Mutant("base62.py", "start=1", "start=0", "places count from 0"),
    Mutant("gate.py", "if not low <= value <= high:", "if not low < value <= high:", "0 has no spelling"),
    Mutant("branded_id.py", "and _CAPITALS.issuperset(text[:NAMESPACE_WIDTH])", "and text[:NAMESPACE_WIDTH].isupper()", "É is a capital"),
    Mutant("branded_id.py", "self.characters[:3]", "self.characters[:4]", "four faults are told"),
    Mutant("branded_id.py", "{number:,}", "{number}", "a large count has no comma"),
    Mutant("branded_id.py", "text[:WIDTH]", "text[: WIDTH + 1]", "the fifteenth character has a fault of its own"),
    Mutant("keyspace.py", 'data.find(b"}", opening + 1)', 'data.find(b"}")', "a tag may end before it begins"),
    Mutant("keyspace.py", "if closing == opening + 1:", "if closing < opening:", "the empty pair is a tag"),
    Mutant("keyspace.py", "crc_hqx(data, 0)", "crc_hqx(data, 0xFFFF)", "the register starts full"),
    Mutant("keyspace.py", "(2 * SLOTS * node + count)", "(2 * SLOTS * node)", "borders are rounded down"),
    Mutant("keyspace.py", 'if "\\0" in queue:', 'if queue == "\\0":', "a queue's name may hold NUL"),
    Mutant("transitions/admit.py", "state=JobState.SCHEDULED", "state=JobState.PENDING", "a scheduled row says pending"),
    Mutant("transitions/demands.py", "given != namespace", "given < namespace", "ids of a later namespace are let in"),
    Mutant("transitions/demands.py", "if time > LAST:", "if time > 2 * LAST:", "a lease may end past the last int64"),
    Mutant("transitions/lanes.py", "joined(key, left)", "put(id, None)", "a lane that was served is forgotten"),
    Mutant("transitions/lanes.py", "next(iter(self._ring), None)", "next(reversed(list(self._ring)), None)", "the last lane is served first"),
    Mutant("transitions/lease.py", "row.state is not JobState.ACTIVE or ", "", "the token alone holds a job"),
    Mutant("transitions/lease.py", "held.attempts >= max_attempts", "held.attempts > max_attempts", "there is one attempt more"),
    Mutant("transitions/read.py", "reversed(state.pending)", "state.pending", "the oldest come first"),
    Mutant("transitions/state.py", "entry[0] <= now", "entry[0] < now", "what is due now must wait"),
    Mutant("transitions/state.py", "[id for _, id in islice(entries, min(limit, len(self)))]", "sorted(id for _, id in islice(entries, min(limit, len(self))))", "sweeps go by id, not by time"),
    Mutant("transitions/sweep.py", "schedule=state.schedule.drop(id))", "active=state.active)", "the promoted stay scheduled"),
    Mutant("transitions/tree.py", "    return Node(key, value, node.left, node.right)\n", "    node.value = value\n    return node\n", "old states are written over"),
    Mutant("stores/memory.py", "transitions.reap(self._state, self._time(now), limit)", "transitions.promote(self._state, self._time(now), limit)", "Memory promotes for reaping"),
)  # fmt: skip
