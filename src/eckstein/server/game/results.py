"""The result of a rated game, as one row that is never changed; all ratings follow from such rows.

A player is named by a pseudonym, a random number that an account has for as long as it exists and
that no client is told.  A level is named by its identity, and an unknown player not at all.
"""
from __future__ import annotations

from typing import Literal, NamedTuple

from .glicko import Rating
from .rulings import ABORTED, ADJUDICATED, FORFEIT, LEFT

UNKNOWN = ""                # an opponent that only has a strength
How = Literal["played", "resigned", "time", "agreed", "deserted", "adjudicated", "aborted"]
# How games end, by the reasons of their last events; for other reasons, they were played.  A game
# that a player has left would have ended by that player's clock.
_HOW: dict[str, How] = {"resignation": "resigned", "time": "time", "agreement": "agreed",
                        LEFT: "time", ADJUDICATED: "adjudicated", FORFEIT: "adjudicated",
                        ABORTED: "aborted"}


class Side(NamedTuple):
    """One side of a result.

    Attributes:
        who: the pseudonym of an account, the identity of a level, or `UNKNOWN`.
        before: the strength that was shown when the game ended; that of a level is the one it had
            when the game began.
        moves: how many moves were made.
        after: the rating after the game where it is a fact, in results of version 0.
    """

    who: str
    before: Rating
    moves: int = 0
    after: Rating | None = None


class Row(NamedTuple):
    """A result.

    Attributes:
        seq: its number in the order in which results were written.
        game: the id of the game.
        rules, speed: of which game; each has ratings of its own.
        white, black: the two sides.
        winner: a colour, "drawn", or "none" if the game was aborted.
        how: in which way the game ended.  A side has deserted if its account was deleted before.
        began, at: when it began and ended, in milliseconds since 1970.
        version: of the rules of rating (`rating_rules`) by which it counts.
        mixed: whether a bot has played a person or a level.
        ruler: the pseudonym of the organiser that has adjudicated it; empty if it has none.
    """

    seq: int
    game: str
    rules: str
    speed: str
    white: Side
    black: Side
    winner: str
    how: How
    began: int
    at: int
    version: int
    mixed: bool = False
    ruler: str = ""

    def score(self, colour: str) -> float:
        """What a colour has scored in a game that was not aborted."""
        return 0.5 if self.winner == "drawn" else float(self.winner == colour)


def how_of(reason: str) -> How:
    """In which way a game has ended, given the reason."""
    return _HOW.get(reason, "played")
