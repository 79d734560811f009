"""What tables say of a game with a history, where repetition and lack of progress may make a draw.

A table supposes that nothing was played before.  With a history its draws stay draws, for more ways
to draw help neither side to win.  A win in n plies stays one if

* the game is over before it can be drawn for lack of progress, and
* no position on the way is one that would be a draw the next time.  On the way, each of the table's
  moves comes nearer to the end; so a position with the same winner counts only if its own end is
  nearer than n plies.

What is not certain by these rules may be true all the same; only a search can tell.
"""
from __future__ import annotations

from collections import Counter

from ...board import Board, Colour
from ...kernel.options import NO_PROGRESS, REPETITION
from .probing import MoveValue, Probe, Tables, probe, tables_of
from .values import Value


def certain(board: Board) -> Probe | None:
    """The value of a position in this very game, and those of its moves that are certain, too.

    Args:
        board: with the moves that were played; not changed.

    Returns:
        What is certain, the best move first; None if the value of the position is not.  A win may
        be longer than in the table, where the shortest one is not certain.

    Raises:
        NoTableError, TableError: as `probe`.
    """
    found = probe(board)
    if not found.moves:
        return found
    return _among(board, found, tables_of(board))


def _among(board: Board, found: Probe, tables: Tables) -> Probe | None:
    known: list[MoveValue] = []
    doubted: list[MoveValue] = []
    for one in found.moves:
        ahead = board.copy()
        ahead.push(one.move)
        end = ahead.outcome()
        if end is not None and end.winner is None:
            known.append(one._replace(value=Value("drawn")))
        elif end is not None or _is_certain(ahead, board.turn, one.value, tables):
            known.append(one)
        else:
            doubted.append(one)
    if not known:
        return None
    known.sort(key=lambda one: one.value.rank(), reverse=True)
    best = known[0].value
    if best.result != "won" and any(one.value.result == "won" for one in doubted):
        return None
    if best.result == "lost" and doubted:
        return None
    return Probe(found.ending, best, known)


def _is_certain(ahead: Board, mover: Colour, value: Value, tables: Tables) -> bool:
    """Whether a move is worth what the table says.

    Args:
        ahead: the board after it, on which the game goes on.
        mover: the side that made it.
        value: for the mover.
        tables: of the game.
    """
    if value.plies is None:
        return True
    left, limit = value.plies - 1, int(ahead.options[NO_PROGRESS])
    if limit and ahead.idle_moves + left > limit:
        return False
    for board in _barred(ahead):
        other = tables.value_or_result(board.state)
        has_same_winner = (board.turn is mover) == (other.result == value.result)
        if other.plies is not None and has_same_winner and other.plies < left:
            return False
    return True


def _barred(board: Board) -> list[Board]:
    """Boards with the positions that would be a draw the next time, as far as they can come again.

    What came before the last move that can never be undone cannot.
    """
    limit = int(board.options[REPETITION])
    times = Counter(board.keys()[-board.reversible_moves - 1:] if limit else ())
    wanted = {key for key in times if times[key] >= limit - 1}
    found, back = [], board.copy()
    for _ in range(board.reversible_moves + 1):
        if not wanted:
            break
        if back.key in wanted:
            wanted.remove(back.key)
            found.append(back.copy())
        if back.ply:
            back.pop()
    return found
