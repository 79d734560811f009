"""A game of the server as the text of a record."""
from __future__ import annotations

import datetime

from ...record import Record, write_record
from .boards import make_board
from .clocks import Control
from .state import Seat, State

TERMINATION = {"resignation": "resignation", "agreement": "agreement", "time": "time forfeit",
               "adjudication": "adjudication", "forfeit": "forfeit", "left": "abandoned",
               "aborted": "unterminated"}


def game_record(state: State) -> str:
    """A game of the server as the text of a record, with the clocks after its moves."""
    return write_record(record_of(state))


def record_of(state: State) -> Record:
    """A game of the server as a record, with the clocks after its moves."""
    board = make_board(state.rules, state.options, state.start)
    for move in state.moves:
        board.push(move.code)
    record = Record.from_board(board, **_tags(state))
    for node, move in zip(record.mainline(), state.moves, strict=True):
        node.clock = None if move.left is None else max(0, move.left) / 1000
    return record


def _level(seat: Seat) -> str:
    return f"level:{seat.level}" + (f",random={seat.random}" if seat.random else "")


def _tags(state: State) -> dict[str, str]:
    date = datetime.datetime.fromtimestamp(state.created / 1000, datetime.UTC)
    tags = {colour.capitalize(): seat.name or (_level(seat) if seat.level else "?")
            for colour, seat in state.seats.items()}
    tags |= {"Date": date.strftime("%Y.%m.%d"), "Site": f"game {state.game}"}
    if state.tournament:
        tags["Event"] = f"tournament {state.tournament}"
    if state.control is not None and state.left is not None:
        tags |= {"TimeControl": _told(state.control)}
        tags |= {f"{colour.capitalize()}Clock": f"{max(0, left) / 1000:.1f}"
                 for colour, left in state.left.items()}
    if state.result is not None:
        tags["Result"] = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[state.result["winner"]]
        if told := TERMINATION.get(state.result["reason"]):
            tags["Termination"] = told
        if state.result["reason"] == "aborted":
            tags["Result"] = "*"
    return tags


def _told(control: Control) -> str:
    """How time is counted, as tags tell it: in seconds, `+` what is added, `d` what is free; and
    `1/` what each move has.
    """
    if control.kind == "days":
        return f"1/{_seconds(control.initial)}"
    sign = "d" if control.kind == "delay" else "+"
    return f"{_seconds(control.initial)}{sign}{_seconds(control.increment)}"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}".rstrip("0").rstrip(".")
