"""What moves of a puzzle lead to, as sentences: which of them win, and which hold."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ..board import COLOURS
from ..board.score import moves_in
from ..lab.puzzles.exploring import Exploration
from ..lab.puzzles.trees import Judged
from ..session.sentences import side_name
from ..words import phrase


def tell_judged(exploration: Exploration) -> list[str]:
    """Whether the attacker wins from here, and by which moves; or which moves prevent that.

    Args:
        exploration: at a running position.

    Raises:
        PuzzleError: if that takes too long.
    """
    side, judged = side_name(COLOURS[exploration.attacker]), exploration.judged()
    if exploration.attacks:
        return list(_wins(exploration, side, judged)) or [_late(exploration, side)]
    held = [one for one in judged if one.plies is None]
    if not held:
        moves = _moves(judged[0].plies)
        return [phrase("Whatever is played, {side} wins with the next move.", side=side)
                if moves == 1 else
                phrase("Whatever is played, {side} wins within {moves} {moves:move|moves}.",
                       side=side,
                       moves=moves)]
    if len(held) == len(judged):
        return [_late(exploration, side)]
    return [phrase("{side} does not win in time after {moves}.", side=side,
                   moves=_told(exploration, held))]


def tell_answers(exploration: Exploration) -> list[str]:
    """What each legal move leads to; moves that are answered alike stand together.

    Args:
        exploration: at a running position.

    Raises:
        PuzzleError: if that takes too long.
    """
    side, judged = side_name(COLOURS[exploration.attacker]), exploration.judged()
    if exploration.attacks:
        others = [one for one in judged if one.plies is None]
        return [*_wins(exploration, side, judged), *(
            [phrase("{side} does not win in time after {moves}.", side=side,
                    moves=_told(exploration, others))] if others else [])]
    alike: dict[str, list[Judged]] = {}
    for one in judged:
        alike.setdefault(_answer(exploration, side, one), []).append(one)
    return [f"{_told(exploration, some)}: {answer}" for answer, some in alike.items()]


def _answer(exploration: Exploration, side: str, judged: Judged) -> str:
    """What the attacker plays after a move of the defender."""
    if judged.plies is None:
        return phrase("{side} does not win in time", side=side)
    if judged.plies == 1:
        return phrase("{side} has won", side=side)
    exploration.play(judged.text)
    wins = [one for one in exploration.judged() if one.plies == judged.plies - 1]
    told, moves = _told(exploration, wins), _moves(judged.plies - 1)
    exploration.undo()
    return told if moves == 1 else phrase("{list} (wins within {moves} {moves:move|moves})",
                                          list=told,
                                          moves=moves)


def _wins(exploration: Exploration, side: str, judged: Sequence[Judged]) -> Iterable[str]:
    """A sentence for each number of moves within which some of the attacker's moves win."""
    winning = [one for one in judged if one.plies is not None]
    for moves, some in groupby(winning, lambda one: _moves(one.plies)):
        told = _told(exploration, list(some))
        yield (phrase("{side} wins at once: {list}.", side=side, list=told) if moves == 1 else
               phrase("{side} wins within {moves} {moves:move|moves}: {list}.",
                      side=side, moves=moves,
                      list=told))


def _late(exploration: Exploration, side: str) -> str:
    """That the attacker does not win within the plies that are left, if any are."""
    if exploration.plies < 1:
        return phrase("{side} has not won in time.", side=side)
    moves = _moves(exploration.plies)
    return (phrase("{side} does not win with this move.", side=side) if moves == 1 else
            phrase("{side} does not win within {moves} {moves:move|moves}.",
                   side=side, moves=moves))


def _moves(plies: int | None) -> int:
    """In how many moves the game ends that ends in so many plies."""
    return moves_in(plies or 0)


def _told(exploration: Exploration, judged: Iterable[Judged]) -> str:
    board = exploration.board
    return ", ".join(board.notation(board.parse(one.text)) for one in judged)
