"""A script of F# is edited in the page: the compiler comes on a click that says its size, and what is wrong is underlined."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.reader import DIVE, PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from browser.reader import Reader

AXE = (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
COMPILER = "**/assets/fsharp/compiler.*.js"
SILENT = """
self.onmessage = ({ data }) => { if (data.assemblies) self.postMessage({ ready: true }); };
self.postMessage({ here: true });
"""
ENDLESS = "let rec f x : int = f x\n\nf 1"


class Editing:
    """The dive's first script, and what a reader does with it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.script = page.locator("#asked")
        self.run = self.script.locator("[data-run]")
        self.edit = self.script.locator("[data-edit]")
        self.area = self.script.get_by_role("textbox")
        self.wrong = self.script.locator(".wrong button")
        self.output = self.script.locator("output")
        self.said = self.script.locator("output samp")

    def answers(self, text: str, *lines: str) -> None:
        """The text is compiled and run, and these lines are all it says."""
        self.area.fill(text)
        self.run.click()
        expect(self.said).to_have_text(list(lines))
        expect(self.run).to_be_enabled()


def editing(reader: Reader, path: str = DIVE) -> Editing:
    script = Editing(reader.open(path))
    script.edit.click()
    expect(script.area).to_be_focused()
    return script


def compilers(reader: Reader) -> list[str]:
    return [request for request in reader.requests if "/fsharp/" in request]


def place_of(locator: Locator) -> tuple[float, float, float, float]:
    box = locator.bounding_box()
    assert box is not None
    return (box["x"], box["y"], box["width"], box["height"])


def test_the_compiler_comes_on_a_click_that_says_its_size(reader: Reader, site_folder: Path) -> None:
    manifest = json.loads((site_folder / "assets" / "manifest.json").read_text(encoding="utf-8"))["assets"]
    size = sum(
        entry["gzip"]
        for entry in manifest
        if re.search(r"fsharp/(?:editor|compiler|assemblies)\.\w{10}\.\w+$", entry["path"])
    )
    script = Editing(reader.open())
    expect(script.edit).to_have_text(f"Edit it ({size / 1e6:.1f} MB)")
    script.run.click()
    expect(script.said).to_have_count(5)
    assert [request for request in compilers(reader) if "worker" not in request] == []
    script.edit.click()
    script.answers('Keyspace.slot "{email}"', "val it: int = 10780")
    assert len([request for request in compilers(reader) if "worker" not in request]) == 3


def test_a_script_is_edited_and_run_by_keyboard_and_put_back(reader: Reader) -> None:
    script = Editing(reader.open())
    page = script.page
    before = script.script.locator("pre").inner_text()
    script.edit.focus()
    page.keyboard.press("Enter")
    expect(script.area).to_be_focused()
    expect(script.area).to_have_accessible_name(re.compile(r"^Listing \d+, F# to edit$"))
    text = script.area.input_value()
    assert 'Keyspace.slot "123456789"' in text
    assert "// val" not in text
    script.area.fill(text.replace('"123456789"', '"{email}"'))
    page.keyboard.press("Tab")
    expect(script.run).to_be_focused()
    page.keyboard.press("Enter")
    expect(script.said.first).to_have_text(re.compile("^val it: "))
    expect(script.output).to_contain_text("val it: int = 10780")
    expect(script.said.last).to_have_text(
        "System.ArgumentException: jobKey requires a valid branded id (Parameter 'branded')"
    )
    expect(script.run).to_be_focused()
    page.keyboard.press("Tab")
    expect(script.edit).to_be_focused()
    page.keyboard.press("Enter")
    expect(script.area).to_have_count(0)
    expect(script.edit).to_be_focused()
    expect(script.output).to_be_empty()
    assert script.script.locator("pre").inner_text() == before
    script.run.click()
    expect(script.said.first).to_have_text("val it: int = 12739")


def test_what_is_wrong_is_underlined_in_its_place_and_each_error_leads_there(reader: Reader) -> None:
    script = editing(reader)
    script.area.fill('let key = "email"\n\nlet slot: string =\n    Keyspace.slot key\nkee')
    script.run.click()
    expect(script.wrong).to_have_text(
        [
            re.compile(r"^line 4, column 5: .*type 'string'.*type 'int'"),
            re.compile(r"^line 5, column 1: The value or constructor 'kee' is not defined\."),
        ]
    )
    expect(script.output).to_have_text("2 errors, above.")
    expect(script.area).to_have_attribute("aria-invalid", "true")
    marks = script.script.locator(".marks mark")
    expect(marks).to_have_text(["Keyspace.slot key", "kee"])
    assert "wavy" in marks.first.evaluate(
        "mark => getComputedStyle(mark).textDecorationLine + getComputedStyle(mark).textDecorationStyle"
    )
    assert place_of(script.area) == place_of(script.script.locator(".marks"))
    script.wrong.last.click()
    expect(script.area).to_be_focused()
    assert script.area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == "kee"
    # What is typed moves the words: the lines under them are gone, the list stays till the next run.
    script.page.keyboard.type("key")
    expect(marks).to_have_count(0)
    expect(script.wrong).to_have_count(2)
    script.answers('let key = "email"\nkey', 'val it: string = "email"')
    expect(script.wrong).to_have_count(0)


def test_a_text_that_ends_too_early_is_wrong_at_its_end(reader: Reader) -> None:
    script = editing(reader)
    script.area.fill("Keyspace.slot (")
    script.run.click()
    expect(script.wrong.first).to_have_text(re.compile(r"^line 1, column 1\d: "))
    expect(script.script.locator(".marks mark").first).to_be_attached()


def test_a_warning_does_not_keep_a_script_from_running(reader: Reader) -> None:
    script = editing(reader)
    script.answers("match Some 1 with\n| Some one -> one", "val it: int = 1")
    expect(script.wrong).to_have_text([re.compile(r"^line 1, column 7: warning: ")])
    expect(script.area).to_have_attribute("aria-invalid", "false")


def test_what_never_ends_is_stopped_and_the_next_run_works(reader: Reader) -> None:
    script = editing(reader)
    script.answers(ENDLESS, "Stopped: it was not done after 3 seconds.")
    script.answers(
        'printfn "%d" 1\nwhile true do ()', "1", "val it: unit = ()", "Stopped: it was not done after 3 seconds."
    )
    script.answers("6 * 7", "val it: int = 42")


def test_answers_are_written_as_literals_of_their_types(reader: Reader) -> None:
    values = {
        '12L, 1uy, 2.0, \'c\', "a\\"b", true, ()': "int64 * byte * float * char * string * bool * unit = "
        '(12L, 1uy, 2.0, \'c\', "a\\"b", true, ())',
        "[ Some 1; None ]": "int option list = [Some 1; None]",
        "Some (Some [| 2.5 |])": "float array option option = Some (Some [|2.5|])",
        "Set.ofList [ 2; 1 ]": "Set<int> = set [1; 2]",
        'Map.ofList [ "a", 1 ]': 'Map<string, int> = map [("a", 1)]',
        "{ A = 1; B = Dot -1 }": "Pair = { A = 1; B = Dot -1 }",
        "{| b = (None: int option) |}": "{| b: int option |} = {| b = None |}",
        "[ Dot 1; Line (1, 2); Void ]": "Shape list = [Dot 1; Line (1, 2); Void]",
        "(Error Void: Result<int, Shape>)": "Result<int, Shape> = Error Void",
        "Seq.initInfinite id": "seq<int> = seq [0; 1; 2; 3; ...]",
        "fun one -> one + 1": "one: int -> int = <fun>",
        "System.DateTime.UtcNow": "System.DateTime = …",
    }
    script = editing(reader)
    types = "type Shape = Dot of int | Line of int * int | Void\ntype Pair = { A: int; B: Shape }\n"
    script.answers(types + "\n".join(values), *(f"val it: {line}" for line in values.values()))
    script.answers('failwith "no"\n1', "System.Exception: no", "val it: int = 1")
    script.answers("let one = 1", "It compiles, and asks for nothing.")


def test_a_compiler_that_hangs_gives_way_to_another(reader: Reader) -> None:
    reader.context.route(COMPILER, lambda route: route.fulfill(body=SILENT, content_type="text/javascript"))
    page = reader.open()
    page.clock.install()
    script = Editing(page)
    script.edit.click()
    script.run.click()
    expect(script.output).to_have_text("Compiling…")
    page.wait_for_timeout(500)
    page.clock.fast_forward(15_000)
    expect(script.output).to_have_text("The compiler said nothing for 15 seconds. Run it once more to start it anew.")
    reader.context.unroute_all()
    page.clock.resume()
    script.answers("6 * 7", "val it: int = 42")


def test_a_compiler_that_cannot_be_had_is_spoken_of(reader: Reader) -> None:
    reader.context.route("**/assets/fsharp/assemblies.*.bin", lambda route: route.fulfill(status=404, body=""))
    script = editing(reader)
    script.run.click()
    expect(script.output).to_have_text(re.compile(r"^A file of F# is missing on this host: .* answered 404\.$"))
    reader.context.unroute_all()
    script.answers("6 * 7", "val it: int = 42")
    reader.forgive("404")


def test_assistive_technology_finds_nothing_wrong_while_a_script_is_edited(reader: Reader) -> None:
    script = editing(reader)
    script.area.fill("kee")
    script.run.click()
    expect(script.wrong).to_have_count(1, timeout=PATIENCE)
    script.page.evaluate(AXE)
    found = script.page.evaluate("axe.run('#asked')")
    assert [(violation["id"], violation["nodes"][0]["html"]) for violation in found["violations"]] == []
