"""Positions that were set up by hand: from the pieces on squares to a position text."""
from __future__ import annotations

from ...base.sentence import Sentence
from ...contract import Game, is_endless
from ...contract.pieces import Colour, Contents, Piece
from ...notation.errors import NotationError
from ...notation.positions import START_ORIGIN, piece_of, write_position
from ...notation.squares import PLANE, plane_square, read_name
from ...wire.http_boards import LaidPiece, SetUpAnswer, SetUpRequest
from ...wire.words import COLOURS, template_of
from ..game.boards import make_board


def position_text(wish: SetUpRequest) -> SetUpAnswer:
    """The text of a position, and what is wrong with it.

    Raises:
        ValueError: if it cannot be written at all.
    """
    rules = make_board(wish.game, wish.options).rules
    endless = is_endless(rules)
    if endless and not wish.pieces:
        raise NotationError(Sentence("there must be a piece on the board"))
    laid = {_square(rules, name, endless): _piece(rules, name, told)
            for name, told in wish.pieces.items()}
    origin = START_ORIGIN
    if endless:
        laid, origin = _gathered(laid)
    contents = Contents(Colour(wish.turn), laid)
    white, black = ("".join(letter for letter in rules.IN_HAND if letter in wish.reserves.get(
        colour, "").upper()) for colour in COLOURS)
    contents = contents._replace(reserves=(white, black), rights="".join(
        right for colour, letters in zip(COLOURS, (rules.RIGHTS, rules.RIGHTS.lower()), strict=True)
        for right in letters if wish.rights.get(colour)))
    p = rules.Position(*rules.position(contents))
    problems = rules.problems(p)
    return SetUpAnswer(write_position(rules, p, origin), [str(one) for one in problems],
                       [template_of(one) for one in problems])


def _square(rules: Game, name: str, endless: bool) -> tuple[int, int]:
    return read_name(name) if endless else read_name(name, rules.COLUMNS, rules.ROWS)


def _piece(rules: Game, square: str, told: LaidPiece) -> Piece:
    colour, letter = Colour(told.colour), told.letter.upper()
    if len(letter) != 1 or not letter.isascii():        # as ß becomes SS
        raise NotationError(Sentence("{letter} on {square} is not a letter of a die or a piece",
                                     letter=told.letter, square=square))
    try:
        return piece_of(rules, colour, letter)
    except NotationError as error:
        raise NotationError(Sentence("{reason} (on {square})", reason=error.reason,
                                     square=square)) from None


def _gathered(laid: dict[tuple[int, int], Piece]
              ) -> tuple[dict[tuple[int, int], Piece], tuple[int, int]]:
    """Pieces of an endless plane, counted from the lower left corner of them all."""
    anchor = next(iter(laid))
    near = {plane_square(square, anchor): piece for square, piece in laid.items()}
    west, south = (min(square[axis] for square in near) for axis in (0, 1))
    origin = (anchor[0] + west) % PLANE, (anchor[1] + south) % PLANE
    return {(column - west, row - south): piece for (column, row), piece in near.items()}, origin
