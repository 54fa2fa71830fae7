"""The few small drawings of the page's frame: a circle that is full, half or open, and the place among the dives."""

from markupsafe import Markup

CIRCLES = {
    "full": '<circle cx="6" cy="6" r="5.25" fill="currentColor"/>',
    "half": '<circle cx="6" cy="6" r="5.25"/><path d="M6 .75a5.25 5.25 0 0 0 0 10.5z" fill="currentColor"/>',
    "open": '<circle cx="6" cy="6" r="5.25"/>',
}


def status(circle: str, word: str) -> Markup:
    """A circle with its word: neither stands alone."""
    drawing = Markup('<svg viewBox="0 0 12 12" aria-hidden="true">{}</svg>').format(Markup(CIRCLES[circle]))
    return drawing + Markup("{}").format(word)


def place(count: int, here: int | None) -> Markup:
    """A bar for each dive, the present one filled."""
    bars = [
        f'<path d="M{18 * at} 2h16v4h-16z" fill="currentColor"/>'
        if at + 1 == here
        else f'<path d="M{18 * at + 0.5} 2.5h15v3h-15z" fill="none" stroke="currentColor"/>'
        for at in range(count)
    ]
    return Markup('<svg viewBox="0 0 {} 8" aria-hidden="true">{}</svg>').format(18 * count - 2, Markup("".join(bars)))
