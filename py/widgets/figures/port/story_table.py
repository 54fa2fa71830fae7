"""Stories as a table of calls and answers, for a reader without scripts."""

from collections.abc import Iterable

from widgets.figures.port.commands import Story
from widgets.figures.port.log import answer, short
from widgets.figures.port.observed import Entry, Play
from widgets.figures.port.told import seconds, told
from widgets.seam.html import Element, caption, code, table, tbody, td, th, thead, tr

_COLUMNS = ("at", "by", "call", "answer", "what was compared, and what was done")


def table_of(stories: Iterable[tuple[Story, Play]]) -> Element:
    """Return every call of each story, with its answer and the reason for it."""
    return table(".data.stories")[
        caption["What the figure plays, call by call, worked out beforehand."],
        thead[tr[[th(scope="col")[column] for column in _COLUMNS]]],
        [_story(story, play) for story, play in stories],
    ]


def _story(story: Story, play: Play) -> Element:
    entries = [entry for entry in play.log if isinstance(entry, Entry)]
    return tbody[
        tr[th(colspan=str(len(_COLUMNS)), scope="rowgroup")[f"Story: {story.title}"]],
        [
            tr[
                td[seconds(entry.now)],
                td[entry.by],
                td[code[short(entry)]],
                td[code(class_="bad" if entry.is_refused else None)[answer(entry)]],
                td[told(entry)],
            ]
            for entry in entries
        ],
    ]
