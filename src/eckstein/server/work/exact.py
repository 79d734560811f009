"""What tables of endings know of a position and its moves."""
from __future__ import annotations

from ...base.sentence import Sentence
from ...board import Board
from ...engine.tables import (
    MissingTableError,
    NoTableError,
    Probe,
    TableError,
    certain,
    ending_of,
    traps,
)
from ...games import check_game_name
from ...wire.http_boards import ExactMove, TablesAnswer, TablesRequest
from ...wire.http_endings import EndingsAnswer, EndingsQuery, EndingTask
from .lines import board_of


def exact_moves(wish: TablesRequest) -> TablesAnswer:
    """The exact values of a position's moves, as far as there are tables here.

    Raises:
        ValueError: with a sentence about the position or the moves.
    """
    board = board_of(wish)
    ending = ending_of(board)
    if ending is None or not board.legal_moves:
        return TablesAnswer("none")
    try:
        found = certain(board)
    except MissingTableError:
        return TablesAnswer("missing", ending.name, ending.command)
    except NoTableError:
        return TablesAnswer("none")
    except TableError:      # it names a file of this machine, which is private
        return TablesAnswer("unsound", ending.name, f"{ending.command} --force")
    if found is None:
        return TablesAnswer("uncertain", ending.name)
    return TablesAnswer("known", ending.name, None, found.value.result, found.value.plies,
                        _told(board, found))


def _told(board: Board, found: Probe) -> list[ExactMove]:
    return [ExactMove(one.text, board.notation(one.move), one.value.result, one.value.plies)
            for one in found.moves]


def ending_tasks(game: str, wish: EndingsQuery) -> EndingsAnswer:
    """Positions of an ending with a trap.

    Raises:
        ValueError: with a sentence, if there is no such game, or no table.
    """
    check_game_name(game)
    try:
        found = traps.traps(game, wish.level, wish.seed)
    except TableError:      # it names a file of this machine, which is private
        raise NoTableError(Sentence("the table of {ending} has not been built; build it with: "
                                    "{command}", ending=game,
                                    command=f"eckstein tables build {game} --force")) from None
    return EndingsAnswer([EndingTask(one.position, one.plies) for one in found], traps.HOLD)
