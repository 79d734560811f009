"""Random openings, from which games that would all be alike become different.

An opening need not be even: it is played twice, with colours swapped.
"""
import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...base.sentence import Sentence
from ...board import Board
from ...board.at_once import wins_at_once

PATIENCE = 2000             # so many openings in a row that are of no use, and there are no more


class Opening(NamedTuple):
    """How a pair of games begins: the text of a position, None for the usual one, and moves."""

    start: str | None
    moves: tuple[int, ...]


def openings(game: str, options: Mapping[str, Any], plies: int,
             seed: int) -> Iterator[tuple[int, ...]]:
    """Openings without end, the same ones for the same arguments.

    Args:
        game: the name of a game.
        options: rule options.
        plies: how many random moves an opening has; with none all openings are the start.
        seed: any number.

    Yields:
        Moves from the start to positions that all differ, in which the game is not over and cannot
        be won with the next move.

    Raises:
        ValueError: when there seem to be no more.
    """
    if not plies:
        yield from itertools.repeat(())
    chance, seen = random.Random(seed), set[int]()
    while True:
        for _ in range(PATIENCE):
            board = random_board(Board(game, **options), plies, chance)
            if not (board.key in seen or board.is_game_over() or wins_at_once(board)):
                break
        else:
            raise ValueError(Sentence("there are hardly more than {count} "
                                      "{count:opening|openings} of {plies} {plies:ply|plies} in "
                                      "{game}; ask for fewer games, or for longer openings",
                                      count=len(seen), plies=plies, game=game))
        seen.add(board.key)
        yield tuple(board.move_stack)


def random_board(board: Board, plies: int, chance: random.Random) -> Board:
    """The board after so many random moves, or fewer if the game is over before."""
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(chance.choice(list(board.legal_moves)))
    return board
