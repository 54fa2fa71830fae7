"""An id or a key that a sentence names is a claim as well: that it can be taken apart, and put together again the same."""

import json

from echomq import branded_id
from sitegen import marks


def question(text: str, classes: tuple[str, ...] = ()) -> str | None:
    """The expression that a code span of this text must equal; None where it names neither an id nor a key.

    A span that wears a class is no such name: it is a part, a refusal, or plain by the author's own word.
    """
    if classes:
        return None
    if branded_id.is_valid(text):
        return f"compose({_quoted(text[:3])}, decode({_quoted(text)})[1])"
    key = marks.KEY.match(text)
    if key is None or "<" in text:
        return None
    queue = key["tag"][1:-1]
    if key["id"] is None:
        return f"queue_key({_quoted(queue)}, {_quoted(key['type'])})"
    if branded_id.is_valid(key["id"]) and key["type"] == "job":
        return f"job_key({_quoted(queue)}, {_quoted(key['id'])})"
    return None


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
