"""Whether a tournament was paired fairly, reckoned from its pairings and games alone.

Nothing here is shared with the server: what is asked for is what docs/tournaments.md promises.
"""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import rustworkx

TRF_POINTS = {"1": 1.0, "=": 0.5, "0": 0.0, "+": 1.0, "-": 0.0, "U": 1.0, "F": 1.0, "H": 0.5,
              "Z": 0.0}


def unfair(told: dict[str, Any]) -> Iterator[str]:
    """What is not as it must be, in sentences.

    Args:
        told: a tournament that is over, as the server tells it.
    """
    if told["kind"] in ("swiss", "round-robin"):
        yield from _met_twice(told)
    if told["kind"] == "club":
        yield from _waits(told)
        yield from _repeats(told)
    if told["kind"] in ("club", "swiss"):
        yield from _colours(told)
    byes = Counter(number for one in told["paired"] for number in one["byes"])
    if told["kind"] == "swiss" and byes and max(byes.values()) > 1:
        yield f"players without an opponent twice: {byes}"


def _met_twice(told: dict[str, Any]) -> Iterator[str]:
    pairs = Counter(frozenset((game["white"], game["black"])) for one in told["paired"]
                    for game in one["games"])
    yield from (f"{sorted(pair)} met {times} times" for pair, times in pairs.items() if times > 1)


def _waits(told: dict[str, Any]) -> Iterator[str]:
    """Nobody sits out twice while one that was there in all rounds has not sat out."""
    waited = Counter[int]()
    always = {number for one in told["paired"][:1] for number in _there(one)}
    for at, one in enumerate(told["paired"], 1):
        always &= _there(one)
        patient = {number for number in always if waited[number] == 0} - {*one["out"]}
        for number in one["out"]:
            if waited[number] and number in always and patient:
                yield f"round {at}: {number} sits out again, but {sorted(patient)} never did"
        waited.update(one["out"])


def _there(one: dict[str, Any]) -> set[int]:
    """The players that are in a round of a club."""
    return {*one["out"], *(number for game in one["games"]
                           for number in (game["white"], game["black"]))}


def _repeats(told: dict[str, Any]) -> Iterator[str]:
    """No two play each other in two games in a row, while the same players can be paired without.
    """
    last = dict[int, int]()
    for at, one in enumerate(told["paired"], 1):
        pairs = [(game["white"], game["black"]) for game in one["games"]]
        again = [pair for pair in pairs if last.get(pair[0]) == pair[1]
                 and last.get(pair[1]) == pair[0]]
        if len(again) > _fewest_repeats([number for pair in pairs for number in pair], last):
            yield f"round {at}: {again} play each other again"
        for white, black in pairs:
            last |= {white: black, black: white}


def _fewest_repeats(players: list[int], last: dict[int, int]) -> int:
    """In how many games at least the same two have to play again."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(players)
    graph.add_edges_from([
        (one, two, int(last.get(players[one]) != players[two] or last.get(players[two])
                       != players[one])) for one in range(len(players)) for two in range(one)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True,
                                          weight_fn=lambda weight: weight)
    return sum(graph.get_edge_data(*edge) == 0 for edge in found)


def _colours(told: dict[str, Any]) -> Iterator[str]:
    """In a club, the one that had White more often has Black; in a Swiss, none has a colour three
    times more often than the other."""
    had: defaultdict[int, int] = defaultdict(int)       # White less Black
    for at, one in enumerate(told["paired"], 1):
        before = dict(had)
        for game in one["games"]:
            white, black = game["white"], game["black"]
            if told["kind"] == "club" and before.get(white, 0) > before.get(black, 0):
                yield f"round {at}: {white} has White against {black}"
            had[white] += 1
            had[black] -= 1
        if told["kind"] == "swiss" and (off := {n: h for n, h in had.items() if abs(h) > 2}):
            yield f"round {at}: colours are off: {off}"


def uneven(told: dict[str, Any]) -> int:
    """How many players have had one colour more than once more often than the other."""
    had = Counter(game["white"] for one in told["paired"] for game in one["games"])
    had.subtract(game["black"] for one in told["paired"] for game in one["games"])
    return sum(abs(times) > 1 for times in had.values())


def misreported(told: dict[str, Any], text: str) -> Iterator[str]:
    """Where a report file (TRF16) differs from the standings; it is read by its columns."""
    points = {one["player"]: one["points"] for one in told["standings"]}
    called = Counter(one["name"] for one in told["players"])
    names = {one["name"]: one["number"] for one in told["players"] if called[one["name"]] == 1}
    rows = [line for line in text.splitlines() if line.startswith("001 ")]
    starts = {int(line[4:8]): line for line in rows}
    if len(rows) != len(points):
        yield f"the report has {len(rows)} players of {len(points)}"
    for start, line in starts.items():
        results = [line[at:at + 8] for at in range(91, len(line), 10)]
        if float(line[80:84]) != sum(TRF_POINTS[one[-1]] for one in results):
            yield f"the report gives other points than its results: {line}"
        player = names.get(line[14:47].strip())
        if player is not None and points[player] != float(line[80:84]):
            yield f"{points[player]} points are others in the report: {line}"
        for at, one in enumerate(results):
            if opponent := int(one[:4]):
                back = starts[opponent][91 + 10 * at:99 + 10 * at]
                if int(back[:4]) != start or back[5] == one[5]:
                    yield f"round {at + 1} of {start} and {opponent} do not fit: {one}, {back}"
