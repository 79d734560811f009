"""How the players of a tournament stand, reckoned from its games alone.

Nothing here is shared with the server: the definitions are those of docs/tournaments.md.
"""
from __future__ import annotations

from typing import Any

POINTS = {"drawn": (0.5, 0.5), "white": (1.0, 0.0), "black": (0.0, 1.0), "none": (0.0, 0.0)}


def reckoned(told: dict[str, Any], outcomes: dict[str, str]) -> dict[int, dict[str, float]]:
    """Points, wins, Buchholz and Sonneborn-Berger of each player; byes give what is told.

    Args:
        told: the tournament, of which only the pairings are read.
        outcomes: of the games by their ids, as the games themselves tell them.
    """
    players = [one["number"] for one in told["players"]]
    points = dict.fromkeys(players, 0.0)
    wins, games = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    met: dict[int, list[tuple[int, float]]] = {number: [] for number in players}
    swiss = told["kind"] == "swiss"
    for one in told["paired"]:
        there = set[int]()
        for game in one["games"]:
            white, black = game["white"], game["black"]
            there |= {white, black}
            outcome = outcomes[game["game"]] if game["game"] else game["outcome"]
            if outcome is None:
                continue
            for number, other, got in zip((white, black), (black, white), POINTS[outcome],
                                          strict=True):
                points[number] += got
                games[number] += game["played"]
                wins[number] += game["played"] and got == 1.0
                # In a Swiss, a win without play counts as a game against oneself.
                met[number].append((other if game["played"] or not swiss else number, got))
        given = dict.fromkeys(one["byes"], 1.0) | {
            bye["player"]: bye["points"] for bye in one.get("granted", ())}
        for number in players:
            free = given.get(number, 0.0)
            points[number] += free
            if swiss and number not in there:
                met[number].append((number, float(free)))
    return {number: {"points": points[number], "wins": wins[number], "games": games[number],
                     "buchholz": sum(points[other] for other, _ in met[number]),
                     "sonneborn": sum(points[other] * got for other, got in met[number])}
            for number in players}


def ordered(told: dict[str, Any], found: dict[int, dict[str, float]]) -> bool:
    """Whether the standings are in the order of the points."""
    points = [found[one["player"]]["points"] for one in told["standings"]]
    return points == sorted(points, reverse=True)
