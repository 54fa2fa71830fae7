"""The README's blocks of figures, which commands write: what stands between two comments, and nothing else."""

from dataclasses import dataclass


class NoBlockError(Exception):
    """The README has no place for the figures, or more than one; the message says what is wanted."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where figures go: between the comments `begin` and `end`."""

    begin: str
    end: str

    def replaced(self, text: str, block: str) -> str:
        """The `text` with `block` between its two comments.

        Raises:
            NoBlockError: where it doesn't have each of them once, in this order.

        """
        before, begin, rest = text.partition(self.begin)
        _, end, after = rest.partition(self.end)
        if not (begin and end) or self.begin in rest or self.end in before + after:
            sentence = (
                f"README.md must have `{self.begin}` and after it `{self.end}`, each once: the figures go between them."
            )
            raise NoBlockError(sentence)
        return f"{before}{begin}\n\n{block.strip()}\n\n{end}{after}"


QUEUES = Place("<!-- written by `python3 build.py bench queues --readme` -->", "<!-- until here -->")
PAGE = Place("<!-- written by `python3 build.py bench --readme` -->", "<!-- until here, by `bench` -->")
