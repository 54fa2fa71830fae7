"""One small style sheet, every colour of which is legible in both schemes, and which asks for nothing elsewhere."""

import gzip
import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from sitegen import fonts, styles

ROOT = Path(__file__).parents[2]
URLS = {plan.file_name: f"fonts/{plan.file_name}" for plan in fonts.PLANS}


@cache
def sheet() -> str:
    return styles.stylesheet(ROOT, URLS).decode()


@cache
def colours() -> dict[str, styles.Token]:
    return {token.name: token for token in styles.tokens(styles.sources(ROOT)["tokens"])}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_as_published() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.00, abs=0.005)


PAGE_TEXT = ("--ink", "--ink-2", "--lit", "--tag", "--typ", "--ns", "--fl", "--bad")


@pytest.mark.parametrize(
    ("text", "ground"),
    [(text, ground) for ground in ("--paper", "--field") for text in PAGE_TEXT]
    + [("--tag", "--wash"), ("--ink", "--wash"), ("--fl", "--wash"), ("--bad", "--bad-wash"), ("--ink", "--bad-wash")],
)
def test_text_stands_out_from_its_ground_in_both_schemes(text: str, ground: str) -> None:
    assert contrast(colours()[text].light, colours()[ground].light) >= 4.5
    assert contrast(colours()[text].dark, colours()[ground].dark) >= 4.5


@pytest.mark.parametrize("ground", ["--paper", "--field"])
def test_the_edges_of_controls_stand_out_by_three_to_one(ground: str) -> None:
    assert contrast(colours()["--edge"].light, colours()[ground].light) >= 3
    assert contrast(colours()["--edge"].dark, colours()[ground].dark) >= 3


def test_the_dark_scheme_is_dark_and_each_colour_is_given_for_both() -> None:
    assert len(colours()) == 14
    for token in colours().values():
        assert re.fullmatch(r"#[0-9a-f]{6}", token.light)
        assert re.fullmatch(r"#[0-9a-f]{6}", token.dark)
    assert luminance(colours()["--paper"].light) > 0.9
    assert luminance(colours()["--paper"].dark) < 0.02


def test_no_colour_is_written_anywhere_but_among_the_tokens() -> None:
    pattern = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(", re.IGNORECASE)
    found = {
        (name, colour)
        for name, text in styles.sources(ROOT).items()
        for colour in pattern.findall(re.sub(r"light-dark\([^)]*\)|/\*.*?\*/", "", text, flags=re.DOTALL))
    }
    assert found == {("print", "#fff")}


def test_every_value_that_is_used_is_given_somewhere() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", sheet()))
    given = set(re.findall(r"[{;](--[\w-]+):", sheet()))
    assert used <= given


def test_browsers_without_light_dark_get_the_same_colours() -> None:
    [fallback] = re.findall(r"@supports not \(color: ?light-dark\([^)]*\)\)\{(.*?\}\}\})", sheet())
    light, by_query, by_choice = re.findall(r":root[^{]*\{([^}]*)\}", fallback)

    def declared(block: str) -> dict[str, str]:
        return dict(re.findall(r"(--[\w-]+): ?(#\w+)", block))

    assert declared(light) == {token.name: token.light for token in colours().values()}
    assert declared(by_query) == {token.name: token.dark for token in colours().values()}
    assert declared(by_choice) == declared(by_query)
    assert "@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])" in fallback
    assert "@media screen{:root[data-theme=dark]" in fallback


def test_it_asks_for_its_fonts_and_for_nothing_else() -> None:
    assert sorted(re.findall(r"url\(([^)]*)\)", sheet())) == sorted(URLS.values())
    assert "@import" not in sheet()
    assert "//" not in sheet()


def test_without_addresses_it_asks_for_nothing_at_all() -> None:
    assert b"url(" not in styles.stylesheet(ROOT, {})


def test_a_face_without_an_address_is_refused_by_name() -> None:
    with pytest.raises(styles.StyleError, match=r"mono\.woff2.*given for serif\.woff2"):
        styles.stylesheet(ROOT, {"serif.woff2": "fonts/serif.woff2"})


def test_it_weighs_at_most_16_5_kb_compressed() -> None:
    assert len(gzip.compress(sheet().encode(), 9)) <= 16_500


def test_older_browsers_meet_no_nested_rules_and_no_layers() -> None:
    assert "&" not in sheet()
    assert "@layer" not in sheet()


def test_a_length_of_16_to_64_characters_has_its_class() -> None:
    assert {int(length) for length in re.findall(r"\.n(\d+)\{--n: ?\1\}", sheet())} == set(range(16, 65))


def test_print_has_the_last_word_and_figures_the_one_before() -> None:
    order = list(styles.sources(ROOT))
    assert order[0] == "tokens"
    assert order[-1] == "print"
    assert order.index("builder") > order.index("widget")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "static" / "css").mkdir(parents=True)
    (tmp_path / "static" / "css" / "tokens.css").write_text(":root { --ink: light-dark(#000000, #ffffff); }")
    with pytest.raises(styles.StyleError, match=r"static/css lacks reset\.css, base\.css"):
        styles.stylesheet(tmp_path, URLS)


def test_what_esbuild_objects_to_is_passed_on(tmp_path: Path) -> None:
    for name, text in styles.sources(ROOT).items():
        path = tmp_path / "static" / "css" / f"{name}.css"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if name != "motion" else "p { color: }}", encoding="utf-8")
    for name in (".venv", "node_modules"):
        (tmp_path / name).symlink_to(ROOT / name)
    with pytest.raises(styles.StyleError, match="Unexpected"):
        styles.stylesheet(tmp_path, URLS)


def test_the_stand_in_for_inter_has_its_line_and_not_only_its_width() -> None:
    [face] = [face for face in fonts.faces(ROOT) if face.family == "Inter"]
    font = TTFont(BytesIO(face.data))
    size, ascent, descent = (
        float(re.findall(rf"{name}:([\d.]+)%", sheet())[0]) / 100
        for name in ("size-adjust", "ascent-override", "descent-override")
    )
    units = font["head"].unitsPerEm
    assert ascent * size == pytest.approx(font["hhea"].ascent / units, abs=0.002)
    assert descent * size == pytest.approx(-font["hhea"].descent / units, abs=0.002)
    # The advance widths of Arial's letters in units of 1/2048 em, weighed by how often English uses each.
    arial = {"e": 1139, "t": 569, "a": 1139, "o": 1139, "n": 1139, "i": 455, "s": 1024, "h": 1139, "r": 682, "d": 1139,
             "l": 455, "u": 1139, " ": 569}  # fmt: skip
    often = {"e": 12.7, "t": 9.1, "a": 8.2, "o": 7.5, "n": 6.7, "i": 7.0, "s": 6.3, "h": 6.1, "r": 6.0, "d": 4.3,
             "l": 4.0, "u": 2.8, " ": 19}  # fmt: skip
    characters = font.getBestCmap()
    ours = sum(often[letter] * font["hmtx"][characters[ord(letter)]][0] / units for letter in often)
    theirs = sum(often[letter] * arial[letter] / 2048 for letter in often)
    assert ours / theirs == pytest.approx(size, abs=0.03)
