"""What is written when something happens in a tournament, with the games that begin by it."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ....wire.http_tournaments import ListedTournament
from ...game.boards import make_board
from ...game.clocks import Span, served
from ...game.identity import level_of
from ...game.tokens import new_id
from ...store.tournaments import TournamentChange, TournamentEvent, TournamentRow
from ...store.transactions import Transaction, beginning, computer_seat, human_seat, stored_control
from .rules.pairing import Paired
from .rules.records import Player
from .rules.state import Tournament


def row_of(state: Tournament) -> TournamentRow:
    """The row of a tournament."""
    settings = state.settings
    told = ListedTournament(state.id, settings.name, settings.kind, settings.rules, settings.clock,
                            settings.rated, state.phase, len(state.players), state.at // 1000,
                            None if settings.start is None else settings.start // 1000)
    return TournamentRow(state.id, state.phase, settings.listed, state.at, state.due(),
                         msgspec.json.encode(told).decode())


def written(state: Tournament, events: Sequence[TournamentEvent], games: Mapping[str, bool],
            transactions: Iterable[Transaction] = ()) -> Transaction:
    """All that is written for events, completely or not at all.

    Args:
        state: the tournament after them.
        events: what happens.
        games: of the tournament, with whether they are over.
        transactions: games that begin.
    """
    begun = list(transactions)
    return Transaction([event for one in begun for event in one.events],
                       [row for one in begun for row in one.new_games],
                       [row for one in begun for row in one.players],
                       tournament=TournamentChange(events, row_of(state), games))


def round_of(state: Tournament, found: Paired, now: int, pauses: Sequence[Span]
             ) -> tuple[dict[str, Any], list[Transaction]]:
    """The data of the event of a round, and the games that begin with it: those of players that
    were added by name alone are not played here.
    """
    begun: list[Transaction] = []
    games: list[tuple[str, int, int, str | None]] = []
    for white, black, outcome in found.games:
        id = ""
        if outcome is None and not any(state.players[number - 1].by_name
                                       for number in (white, black)):
            id = new_id()
            begun.append(_game(state, id, white, black, now, pauses))
        games.append((id, white, black, outcome))
    return {"games": games} | found.told(), begun


def _game(state: Tournament, id: str, white: int, black: int, now: int, pauses: Sequence[Span]
          ) -> Transaction:
    settings = state.settings
    board = make_board(settings.rules, settings.options)
    appear = None if settings.appear is None else 1000 * settings.appear
    data = {"rules": settings.rules, "options": board.options, "start": board.position(),
            "turn": str(board.turn),
            "seats": {"white": _seat(state.players[white - 1]),
                      "black": _seat(state.players[black - 1])},
            "control": stored_control(settings.clock), "payer": f"tournament {state.id}",
            "listed": settings.listed, "rated": settings.rated, "tournament": state.id,
            "claims": settings.kind == "arena",
            "appear": appear}
    return beginning(id, data, "create", now,
                     due=None if appear is None else served(now, pauses) + appear)


def _seat(player: Player) -> dict[str, Any]:
    level = level_of(player.who)
    return human_seat(player.name, player.who) if level is None else computer_seat(level)
