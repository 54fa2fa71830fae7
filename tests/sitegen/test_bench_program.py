"""A contestant is a process that is held to its word: each job once, and none left."""

import io
import json
import sys
from pathlib import Path

import pytest

from sitegen.bench import program
from sitegen.bench.contestants import turns
from sitegen.bench.program import ContestantError, Program, playing

HONEST = """
import json, sys
print(json.dumps({"version": "1"}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"seconds": 2.0, "computing": 1.0, "done": ANSWER} if "work" in asked else {"left": LEFT}), flush=True)
"""


def contestant(answer: str = "[2, 0, 1]", left: int = 0) -> list[str]:
    return [sys.executable, "-c", HONEST.replace("ANSWER", answer).replace("LEFT", str(left))]


def play(command: list[str], folder: Path) -> tuple[Program, dict[str, float]]:
    with playing("Rival", command, {}, folder, folder / "log") as rival:
        rival.enqueue(3, "x")
        took = rival.work(3)
        rival.be_empty()
        return rival, took


def test_what_it_took_is_told_without_the_jobs(tmp_path: Path) -> None:
    rival, took = play(contestant(), tmp_path)
    assert rival.about == {"version": "1"}
    assert took == {"seconds": 2.0, "computing": 1.0}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("[0, 1]", "2 times, 2 different ones of 3 jobs"),
        ("[0, 1, 1]", "3 times, 2 different ones of 3 jobs"),
        ("[0, 1, 2, 2]", "4 times, 3 different ones of 3 jobs"),
        ("[0, 1, 3]", "3 times, 3 different ones of 3 jobs"),
    ],
)
def test_other_work_than_was_asked_is_no_figure(tmp_path: Path, answer: str, told: str) -> None:
    with pytest.raises(ContestantError, match=f"Rival completed {told}: what isn't the same work can't be compared"):
        play(contestant(answer), tmp_path)


def test_what_is_left_was_not_done(tmp_path: Path) -> None:
    with pytest.raises(ContestantError, match="Rival still keeps 2 jobs after all were completed"):
        play(contestant(left=2), tmp_path)


@pytest.mark.parametrize(
    "code",
    [
        "import sys; sys.exit('no queue here')",
        "import sys; print('{}', flush=True); sys.stdin.readline(); sys.exit('no queue here')",
        "import sys; print('{}', flush=True); sys.stdin.close(); sys.exit('no queue here')",
    ],
)
def test_one_that_fails_is_told_with_its_own_words(tmp_path: Path, code: str) -> None:
    with pytest.raises(ContestantError, match=r"^Rival failed\. It said: no queue here$"):
        play([sys.executable, "-c", code], tmp_path)


def test_one_that_never_answers_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "PATIENCE_S", 1)
    with pytest.raises(ContestantError, match=r"^Rival failed\. It said: nothing; it has 1 seconds for an answer$"):
        play([sys.executable, "-c", "import time; print('{}', flush=True); time.sleep(60)"], tmp_path)


def test_nothing_of_the_shell_reaches_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RQ_KEY_PREFIX", "mine")
    telling = "import json, os; print(json.dumps({'keys': sorted(os.environ)}))"
    with playing("Rival", [sys.executable, "-c", telling], {"A": "b"}, tmp_path, tmp_path / "log") as rival:
        assert "A" in rival.about["keys"]
        assert "RQ_KEY_PREFIX" not in rival.about["keys"]


class Noting:
    """A queue that is a list."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, str]] = []

    def enqueue(self, jobs: int, text: str) -> None:
        self.kept += [(number, text) for number in range(jobs)]

    def work(self) -> list[int]:
        assert self.kept == [(0, "x"), (1, "x")]
        return [self.kept.pop()[0]]

    def left(self) -> int:
        return len(self.kept)


def test_a_line_tells_it_what_to_do_and_a_line_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"enqueue": 2, "text": "x"}\n{"work": 2}\n{"left": true}\n'))
    turns.play(Noting(), {"version": "1"})
    about, enqueued, worked, left = map(json.loads, capsys.readouterr().out.splitlines())
    assert about == {"version": "1"}
    assert enqueued.keys() == {"seconds", "computing"}
    assert worked.keys() == {"seconds", "computing", "done"}
    assert (worked["done"], left) == ([1], {"left": 1})
