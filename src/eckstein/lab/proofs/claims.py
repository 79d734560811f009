"""Claims about a position, in plain words."""
import re
from typing import NamedTuple

from ...base.errors import EcksteinError
from ...base.sentence import Sentence

FOREVER = float("inf")
MOST_PLIES = 9999
NAMES = "white", "black"
_CLAIM = re.compile("(no win for )?(white|black)( wins| never wins)?"
                    "(?: within ([1-9][0-9]{0,3}))?")


class ClaimError(EcksteinError, ValueError):
    """Words that make no claim."""


class Claim(NamedTuple):
    """That a player wins by force, or does not.

    Attributes:
        attacker: 0 White, 1 Black.
        wins: whether he wins.
        within: in how many plies that is so, or FOREVER.
    """

    attacker: int
    wins: bool
    within: float

    def __str__(self) -> str:
        name = NAMES[self.attacker]
        if self.within == FOREVER:
            return f"{name} wins" if self.wins else f"{name} never wins"
        return f"{name} wins within {self.within}" if self.wins else (
            f"no win for {name} within {self.within}")


def read_claim(text: str) -> Claim:
    """The claim that words make.

    Raises:
        ClaimError: if they make none.
    """
    words = " ".join(text.lower().split()).removesuffix(" plies")
    if found := _CLAIM.fullmatch(words):
        claim = Claim(NAMES.index(found[2]), found[3] == " wins",
                      int(found[4]) if found[4] else FOREVER)
        if str(claim) == words:
            return claim
    raise ClaimError(Sentence("{text!r} is no claim; a claim is 'white wins', 'white wins "
                              "within 15', 'no win for white within 11' or 'white never wins', "
                              "or the same of black, with a number of plies from 1 to "
                              "{most_plies}", text=text, most_plies=MOST_PLIES))
