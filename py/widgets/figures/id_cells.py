"""A text in the fourteen places of an id: what stands in each, which are wrong, and which are left empty."""

from echomq import base62, branded_id
from widgets.figures.brackets import Part, bracket
from widgets.figures.remembered import remembered
from widgets.figures.spelling import in_cell
from widgets.seam.html import Element, Node, b, div, i, span

# So many places beyond the fourteenth are drawn; the last of them counts what is left.
_SURPLUS = 6


@remembered
def cells(text: str) -> Element:
    """Return the places of `text`, a text that is no id, under the brackets of the parts they belong to."""
    faults = branded_id.faults(text)
    wrong = {fault.index for fault in faults.characters}
    places = [_cell(text[at] if at < len(text) else None, wrong=at in wrong) for at in range(branded_id.WIDTH)]
    missing = min(faults.missing, base62.WIDTH)
    digits = f"{missing} missing" if missing else "0-9, A-Z or a-z"
    return div(".places" + (".over" if faults.surplus else ""), role="img", aria_label=_heard(faults, wrong))[
        _part(Part.NAMESPACE, places[: branded_id.NAMESPACE_WIDTH], "namespace", "3 letters, A-Z"),
        _part(
            Part.SNOWFLAKE, places[branded_id.NAMESPACE_WIDTH :], ["snowflake", span(".more")[", 11 digits"]], digits
        ),
        faults.surplus > 0 and _surplus(text, faults.surplus),
    ]


def _part(part: Part, places: list[Element], label: Node, use: str) -> Element:
    return span(f".part.{part}")[
        span(".squares")[places], span(".under")[bracket(part, len(places)), b(".sc")[label], i[use]]
    ]


def _surplus(text: str, count: int) -> Element:
    beyond = text[branded_id.WIDTH : branded_id.WIDTH + _SURPLUS]
    places = [_cell(character, wrong=True) for character in beyond]
    if count > _SURPLUS:
        places[-1] = span(".square.x")[span(".unseen")[f"+{count - _SURPLUS + 1:,}"]]
    return span(".part.bad")[
        span(".squares")[places], span(".under")[b(".sc")["too many"], i[f"{count:,} past the 14th"]]
    ]


def _cell(character: str | None, *, wrong: bool) -> Element:
    if character is None:
        return span(".square.empty")
    return span(".square.x" if wrong else ".square")[in_cell(character)]


def _heard(faults: branded_id.Faults, wrong: set[int]) -> str:
    at_fault = ", ".join(str(at + 1) for at in sorted(wrong))
    return (
        f"The id in its 14 places: it has {faults.length:,} characters; at fault: {at_fault or 'none of the first 14'}."
    )
