"""Games as environments of Gymnasium: one against an opponent, or many at once.

Gymnasium knows them by names such as "eckstein/contra-v0" once this module is imported.
"""
from __future__ import annotations

import io
import operator
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ...base.sentence import Sentence
from ...board import Board
from ...engine.batch.chance import seeds_of
from ...engine.batch.columns import Array
from ...engine.batch.games import BatchGame
from ...engine.batch.settings import one_of
from ...games import names
from ...render import png
from .against import Against
from .observations import observed

TEXT, PICTURE = "ansi", "rgb_array"
# What draws pictures is no part of the extra for learners, and need not be there.
RENDER_MODES = [TEXT, *([PICTURE] if find_spec("resvg_py") and find_spec("PIL") else [])]
PIXELS = 480


def spaces(batch: BatchGame) -> tuple[Box, Discrete]:
    """The spaces of observations (see `observed`) and of actions."""
    planes, rows, columns = batch.observation_shape
    shape = planes + len(batch.legend.scalars), rows, columns
    return Box(0.0, 1.0, shape, np.float32), Discrete(batch.actions)


class GameEnv(gymnasium.Env[Array, Any]):
    """A game against an opponent that answers within the step.

    Observations are float32 [planes + scalars, rows, columns] from the side of the player to move.
    `info["action_mask"]`, and `action_masks()`, tell the legal actions: int8 [actions]; where the
    game is over, action 0 alone.  Rewards are 1, 0 or -1 at the end of a game.

    Args:
        game: the name of a game.
        opponent, side, illegal, more: see `Against`.
        render_mode: "ansi" for a diagram, "rgb_array" for a picture, which needs
            `eckstein[pictures]`.

    Raises:
        ImportError: if pictures are asked for, and the packages for them are not installed.

    Examples:
        >>> env = GameEnv("contra", opponent="greedy")
        >>> observation, info = env.reset(seed=1)
        >>> env.action_space.sample(info["action_mask"]) in env.action_space
        True
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(self, game: str = "contra", opponent: str = "random", *,
                 render_mode: str | None = None, **more: Any) -> None:
        check_render_mode(render_mode)
        self._play = Against(game, 1, opponent, **more)
        self.observation_space, self.action_space = spaces(self._play.batch)
        self.render_mode = render_mode
        self._here = np.ones(1, np.bool_)

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a new game, up to the agent's first move."""
        super().reset(seed=seed)
        self._play.begin(self._here, None if seed is None else [seed])
        return self._seen()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move, and get the opponent's answer."""
        actions = np.array([operator.index(action)])
        rewards, terminated, truncated = self._play.step(actions, self._here)
        observation, info = self._seen()
        return observation, float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def action_masks(self) -> Array:
        """The legal actions, int8 [actions]; action 0 alone where the game is over."""
        return self._play.masks()[0]

    @property
    def board(self) -> Board:
        """The position, with those of the last moves behind it that can be undone."""
        return self._play.batch.board(0)

    def render(self) -> Any:
        """What the render mode asks for: a text, or uint8 [height, width, 3]."""
        return rendered(self.board, self.render_mode)

    def close(self) -> None:
        """Let the opponent go."""
        self._play.close()

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        return observed(self._play.batch)[0], {"action_mask": self.action_masks()}


def check_render_mode(render_mode: str | None) -> None:
    """Check that games can be shown in this way.

    Raises:
        ImportError: if pictures are asked for, and the packages for them are not installed.
        BatchError: if there is no such way.
    """
    one_of("render_mode", render_mode, (TEXT, PICTURE, None))
    if render_mode == PICTURE and PICTURE not in RENDER_MODES:
        raise ImportError(Sentence("render_mode {mode} needs the packages for pictures; install "
                                   "them with pip install 'eckstein[pictures]'", mode=PICTURE))


def rendered(board: Board, render_mode: str | None) -> Any:
    """A board as a render mode asks for it."""
    if render_mode != PICTURE:
        return str(board) if render_mode == TEXT else None
    picture = png(board, size=PIXELS)
    from PIL import Image
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


class GameVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games at once, each as `GameEnv` plays one; together they are much faster.

    Args:
        game: the name of a game.
        num_envs: how many games.
        opponent, side, illegal, more: see `Against`.
        autoreset_mode: as `gymnasium.vector.SyncVectorEnv` has it.
    """

    def __init__(self, game: str = "contra", num_envs: int = 1, opponent: str = "random", *,
                 autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
                 render_mode: str | None = None, **more: Any) -> None:
        check_render_mode(render_mode)
        self._play = Against(game, num_envs, opponent, **more)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces(self._play.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2,
                         "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self._all = np.ones(num_envs, np.bool_)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Restart games, up to the agent's first move.

        Args:
            seed: of game i the seed + i, or the i-th of n seeds; None where chance goes on.
            options: `{"reset_mask": bool [n]}` for some games alone.
        """
        seeds = None if seed is None else seeds_of(seed, self.num_envs)
        super().reset(seed=None if seeds is None or seeds[0] is None else operator.index(seeds[0]))
        where = self._all
        if options and "reset_mask" in options:
            where = np.asarray(options["reset_mask"])
            if where.shape != (self.num_envs,) or where.dtype != np.bool_ or not where.any():
                raise ValueError(f"reset_mask must be {self.num_envs} truth values, and one of "
                                 "them true")
        self._play.begin(where, seeds)
        self._over[where] = False
        return observed(self._play.batch), self._masks(where)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """A move in each game, and the opponents' answers."""
        actions, again = np.asarray(actions), self._over
        if self.autoreset_mode == AutoresetMode.DISABLED and again.any():
            raise ValueError("games are over that have not been reset: "
                             f"{np.flatnonzero(again).tolist()}")
        running, again = ~again, again.copy()
        rewards, terminated, truncated = self._play.step(actions, running)
        if again.any():
            self._play.begin(again)
        over = terminated | truncated
        info: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            last, masks = observed(self._play.batch), self._play.masks()
            for i in np.flatnonzero(over):
                info = self._add_info(info, {"final_obs": last[i], "final_info": {
                    "action_mask": masks[i]}}, int(i))
            self._play.begin(over)
        else:
            self._over = over
        return (observed(self._play.batch), rewards, terminated, truncated,
                info | self._masks(self._all))

    def action_masks(self) -> Array:
        """The legal actions, int8 [n, actions]; action 0 alone where a game is over."""
        return self._play.masks()

    def render(self) -> tuple[Any, ...] | None:
        """What the render mode asks for, of each game."""
        if self.render_mode is None:
            return None
        batch = self._play.batch
        return tuple(rendered(batch.board(i), self.render_mode) for i in range(batch.n))

    def close_extras(self, **more: Any) -> None:
        """Let the opponents go."""
        self._play.close()

    def _masks(self, where: Array) -> dict[str, Any]:
        masks = self._play.masks()
        masks[~where] = 0
        return {"action_mask": masks, "_action_mask": where.copy()}


for _game in names():
    gymnasium.register(f"eckstein/{_game}-v0", entry_point=GameEnv, kwargs={"game": _game},
                       vector_entry_point=GameVectorEnv)
