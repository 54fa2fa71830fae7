import pytest

from sitegen.values import UnknownValueError, evaluate


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        # Slots as CLUSTER KEYSLOT of redis-server 7.0.15 gave them.
        ('slot("emq:{email}:pending")', "10780"),
        ('slot("a}b{c}d")', "7365"),
        ('slot("e\\u0301")', "8715"),
        ('slot(b"123456789")', "12739"),
        ('hexadecimal(crc16(b"123456789"))', "0x31C3"),
        ('job_key("email", "JOB0Dqhu1EacDY")', "emq:{email}:job:JOB0Dqhu1EacDY"),
        ('flake("JOB0Dqhu1EacDY").moment', "2025-06-01T09:00:00.000Z"),
        ('decode("JOB0Dqhu1EsDLc")[1]', "187490421969022976"),
        ("grouped(SLOTS)", "16,384"),
        ("SLOTS - 1", "16383"),
        # 62^11 payloads of the right shape, 2^63 of them in range.
        ("percent(62**11 - 2**63, 62**11)", "82"),
        ('hex_bytes("é")', "C3 A9"),
        ('tag_of("{{}}")', "{"),
        # The last moment whose eleven digits begin with 0 is the one before 62^10.
        ("unpack(62**10).moment", "2030-05-05T00:36:02.251Z"),
        ("day(unpack(62**10).ms)", "5\N{NO-BREAK SPACE}May 2030"),
        ("time_of_day(unpack(62**10).ms)", "00:36:02.251 UTC"),
        ("year(unpack(62**10).ms)", "2030"),
        # Of 58 bits a double keeps 53: JavaScript, too, takes ...673 for ...672.
        ("as_double(187490421964828673)", "187490421964828672"),
        ("bit_length(187490421964828672)", "58"),
        ("double_step(187490421964828672)", "32"),
        ("double_step(2**53)", "2"),
        # Digit 35 is the last capital, or the last small letter; digit 36 follows it.
        ("lower_first(35)", "0000000000z"),
        ("lower_first(36)", "0000000000A"),
        ('code_of("Z")', "5A"),
        ('create("JOB0Dqhu1EacDY", "").attempts', "0"),
    ],
)
def test_a_value_is_what_the_domain_answers(expression: str, text: str) -> None:
    assert evaluate(expression) == text


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("slots(1)", "nothing is called slots here; there are ALPHABET"),
        ("__import__('os')", "nothing is called __import__"),
        ("open('/etc/passwd')", "nothing is called open"),
        ("slot.__globals__", "more than a value may hold"),
        ('"a".format', "more than a value may hold"),
        ("[x for x in MAX]", "more than a value may hold"),
        ("lambda: 1", "more than a value may hold"),
        ('slot(key="a")', "more than a value may hold"),
        ("SLOTS()", "calls what is no function"),
        ("9**999", "exponent 999 is not 0 to 100"),
        ('job_key("email", "job")', "ValueError: jobKey requires a valid branded id"),
        ('tag_of("{}")', "{} has no tag: empty pair"),
        ('is_valid("JOB")', "gives a bool; a sentence can hold a text or a whole number"),
        ('flake("JOB0Dqhu1EacDY")', "gives a Snowflake"),
        ("1 +", "is no Python expression"),
        ('refused("slots", "a")', "no function is called slots"),
        ('refused("slot", "a")', "slot refuses nothing here"),
    ],
)
def test_what_has_no_value_says_why(expression: str, part: str) -> None:
    with pytest.raises(UnknownValueError) as caught:
        evaluate(expression)
    assert part in str(caught.value)
