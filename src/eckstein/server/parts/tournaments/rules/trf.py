"""A Swiss or round robin as a report file of FIDE (TRF16), with the lines of JaVaFo for pairing.

Of a game on the server or over the board a player has 1, = or 0, of a forfeit + or -; without a
game U where no opponent was left, F, H or Z for a bye of 1, half a point or 0, and Z as well where
the player was absent, had withdrawn or had not yet entered.
"""
from __future__ import annotations

import datetime
from collections.abc import Sequence

from .records import DRAW, WIN, Player, Round
from .standings import standings
from .state import Tournament

RESULTS = {WIN: "1", DRAW: "=", 0: "0"}
FORFEITS = {WIN: "+", DRAW: "=", 0: "-"}
BYES = {WIN: "U", DRAW: "H", 0: "Z"}
GRANTED = {WIN: "F", DRAW: "H", 0: "Z"}
SYSTEMS = {"swiss": "Individual: Swiss-System (Dutch until 2026)",
           "round-robin": "Individual: Round-Robin"}


def seeded(players: Sequence[Player]) -> list[Player]:
    """Players by their rating, and of equals by when they entered: their starting numbers."""
    return sorted(players, key=lambda one: (-one.rating, one.number))


def report(state: Tournament, names: Sequence[str], arbiters: Sequence[str] = (), *,
           zeroed: bool = False) -> str:
    """A tournament report file, of all rounds that are over.

    Args:
        state: the tournament.
        names: of the players, by their starting numbers.
        arbiters: the names of the organisers.
        zeroed: whether players that do not play the next round are reported as free in it, which is
            to be paired.
    """
    players, over = seeded(state.players), [one for one in state.rounds if one.is_over]
    starts = {player.number: start for start, player in enumerate(players, 1)}
    kind = state.settings.kind
    ranks = {one.number: one.rank for one in standings(kind, state.players, over)}
    lines = _head(state, over, arbiters)
    for player, called in zip(players, names, strict=True):
        results = [_result(player, one, starts) for one in over]
        points = sum(got for _, got in results)
        if zeroed and not player.plays_next:
            results.append(("0000 - Z", 0))
        lines.append(f"001 {starts[player.number]:4}  {'':3} {_plain(called)[:33]:33} "
                     f"{player.rating or '':>4} {'':3} {'':11} {'':10} "
                     f"{points // 2:2}.{points % 2 * 5} {ranks[player.number]:4}  "
                     + "  ".join(text for text, _ in results))
    planned = max(state.planned, len(over) + zeroed)
    return "\n".join([*lines, f"XXR {planned}", "XXC white1"]) + "\n"


def _head(state: Tournament, over: Sequence[Round], arbiters: Sequence[str]) -> list[str]:
    """What is told of the tournament as a whole."""
    clock = state.settings.clock
    time = f"{clock.kind} {clock.initial:g}+{clock.increment:g} s" if clock else ""
    lines = [("012", _plain(state.settings.name)),
             ("042", _day(state.begun)), ("052", _day(state.over if over else 0)),
             ("062", f"{len(state.players)}"),
             ("072", f"{sum(one.rating > 0 for one in state.players)}"),
             ("092", SYSTEMS.get(state.settings.kind, state.settings.kind)),
             ("102", _plain(arbiters[0]) if arbiters else ""),
             ("112", ", ".join(map(_plain, arbiters[1:]))),
             ("122", time)]
    return [f"{code} {text}" for code, text in lines if text]


def _day(at: int) -> str:
    """The day of a time in milliseconds since 1970; empty for none."""
    return f"{datetime.datetime.fromtimestamp(at / 1000, datetime.UTC):%Y/%m/%d}" if at else ""


def _plain(text: str) -> str:
    """A name as a line of the file can hold it."""
    return " ".join(text.split()) or "-"


def _result(player: Player, one: Round, starts: dict[int, int]) -> tuple[str, int]:
    """What a player did in a round, and the half points that it got."""
    number, game = player.number, one.game_of(player.number)
    if game is not None:
        got, opponent = game.points(number), starts[game.opponent(number)]
        side = game.colour(number)[0]
        return f"{opponent:4} {side} {(RESULTS if game.played else FORFEITS)[got]}", got
    got = one.unplayed(number)
    return f"0000 - {(BYES if number in one.byes else GRANTED)[got]}", got
