"""Who else is asked about a value: what the F# port and a real Valkey answer, and what can't be put to them."""

from pathlib import Path

import pytest

from sitegen import fable, witnesses
from sitegen.fable import Compiled
from sitegen.witnesses import fsharp

ROOT = Path(__file__).parents[2]


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A checkout with the tools of this one and a cache of its own."""
    for tool in (".venv", "node_modules"):
        (tmp_path / tool).symlink_to(ROOT / tool, target_is_directory=True)
    return tmp_path


@pytest.mark.parametrize(
    ("expression", "asked"),
    [
        ('slot("emq:{email}:pending")', 'Keyspace.slot "emq:{email}:pending"'),
        ('slot("e\\u0301")', 'Keyspace.slot "e\\u0301"'),
        ('slot("\\U0001f480")', 'Keyspace.slot "\\U0001F480"'),
        ("SLOTS - 1", "(Keyspace.Slots - 1)"),
        ("grouped(2**22)", "Spelling.grouped (Spelling.power 2L 22)"),
        ('decode("JOB0Dqhu1EsDLc")[1]', 'snd (BrandedId.decode "JOB0Dqhu1EsDLc")'),
        ('flake("JOB0Dqhu1EacDY").node', 'Spelling.node (Spelling.flake "JOB0Dqhu1EacDY")'),
        ('create("JOB0Dqhu1EacDY", "").attempts', '(Job.create "JOB0Dqhu1EacDY" "").Attempts'),
        ('compose("JOB", 4194304)', 'BrandedId.compose "JOB" 4194304L'),
    ],
)
def test_a_question_is_put_in_fsharp(expression: str, asked: str) -> None:
    assert fsharp.translated(expression) == asked


@pytest.mark.parametrize(
    "expression",
    [
        # No function of the port, a number past int64, bytes that are no text, and what asks nothing.
        "percent(62**11 - 2**63, 62**11)",
        "2**80",
        'slot(b"\\xff")',
        "64",
        '"é"',
        "slot(",
        'slot("a", "b")',
        'decode("JOB0Dqhu1EsDLc")[2]',
        'slot("a")[0]',
        'flake("JOB0Dqhu1EacDY").offset',
    ],
)
def test_what_fsharp_has_no_word_for_is_not_asked_there(expression: str) -> None:
    assert fsharp.translated(expression) is None


def test_the_port_and_a_server_answer_what_was_published(workplace: Path, compiled: Compiled) -> None:
    known = {
        # Slots as CLUSTER KEYSLOT of redis-server 7.0.15 gave them; the check value of CRC-16/XMODEM; and 2025-06-01.
        'slot("123456789")': "12739",
        'slot("foo{}{bar}")': "8363",
        'slot("\\U0001f480")': "9284",
        'hexadecimal(crc16(b"123456789"))': "0x31C3",
        'decode("JOB0Dqhu1EacDY")[1]': "187490421964828672",
        'flake("JOB0Dqhu1EacDY").moment': "2025-06-01T09:00:00.000Z",
        'refused("job_key", "email", "job")': "jobKey requires a valid branded id",
        'queue_key("email", "pending")': "emq:{email}:pending",
        'job_key("email", "JOB0Dqhu1EacDY")': "emq:{email}:job:JOB0Dqhu1EacDY",
        'slot("emq:{email}:pending")': "10780",
        'slot("emq:{email}:job:JOB0Dqhu1EacDY")': "10780",
        'slot("emq:{123456789}:pending")': "12739",
        'flake("JOB0Dqhu1EacDY").node': "7",
        'flake("JOB0Dqhu1EacDY").sequence': "0",
        'decode("JOB0Dqhu1EsDLc")[1]': "187490421969022976",
        'grouped(decode("JOB0Dqhu1EsDLc")[1] - decode("JOB0Dqhu1EacDY")[1])': "4,194,304",
        'decode("JOB0Dqhu1EadHc")[1]': "187490421964832768",
        'flake("JOB0Dqhu1EadHc").node': "8",
        'flake("JOB0DqhuO7qya8").moment': "2025-06-01T09:00:05.000Z",
        'flake("JOB0DqhyRvkwaW").moment': "2025-06-01T09:01:00.000Z",
        'flake("JOB0Dqhu1EacDa").sequence': "2",
        "ALPHABET": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "DIGITS": "11",
        "encode(MAX)": "AzL8n0Y58m7",
        "grouped(SLOTS)": "16,384",
        "percent(62**11 - 2**63, 62**11)": "82",
    }
    found = witnesses.gather(workplace, compiled, known)
    for question, answer in known.items():
        assert {one.said for one in found.get(question, ())} <= {answer}
    asked = {question: [one.witness.split()[0] for one in said] for question, said in found.items()}
    assert asked == {
        question: ["F#", "Valkey"] if question.startswith("slot") else ["F#"]
        for question in known
        if not question.startswith("percent")
    }


def test_what_was_answered_once_is_not_asked_again(workplace: Path, compiled: Compiled) -> None:
    first = witnesses.gather(workplace, compiled, ['slot("a")'])
    kept = {path.name: path.stat().st_mtime_ns for path in (workplace / ".cache").iterdir()}
    assert witnesses.gather(workplace, compiled, ['slot("a")']) == first
    assert {path.name: path.stat().st_mtime_ns for path in (workplace / ".cache").iterdir()} == kept


def test_a_port_that_does_not_compile_is_no_witness(workplace: Path) -> None:
    broken = fable.compile_project(workplace, "port", {"a.fs": "namespace A\n\nmodule B =\n    let x = sloot\n"})
    assert broken.problems
    assert fsharp.answers(workplace, broken, ['slot("a")']) == {}
