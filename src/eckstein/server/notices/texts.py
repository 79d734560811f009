"""What a notice says, in a few words of a language."""
from __future__ import annotations

from typing import Any

from ...words import ENGLISH, LANGUAGES, catalogue
from ..game.identity import GUEST, account_of, of_account
from ..game.tokens import guest_name, link_to
from ..people.account_names import Names
from ..people.notices import Facts, Notice
from ..rooms.rooms import Rooms


def told(notice: Notice, language: str, name: str) -> tuple[str, str]:
    """The title of a notice, and what stands below.

    Args:
        notice: what has happened.
        language: one of `LANGUAGES`; otherwise it is English.
        name: of the opponent; empty for none.
    """
    language = language if language in LANGUAGES else ENGLISH
    words: dict[str, Any] = catalogue(language, "push")["said"]     # type: ignore[assignment]
    facts = notice.facts
    game = game_called(facts.rules, language)
    title: str = words["over"][facts.outcome] if notice.kind == "over" else words[notice.kind]
    body = words["against"].format(game=game, name=name) if name else game
    return title.format(name=name), game if notice.kind == "challenge" else body


def game_called(rules: str, language: str) -> str:
    """What a game is called in a language."""
    games: dict[str, Any] = catalogue(language, "app")["games"]     # type: ignore[assignment]
    return str(games.get(rules, {}).get("full", rules.capitalize()))


async def name_of(facts: Facts, names: Names) -> str:
    """What the other one in a notice is called; empty for a computer, or nobody.

    Raises:
        StoreError, OSError: if the database does not respond.
    """
    if account := account_of(facts.against):
        return (await names.of([account]))[account]
    if facts.against.startswith(GUEST):
        return facts.name or guest_name(facts.against.removeprefix(GUEST))
    return ""


async def page_of(notice: Notice, rooms: Rooms) -> str:
    """The page that a notice is about, with the seat of the account.

    Raises:
        RefusedError: if its game cannot be read.
    """
    game, who = notice.facts.game, of_account(notice.account)
    if not game:
        return "/lobby"
    seats = (await rooms.snapshot(game)).state.seats
    return next((link_to(game, rooms.tokens.seat(game, colour))
                 for colour, seat in seats.items() if seat.who == who), f"/game/{game}")
