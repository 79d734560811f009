"""Games as environments of PettingZoo, in which two agents take turns."""
from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from ...engine.batch.columns import Array
from ...engine.batch.games import BatchGame
from .gymnasium_envs import RENDER_MODES, check_render_mode, rendered, spaces
from .observations import observed

AGENTS = ["player_0", "player_1"]           # White and Black


class TwoPlayerEnv(AECEnv[str, dict[str, Array], int]):
    """A game of two agents: "player_0" is White and "player_1" Black.

    Each observes `{"observation": float32 [planes + scalars, rows, columns], "action_mask": int8
    [actions]}` from its own side; the agent that is not to move has no legal actions, and sees its
    last observation.

    Args:
        game: the name of a game.
        render_mode: "ansi" for a diagram, "rgb_array" for a picture.
        more: of `BatchGame`: starts, random_plies, max_plies, and rule options.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2, "is_parallelizable": False}

    def __init__(self, game: str = "contra", *, render_mode: str | None = None,
                 **more: Any) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self._batch = BatchGame(game, 1, autoreset="off", **{"seed": None, **more})
        self.metadata = self.metadata | {"name": f"eckstein_{game}_v0"}
        self.possible_agents = AGENTS[:]
        self.agents: list[str] = []
        self.render_mode = render_mode
        seen, actions = spaces(self._batch)
        mask = Box(0, 1, (self._batch.actions,), np.int8)
        self.observation_spaces = {agent: Dict({"observation": seen, "action_mask": mask})
                                   for agent in AGENTS}
        self.action_spaces = {agent: Discrete(int(actions.n)) for agent in AGENTS}
        self._blank = np.zeros(seen.shape, np.float32)
        self._seen: dict[str, Array] = {}

    def observation_space(self, agent: str) -> Dict:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; chance goes on as it was if there is no seed."""
        self._batch.reset(seed)
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._seen = dict.fromkeys(AGENTS, self._blank)
        self._look()

    def step(self, action: int | None) -> None:
        """The agent to move makes a move.

        Raises:
            BatchError: if it is not legal.
        """
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        self._batch.step(np.array([action]))
        self._cumulative_rewards[mover] = 0
        reward = int(self._batch.rewards[0])
        other = AGENTS[1 - AGENTS.index(mover)]
        self.rewards = {mover: reward, other: -reward}
        self.terminations = dict.fromkeys(AGENTS, bool(self._batch.terminated[0]))
        self.truncations = dict.fromkeys(AGENTS, bool(self._batch.truncated[0]))
        self._look()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent sees, new arrays."""
        to_move = agent == AGENTS[self._batch.player[0]]
        mask = np.zeros(self._batch.actions, np.int8)
        if to_move:
            mask[self._batch.legal[0, :self._batch.legal_count[0]]] = 1
        return {"observation": self._seen[agent].copy(), "action_mask": mask}

    def render(self) -> Any:
        """What the render mode asks for: a text, or uint8 [height, width, 3]."""
        return rendered(self._batch.board(0), self.render_mode)

    def close(self) -> None:
        """There is nothing to give back."""

    def _look(self) -> None:
        """It is the next one's turn."""
        self.agent_selection = AGENTS[self._batch.player[0]]
        self._seen[self.agent_selection] = observed(self._batch)[0]


def env(**more: Any) -> TwoPlayerEnv:
    """A game of two agents, as PettingZoo's own modules make theirs."""
    return TwoPlayerEnv(**more)
