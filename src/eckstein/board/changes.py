"""What a move changes of how the game stands: facts before and after it, and the area."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..base.sentence import Sentence
from ..contract import Changing, EndlessGame, Game, is_endless, part_of
from ..contract.pieces import PLAYERS, Colour, Namer, Square
from ..notation.squares import name_of, plane_name
from . import Board

Brief = tuple[Colour, str]      # a player, and a template: there is at most one fact of each


@dataclass(frozen=True, slots=True)
class Told:
    """A fact in a few words; if it is about the sides of a piece, their squares after its own."""

    brief: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A fact about a player that holds after a move and did not before.

    Attributes:
        colour: of the player.
        brief, sides: the fact, as `Told`.
        was: how the same stood before; None if nothing like it was told.
    """

    colour: Colour
    brief: str
    sides: tuple[str, ...]
    was: Told | None

    def told(self) -> Sentence:
        """What holds now and what did before, as a sentence without its full stop."""
        side = PLAYERS[self.colour]
        if self.was is None:
            return Sentence("{side}: {now}", side=side, now=self.brief)
        return Sentence("{side}: {now} (before: {was})", side=side, now=self.brief,
                        was=self.was.brief)


@dataclass(frozen=True, slots=True)
class Changes:
    """All that a move changes.

    Attributes:
        facts: those that are new, White's first.
        gained, lost: names of squares that the area of an endless board gains and loses.
    """

    facts: tuple[Change, ...] = ()
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def told(self) -> Iterator[Sentence]:
        """All of them as sentences without their full stops."""
        if self.gained:
            yield Sentence("the area gains squares: {squares}", squares=", ".join(self.gained))
        if self.lost:
            yield Sentence("the area loses squares: {squares}", squares=", ".join(self.lost))
        yield from (fact.told() for fact in self.facts)


def changes(board: Board, move: int) -> Changes:
    """What a legal move changes."""
    return next(changes_by(board, [move]))


def changes_by(board: Board, moves: Sequence[int]) -> Iterator[Changes]:
    """What each of several legal moves changes, one after the other."""
    rules, p = board.rules, board.state
    before = _named(rules, p, _namer(board))
    for move in moves:
        q = rules.apply(p, move)
        name = _namer(board, rules.drift(p, move, q) if is_endless(rules) else (0, 0))
        after = _named(rules, q, name)
        facts = tuple(Change(key[0], told.brief, told.sides, before.get(key))
                      for key, told in after.items()
                      if key not in before or before[key].brief != told.brief)
        if not is_endless(rules):
            yield Changes(facts)
            continue
        had, has = _area(rules, p, _namer(board)), _area(rules, q, name)
        yield Changes(facts, tuple(one for one in has if one not in had),
                      tuple(one for one in had if one not in has))


def _namer(board: Board, drift: Square = (0, 0)) -> Namer:
    """What squares are called after a move that shifts them."""
    if not is_endless(board.rules):
        return name_of
    origin = board.origin[0] + drift[0], board.origin[1] + drift[1]
    return lambda square: plane_name(square, origin)


def _named(rules: Game, p: Any, name: Namer) -> dict[Brief, Told]:
    """How a position stands, as far as that is asked after each move."""
    some = part_of(rules, Changing)
    facts = some.changing(p, name) if some else rules.standing(p, name)
    return {(fact.colour, getattr(fact.brief, "template", fact.brief)): Told(
        fact.brief, tuple(map(name, fact.squares)) if fact.sides else ()) for fact in facts}


def _area(rules: EndlessGame, p: Any, name: Namer) -> list[str]:
    """The squares where play is."""
    west, south, east, north = rules.area(p)
    return [name((column, row)) for row in range(south, north + 1)
            for column in range(west, east + 1)]
