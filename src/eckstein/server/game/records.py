"""A game of the server as the text of a record."""
from __future__ import annotations

import datetime
from typing import Any

from ...record import Record, write_record
from .boards import board_after
from .state import State

TERMINATION = {"resignation": "resignation", "agreement": "agreement", "time": "time forfeit",
               "aborted": "unterminated"}


def parts_of(state: State) -> tuple[str, dict[str, Any], str, list[int], dict[str, str]]:
    """What `game_record` needs of a game."""
    date = datetime.datetime.fromtimestamp(state.created / 1000, datetime.UTC)
    tags = {colour.capitalize(): seat.name or f"level:{seat.level}"
            for colour, seat in state.seats.items()}
    tags |= {"Date": date.strftime("%Y.%m.%d"), "Site": f"game {state.game}"}
    if state.result is not None:
        tags["Result"] = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[state.result["winner"]]
        if told := TERMINATION.get(state.result["reason"]):
            tags["Termination"] = told
        if state.result["reason"] == "aborted":
            tags["Result"] = "*"
    return (state.rules, state.options, state.start, [move.code for move in state.moves], tags)


def game_record(game: str, options: dict[str, Any], position: str, moves: list[int],
                tags: dict[str, str]) -> str:
    """A game of the server as the text of a record."""
    board = board_after(game, options, position, moves)
    return write_record(Record.from_board(board, **tags))
