"""What a picture, a browser or any other client needs to show a board, as plain objects for JSON.

A client that draws a view needs no rules: the view says what lies where, what every legal move does
step by step, and what to point out.
"""
import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ..base.expect import expect
from ..base.sentence import template_of
from ..contract import EndlessGame, Game, is_endless
from ..contract.pieces import COLOURS, Fact, Piece, Square
from ..kernel import dice
from ..notation.positions import letter_of
from ..notation.squares import PLANE, name_of, plane_name
from . import Board
from . import description as describing
from .changes import Change, Changes, Told, changes, changes_by

MARGIN = 2                  # squares shown around the pieces on an endless board
LEAST = 8                   # squares shown of an endless board in each direction, at least


def view(board: Board, *, legal: bool = True, last: bool = True) -> dict[str, Any]:
    """All that can be shown of a board.

    Args:
        board: any board; it is left as it is.
        legal: with the legal moves and what each of them does.
        last: with what the last move did.

    Returns:
        An object with these keys:

        game, title, options, position, turn ("white" or "black"), ply.
        board: columns and rows that are shown, first (the name of the lower left square), wrap
            (26 on an endless board, where z is followed by a and 26 by 1; else 0).
        pieces: by the name of the square, each with colour, kind ("die", "king": a die with ones
            on every face, or "piece"), letter (as in position texts) and faces (top, north, east,
            south, west, bottom; null for pieces).
        letters: the letters (capitals) of the pieces the game has besides dice, in the order in
            which trays show them; in_hand: those of them that may be in hand.
        reserves: by colour the letters (capitals) of pieces in hand; null if the game has none.
        rights: by colour whether a swap is left; null if the game has none.
        area: null, or first, columns, rows (where play is now), reach (first, columns, rows: how
            far the area might still grow) and borders (those of north, east, south, west that
            exist).
        goals: by colour the squares a player wants to reach.
        check: whether the player to move is in check; check_word: what the game calls that, such
            as "DUEL", or "" where there is none; threats: the ways by which his king could
            be taken, each a list of squares from the attacker to the king.
        standing: how the game stands, as facts, White's first: colour, brief (for a badge) and
            text (without its full stop), each as a template (`text`) and `facts` for any language,
            and the squares that it is about.
        legal: null, or all legal moves as `Description` objects, sorted by text.  The steps of a
            king or a piece have no faces: they stay as they are.  Each has also
            `changes`, the facts of how the game stands that are new after it (colour, brief and,
            of facts about the sides of a piece, `sides`: the squares of the piece and of these
            sides; was: null, or the same before), and `gained` and `lost`, squares of the area of
            an endless board.  Empty lists of these, and of `threats`, are left out.
        last: null, or the last move in the same way.
        outcome: null, or winner (a colour or null), reason and score (a pair or null).
        repetitions, idle: how often the position has occurred, and moves without progress.
    """
    expect("a board", board, Board)
    rules, contents = board.rules, board.contents()
    check = board.in_check() and not board.is_game_over()
    white, black = contents.reserves
    moves = sorted((_told(board.describe(move), changed) for move, changed in zip(
        board.legal_moves, changes_by(board, board.legal_moves), strict=True)),
                   key=lambda told: str(told["text"])) if legal else None
    shown = {
        "game": board.game, "title": rules.TITLE, "options": board.options,
        "position": board.position(), "turn": str(board.turn), "ply": board.ply,
        "board": _window(board) if is_endless(rules) else {
            "columns": rules.COLUMNS, "rows": rules.ROWS, "first": "a1", "wrap": 0},
        "pieces": {_name(board, square): _piece(rules, piece)
                   for square, piece in contents.pieces.items()},
        "letters": rules.LETTERS, "in_hand": rules.IN_HAND,
        "reserves": {"white": white, "black": black} if rules.IN_HAND else None,
        "rights": ({"white": rules.RIGHTS in contents.rights,
                    "black": rules.RIGHTS.lower() in contents.rights} if rules.RIGHTS else None),
        "area": _area(board, rules) if is_endless(rules) else None,
        "goals": {str(colour): [name_of(square) for square in rules.goals(colour)]
                  for colour in COLOURS},
        "check": check, "check_word": rules.CHECK_WORDS[0] if check else "",
        "threats": threats(board),
        "standing": [{"colour": fact.colour, "brief": template_of(fact.brief),
                      "text": template_of(fact.text),
                      "squares": [_name(board, square) for square in fact.squares]}
                     for fact in facts(board)],
        "legal": moves, "last": _last(board) if last and board.ply else None,
        "outcome": _outcome(board),
        "repetitions": board.repetitions(), "idle": board.idle_moves,
    }
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def threats(board: Board) -> list[list[str]]:
    """The ways by which the king of the player to move could be taken, in games that know check.

    Returns:
        For each way the names of the squares from the attacker to the king.
    """
    return [list(way) for way in describing.threats(board._context())]


def facts(board: Board) -> Sequence[Fact]:
    """How the game stands, as its rules tell it, in sentences that name squares."""
    expect("a board", board, Board)
    return board.rules.standing(board.state, lambda square: _name(board, square))


def _name(board: Board, square: Square) -> str:
    return plane_name(square, board.origin) if is_endless(board.rules) else name_of(square)


@functools.cache
def _piece(rules: Game, piece: Piece) -> dict[str, Any]:
    kind: str
    faces: dict[str, int] | None
    if piece.kind == "D":
        kind, faces = "die", dice.faces(piece.die)
    elif rules.NOUN == "die":
        kind, faces = "king", dice.faces(dice.KING)
    else:
        kind, faces = "piece", None
    return {"colour": str(piece.colour), "kind": kind, "letter": letter_of(rules, piece),
            "faces": faces}


def _last(board: Board) -> Any:
    before = board.copy()
    move = before.pop()
    return _told(before.describe(move), changes(before, move))


def _told(move: describing.Description, changed: Changes) -> dict[str, Any]:
    """A move with all that it changes; lists of these that would be empty are left out."""
    found: dict[str, Any] = msgspec.to_builtins(move)
    changing = {"threats": [list(way) for way in found.pop("threats")],
                "gained": list(changed.gained), "lost": list(changed.lost),
                "changes": [_change(change) for change in changed.facts]}
    return found | {name: told for name, told in changing.items() if told}


def _change(change: Change) -> dict[str, Any]:
    return {"colour": change.colour, **_brief(change), "was": change.was and _brief(change.was)}


def _brief(told: Told | Change) -> dict[str, Any]:
    sides = {"sides": list(told.sides)} if told.sides else {}
    return {"brief": template_of(told.brief), **sides}


def _outcome(board: Board) -> dict[str, Any] | None:
    end = board.outcome()
    return None if end is None else {"winner": end.winner and str(end.winner),
                                     "reason": str(end.reason), "score": end.score}


def _rectangle(board: Board, west: int, south: int, east: int, north: int) -> dict[str, Any]:
    return {"first": _name(board, (west, south)), "columns": east - west + 1,
            "rows": north - south + 1}


def _area(board: Board, rules: EndlessGame) -> dict[str, Any]:
    west, south, east, north = rules.area(board.state)
    longest = rules.LONGEST
    wide, high = east - west + 1, north - south + 1
    reach = (west - (longest - wide), south - (longest - high),
             east + (longest - wide), north + (longest - high))
    borders = (["north", "south"] if high >= longest else []) + (
        ["east", "west"] if wide >= longest else [])
    return {**_rectangle(board, west, south, east, north),
            "reach": _rectangle(board, *reach), "borders": borders}


def _window(board: Board) -> dict[str, Any]:
    """What is shown of an endless board: the pieces with a margin, and at least 8 x 8 squares."""
    squares = list(board.contents().pieces)
    low, high = zip(*(_stretched([square[axis] for square in squares]) for axis in (0, 1)),
                    strict=True)
    return {**_rectangle(board, *low, *high), "wrap": PLANE}


def _stretched(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    low, high = min(found) - MARGIN, max(found) + MARGIN
    missing = max(0, LEAST - (high - low + 1))
    return low - missing // 2, high + (missing + 1) // 2
