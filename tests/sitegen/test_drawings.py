import re
from pathlib import Path

import pytest

from echomq import transitions
from echomq.transitions import QueueState
from sitegen.drawings import byte_order, fork, life, slots, thread
from workshop import written

FIRST, SECOND, THIRD = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"


def text_of(html: object) -> str:
    return " ".join(re.sub("^[^<]*>|<[^>]*>", " ", str(html)).split())


def test_a_figure_is_drawn_numbered_and_captioned(tmp_path: Path) -> None:
    html, problems = written(
        tmp_path,
        "```widget keyspace-builder #keys\n---\nc\n```\n\n"
        '```figure slots #apart wide\nqueues = ["email"]\nnodes = 3\n---\nOne *queue*.\n```\n\n```figure life\n---\nc\n```\n',
    )
    assert problems == []
    assert '<figure class="drawing wide" id="apart" aria-labelledby="apart-caption">' in html
    assert '<figcaption id="apart-caption"><b class="sc">Figure 2</b> One <em>queue</em>.</figcaption>' in html
    assert '<figure class="drawing" id="figure-3" aria-labelledby="figure-3-caption">' in html


def test_a_figure_that_cannot_be_drawn_is_a_problem_at_its_fence(tmp_path: Path) -> None:
    _, problems = written(
        tmp_path,
        "```figure slides\n---\nc\n```\n\n```figure slots\nqueues = []\n---\nc\n```\n\n"
        '```figure slots\nqueues = ["a}b"]\nnodes = 3\n---\nc\n```\n\n```figure\n---\nc\n```\n\n'
        "```figure life tall\n---\nc\n```\n",
    )
    keys = "content/hub/keys.md"
    assert problems == [
        f"{keys}:6:1: there is no drawing slides; there are bits, byte-order, fork, life, slots, stores, thread",
        f"{keys}:11:1: slots takes queues, nodes: missing a required argument: 'nodes'",
        f"{keys}:17:1: slots refuses: queueKey requires a non-empty queue name without '{{' or '}}'",
        (
            f"{keys}:24:1: there is no drawing without a name; there are bits, byte-order, fork, life, slots, stores,"
            " thread"
        ),
        f"{keys}:29:16: a figure doesn’t know the word tall; it knows life, wide",
    ]


def test_our_digits_keep_the_order_and_lower_first_breaks_it_twice() -> None:
    ours, other = str(byte_order.draw([FIRST, SECOND, THIRD])).split('class="panel crossed"')
    assert "Larger number, later text: no two lines cross." in ours
    assert "ring" not in ours
    assert text_of(other).endswith("but its byte is 41, and that of y is 79.")
    # The third id comes first: it passes the two before it, and no other pair is wrong.
    assert other.count('class="ring"') == 2
    assert text_of(other).index("0dQHU1eACdA") < text_of(other).index("0dQHU1eACd y")


def test_ids_of_two_namespaces_have_no_order_to_draw() -> None:
    with pytest.raises(ValueError, match="ids of one namespace"):
        byte_order.draw([FIRST, "ORD0Dqhu1EacDY"])


def test_every_key_of_a_queue_is_a_branch_of_one_stem() -> None:
    # The slot is what CLUSTER KEYSLOT of redis-server 7.0.15 gives.
    shown = text_of(fork.draw("email", [FIRST]))
    assert "hashtag slot 10780" in shown
    assert "the row of 09:00:00.000" in shown
    with pytest.raises(ValueError, match="jobKey requires a valid branded id"):
        fork.draw("email", ["job"])


def test_the_line_of_slots_has_room_for_three_queues() -> None:
    with pytest.raises(ValueError, match="room for 3 queues, not 4"):
        slots.draw(["a", "b", "c", "d"], 3)


def test_a_refusal_hands_the_old_state_on() -> None:
    drawn = thread.draw([f"enqueue {FIRST}", f"enqueue {FIRST}", "A claim 1000 30000", f"A complete {FIRST} 99"])
    rows = [text_of(row) for row in str(drawn).split("<li ")[1:]]
    assert [re.search(r"→ (\S+)", row)[1] for row in rows if "claim" not in row] == ["Enqueued", "Duplicate", "Stale"]  # type: ignore[index]
    assert [re.search(r"state (\d)", row)[1] for row in rows] == ["1", "1", "2", "2"]  # type: ignore[index]
    assert ["still" in row for row in rows] == [False, True, False, True]


def test_a_late_worker_is_stale_and_then_there_is_nothing_left() -> None:
    drawn = thread.draw(
        [
            *(f"enqueue {FIRST}", "A claim 1000 30000", "reap 31000", "B claim 31000 30000"),
            *(f"A complete {FIRST} 1", f"B complete {FIRST} 2", f"A complete {FIRST} 1", "B claim 31000 1", "reap 0"),
        ]
    )
    rows = [text_of(row) for row in str(drawn).split("<li ")[1:]]
    assert "token 1" in rows[1]
    assert "token 2" in rows[3]
    assert [row.split("→ ")[1].split()[0] for row in rows[4:]] == ["Stale", "Ok", "Gone", "none", "nothing"]
    assert "empty again" in rows[5]


@pytest.mark.parametrize("call", ["", "claim", "enqueue", "A", "promote 1"])
def test_a_call_that_is_none_is_refused(call: str) -> None:
    with pytest.raises(ValueError, match="is none of enqueue ID"):
        thread.draw([call])


def place(state: QueueState) -> str:
    """Which set holds the one job of a queue, "" where there is none."""
    return next((name for name in ("pending", "active", "schedule", "dead") if getattr(state, name)), "")


def test_each_way_of_a_job_is_one_that_the_rules_go() -> None:
    empty = QueueState()
    pending, _ = transitions.enqueue(empty, FIRST, "")
    active, _ = transitions.claim(pending, 0, 10)
    schedule, _ = transitions.retry(active, FIRST, 1, 0, 5, 2, "")
    went = {
        ("enqueue", place(empty), place(pending)),
        ("enqueue_at", place(empty), place(transitions.enqueue_at(empty, FIRST, "", 5)[0])),
        ("claim", place(pending), place(active)),
        ("extend", place(active), place(transitions.extend(active, FIRST, 1, 5, 10)[0])),
        ("reap", place(active), place(transitions.reap(active, 10, 1)[0])),
        ("complete", place(active), place(transitions.complete(active, FIRST, 1)[0])),
        ("retry", place(active), place(schedule)),
        ("promote", place(schedule), place(transitions.promote(schedule, 5, 1)[0])),
        ("retry", place(active), place(transitions.retry(active, FIRST, 1, 0, 5, 1, "")[0])),
    }
    assert {(way.verb, way.origin, way.target) for way in life.WAYS} == went
