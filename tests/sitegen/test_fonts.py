"""Four small faces hold everything the pages are set with, drawn exactly as their makers drew it."""

from functools import cache
from io import BytesIO
from pathlib import Path
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, printable

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from sitegen import fonts
from sitegen.cutting import cut

ROOT = Path(__file__).parents[2]
ASCII = frozenset(printable) - frozenset("\t\n\r\x0b\x0c")
ROMAN, ITALIC, SANS, MONO = fonts.PLANS


@cache
def faces() -> dict[str, fonts.Face]:
    return {face.file_name: face for face in fonts.faces(ROOT)}


def made(plan: fonts.Plan) -> TTFont:
    return read(faces()[plan.file_name].data)


def original(plan: fonts.Plan) -> TTFont:
    path, _ = plan.source(ROOT)
    return read(path.read_bytes())


@cache
def read(data: bytes) -> TTFont:
    return TTFont(BytesIO(data))


def outline(font: TTFont, glyph: str, location: dict[str, float]) -> tuple[list[tuple[float, float]], float]:
    """The points of a glyph at a place on the axes, one after the other, and its advance width."""
    glyphs = font.getGlyphSet(location=location)
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(pen)
    return [point for _, points in pen.value for point in points if point is not None], glyphs[glyph].width


def changes(font: TTFont, tag: str) -> dict[str, str]:
    """Which glyphs a feature changes into which, as far as it changes one for one."""
    table = font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == tag
        for index in record.Feature.LookupListIndex
    }
    subtables = [
        getattr(each, "ExtSubTable", each) for index in lookups for each in table.LookupList.Lookup[index].SubTable
    ]
    return {glyph: other for each in subtables if each.LookupType == 1 for glyph, other in each.mapping.items()}


def drawn(font: TTFont, text: str) -> list[str]:
    characters = font.getBestCmap()
    return [characters[ord(character)] for character in text]


def test_four_faces_weigh_at_most_120_kb_together() -> None:
    sizes = [len(face.data) for face in faces().values()]
    assert len(sizes) == 4
    assert sum(sizes) <= 120_000


def test_each_is_woff2_with_the_weights_that_the_style_sheet_will_claim() -> None:
    found = {}
    for plan in fonts.PLANS:
        face, font = faces()[plan.file_name], made(plan)
        assert face.data[:4] == b"wOF2"
        axes = {axis.axisTag: (axis.minValue, axis.maxValue) for axis in font["fvar"].axes}
        assert axes.get("wght", (400, 400)) == face.weight_range
        found[face.family, face.style] = face.weight_range
    assert found == {
        ("Jonnify Serif", "normal"): (400, 600),
        ("Jonnify Serif", "italic"): (400, 400),
        ("Inter", "normal"): (400, 600),
        ("JetBrains Mono", "normal"): (400, 700),
    }


@pytest.mark.parametrize("plan", [ROMAN, ITALIC], ids=["roman", "italic"])
def test_the_serif_keeps_its_optical_sizes_from_captions_to_titles(plan: fonts.Plan) -> None:
    [size] = [axis for axis in made(plan)["fvar"].axes if axis.axisTag == "opsz"]
    assert (size.minValue, size.maxValue) == (14, 60)
    [glyph] = drawn(made(plan), "n")
    widths = [outline(made(plan), glyph, {"opsz": size})[1] for size in (14, 20, 60)]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[2] * 1.1, "a caption's letters are wider than a title's"


@pytest.mark.parametrize(
    ("plan", "location"),
    [
        (ROMAN, {"wght": 400, "opsz": 15}),
        (ROMAN, {"wght": 400, "opsz": 19}),
        (ROMAN, {"wght": 400, "opsz": 60}),
        (ROMAN, {"wght": 600, "opsz": 20}),
        (ITALIC, {"wght": 400, "opsz": 15}),
        (ITALIC, {"wght": 400, "opsz": 60}),
        (SANS, {"wght": 400}),
        (SANS, {"wght": 600}),
        (MONO, {"wght": 500}),
        (MONO, {"wght": 700}),
    ],
    ids=lambda value: value.file_name if isinstance(value, fonts.Plan) else " ".join(map(str, value.values())),
)
def test_letters_and_figures_are_the_makers_own(plan: fonts.Plan, location: dict[str, float]) -> None:
    ours, theirs = made(plan), original(plan)
    text = ascii_letters + digits.replace("0", "") + "{}:&"
    for character, our_glyph, their_glyph in zip(text, drawn(ours, text), drawn(theirs, text), strict=True):
        there = {axis.axisTag: location[axis.axisTag] for axis in ours["fvar"].axes}
        points, width = outline(ours, our_glyph, there)
        their_points, their_width = outline(theirs, their_glyph, location)
        units = ours["head"].unitsPerEm / 1000
        assert width == pytest.approx(their_width, abs=1.5 * units), character
        assert len(points) == len(their_points), character
        for (x, y), (their_x, their_y) in zip(points, their_points, strict=True):
            assert (x, y) == pytest.approx((their_x, their_y), abs=2.5 * units), character


def test_the_mono_zero_is_slashed_without_being_asked_to() -> None:
    slashed = changes(original(MONO), "zero")
    [plain] = drawn(original(MONO), "0")
    [ours] = drawn(made(MONO), "0")
    assert outline(made(MONO), ours, {}) == outline(original(MONO), slashed[plain], {})
    assert outline(made(MONO), ours, {}) != outline(original(MONO), plain, {})


def test_the_mono_has_one_width_and_no_ligatures() -> None:
    font = made(MONO)
    assert {font["hmtx"][glyph][0] for glyph in drawn(font, "".join(sorted(ASCII)))} == {600}
    assert "GSUB" not in font, "-> stays the two characters it is"


@pytest.mark.parametrize("plan", fonts.PLANS, ids=lambda plan: plan.file_name)
def test_every_printable_ascii_character_is_in_every_face(plan: fonts.Plan) -> None:
    assert {ord(character) for character in ASCII} <= made(plan).getBestCmap().keys()


def test_the_mono_has_what_readers_of_these_pages_type() -> None:
    assert set(map(ord, "…→×−éüßпочтаЁ")) <= made(MONO).getBestCmap().keys()


def test_small_caps_are_real_and_for_letters_and_figures() -> None:
    font = made(ROMAN)
    assert set(drawn(font, ascii_lowercase + digits)) <= changes(font, "smcp").keys()
    assert set(drawn(font, ascii_uppercase)) <= changes(font, "c2sc").keys()
    assert drawn(font, "(")[0] not in changes(font, "c2sc")


@pytest.mark.parametrize("plan", [ROMAN, ITALIC], ids=["roman", "italic"])
def test_old_style_figures_go_below_the_line(plan: fonts.Plan) -> None:
    font = made(plan)
    [nine] = drawn(font, "9")
    old_style = changes(font, "onum")
    assert set(drawn(font, digits)) <= old_style.keys()
    points, _ = outline(font, changes(font, "pnum")[old_style[nine]], {})
    assert min(y for _, y in points) < -100
    assert min(y for _, y in outline(font, nine, {})[0]) > -50


def test_a_cut_font_bears_no_reserved_name_and_keeps_its_notices() -> None:
    for plan in (ROMAN, ITALIC):
        names = {record.nameID: str(record) for record in made(plan)["name"].names}
        assert not any("Source" in names[number] for number in (1, 4))
        assert "Adobe" in names[0]
        assert "SIL Open Font License" in names[13]
    for face in faces().values():
        assert face.work.licence == "OFL-1.1"
        assert "SIL OPEN FONT LICENSE" in face.work.licence_text.upper()
        assert face.work.copyright.split(maxsplit=1)[1] in face.work.licence_text


@pytest.mark.parametrize("plan", [ROMAN, MONO], ids=["roman", "mono"])
def test_cutting_again_gives_the_same_bytes(plan: fonts.Plan) -> None:
    path, _ = plan.source(ROOT)
    assert cut(path.read_bytes(), plan.cut, plan.characters) == faces()[plan.file_name].data


def test_a_text_brings_its_characters() -> None:
    path, _ = SANS.source(ROOT)
    kept = read(cut(path.read_bytes(), SANS.cut, frozenset(map(ord, "aø💀")))).getBestCmap().keys()
    assert {ord("a"), ord("ø")} <= kept
    assert ord("💀") not in kept, "what a font lacks is left to the reader's system"


def test_the_pages_use_no_character_that_was_cut_away() -> None:
    texts = [
        path.read_text(encoding="utf-8") for folder in ("content", "templates") for path in (ROOT / folder).rglob("*.*")
    ]
    used = {ord(character) for text in texts for character in text if character.isprintable()}
    kept = made(ROMAN).getBestCmap().keys() | made(MONO).getBestCmap().keys()
    lost = used & original(ROMAN).getBestCmap().keys() - kept
    assert not lost, f"add to sitegen.fonts.TEXT: {''.join(map(chr, sorted(lost)))}"
