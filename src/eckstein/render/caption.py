"""What a picture shows, in words: its title, and a description for screen readers."""
from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ..board import BLACK, COLOURS
from ..record import move_number

SIDES = {"white": "White", "black": "Black"}
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
View = Mapping[str, Any]


class Caption(NamedTuple):
    """Both texts; with squares and numbers, as in a printed diagram."""

    title: str
    description: str

    @classmethod
    def of(cls, view: View, move: View | None, marks: Sequence[str], arrows: Sequence[str],
           last: bool) -> Caption:
        """The caption of a position.

        Args:
            view: what `eckstein.board.view.view` tells.
            move: the move that is shown as a plan, or None.
            marks, arrows: names of squares, and pairs of them with a hyphen.
            last: whether the last move is marked.
        """
        told = [*_pieces(view), *_hands(view), *_area(view), *_threats(view)]
        if move:
            told += list(_plan(view, move))
        if marks:
            told.append(f"Marked: {', '.join(marks)}.")
        if arrows:
            told.append(f"Arrows: {', '.join(arrows)}.")
        return cls(_title(view, last), " ".join(told))

    def attributes(self) -> str:
        """What the element of the picture says of itself."""
        return f' role="img" aria-labelledby="{self._name("title")} {self._name("desc")}"'

    def elements(self) -> str:
        """Both texts as elements; their names differ from those of other pictures on a page."""
        return (f'<title id="{self._name("title")}">{escape(self.title)}</title>\n'
                f'<desc id="{self._name("desc")}">{escape(self.description)}</desc>\n')

    def _name(self, part: str) -> str:
        mark = zlib.crc32("\n".join(self).encode())
        return f"{part}-{mark:08x}"


def _title(view: View, last: bool) -> str:
    if end := view["outcome"]:
        score = f" {end['score'][0]} to {end['score'][1]}" if end["score"] else ""
        state = f"{SIDES[end['winner']]} wins{score}" if end["winner"] else f"a draw{score}"
        state += f" ({end['reason']})"
    else:
        state = f"{SIDES[view['turn']]} to move"
    if view["last"] and last:
        first = COLOURS[(view["turn"] == BLACK) ^ view["ply"] % 2]
        number = move_number(first, view["ply"] - 1)
        state += f" after {number} {view['last']['notation']}"
    return f"{view['title']}, {state}"


def _pieces(view: View) -> Iterator[str]:
    for colour, side in SIDES.items():
        found = [f"{name} {_lying(piece)}" for name, piece in sorted(
            view["pieces"].items(), key=lambda item: (int(item[0][1:]), item[0]))
            if piece["colour"] == colour]
        yield f"{side}: {', '.join(found) or 'nothing'}."


def _lying(piece: View) -> str:
    if piece["kind"] == "die":
        return str(piece["faces"]["top"])
    return "king" if piece["kind"] == "king" else NAMES.get(piece["letter"].upper(), "piece")


def _hands(view: View) -> Iterator[str]:
    for colour, letters in (view["reserves"] or {}).items():
        names = ", ".join(NAMES.get(letter.upper(), letter) for letter in letters)
        yield f"In {SIDES[colour]}'s hand: {names or 'nothing'}."


def _area(view: View) -> Iterator[str]:
    if area := view["area"]:
        borders = ", ".join(area["borders"]) or "none"
        yield (f"The area is {area['columns']} by {area['rows']} squares from {area['first']}; "
               f"borders: {borders}.")


def _threats(view: View) -> Iterator[str]:
    if view["threats"]:
        attackers = ", ".join(way[0] for way in view["threats"])
        yield f"{SIDES[view['turn']]}'s king is attacked from {attackers}."


def _plan(view: View, move: View) -> Iterator[str]:
    ends = [step for step in move["steps"] if step["faces"]]
    shows = f", which brings {ends[-1]['faces']['top']} up" if ends else ""
    yield f"{SIDES[view['turn']]} plans {move['notation']}{shows}."
    for fight in move["battles"]:
        result = f"{fight['loser']} falls" if fight["loser"] else "nothing falls"
        yield (f"Battle of {fight['attacker']} with {fight['defender']}, {fight['attack']} "
               f"against {fight['defence']}: {result}.")
