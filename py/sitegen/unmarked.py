"""Words that stand where nothing can be marked, as a title in the window's bar does: values filled in, code without ticks."""

from sitegen import inline, values
from sitegen.inline import Code, Piece, Target, Value
from sitegen.problems import Problem
from sitegen.source import Source


def text(source: Source, problems: list[Problem]) -> str:
    """The words as they are shown; a value that there is none of is a problem and a gap. Nothing is proved here."""
    taken = inline.take_apart(source, [])
    shown = [_shown(piece, problems) for piece in taken.pieces]
    return inline.TOKEN.sub(lambda token: shown[int(token[1])], taken.text)


def _shown(piece: Piece, problems: list[Problem]) -> str:
    match piece:
        case Code(text=text):
            return text
        case Target(address=address):
            return address
        case Value(place, expression):
            try:
                asked = values.asked(expression)
                return asked.says or values.evaluate(asked.question)
            except values.UnknownValueError as error:
                problems.append(Problem.at(place, str(error)))
                return ""
