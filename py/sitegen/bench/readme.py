"""The README's block of figures, which a command writes: what stands between two comments, and nothing else."""

BEGIN = "<!-- written by `python3 build.py bench queues --readme` -->"
END = "<!-- until here -->"


class NoBlockError(Exception):
    """The README has no place for the figures, or more than one; the message says what is wanted."""


def replaced(text: str, block: str) -> str:
    """The `text` with `block` between its two comments.

    Raises:
        NoBlockError: where it doesn't have each of them once, in this order.

    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in rest or END in before + after:
        sentence = f"README.md must have `{BEGIN}` and after it `{END}`, each once: the figures go between them."
        raise NoBlockError(sentence)
    return f"{before}{begin}\n\n{block.strip()}\n\n{end}{after}"
