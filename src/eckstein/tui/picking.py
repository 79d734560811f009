"""A move in the making: what is picked up, where it may go, and which of several ways is meant."""
from __future__ import annotations

from typing import Any

from ..board import Board
from ..session.sentences import sentence, side_name
from ..words import phrase
from .cells import Marks, View, arrows
from .choices import Choices, Move, end_of, final_piece


class Picking:
    """What a player has picked so far.

    Attributes:
        chosen: the square of the piece that is picked up, or its letter if it is in hand, or None.
        ways: if several ways lead to the square that was picked, all of them; else empty.
        way: which of them is looked at.
        hint: a move that was proposed, until something else is picked.
        active: whether a person here may move.

    Args:
        view: the position.
        active: as above.
    """

    def __init__(self, view: View, active: bool) -> None:
        self.view, self.active = view, active
        self.choices = Choices(view["legal"] if active else None)
        self.chosen: str | None = None
        self.ways: list[Move] = []
        self.way = 0
        self.hint: Move | None = None

    def pick(self, name: str) -> Move | None:
        """Pick a square or a piece in hand; return the move that is complete with it, if any."""
        self.hint = None
        found = self.choices.targets(self.chosen).get(name, [])
        if len(found) == 1:
            return found[0]
        self.ways, self.way = found, 0
        if not found:
            again = name == self.chosen
            self.chosen = name if name in self.choices.origins() and not again else None
        return None

    def complaint(self, board: Board, origin: str | None, name: str) -> str:
        """Why a square cannot be picked, or the piece from `origin` cannot go there.

        Args:
            board: the board of the view.
            origin: what was picked up, or None.
            name: the square, or the piece in hand.
        """
        if origin:
            try:
                board.parse(f"{origin}@{name}" if len(origin) == 1 else f"{origin}{name}")
            except ValueError as error:
                return sentence(error)
        piece = self.view["pieces"].get(name)
        if piece and piece["colour"] != board.turn:
            return phrase("{square} is {owner}'s; {turn} is to move.", square=name,
                          owner=side_name(piece["colour"]), turn=side_name(board.turn))
        return phrase("The piece on {square} has no legal move.", square=name) if piece else (
            phrase("{square} is empty.", square=name))

    def in_hand(self) -> list[str]:
        """The letters of pieces in hand that can be placed, in the order of the reserve."""
        able, reserves = self.choices.origins(), self.view["reserves"]
        colour = self.view["turn"]
        letters = reserves[colour] if reserves else ""
        own = letters if colour == "white" else letters.lower()
        return [letter for letter in own if letter in able]

    def cancel(self) -> None:
        """Back by a step: from the ways to the piece, and from the piece to nothing."""
        if not self.ways:
            self.chosen = None
        self.ways, self.hint = [], None

    def next(self, cursor: str, step: int) -> str | None:
        """The piece, or the target of the piece that is picked up, that follows after the cursor.

        Args:
            cursor: where the cursor is.
            step: 1 for the next one, -1 for the one before.
        """
        if self.chosen:
            names = sorted(self.choices.targets(self.chosen),
                           key=lambda name: (name[1:].zfill(2), name))
        else:
            names = [name for name in self.choices.origins() if len(name) > 1]
        if not names:
            return None
        if cursor not in names:
            return names[0 if step > 0 else -1]
        return names[(names.index(cursor) + step) % len(names)]

    def looked_at(self, cursor: str) -> Move | None:
        """The one move that is being considered, if it is clear which."""
        if self.hint:
            return self.hint
        if self.ways:
            return self.ways[self.way]
        found = self.choices.targets(self.chosen).get(cursor, [])
        return found[0] if len(found) == 1 else None

    def doubt(self, cursor: str) -> list[Move]:
        """The ways to the square under the cursor, if there are several."""
        found = self.choices.targets(self.chosen).get(cursor, [])
        return found if len(found) > 1 else []

    def marks(self, cursor: str, flipped: bool) -> Marks:
        """What is to be pointed out on the board."""
        view, last = self.view, self.view["last"]
        marks = Marks(chosen=self.chosen, targets=self.choices.labels(self.chosen),
                      last=arrows(view, last, flipped) if last else {},
                      threats=frozenset(name for way in view["threats"] for name in way))
        if move := self.looked_at(cursor):
            marks.way = arrows(view, move, flipped)
            marks.ghost = end_of(move), final_piece(move, view["turn"])
        return marks

    def piece(self, cursor: str) -> tuple[dict[str, Any] | None, str]:
        """The piece that is picked up, or lies under the cursor, and its square."""
        name = self.chosen or cursor
        return self.view["pieces"].get(name), name

    def ghost(self, cursor: str) -> tuple[dict[str, Any] | None, str]:
        """How that piece will lie after the move that is considered, and where."""
        move = self.looked_at(cursor)
        if not move or self.hint:
            return None, ""
        return final_piece(move, self.view["turn"]), end_of(move)
