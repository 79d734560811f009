"""How the result of a rated game is written: in the transaction that ends the game.

It is made of what the database has then: the seats, the pseudonyms and the strengths of the
players.
"""
from __future__ import annotations

from ..game.glicko import ANCHOR_DEVIATION, PERIOD, SCALE, WIDEST, Rating
from ..game.rating_rules import NEWEST

NEW = Rating()
_COLUMNS = ("game", "rules", "speed", *(
    f"{colour}{name}" for colour in ("white", "black")
    for name in ("", "_points", "_deviation", "_volatility", "_moves")),
    "winner", "how", "ruler", "mixed", "began", "at", "version")


def insertion(ending: str, least: str) -> str:
    """The statement that inserts the results of games that end; those that are not rated have none.

    Args:
        ending: a table of this name, with the columns game, at, winner, how, ruler, white, black.
        least: the function of this database that finds the least of several numbers.
    """
    values = ("white.game", "white.rules", "white.speed", *_values("white", least),
              *_values("black", least), "ending.winner", _how(), _ruler(),
              f"coalesce({_bot('white')} <> {_bot('black')}, false)", "white.began", "ending.at",
              str(NEWEST))
    return (f"INSERT INTO result ({', '.join(_COLUMNS)}) SELECT {', '.join(values)} "
            f"FROM {ending} {_joined('white')} {_joined('black')} "
            f"WHERE {_code('white')} IS NOT NULL AND {_code('black')} IS NOT NULL")


def _joined(colour: str) -> str:
    """The rows about a side: its seat, and the pseudonym, account and standing of its player."""
    return (f"JOIN player {colour} ON {colour}.game = ending.game "
            f"AND {colour}.colour = '{colour}' AND {colour}.rated AND {colour}.speed IS NOT NULL "
            f"LEFT JOIN pseudonym {colour}_link ON {colour}.who LIKE 'account:%' "
            f"AND {colour}_link.account = substr({colour}.who, 9) "
            f"LEFT JOIN account {colour}_account ON {colour}_account.id = {colour}_link.account "
            f"LEFT JOIN standing {colour}_is ON {colour}_is.code = {_code(colour)} "
            f"AND {colour}_is.rules = {colour}.rules AND {colour}_is.speed = {colour}.speed")


def _code(colour: str) -> str:
    """What results call a side; null if it cannot be rated."""
    return (f"CASE WHEN {colour}.who LIKE 'level:%' AND {colour}.points IS NOT NULL "
            f"THEN {colour}.who ELSE coalesce({colour}.pseudonym, {colour}_link.code) END")


def _bot(colour: str) -> str:
    """Whether a side is a bot; null if its account is gone."""
    return f"CASE WHEN {colour}.who LIKE 'level:%' THEN false ELSE {colour}_account.bot END"


def _values(colour: str, least: str) -> tuple[str, ...]:
    """The name of a side, its strength at the end of the game, and how many moves it has made."""
    level, rating = f"CASE WHEN {colour}.who LIKE 'level:%' THEN", f"{colour}_is"
    wide = (f"{least}({WIDEST}, sqrt({rating}.deviation * {rating}.deviation + {SCALE ** 2!r} "
            f"* {rating}.volatility * {rating}.volatility "
            f"* abs(ending.at - {rating}.at) / {PERIOD}.0))")
    return (_code(colour),
            f"{level} {colour}.points ELSE coalesce({rating}.points, {NEW.points}) END",
            f"{level} {ANCHOR_DEVIATION} ELSE coalesce({wide}, {NEW.deviation}) END",
            f"coalesce({rating}.volatility, {NEW.volatility})", f"ending.{colour}")


def _how() -> str:
    """In which way a game ends: a side without an account has deserted."""
    return ("CASE WHEN ending.how NOT IN ('adjudicated', 'aborted') "
            "AND '' IN (white.who, black.who) THEN 'deserted' ELSE ending.how END")


def _ruler() -> str:
    return ("coalesce((SELECT code FROM pseudonym WHERE ending.ruler LIKE 'account:%' "
            "AND account = substr(ending.ruler, 9)), '')")
