"""A game for certificates written by hand: a token walks through a drawing of places.

A capital is a place with White to move, a small letter one with Black to move.  A drawing says for
each place where one may go from there, with "!" where to go there is progress; before that, how the
game has ended there, or "?" if there is no such place.  A move is the code of the letter that it
leads to.
"""
from typing import Any, NamedTuple

from eckstein.lab.proofs.certificate import Certificate
from eckstein.lab.proofs.claims import FOREVER, read_claim

ENDS = {"1-0": 1, "0-1": 2, "draw": 3}
MOVES = 4


class Position(NamedTuple):
    """Where the token is; `spare` is 0 in the form in which positions are told."""

    side: int
    place: int
    spare: int = 0


class Walks:
    """The rules, as far as a checker asks for them."""

    Position, MAX_MOVES = Position, MOVES

    def __init__(self, drawing: dict[str, str]) -> None:
        self._drawing = drawing

    def _ways(self, p: Any) -> list[str]:
        words = self._drawing[chr(p.place)].split()
        return [word for word in words if word != "?" and word not in ENDS]

    def problems(self, p: Any) -> list[str]:
        """That there is no such place."""
        return ["there is none"] if "?" in self._drawing[chr(p.place)] else []

    def contents(self, p: Any) -> str:
        return chr(p.place)

    def position(self, contents: str) -> Position:
        return at(contents)

    def outcome(self, p: Any) -> int:
        return ENDS.get(self._drawing[chr(p.place)].split()[0], 0)

    def generate(self, p: Any, moves: list[int], n: int) -> int:
        ways = self._ways(p)
        moves[n:n + len(ways)] = [ord(way[0]) for way in ways]
        return n + len(ways)

    def apply(self, p: Any, move: int) -> Position:
        return at(chr(move))

    def progress(self, p: Any, move: int, q: Any) -> bool:
        return f"{chr(move)}!" in self._ways(p)


def at(place: str) -> Position:
    return Position(int(place.islower()), ord(place))


def certificate(claim: str, walk: str, entries: dict[str, str], repetition: int = 0,
                no_progress: int = 0) -> Certificate:
    """A certificate in few words.

    Args:
        claim: as it is written.
        walk: the places of the history, from the first to that of the claim.
        entries: for each place where its move leads, the bound ("-" if there is none) and the
            allowance.
        repetition, no_progress: the options.
    """
    told = {}
    for place, entry in entries.items():
        move, bound, allowance = entry.split()
        told[tuple(at(place))] = (ord(move), FOREVER if bound == "-" else int(bound),
                                  int(allowance))
    return Certificate("walks", {"repetition": repetition, "no_progress": no_progress},
                       tuple(at(walk[0])), [ord(place) for place in walk[1:]], read_claim(claim),
                       told)
