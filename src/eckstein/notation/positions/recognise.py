"""Which game a position text is of."""
import re

from ...base.sentence import Sentence, joined
from ...contract import Game
from ...games import names
from ...kernel.specialise import specialise
from ..chess import CHESS, is_chess
from ..errors import NotationError

_AREA = re.compile(r"[A-Za-z0-9/]+\s+[wb](?:\s|$)")
_DICE = re.compile(r"[A-Za-z](?:[A-XZ][A-I][1-9])*", re.IGNORECASE | re.ASCII)


def game_of_position(text: str) -> str:
    """The game that a position text is of, recognised by its first letter or by its shape.

    Args:
        text: a position text, which may have mistakes further on.

    Raises:
        NotationError: if it is of no game that there is.
    """
    if is_chess(text):
        raise NotationError(CHESS, text)
    written = text.strip()
    dice = _DICE.fullmatch("".join(written.split()))
    if _AREA.match(written) and not dice:
        found = [name for name in names() if _rules(name).POSITION_TEXT == "area"]
    else:
        found = [name for name in names() if _rules(name).POSITION_TEXT == "dice"
                 and written[:1] in (_rules(name).LETTER, _rules(name).LETTER.lower())]
    if not found:
        known = joined([Sentence("{letter} for {game}", letter=_rules(name).LETTER, game=name)
                        for name in names() if _rules(name).POSITION_TEXT == "dice"], ", ")
        raise NotationError(Sentence("this is not a position of a known game; a position begins "
                                     "with a letter ({known}), or is rows and w or b to move, "
                                     "such as k/K w", known=known),
                            text)
    return found[0]


def _rules(name: str) -> Game:
    rules: Game = specialise(f"games.{name}", name, compiled=False)
    return rules
