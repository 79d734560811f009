"""Opening trees: which moves were played in positions, and how those games ended.

Positions are counted, not sequences of moves: games that reach a position by different ways meet.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..base.sentence import reason_of
from ..kernel import options as option_values
from ..notation.pgn import RecordError
from . import Beginning, Record, conversion, read_beginnings
from .exchange import detect

RESULTS = ("1-0", "1/2-1/2", "0-1", "*")


@dataclass(slots=True)
class Openings:
    """How games began.

    Attributes:
        games: how many were counted.
        others: how many were passed over, as they are of other games, or have other rules.
        wrong: why others could not be read, a sentence for each.
        played: by the text of a position, and then by the plain text of a move, how many games
            went on with it and ended as RESULTS tells: white wins, draws, black wins, unknown.
    """

    games: int = 0
    others: int = 0
    wrong: list[str] = field(default_factory=list)
    played: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    def add(self, beginning: Beginning) -> None:
        """Count a game; a move that is made twice in the same position counts once."""
        self.games += 1
        ended = RESULTS.index(beginning.result)
        for position, move in dict.fromkeys(beginning.moves):
            self.played.setdefault(position, {}).setdefault(move, [0] * len(RESULTS))[ended] += 1


def count_openings(text: str, game: str, options: Mapping[str, Any], plies: int) -> Openings:
    """Count how the games of a text began.

    Args:
        text: records, or a file of another program.
        game, options: the rules of the games that count; the draws by repetition and lack of
            progress may be others.
        plies: how many moves of each game.

    Raises:
        NotationError: if the text holds no games.
        UnknownGameError, OptionError: if there are no such rules.
    """
    wanted = option_values.own_values(option_values.complete(game, options))
    found = Openings()
    for beginning in _beginnings(text, plies):
        if isinstance(beginning, RecordError):
            found.wrong.append(reason_of(beginning))
        elif beginning.board.game != game or (
                option_values.own_values(beginning.board.options) != wanted):
            found.others += 1
        else:
            found.add(beginning)
    return found


def _beginnings(text: str, plies: int) -> Iterator[Beginning | RecordError]:
    if detect(text) == "record":
        return read_beginnings(text, plies)
    return (found if isinstance(found, RecordError) else _beginning(found, plies)
            for found in conversion.read_each(text))


def _beginning(record: Record, plies: int) -> Beginning:
    board, moves = record.start.copy(), list[tuple[str, str]]()
    for node in list(record.mainline())[:plies]:
        assert node.move is not None
        moves.append((board.position(), board.text(node.move)))
        board.push(node.move)
    return Beginning(board, moves, record.result)
