"""An agent in each game of a batch, playing one side against an opponent."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from ...board import Board
from ...engine.batch.columns import Array
from ...engine.batch.games import BatchGame, Snapshot
from ...engine.batch.settings import one_of
from ...engine.limits import Limits
from ...engine.players import FULL_SECONDS, make_player, read_player, thinkers

Side = Literal["white", "black", "random"]
SIDES = "white", "black", "random"
Illegal = Literal["loses", "raises"]


class Against:
    """Games of an agent against an opponent.

    A step is a move of the agent's and the opponent's answer.  What is seen is seen from the side
    of the player to move: that is the agent's, but where he has just ended the game.

    Args:
        game: the name of a game.
        n: how many games.
        opponent: plays the other side, as everywhere (see docs/players.md).
        side: which side the agent plays; "random" decides for each game.
        illegal: whether an illegal action "loses" the game, or "raises" an error.
        more: of `BatchGame`: starts, random_plies, max_plies, threads, and rule options.

    Attributes:
        batch: the games, without autoreset.
        lost: bool [n]: whether an illegal action has lost a game.
    """

    def __init__(self, game: str, n: int, opponent: str = "random", side: Side = "white",
                 illegal: Illegal = "loses", **more: Any) -> None:
        one_of("side", side, SIDES)
        one_of("illegal", illegal, ("loses", "raises"))
        self._given = {"game": game, "n": n, "opponent": opponent, "side": side,
                       "illegal": illegal, **more}
        self.batch = BatchGame(game, n, autoreset="off", masks="bytes",
                               **{"seed": None, **more})
        self._raises = illegal == "raises"
        self._side = side
        self._sides = np.zeros(n, np.uint8)
        self.lost = np.zeros(n, np.bool_)
        player_name = read_player(opponent, thinkers())
        board = Board(game, **self.batch.options)
        self._players = [] if player_name.kind == "random" else [
            make_player(player_name, board) for _ in range(n)]
        self._limits = Limits(time=FULL_SECONDS)
        for player in self._players:
            player.warm()

    def __reduce__(self) -> Any:
        return _restored, (self._given, self.batch.snapshot(), self._sides, self.lost)

    def begin(self, where: Array, seeds: Sequence[int | None] | None = None) -> None:
        """Restart games, up to the agent's first move.

        Args:
            where: bool [n].
            seeds: of all chance in each game, n of them; None where chance goes on.
        """
        if seeds is not None:
            seeded = where & np.array([seed is not None for seed in seeds])
            self.batch.seed([seed or 0 for seed in seeds], seeded)
        chance = self.batch.random(where)
        self.batch.reset(None, where)
        self.lost[where] = False
        self._sides[where] = (SIDES.index(self._side) if self._side != "random" else
                              chance[where] & 1)
        for i in np.flatnonzero(where) if self._players else ():
            self._players[i].new_game(int(chance[i]))
        self._answer(where & (self.batch.player != self._sides))

    def step(self, actions: Array, where: Array) -> tuple[Array, Array, Array]:
        """A move of the agent's in some games, and the answers.

        Args:
            actions: integers [n].
            where: bool [n]: in which games.

        Returns:
            float64 [n]: what it has brought to the agent; bool [n]: whether games have ended by the
            rules; and bool [n]: or by `max_plies`.

        Raises:
            BatchError: if an action is illegal, and that does not lose.
        """
        batch, illegal = self.batch, np.zeros(self.batch.n, np.bool_)
        if not self._raises:
            inside = (actions >= 0) & (actions < batch.actions)
            legal = batch.action_mask[np.arange(batch.n), np.where(inside, actions, 0)] != 0
            illegal = where & ~(inside & legal & ~self.lost)
        moving = where & ~illegal
        batch.step(actions, moving)
        rewards = np.where(moving, batch.rewards, 0).astype(np.float64)
        answering = moving & (batch.reason == 0)
        self._answer(answering)
        rewards -= np.where(answering, batch.rewards, 0)
        rewards[illegal] = -1
        self.lost |= illegal
        return rewards, where & batch.terminated | illegal, where & batch.truncated

    def masks(self) -> Array:
        """int8 [n, actions]: the legal actions; where a game is over, action 0 alone, for the
        step that restarts it has an action, and there is no choice from an empty mask.
        A new array.
        """
        masks = self.batch.action_mask.astype(np.int8)
        over = self.lost | ~self.batch.running()
        masks[over] = 0
        masks[over, 0] = 1
        return masks

    def close(self) -> None:
        """Let the opponents go."""
        for player in self._players:
            player.close()

    def _answer(self, where: Array) -> None:
        """A move of the opponent's in some games."""
        if not where.any():
            return
        if not self._players:
            self.batch.step(self.batch.sample(where), where)
            return
        actions = np.zeros(self.batch.n, np.int64)
        for i in np.flatnonzero(where).tolist():
            board = self.batch.board(i)
            move = self._players[i].play(board, self._limits).move
            actions[i] = self.batch.action_of(board, move)
        self.batch.step(actions, where)


def _restored(given: dict[str, Any], snapshot: Snapshot, sides: Array, lost: Array) -> Against:
    """Games as they were; the opponents start thinking again."""
    found = Against(**given)
    found.batch.restore(snapshot)
    found._sides[:], found.lost[:] = sides, lost
    return found
