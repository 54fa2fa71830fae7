"""A text field with its presets: buttons that fill it in."""

from collections.abc import Iterable
from dataclasses import dataclass

from htpy import Element, Node, button, div, fieldset, input, legend  # noqa: A004 - htpy's names are HTML's


@dataclass(frozen=True, slots=True)
class Preset:
    """A choice: the text it fills in, and what the button says; `spoken` where that is no text of a key but words."""

    value: str
    label: Node
    spoken: bool = False


def text_field(
    name: str, label: str, spoken: str, value: str, presets: Iterable[Preset], *, refused: bool, more: Node = None
) -> Element:
    """Return the field `name` holding `value`, with a button for each preset and `more` buttons after them."""
    return fieldset[
        legend(".sc")[label],
        input(
            ".text",
            type="text",
            name=name,
            aria_label=spoken,
            value=value,
            aria_invalid="true" if refused else None,
            spellcheck="false",
            autocapitalize="off",
            autocomplete="off",
        ),
        div(".row")[[_chip(name, preset, pressed=preset.value == value) for preset in presets], more],
    ]


def _chip(name: str, preset: Preset, *, pressed: bool) -> Element:
    return button(
        ".chip.say" if preset.spoken else ".chip",
        type="button",
        name=name,
        value=preset.value,
        aria_pressed="true" if pressed else "false",
    )[preset.label]
