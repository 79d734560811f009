"""What a notice says, in a few words of a language."""
from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ....wire.conditions import GAME, told_of
from ....wire.http_games import NewClock
from ....words import ENGLISH, LANGUAGES, catalogue, plurals, tell
from ...game.events import other
from ...game.identity import GUEST, account_of, of_account
from ...game.tokens import guest_name, link_to
from ...rooms.account_names import Names
from ...rooms.rooms import Rooms
from .notice import Facts, Notice


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


def conditions_told(facts: Facts, language: str) -> str:
    """What game a challenge is to, and how long it is open: a line for each thing.

    Args:
        facts: those of a challenge.
        language: one of `LANGUAGES`.
    """
    app: dict[str, Any] = catalogue(language, "app")
    words: dict[str, Any] = catalogue(language, "mail")["conditions"]   # type: ignore[assignment]
    wish = facts.wish
    if wish is None:
        return ""
    colour = app["colours"][other(wish.colour)] if wish.colour else words["chance"]
    options, values = app["newGame"]["options"], app["newGame"]["values"]
    lines = [(words["clock"], clock_told(wish.clock, language)), (words["colour"], colour),
             (words["rated"], values["true" if wish.rated else "false"])]
    for name, value in wish.options.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        lines.append((options.get(name, name), values.get(text, text)))
    until = datetime.fromtimestamp(facts.until / 1000, UTC)
    lines.append((words["until"], f"{until:%Y-%m-%d %H:%M} UTC"))
    told = [app["app"]["labelled"].format(label=label, text=text) for label, text in lines]
    told[-1:-1] = [tell(one, language) for one in told_of(GAME, wish)]
    return "\n".join(told)


def clock_told(clock: NewClock | None, language: str) -> str:
    """How time is counted: "5 min + 3 s", "3 days a move"."""
    words: dict[str, Any] = catalogue(language, "app")["clocks"]    # type: ignore[assignment]

    def time(seconds: float) -> str:
        days, rest = divmod(seconds, 86_400)
        hours, rest = divmod(rest, 3600)
        minutes, rest = divmod(rest, 60)
        parts = [(unit, n) for unit, n in (("d", days), ("h", hours), ("min", minutes),
                                           ("s", rest)) if n]
        return " ".join(words[unit].format(n=f"{n:g}") for unit, n in parts or [("s", 0)])
    if clock is None:
        return str(words["none"])
    if clock.kind == "days":
        return plurals(language).fill(words["byDays"], {"days": int(clock.initial // 86_400)})
    if not clock.increment:
        return time(clock.initial)
    return str(words["delayed" if clock.kind == "delay" else "plus"].format(
        time=time(clock.initial), more=time(clock.increment)))


async def name_of(facts: Facts, names: Names) -> str:
    """What the other player in a notice is called; empty for a computer, or for none.

    Raises:
        StoreError, OSError: if the database does not respond.
    """
    if account := account_of(facts.against):
        return (await names.of([account]))[account]
    if facts.against.startswith(GUEST):
        return facts.name or guest_name(facts.against.removeprefix(GUEST))
    return ""


async def page_of(notice: Notice, rooms: Rooms) -> str:
    """The page that a notice is about, with the seat of the account, so that it can play there.

    Raises:
        RefusedError: if its game cannot be read.
    """
    game, who = notice.facts.game, of_account(notice.account)
    if not game:
        return "/games"
    seats = (await rooms.snapshot(game)).state.seats
    return next((link_to(game, rooms.tokens.seat(game, colour))
                 for colour, seat in seats.items() if seat.who == who), f"/game/{game}")
