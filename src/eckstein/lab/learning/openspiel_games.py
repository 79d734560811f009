"""Games for OpenSpiel: `register()`, then `pyspiel.load_game("eckstein_contra(size=5)")`.

Actions and observations are those of batches.  OpenSpiel wants to know how long a game can be, so
one is drawn when it has `max_plies`.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ...board import Board
from ...engine.batch.settings import whole
from ...games import names
from ...kernel.options import complete, defaults, own_values
from .observations import encoding_of, shape_of
from .single_game import NOBODY, OVER, Playing, playing

PREFIX, VIEW = "eckstein_", "observation"
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
MAX_PLIES, MOST_PLIES = 2000, (1 << 31) - 1


def register() -> list[str]:
    """Make the games known to OpenSpiel, under names such as "eckstein_contra".

    Returns:
        The names.
    """
    found = []
    for game in names():
        kind = _type_of(game)
        if kind.short_name not in pyspiel.registered_names():
            # A class, for OpenSpiel lets go of it after Python has ended: functions crash then.
            pyspiel.register_game(kind, type(kind.long_name.replace(" ", ""), (SpielGame,),
                                             {"name": game, "kind": kind}))
        found.append(kind.short_name)
    return found


def _type_of(game: str) -> Any:
    board = Board(game)
    return pyspiel.GameType(
        short_name=PREFIX + game, long_name=board.rules.TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2, min_num_players=2,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={name: _parameter(value) for name, value in defaults(
            game).items()} | {"max_plies": MAX_PLIES})


def _parameter(value: Any) -> Any:
    """An option's value as OpenSpiel reads it from text: what looks like a number is one."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


class SpielGame(pyspiel.Game):
    """A game under some options; `register` makes a class of each game, with its name and type."""

    name: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        self.max_plies = whole("max_plies", chosen.pop("max_plies", MAX_PLIES), 1, MOST_PLIES)
        self.options: dict[str, Any] = dict(complete(self.name, {
            name: value if isinstance(value, bool) else str(value)
            for name, value in chosen.items()}))
        self.encoding = encoding_of(self.name, **own_values(self.options))
        self.seen = shape_of(self.encoding)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.ACTIONS, max_chance_outcomes=0, num_players=2,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=self.max_plies)
        super().__init__(self.kind, info, params or {})

    def __reduce__(self) -> Any:
        return _loaded, (str(self),)

    @cached_property
    def playing(self) -> Playing:
        """What plays it; it is made, and may be compiled, when the first game begins."""
        return playing(self.name, self.options, self.max_plies)

    def new_initial_state(self, state: None = None) -> SpielState:
        """The start of the game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What fills observation tensors; information states are histories, for draws need them."""
        if iig_obs_type is None or iig_obs_type.public_info and not iig_obs_type.perfect_recall:
            return Observer(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _loaded(text: str) -> Any:
    register()
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):
    """A position with its history."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game)

    @property
    def board(self) -> Board:
        """The game as a board."""
        return self.course.board()

    @board.setter
    def board(self, board: Board) -> None:
        """States that earlier versions serialised have a board."""
        self.course = Course(self.course.game, actions_of(self.course.game, board))

    def current_player(self) -> int:
        """0 White, 1 Black, or that the game is over."""
        player = self.course.standing.player
        return TERMINAL if player == OVER else player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.standing.player == OVER

    def returns(self) -> list[float]:
        """What both players have got."""
        winner = self.course.standing.winner
        if winner == NOBODY:
            return [0.0, 0.0]
        return [1.0 if player == winner else -1.0 for player in range(2)]

    def __str__(self) -> str:
        return self.board.position()

    # OpenSpiel makes these lists by way of C++, number by number, and begins a new game each time
    # to learn how long a tensor is.

    def observation_tensor(self, *player: int) -> list[float]:
        """What the player to move sees, whoever asks."""
        if self.is_terminal() or player not in ((), (0,), (1,)):
            found: list[float] = super().observation_tensor(*player)
            return found
        return self.course.game.playing.listed(self.course.standing)

    def legal_actions_mask(self, *player: int) -> list[int]:
        """1 for each legal action, and 0 for others."""
        if self.is_terminal() or player not in ((), (self.current_player(),)):
            found: list[int] = super().legal_actions_mask(*player)
            return found
        mask = [0] * self.course.game.encoding.ACTIONS
        for action in self.course.standing.legal:
            mask[action] = 1
        return mask

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.standing.legal

    def _apply_action(self, action: int) -> None:
        if action not in self.course.standing.legal:
            raise ValueError(f"{action} is no legal action in {self}")
        self.course.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The move in our notation; the action's number where it is not legal."""
        if action not in self.course.standing.legal:
            return str(action)
        board = self.board
        return board.text(self.course.game.encoding.move_of(board.state, action))


class Course:
    """A game from its start on, as it is played; copies cost little.

    Attributes:
        game: what is played.
        standing: how it stands.
    """

    def __init__(self, game: SpielGame, actions: Sequence[int] = ()) -> None:
        self.game, self.standing = game, game.playing.start
        self._actions = list[int]()
        self._board: Board | None = None
        for action in actions:
            self.play(action)

    def play(self, action: int) -> None:
        """Go on by a legal action."""
        self.standing = self.game.playing.after(self.standing, action)
        self._actions.append(action)

    def board(self) -> Board:
        """A board with all moves of the game; it is made, and catches up, when it is asked for."""
        board = self._board = self._board or Board(self.game.name, **self.game.options)
        for action in self._actions[board.ply:]:
            board.push(self.game.encoding.move_of(board.state, action))
        return board

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        course = object.__new__(Course)
        course.game, course.standing = self.game, self.standing
        course._actions = self._actions.copy()
        course._board = self._board and self._board.copy()
        return course

    def __reduce__(self) -> Any:
        return _replayed, (str(self.game), self._actions)


def actions_of(game: SpielGame, board: Board) -> list[int]:
    """The moves made on a board as actions."""
    like, found = Board(game.name, **game.options), list[int]()
    for move in board.move_stack:
        found.append(int(game.encoding.action_of(like.state, move)))
        like.push(move)
    return found


def _replayed(text: str, actions: list[int]) -> Course:
    return Course(_loaded(text), actions)


class Observer:
    """Fills a tensor with what the player to move sees, for any asking player."""

    def __init__(self, game: SpielGame) -> None:
        shape = game.seen
        self.tensor = np.zeros(math.prod(shape), np.float32)
        self.dict = {VIEW: self.tensor.reshape(shape)}
        self._planes = self.tensor.reshape(shape[0], -1)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what is to be seen of a state."""
        course: Course = state.course
        course.game.playing.observe(course.standing, self._planes)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text."""
        return state.board.position()
