"""Free text in chat: one short line, of which all can be seen.

As in names, letters that are invisible or that turn others are removed; a line may have letters of
any script, but no heap of marks on one of them.
"""
from ....base.sentence import Sentence
from ...game.names import tidy
from ...game.rulings import RefusedError

LETTERS = 200


def cleaned(text: str) -> str:
    """A line as it is stored and shown.

    Raises:
        RefusedError: if nothing is left of it, or too much.
    """
    line = tidy(text)
    if not line:
        raise RefusedError("bad", "there is nothing to be said")
    if len(line) > LETTERS:
        raise RefusedError("bad", Sentence("a line has at most {most} letters", most=LETTERS))
    return line

