"""The commands of a walk through records, in line mode and on the full screen.

Steps are not among them, since each mode shows them in its own way.  A command returns sentences,
or none if it has led to another position; it raises ValueError if it cannot be carried out.
"""
from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from ..base.setting_values import number_in
from ..words import phrase
from .exact_moves import tell_valued_moves
from .replay import Replay
from .sentences import Sentences, tell_standing, tell_typed_move


def _goto(replay: Replay, rest: str) -> Sentences:
    """The position after so many moves."""
    ply = number_in(rest, 0, replay.length)
    if ply is None:
        raise ValueError(phrase("type goto and a number from 0 to {count}", count=replay.length))
    replay.go(ply)
    return []


def _game(replay: Replay, rest: str) -> Sentences:
    """Another game of the file, at its start."""
    number = number_in(rest, 0, sys.maxsize)
    if number is None:
        raise ValueError(phrase("type game and a number from 1 to {count}",
                                count=len(replay.records)))
    replay.open(number - 1)
    return []


def _games(replay: Replay, rest: str) -> Sentences:
    """All games of the file."""
    return ["\n".join(replay.titles())]


def _list(replay: Replay, rest: str) -> Sentences:
    """All moves of the line that is walked."""
    return [replay.line() or phrase("There are no moves.")]


def _variation(replay: Replay, rest: str) -> Sentences:
    """Into what could have been played instead of the last move."""
    number = number_in(rest or "0", 0, sys.maxsize)
    if number is None:
        raise ValueError(phrase("type variation, and a number if there are several"))
    replay.enter(number)
    return []


def _leave(replay: Replay, rest: str) -> Sentences:
    """Back to where the variation left its line."""
    replay.leave()
    return []


REPLAY_COMMANDS: Mapping[str, Callable[[Replay, str], Sentences]] = {
    "goto": _goto, "game": _game, "games": _games, "list": _list, "variation": _variation,
    "leave": _leave,
    "moves": lambda replay, rest: tell_valued_moves(replay.board),
    "position": lambda replay, rest: [replay.board.position()],
    "standing": lambda replay, rest: tell_standing(replay.board),
    "describe": lambda replay, rest: tell_typed_move(replay.board, rest)}
