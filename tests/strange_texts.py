"""Texts that a reader may type or paste, and what must hold of any view of them: whole, bounded and harmless."""

from hypothesis import strategies as st

FIELD = 64 * 1024
"""Bytes a field takes."""

# Every code point, halves of surrogate pairs included, and often those that keys, HTML and F# take to be special.
any_text = st.text(
    st.one_of(
        st.sampled_from("{}\0\r\n\"'<>&\\\u202e\u200d\ufeff\ud800\U0001f480 é"), st.characters(exclude_categories=())
    ),
    max_size=80,
)

HOSTILE = {
    "markup": "<script>alert(1)</script>",
    "attribute": '" onmouseover="alert(1)" x=\'',
    "comment": "<!-- --><?php ?>",
    "end of a field": "</textarea><b>x</b>",
    "right to left": "\u202eדואר\u2066",
    "emoji": "👩‍👩‍👧",
    "zalgo": "e" + "\u0301" * 500,
    "wide": "\ufdfd" * 50,
    "half a pair": "\ud83d",
    "halves of pairs": "\udc00\ud800" * 30,
    "controls": "".join(map(chr, range(0x20))) + "\x7f\x80\x9f",
    "last code point": "\U0010ffff",
    "braces": "}{" * 40,
}
LARGE = {
    "letters": "a" * FIELD,
    "two bytes each": "é" * (FIELD // 2),
    "unseen": "\u202e" * (FIELD // 3),
    "pictures": "💀" * (FIELD // 4),
    "braces": "}{" * (FIELD // 2),
    "alternating": "}a" * (FIELD // 2),
    "NUL": "\0" * FIELD,
    "halves of pairs": "\ud800" * (FIELD // 3),
    "markup": "<" * FIELD,
}


def assert_harmless(html: str, tags: list[tuple[str, dict[str, str | None]]]) -> None:
    """Nothing in `html`, whose elements are `tags`, runs, loads, leads away or is styled in place."""
    names = {tag for tag, _ in tags}
    assert not names & {"script", "img", "style", "iframe", "a", "form"}
    for _, attributes in tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "id", "href", "src")]
    assert "<script" not in html.lower()
