"""Who is asked: a player, a function of a board, or a function of many games, all in one way."""
from __future__ import annotations

import contextlib
import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, SupportsFloat

import numpy as np

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ...board import Board
from ...engine.batch.columns import Array
from ...engine.batch.games import BatchGame
from ...engine.limits import Limits
from ...engine.player import Player
from ...engine.players import FULL_SECONDS, make_player, read_player, thinkers

GAMES = 256                 # that a function of a batch is asked about at once
NEAR = 1e-3                 # probabilities add up to 1 within this

Move = int | str
Chances = Mapping[Any, float]       # of moves, as numbers or as texts
OfBoard = Callable[[Board], "Move | Chances"]


class PolicyError(EcksteinError, ValueError):
    """What a policy said is no legal move, or no probabilities of legal moves."""


@dataclass(frozen=True)
class OfBatch:
    """A function of many games; see `by_batch`."""

    choose: Callable[[BatchGame], Any]


Given = str | OfBoard | OfBatch


class Policy(Protocol):
    """What is held against the truth."""

    def chances(self, boards: Sequence[Board]) -> list[dict[int, float]]:
        """The probabilities of moves, which add up to 1, on each of some boards.

        Args:
            boards: on each the game goes on; not changed.

        Raises:
            PolicyError: if that is not what the policy says.
        """


def by_batch(choose: Callable[[BatchGame], Any]) -> OfBatch:
    """A policy that is asked about many games at once.

    Args:
        choose: returns for a `BatchGame` with byte masks and observations either actions, int [n],
            or probabilities of actions, float [n, actions].  The games have nothing played before,
            and `n` is always the same.
    """
    return OfBatch(choose)


def uniform(board: Board) -> dict[int, float]:
    """All legal moves with the same probability."""
    moves = list(board.legal_moves)
    return dict.fromkeys(moves, 1 / len(moves))


@contextlib.contextmanager
def policy_for(given: Given, board: Board, seed: int,
               tick: Callable[[], None] = lambda: None) -> Iterator[Policy]:
    """What is asked, for the game and options of a board; yields a `Policy`.

    Args:
        given: the text of a player (see `players`), a function, or what `by_batch` returns.  The
            player `random` is asked as `uniform` is, so that its figures owe nothing to chance.
        board: of the game and options.
        seed: of players that choose by chance.
        tick: called after each board that was asked about.

    Raises:
        ValueError: if there is no such player, or he cannot think here.
        TypeError: if nothing of that kind was given.
    """
    if not (isinstance(given, str) or callable(given.choose if isinstance(given, OfBatch)
                                               else given)):
        raise TypeError(f"a policy is the text of a player, a function of a board, or what "
                        f"by_batch makes of a function of a batch, not {given!r}")
    if isinstance(given, OfBatch):
        yield _OfBatch(given.choose, board, tick)
    elif not isinstance(given, str):
        yield _OfFunction(given, tick)
    elif (name := read_player(given, thinkers())).kind == "random":
        yield _OfFunction(uniform, tick)
    else:
        player = make_player(name, board)
        try:
            player.warm()
            yield _OfPlayer(player, name.limits(Limits(time=FULL_SECONDS)), seed, tick)
        finally:
            player.close()


class _OfPlayer:
    """A player, who knows nothing of the position before when he is asked about the next one."""

    def __init__(self, player: Player, limits: Limits, seed: int,
                 tick: Callable[[], None]) -> None:
        self._player, self._limits, self._seed, self._tick = player, limits, seed, tick

    def chances(self, boards: Sequence[Board]) -> list[dict[int, float]]:
        """The move of each board."""
        found = []
        for board in boards:
            told = hashlib.sha256(f"{self._seed} {board.position()}".encode()).digest()
            self._player.new_game(int.from_bytes(told[:4], "little"))
            found.append({self._player.play(board.copy(), self._limits).move: 1.0})
            self._tick()
        return found


class _OfFunction:
    """A function of a board."""

    def __init__(self, function: OfBoard, tick: Callable[[], None]) -> None:
        self._function, self._tick = function, tick

    def chances(self, boards: Sequence[Board]) -> list[dict[int, float]]:
        """What the function says of each board."""
        found = []
        for board in boards:
            with _noted(board):
                told = self._function(board.copy())
            found.append(_read(board, told))
            self._tick()
        return found


class _OfBatch:
    """A function of many games."""

    def __init__(self, choose: Callable[[BatchGame], Any], board: Board,
                 tick: Callable[[], None]) -> None:
        self._choose, self._tick = choose, tick
        self._batch = BatchGame(board.game, GAMES, autoreset="off", **board.options)

    def chances(self, boards: Sequence[Board]) -> list[dict[int, float]]:
        """What the function says of the boards, some at a time."""
        found = list[dict[int, float]]()
        for first in range(0, len(boards), GAMES):
            for one in self._some(boards[first:first + GAMES]):
                found.append(one)
                self._tick()
        return found

    def _some(self, boards: Sequence[Board]) -> list[dict[int, float]]:
        texts = [board.position() for board in boards]
        self._batch.reset(starts=[*texts, *[texts[0]] * (GAMES - len(texts))])
        with _noted(*boards):
            told = _array(self._choose(self._batch))
        if told.shape == (GAMES,) and told.dtype.kind in "iu":
            return [_read(board, self._move(board, action)) for board, action in zip(
                boards, told.tolist(), strict=False)]
        if told.shape != (GAMES, self._batch.actions) or told.dtype.kind != "f":
            raise PolicyError(Sentence(
                "a policy of a batch of {n} games says {n} whole numbers, or probabilities as an "
                "array of {n} x {actions} floats, not {kind} of the shape {shape}", n=GAMES,
                actions=self._batch.actions, kind=told.dtype, shape=told.shape))
        return [_read(board, self._row(board, row)) for board, row in zip(boards, told,
                                                                          strict=False)]

    def _move(self, board: Board, action: int) -> int:
        move = (self._batch.move_of(board, action) if 0 <= action < self._batch.actions else -1)
        if move not in board.legal_moves:
            raise PolicyError(Sentence("the policy says action {action} in {position}, which is "
                                       "not legal", action=action, position=board.position()))
        return move

    def _row(self, board: Board, row: Array) -> dict[int, float]:
        moves = {self._batch.action_of(board, move): move for move in board.legal_moves}
        found = {move: float(row[action]) for action, move in moves.items()}
        lost = float(np.abs(np.delete(row, list(moves))).sum())
        if not lost <= NEAR:
            raise PolicyError(Sentence("the policy gives actions that are not legal in {position} "
                                       "a probability of {lost:.3f}", position=board.position(),
                                       lost=lost))
        return found


@contextlib.contextmanager
def _noted(*boards: Board) -> Iterator[None]:
    """Errors of a function are its own; a note says where it was asked."""
    try:
        yield
    except Exception as error:
        error.add_note(f"the policy was asked about {boards[0].position()}" + (
            f" and {len(boards) - 1} other positions" if boards[1:] else ""))
        raise


def _array(told: Any) -> Array:
    """What a function of a batch said; where that is no array, one that is refused."""
    try:
        return np.asarray(told)
    except ValueError:          # rows of different lengths
        return np.asarray(None)


def _read(board: Board, told: Any) -> dict[int, float]:
    """Probabilities from what a policy said of a board.

    Raises:
        PolicyError: if that is neither a legal move nor probabilities of legal moves.
    """
    found: dict[int, float] = {}
    for move, chance in told.items() if isinstance(told, Mapping) else [(told, 1.0)]:
        number, share = _legal(board, move), _share(chance)
        if not (math.isfinite(share) and share >= 0) or number in found:
            raise PolicyError(Sentence("the policy gives {move} a probability of {chance} in "
                                       "{position}; each move has one, from 0 to 1", move=move,
                                       chance=chance, position=board.position()))
        found[number] = share
    whole = sum(found.values())
    if not abs(whole - 1) <= NEAR:
        raise PolicyError(Sentence("the probabilities that the policy gives in {position} add up "
                                   "to {whole:.3f}, not to 1", position=board.position(),
                                   whole=whole))
    return {move: chance / whole for move, chance in found.items() if chance}


def _share(told: Any) -> float:
    """A probability as a float; NaN for what is no number."""
    try:
        return float(told) if isinstance(told, SupportsFloat) else math.nan
    except TypeError:           # an array of NumPy
        return math.nan


def _legal(board: Board, move: Any) -> int:
    """A legal move from its number or its text."""
    try:
        number = board.parse(move) if isinstance(move, str) else int(move)
    except (TypeError, ValueError):
        number = -1
    if number not in board.legal_moves:
        raise PolicyError(Sentence("the policy says {move!r} in {position}, which is no legal move",
                                   move=move, position=board.position()))
    return number
