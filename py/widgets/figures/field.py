"""A text field with its presets: buttons that fill it in."""

from collections.abc import Iterable
from dataclasses import dataclass

from widgets.seam.html import Element, Node, button, div, fieldset, input, legend, span  # noqa: A004 - HTML's name


@dataclass(frozen=True, slots=True)
class Preset:
    """A choice: the text it fills in, and what the button says; `spoken` where that is no text of a key but words."""

    value: str
    label: Node
    spoken: bool = False


def ending(branded: str, spoken: str = "") -> Preset:
    """Return a preset for an id that differs from its neighbours in its last five digits: the rest is said, not shown."""
    return Preset(
        branded, [span(".vh")[branded[:-5]], span(aria_hidden="true")["…"], branded[-5:], span(".vh")[spoken]]
    )


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
        div(".row")[[chip(name, preset, pressed=preset.value == value) for preset in presets], more],
    ]


def chip(name: str, preset: Preset, *, pressed: bool) -> Element:
    """Return the button that fills `preset` into the field `name`."""
    return button(
        ".chip.say" if preset.spoken else ".chip",
        type="button",
        name=name,
        value=preset.value,
        aria_pressed="true" if pressed else "false",
    )[preset.label]
