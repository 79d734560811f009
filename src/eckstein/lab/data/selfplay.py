"""Games of alpha-beta against itself by few positions a move, each played in one call.

They are the games that the player plays anywhere else; there, Python takes ten times as long as
such a search.
"""
from __future__ import annotations

from typing import Any

from ...board import Board
from ...engine.books.values import score_of
from ...engine.players import MEGABYTES, PlayerName, net_of
from ...engine.proving import FIRST
from ...kernel.options import COUNTS, own_values
from ...kernel.specialise import specialise
from .games import value_of

RESULTS = ("*", "1-0", "0-1", "1/2-1/2")


class SelfPlay:
    """A player against himself.

    Args:
        name: the player, one that `plays` is true of.
        board: of the game and options to be played.
        plies: after how many moves a game ends without a result.
    """

    def __init__(self, name: PlayerName, board: Board, plies: int) -> None:
        self._limit = name.settings["nodes"]
        self._search: Any = specialise("search.play.selfplay", board.game,
                                       **own_values(board.options))
        self._table = self._search.new_table(name.settings.get("hash", MEGABYTES))
        self._memory = self._search.new_search()
        self._memory.repetition, self._memory.no_progress = (
            int(board.options[count]) for count in COUNTS)
        self._search.attach(self._memory, self._table)
        if net := net_of(name, board):
            self._rows = self._search.new_net(net.rows)
            self._search.use_net(self._memory, self._rows)
        self._keys, self._actions, self._values = (self._search.array(plies + 1)
                                                   for _ in range(3))
        self._log = self._search.new_log(self._keys, self._actions, self._values)
        self._log.plies = plies

    @staticmethod
    def plays(name: PlayerName) -> bool:
        """Whether a player is alpha-beta by few positions alone, without tables and books."""
        own = name.settings
        return (name.kind == "alphabeta" and own.get("nodes", FIRST) < FIRST
                and not own.get("tables", True) and not own.get("book", False)
                and own.get("threads", 1) == 1 and not {"time", "depth"} & own.keys())

    def play(self, board: Board) -> tuple[list[int], list[int], str]:
        """The actions from a board on, the values of the positions before them, and the result.

        Args:
            board: a running game, which began with no more moves than a game may have.
        """
        search, log = self._search, self._log
        search.forget(self._memory, self._table)
        keys = board.keys()
        log.count = board.ply
        log.idle, log.reversible = board.idle_moves, board.reversible_moves
        self._keys[:len(keys)] = keys
        result = search.play(search.game.Position(*board.state), self._memory, log, self._limit)
        played = slice(board.ply, log.count)
        return (list(self._actions[played]),
                [value_of(score_of(score)) for score in self._values[played]], RESULTS[result])
