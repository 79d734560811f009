"""Games as columns: starts, moves and what a search found about them, without an object a move.

A move is an action of its game's encoding (see contract/encoding.py), as batches have them, so 16
bits are enough.  A value is what the position was worth to the player to move, as in books.
"""
from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ...board.score import Score
from ...contract.encoding import Encoding
from ...engine.batch import numbering as numbers
from ...engine.books.values import MATE, MATED, score_of
from ...games import check_game_name
from ...kernel.options import Value, complete, own_values, write
from ...kernel.specialise import specialise

Array = npt.NDArray[Any]

NO_VALUE = -(1 << 15)       # of a move that was not searched
RESULTS = "*", "1-0", "0-1", "1/2-1/2"      # by the numbers that rules have for outcomes
MOST_ACTIONS = 1 << 16
HELD, PARTS = 3, 32         # of so many parts of the games one is held out from training
OF_PART = 1 << 59           # keys of games, of 64 bits, to each part


class DataError(EcksteinError, ValueError):
    """A file of games that is not sound, or games that cannot be what is wanted."""


@dataclass(frozen=True, eq=False)
class Games:
    """Games of one kind under the same rules, as columns.

    Attributes:
        game: its name.
        options: all rule options.
        starts: texts of the positions that games begin with.
        start: uint32 [n]: which of them each game begins with.
        offsets: int64 [n + 1]: the moves of game i are those from offsets[i] to offsets[i + 1].
        results: uint8 [n]: 0 none, 1 White has won, 2 Black has won, 3 a draw.
        random_plies: uint16 [n]: how many of a game's first moves were made by chance.
        actions: uint16 [m]: the moves, as numbered by `BatchGame`, from the mover's side.
        values: int16 [m]: what the position before each move was worth to the mover, in hundredths
            of a die, with forced ends as `score_of` reads them, and NO_VALUE; None if there are
            no values.
        visit_offsets: int64 [m + 1]: as offsets, the visits at each move; None if there are none.
        visit_actions, visit_counts: uint16 [v] and uint32 [v]: how often a tree search has
            visited which actions.
    """

    game: str
    options: Mapping[str, Value]
    starts: tuple[str, ...]
    start: Array
    offsets: Array
    results: Array
    random_plies: Array
    actions: Array
    values: Array | None = None
    visit_offsets: Array | None = None
    visit_actions: Array | None = None
    visit_counts: Array | None = None

    def __len__(self) -> int:
        return len(self.results)

    @property
    def moves(self) -> int:
        """How many moves there are."""
        return len(self.actions)

    @property
    def plies(self) -> Array:
        """int64 [n]: the length of each game."""
        return np.diff(self.offsets)

    @property
    def rules(self) -> str:
        """Game and options as the words of a sentence."""
        return named(self.game, self.options)

    def game_of_move(self) -> Array:
        """int64 [m]: the game of each move."""
        return np.repeat(np.arange(len(self)), self.plies)

    def select(self, which: Array) -> Games:
        """Some games, in the order of their numbers, or of truth values."""
        chosen = np.arange(len(self))[which]
        plies = self.plies[chosen]
        moves = ranges(self.offsets[chosen], plies)
        used, start = np.unique(self.start[chosen], return_inverse=True)
        visits: dict[str, Any] = {}
        if self.visit_offsets is not None:
            assert self.visit_actions is not None and self.visit_counts is not None
            counts = np.diff(self.visit_offsets)[moves]
            at = ranges(self.visit_offsets[moves], counts)
            visits = {"visit_offsets": summed(counts), "visit_actions": self.visit_actions[at],
                      "visit_counts": self.visit_counts[at]}
        return replace(
            self, starts=tuple(self.starts[i] for i in used.tolist()),
            start=start.astype(np.uint32), offsets=summed(plies), results=self.results[chosen],
            random_plies=self.random_plies[chosen], actions=self.actions[moves],
            values=None if self.values is None else self.values[moves], **visits)

    def keys(self, seed: int = 0) -> Array:
        """uint64 [n]: numbers that tell games apart by their starts and moves, wherever they are.

        Args:
            seed: another one gives other numbers.
        """
        salt, raw = (seed % (1 << 64)).to_bytes(16, "little"), self.actions.astype("<u2").tobytes()
        starts = [text.encode() + b"\n" for text in self.starts]
        ends = (2 * self.offsets).tolist()
        return np.array([
            int.from_bytes(hashlib.blake2b(starts[start] + raw[begin:end], digest_size=8,
                                           salt=salt).digest(), "little")
            for start, begin, end in zip(self.start.tolist(), ends, ends[1:], strict=False)],
            np.uint64)

    def held_out(self) -> Array:
        """bool [n]: which games are for measuring what was learnt from the others.

        Games of one key, start and moves alike, are all learnt from or all held out.
        """
        found: Array = self.keys() // np.uint64(OF_PART) == HELD
        return found


def joined(parts: Sequence[Games]) -> Games:
    """All these games, one after the other.

    Raises:
        DataError: if they are not of one kind.
    """
    first = parts[0]
    for other in parts[1:]:
        if other.rules != first.rules:
            raise DataError(Sentence("these are games of {first} and of {other}; games of one kind "
                                     "belong together", first=first.rules, other=other.rules))
    if len(parts) == 1:
        return first
    numbers: dict[str, int] = {}
    start = [np.array([numbers.setdefault(text, len(numbers)) for text in part.starts],
                      np.uint32)[part.start] for part in parts]
    values = None
    if any(part.values is not None for part in parts):
        values = np.concatenate([np.full(part.moves, NO_VALUE, np.int16) if part.values is None
                                 else part.values for part in parts])
    visits: dict[str, Any] = {}
    if any(part.visit_offsets is not None for part in parts):
        visits = {
            "visit_offsets": summed(np.concatenate([
                np.zeros(part.moves, np.int64) if part.visit_offsets is None
                else np.diff(part.visit_offsets) for part in parts])),
            **{name: np.concatenate([getattr(part, name) for part in parts
                                     if part.visit_offsets is not None])
               for name in ("visit_actions", "visit_counts")}}
    return Games(
        first.game, first.options, tuple(numbers), np.concatenate(start),
        summed(np.concatenate([part.plies for part in parts])),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.random_plies for part in parts]),
        np.concatenate([part.actions for part in parts]), values, **visits)


def summed(counts: Array) -> Array:
    """Where each of some ranges with these lengths begins, and the end of the last one."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


def ranges(begins: Array, counts: Array) -> Array:
    """The numbers of ranges with these begins and lengths, one after the other."""
    offsets = summed(counts)
    return np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], counts)


def among(numbers: Array, others: Array) -> Array:
    """bool [n]: which of some numbers are among others, which ascend."""
    if not len(others):
        return np.zeros(len(numbers), np.bool_)
    found: Array = others[np.minimum(np.searchsorted(others, numbers), len(others) - 1)] == numbers
    return found


def named(game: str, options: Mapping[str, Value]) -> str:
    """Game and options as the words of a sentence."""
    return " ".join(filter(None, [game, write(game, options)]))


def value_of(score: Score) -> int:
    """What a score is as a value, the other way round to `score_of`."""
    if score.mate is None:
        return max(-MATED, min(MATED, score.value or 0))
    # A player's own move wins, and the other one's loses.
    plies = min(2 * score.mate - 1 if score.mate > 0 else -2 * score.mate, MATE - MATED - 1)
    return MATE - plies if score.mate > 0 else plies - MATE


def encoding_of(game: str, options: Mapping[str, Value]) -> Encoding:
    """How actions are numbered."""
    encoding: Encoding = specialise("kernel", game, compiled=False, **own_values(options)).encoding
    if encoding.ACTIONS > MOST_ACTIONS:
        raise DataError(Sentence("{game} has {count} actions, and data of games numbers {most}: "
                                 "its module encoding can number them densely", game=game,
                                 count=encoding.ACTIONS, most=MOST_ACTIONS))
    return encoding


def numbering(game: str, options: Mapping[str, Value]) -> str:
    """A name for how actions are numbered: by the numbers of all moves on a few walks.

    Raises:
        DataError: if there are too many.
    """
    check_game_name(game)
    encoding_of(game, complete(game, options))
    return numbers.numbering(game, options)


__all__ = ["NO_VALUE", "RESULTS", "Array", "DataError", "Games", "among", "encoding_of", "joined",
           "named", "numbering", "ranges", "score_of", "summed", "value_of"]


def split(games: Games, parts: Mapping[str, float], seed: int = 0) -> dict[str, Games]:
    """Games in parts, of which each game belongs to one by its start and moves alone.

    So games that are alike are in the same part, and more games change nothing for those that
    were there before.

    Args:
        games: all of them.
        parts: their names and sizes, which need not add up to 1.
        seed: another one gives other parts.

    Returns:
        The games of each part, in their order.

    Raises:
        DataError: if the sizes cannot be.
    """
    sizes = np.array(list(parts.values()), float)
    if not (len(sizes) and np.isfinite(sizes).all() and (sizes >= 0).all() and sizes.sum() > 0):
        raise DataError(Sentence("the sizes of parts are numbers from 0 up, and one at least is "
                                 "above 0, not {sizes}", sizes=", ".join(map(str, parts.values()))))
    ends = np.cumsum(sizes) / sizes.sum()
    places = games.keys(seed) / 2.0**64
    part = np.minimum(np.searchsorted(ends, places, side="right"), len(ends) - 1)
    return {name: games.select(part == i) for i, name in enumerate(parts)}
