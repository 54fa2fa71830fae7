"""A web font is cut from a package's variable font: the characters, features and axes that the pages use, no more."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import hvar, instancer

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Name table entries that a cut keeps from its source: copyright, version, licence, and the licence's address.
KEPT_NAMES = (0, 5, 13, 14)
#: Tables of no use to a browser, or that would describe more than is left.
LEFT_OUT = ("DSIG", "STAT", "MVAR", "BASE", "meta")


@dataclass(frozen=True, slots=True)
class Cut:
    """What is kept of a font."""

    family: str
    """The name inside the file. Not the source's where its licence reserves that name for the unmodified font."""
    axes: Mapping[str, float | tuple[float, float]]
    """By axis tag: the value it is fixed at, or the range it still moves in (user units of the axis)."""
    features: tuple[str, ...]
    """OpenType features that stay."""
    only: Mapping[str, str]
    """By feature tag: the characters it may change; a feature that isn't named changes all it can."""
    slashed_zero: bool = False
    """Whether U+0030 is drawn with the glyph of the feature `zero`, so that no style has to ask for it."""


def cut(source: bytes, plan: Cut, characters: frozenset[int]) -> bytes:
    """The woff2 file of `source` (TrueType with axes) cut by `plan`: the same bytes for the same input.

    Code points that the source lacks are passed over: the browser takes them from the next family.
    """
    font = TTFont(BytesIO(source), recalcTimestamp=False)
    if plan.slashed_zero:
        _draw_zero_slashed(font)
    for tag, text in plan.only.items():
        _restrict(font, tag, text)
    _keep(font, plan.features, characters)
    if plan.features:
        _fix_kerning(font)
    else:
        for table in ("GSUB", "GPOS", "GDEF"):
            if table in font:
                del font[table]
    instancer.instantiateVariableFont(font, dict(plan.axes), inplace=True)
    _forget_corners(font)
    _rename(font, plan.family)
    for table in LEFT_OUT:
        if table in font:
            del font[table]
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _draw_zero_slashed(font: TTFont) -> None:
    plain = font.getBestCmap()[ord("0")]
    [slashed] = {mapping[plain] for mapping in _substitutions(font, "zero") if plain in mapping}
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord("0")] = slashed


def _restrict(font: TTFont, tag: str, text: str) -> None:
    drawn = font.getBestCmap()
    wanted = {drawn[ord(character)] for character in text}
    for mapping in _substitutions(font, tag):
        for glyph in mapping.keys() - wanted:
            del mapping[glyph]


def _substitutions(font: TTFont, tag: str) -> list[dict[str, str]]:
    """The glyph-for-glyph tables behind a feature, to read or to change."""
    table = font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == tag
        for index in record.Feature.LookupListIndex
    }
    inner = (
        getattr(each, "ExtSubTable", each) for index in lookups for each in table.LookupList.Lookup[index].SubTable
    )
    return [each.mapping for each in inner if each.LookupType == 1]


def _keep(font: TTFont, features: tuple[str, ...], characters: frozenset[int]) -> None:
    options = subset.Options(
        layout_features=list(features),
        hinting=False,
        glyph_names=False,
        name_IDs=list(KEPT_NAMES),
        name_languages=[0x409],
        notdef_outline=False,
        recalc_timestamp=False,
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=sorted(characters))
    subsetter.subset(font)


def _fix_kerning(font: TTFont) -> None:
    """Kern every weight and size as the text cut is kerned: kerning that changes is a quarter of the file."""
    copy = BytesIO()
    font.save(copy)
    still = TTFont(copy)
    for outlines in ("gvar", "HVAR"):
        if outlines in still:
            del still[outlines]
    defaults = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    instancer.instantiateVariableFont(still, defaults, inplace=True)
    for table in ("GPOS", "GDEF"):
        if table in still:
            font[table] = still[table]


def _forget_corners(font: TTFont) -> None:
    """Drop what is added where two axes are both off their defaults: a bolder display cut, which no page sets.

    Weight and optical size then add up, each as it was drawn; advance widths are taken anew from the outlines.
    """
    if "gvar" not in font or len(font["fvar"].axes) == 1:
        return
    variations = font["gvar"].variations
    for glyph, tuples in variations.items():
        variations[glyph] = [each for each in tuples if sum(peak != 0 for _, peak, _ in each.axes.values()) == 1]
    hvar.add_HVAR(font)


def _rename(font: TTFont, family: str) -> None:
    names = font["name"]
    subfamily = "Italic" if font["post"].italicAngle else "Regular"
    names.names = [record for record in names.names if record.nameID in KEPT_NAMES]
    for number, text in ((1, family), (2, subfamily), (4, f"{family} {subfamily}")):
        names.setName(text, number, 3, 1, 0x409)
    if "fvar" in font:
        font["fvar"].instances = []
        for axis in font["fvar"].axes:
            axis.axisNameID = names.addMultilingualName({"en": axis.axisTag}, ttFont=font, mac=False)
