"""The keyspace builder answers what a reader types and presses, with values read from a real server and the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import PATIENCE, field_of, part, unanswered, widget

if TYPE_CHECKING:
    from browser.reader import Reader

ID = "JOB0Dqhu1EacDY"


def test_before_any_python_the_page_shows_a_right_answer(reader: Reader) -> None:
    reader.context.route("**/assets/python/*", unanswered)  # never answered: Python can't come
    page = reader.open()
    expect(part(page, "key")).to_have_text(f"emq:{{email}}:job:{ID}")
    expect(part(page, "hashtag")).to_have_text("email")
    expect(part(page, "slot")).to_have_text("10780")


@pytest.mark.parametrize(
    ("queue", "slot"), [("email", "10780"), ("123456789", "12739"), ("sms", "13018"), ("почта", "14884")]
)
def test_a_typed_queue_moves_the_slot(reader: Reader, queue: str, slot: str) -> None:
    page = reader.open()
    field_of(page, "queue").fill("")
    field_of(page, "queue").press_sequentially(queue)
    expect(part(page, "key")).to_have_text(f"emq:{{{queue}}}:job:{ID}")
    expect(part(page, "hashtag")).to_have_text(queue)
    expect(part(page, "slot")).to_have_text(slot)
    expect(part(page, "refusal")).to_have_text("")


def test_another_id_of_the_queue_keeps_the_slot(reader: Reader) -> None:
    page = reader.open()
    field_of(page, "id").fill("JOB0Dqhu1EsDLc")
    expect(part(page, "key")).to_have_text("emq:{email}:job:JOB0Dqhu1EsDLc")
    expect(part(page, "slot")).to_have_text("10780")


def test_what_is_no_id_is_refused_in_the_words_of_the_exception_and_builds_no_key(reader: Reader) -> None:
    page = reader.open()
    field_of(page, "id").fill("job")
    expect(part(page, "refusal")).to_have_text("jobKey requires a valid branded id")
    expect(part(page, "key")).to_have_text("")
    expect(part(page, "slot")).to_have_text("")


@pytest.mark.parametrize(
    ("queue", "pending", "row"), [("a}b", "15495", "15495"), ("", "7387", "11863"), ("}x", "10204", "6046")]
)
def test_a_queue_name_that_would_scatter_is_refused_and_shows_where_its_keys_would_have_gone(
    reader: Reader, queue: str, pending: str, row: str
) -> None:
    page = reader.open()
    field_of(page, "queue").fill(queue)
    expect(part(page, "refusal")).to_have_text("queueKey requires a non-empty queue name without '{' or '}'")
    expect(part(page, "key")).to_have_text("")
    expect(part(page, "would-pending")).to_have_text(pending)
    expect(part(page, "would-row")).to_have_text(row)


def test_presets_fill_the_fields_and_are_answered(reader: Reader) -> None:
    page = reader.open()
    widget(page).locator('button[name=queue][value="123456789"]').click()
    expect(field_of(page, "queue")).to_have_value("123456789")
    expect(part(page, "slot")).to_have_text("12739")
    widget(page).locator('button[name=id][value="job"]').click()
    expect(part(page, "refusal")).to_have_text("jobKey requires a valid branded id")


def test_a_minted_id_is_of_this_moment_and_builds_a_key(reader: Reader) -> None:
    page = reader.open()
    widget(page).locator("button[name=mint]").click()
    expect(part(page, "key")).not_to_have_text(f"emq:{{email}}:job:{ID}")
    minted = field_of(page, "id").input_value()
    expect(part(page, "key")).to_have_text(f"emq:{{email}}:job:{minted}")
    assert minted > ID


def test_every_node_count_has_one_owner(reader: Reader) -> None:
    page = reader.open()
    for nodes in ("2", "12"):
        widget(page).locator("select[name=nodes]").select_option(nodes)
        expect(widget(page)).to_have_attribute(
            "data-state", f'{{"queue":"email","id":"{ID}","nodes":{nodes},"form":"full"}}'
        )
    expect(part(page, "slot")).to_have_text("10780")


def test_typing_while_python_starts_is_kept_and_answered(reader: Reader) -> None:
    wasm = reader.hold("**/*.wasm")
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "starting")
    field_of(page, "queue").fill("sms")
    field_of(page, "id").fill("JOB0Dqhu1EsDLc")
    expect(part(page, "slot")).to_have_text("10780")
    wasm.release()
    expect(part(page, "slot")).to_have_text("13018")
    expect(part(page, "key")).to_have_text("emq:{sms}:job:JOB0Dqhu1EsDLc")
    expect(field_of(page, "id")).to_be_focused()


def test_the_cursor_stays_where_it_is_while_answers_come(reader: Reader) -> None:
    page = reader.open()
    queue = field_of(page, "queue")
    queue.focus()
    queue.press("Home")
    queue.press_sequentially("e-")
    expect(part(page, "hashtag")).to_have_text("e-email")
    assert queue.evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 2]


def test_the_compact_form_lives_on_front_and_hub(reader: Reader) -> None:
    for path in ("index.html", "persistence/index.html"):
        page = reader.open(path)
        expect(widget(page)).to_have_attribute("data-python", "ready", timeout=PATIENCE)
        field_of(page, "queue").fill("123456789")
        expect(part(page, "slot")).to_have_text("12739")
        page.close()
