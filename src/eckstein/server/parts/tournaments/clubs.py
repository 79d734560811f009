"""The club that a command of its own opens: found before the server starts, or made."""
from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import json

from ....wire.http_games import NewClock
from ....wire.http_tournaments import NewTournament
from ....wire.words import ClockKind
from ...game.boards import make_board
from ...game.names import tidy
from ...game.rulings import RefusedError
from ...game.tokens import Tokens
from ...rooms.listing import unusual
from ...store.tournaments import TournamentEvent
from ...store.transactions import Transaction
from .begun import written
from .rules.folding import begin
from .rules.orders import settings_of
from .store import TournamentStore

ORGANISER = ""              # no identity: the key alone makes the organiser


def wish_of(name: str, rules: str, options: dict[str, Any],
            clock: tuple[ClockKind, float, float] | None) -> NewTournament:
    """What a club is to be like.

    Args:
        name: of the club.
        rules, options: of its games.
        clock: their kind of clock, the seconds at first, and those that are added.
    """
    return NewTournament("a club of a command", name, "club", rules, options,
                         None if clock is None else NewClock(*clock))


async def found_club(wish: NewTournament, tokens: Tokens, tournaments: TournamentStore,
                     write: Callable[[Transaction], Awaitable[None]], now: int
                     ) -> tuple[str, str]:
    """The club of a name on a day, which goes on until it is ended; then there is another one.

    Args:
        wish: what is to be made, if there is none.
        tokens: sign its key.
        tournaments: where it is read.
        write: writes it.
        now: the time, in milliseconds since 1970.

    Returns:
        Its id, and the key of its organiser.

    Raises:
        ValueError: with a sentence, if there cannot be such a one.
    """
    options = unusual(wish.rules, make_board(wish.rules, wish.options).options)
    try:
        settings = settings_of(wish, tidy(wish.name), options, ORGANISER, now)
    except RefusedError as refused:
        raise ValueError(refused.reason) from None
    day = datetime.date.fromtimestamp(now / 1000)
    number = 0
    while True:
        number += 1
        id = tokens.tournament_of(f"club {day} {number} {settings.name}")
        events = await tournaments.events(id)
        if not events or events[-1].kind != "ended":
            break
    if not events:
        event = TournamentEvent(id, 1, "created", {
            "settings": json.decode(json.encode(settings)), "who": ORGANISER,
            "name": settings.name}, now)
        await write(written(begin(event), [event], {}))
    return id, tokens.organiser(id)
