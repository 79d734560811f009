"""What is in files of games: counts, lengths, results, games that are there twice."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .data_file import Header, open_games
from .games import NO_VALUE, RESULTS, Array, Games, joined
from .replaying import check


def inspected(path: Path) -> tuple[Games, dict[str, Any]]:
    """The games of a file, every checksum and every move of which is checked, and what they are.

    Raises:
        DataError: if something is wrong with them.
        OSError: if the file cannot be read.
    """
    header, blocks = open_games(path)
    games = joined(blocks)
    check(games)
    return games, told(games, header, path.stat().st_size)


def told(games: Games, header: Header, size: int) -> dict[str, Any]:
    """A description of games, as plain objects for JSON."""
    values = games.values
    return {
        "game": header.game, "options": header.options, "made": header.made, "how": header.how,
        "engine": header.engine, "games": len(games), "moves": games.moves, "bytes": size,
        "results": {name: int((games.results == i).sum()) for i, name in enumerate(RESULTS)},
        "plies": spread(games.plies), "random_plies": spread(games.random_plies),
        "values": 0 if values is None else int((values != NO_VALUE).sum()),
        "visits": 0 if games.visit_counts is None else int(games.visit_counts.sum()),
        "starts": len(games.starts), "duplicates": duplicates(games)}


def spread(numbers: Array) -> dict[str, int]:
    """The least of some numbers, the one in the middle, and the greatest; 0 if there are none."""
    ordered = np.sort(numbers) if len(numbers) else np.zeros(1, np.int64)
    return {"least": int(ordered[0]), "median": int(ordered[len(ordered) // 2]),
            "most": int(ordered[-1])}


def duplicates(games: Games) -> int:
    """How many games were there before, with the same start and moves."""
    return len(games) - len(np.unique(games.keys()))
