"""Positions that were set up by hand: from what lies where to a position text."""
from __future__ import annotations

from typing import Any

from ... import dice
from ...games import Contents, Piece
from ...notation.errors import NotationError
from ...notation.positions import START_ORIGIN, write_position
from ...notation.squares import PLANE, plane_square, read_name
from ..game.boards import make_board
from ..wire.http_boards import LaidPiece, SetUpAnswer, SetUpRequest
from ..wire.words import COLOURS


def position_text(wish: SetUpRequest) -> SetUpAnswer:
    """The text of a position, and what is wrong with it.

    Raises:
        ValueError: if it cannot be written at all.
    """
    rules = make_board(wish.game, wish.options).rules
    endless = rules.COLUMNS == 0
    if endless and not wish.pieces:
        raise NotationError("there has to be a piece on the board")
    laid = {_square(rules, name, endless): _piece(rules, name, told)
            for name, told in wish.pieces.items()}
    origin = START_ORIGIN
    if endless:
        laid, origin = _gathered(laid)
    contents = Contents(COLOURS.index(wish.turn), laid)
    if endless:
        hands = ["".join(letter for letter in rules.LETTERS if letter in wish.reserves.get(
            colour, "").upper()) for colour in COLOURS]
        contents = contents._replace(
            reserves=(hands[0], hands[1]),
            rights="".join(letter for colour, letter in zip(COLOURS, "Ss", strict=True)
                           if wish.rights.get(colour)))
    p = rules.Position(*rules.position(contents))
    return SetUpAnswer(write_position(rules, p, origin), list(rules.problems(p)))


def _square(rules: Any, name: str, endless: bool) -> tuple[int, int]:
    return read_name(name) if endless else read_name(name, rules.COLUMNS, rules.ROWS)


def _piece(rules: Any, square: str, told: LaidPiece) -> Piece:
    colour, letter = COLOURS.index(told.colour), told.letter.upper()
    if len(letter) != 1 or not letter.isascii():        # as ß becomes SS
        raise NotationError(f"{told.letter} on {square} is not a letter of a die or a piece")
    if rules.POSITION_TEXT == "area":
        if letter not in rules.LETTERS:
            raise NotationError(f"{letter} on {square} is not a piece; pieces are {rules.LETTERS}")
        return Piece(colour, letter)
    if letter == "Z" and rules.MOVE_TEXT == "legs":
        return Piece(colour, "K")
    if not "A" <= letter <= "X":
        raise NotationError(f"{letter} on {square} is not a die; dice are A to X")
    return Piece(colour, "D", dice.number_of(letter.lower()))


def _gathered(laid: dict[tuple[int, int], Piece]
              ) -> tuple[dict[tuple[int, int], Piece], tuple[int, int]]:
    """Pieces of an endless plane, counted from the lower left corner of them all."""
    anchor = next(iter(laid))
    near = {plane_square(square, anchor): piece for square, piece in laid.items()}
    west, south = (min(square[axis] for square in near) for axis in (0, 1))
    origin = (anchor[0] + west) % PLANE, (anchor[1] + south) % PLANE
    return {(column - west, row - south): piece for (column, row), piece in near.items()}, origin
