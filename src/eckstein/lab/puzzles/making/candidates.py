"""Where puzzles are looked for: games between levels of the engine, and tables of endings."""
from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator

from ....board import Board
from ....engine.limits import Limits
from ....engine.players import make_player
from ....engine.tables import Ending, TableError, Value, endings_of
from ....engine.tables.endings import numbering
from ....engine.tables.table_file import Table
from ....notation.positions import START_ORIGIN
from ...arena.openings import random_board

LEVELS = range(2, 9)
RANDOM_PLIES = 2, 10
LONGEST = 120               # plies
DRAWN_NUMBERS = 500         # of a table, for each time that it is asked for positions
WON_IN = 3, 5, 7            # plies


class Games:
    """Games of one kind, each made from a number.

    Args:
        board: at the start, of the game and options.
        seed: of all games.
    """

    def __init__(self, board: Board, seed: int) -> None:
        self._start, self._seed = board, seed
        self._players = [make_player(f"level:{level}", board) for level in LEVELS]

    def positions(self, number: int) -> Iterator[Board]:
        """The positions of a game after its random moves, each as a board that nothing led to."""
        chance = random.Random(f"{self._seed}/{number}")
        board = random_board(self._start.copy(), chance.randint(*RANDOM_PLIES), chance)
        players = chance.choices(self._players, k=2)
        while not board.is_game_over() and board.ply < LONGEST:
            fresh = self._start.copy()
            fresh.set_position(board.position())
            yield fresh
            player = players[board.ply % 2]
            player.new_game(chance.randrange(1 << 30))
            board.push(player.play(board, Limits()).move)

    def close(self) -> None:
        """Give the threads back."""
        for player in self._players:
            player.close()


class Endings:
    """Positions with a win in a few plies, from the tables of a game that have been built.

    Args:
        board: at the start, of the game and options.
        seed: of all choices.
    """

    def __init__(self, board: Board, seed: int) -> None:
        self._start, self._seed = board, seed
        self._tables: list[tuple[Ending, Table]] = []
        for ending in endings_of(board.game, board.options):
            with contextlib.suppress(FileNotFoundError, TableError):
                self._tables.append((ending, Table(ending)))

    def __bool__(self) -> bool:
        return bool(self._tables)

    def positions(self, number: int) -> Iterator[Board]:
        """Some such positions, chosen by a number."""
        chance = random.Random(f"{self._seed}/table/{number}")
        ending, table = chance.choice(self._tables)
        numbers = numbering(ending.game, ending.options)
        for _ in range(DRAWN_NUMBERS):
            place = chance.randrange(ending.entries)
            value = Value.of_code(table.code(place))
            if value.result == "won" and value.plies in WON_IN:
                board = self._start.copy()
                board._set(board.rules.Position(*numbers.position(ending.number, place)),
                           START_ORIGIN)
                yield board
