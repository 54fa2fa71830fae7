"""Python wakes when a widget is near or touched, unless the reader saves data or asked to be asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.reader import field_of, part, widget

if TYPE_CHECKING:
    from browser.reader import Reader

SAVE_DATA = 'Object.defineProperty(navigator, "connection", {value: {saveData: true}});'


def test_it_wakes_by_itself_where_a_widget_is_in_view(reader: Reader) -> None:
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    expect(widget(page).locator("[data-status]")).to_have_text(re.compile(r"^Python 3\.14 · ready$"))


def test_a_page_without_widgets_fetches_no_python(reader: Reader) -> None:
    page = reader.open("colophon/index.html")
    page.wait_for_load_state("networkidle")
    assert not [url for url in reader.requests if "/assets/python/" in url]


def test_a_reader_who_saves_data_starts_it_by_a_button_that_states_its_size(reader: Reader) -> None:
    reader.context.add_init_script(SAVE_DATA)
    page = reader.open()
    button = widget(page).get_by_role("button", name=re.compile(r"^Start Python \(\d\.\d MB\)$"))
    expect(button).to_be_visible()
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("10780")
    assert not [url for url in reader.requests if "/assets/python/" in url]
    button.click()
    expect(part(page, "slot")).to_have_text("13018")


def test_a_reader_who_asks_to_be_asked_is_asked_on_every_page(reader: Reader) -> None:
    page = reader.open("colophon/index.html")
    page.get_by_label("Start Python only when I ask").check()
    page.close()
    page = reader.open()
    expect(page.get_by_label("Start Python only when I ask")).to_be_checked()
    expect(widget(page).get_by_role("button", name=re.compile("^Start Python"))).to_be_visible()
    assert not [url for url in reader.requests if "/assets/python/" in url]


def test_progress_is_told_in_bytes_that_came(reader: Reader) -> None:
    wasm = reader.hold("**/*.wasm")
    page = reader.open()
    progress = widget(page).locator("[data-progress]")
    expect(progress).to_have_text(re.compile(r"^\d\.\d of \d\.\d MB$"))
    came, every = map(float, re.findall(r"\d\.\d", progress.inner_text()))
    assert came < every
    wasm.release()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    expect(progress).to_have_text("")
