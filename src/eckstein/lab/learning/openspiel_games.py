"""Games for OpenSpiel: `register()`, then `pyspiel.load_game("eckstein_contra(size=5)")`.

Actions and observations are those of batches.  OpenSpiel wants to know how long a game can be, so
one is drawn when it has `max_plies`.
"""
from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ...board import Board
from ...contract.encoding import Encoding
from ...contract.pieces import COLOURS
from ...engine.batch.settings import whole
from ...games import names
from ...kernel.options import complete, defaults, own_values
from .observations import encoding_of, observed_board, shape_of

PREFIX, VIEW = "eckstein_", "observation"
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
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.ACTIONS, max_chance_outcomes=0, num_players=2,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=self.max_plies)
        super().__init__(self.kind, info, params or {})

    def __reduce__(self) -> Any:
        return _loaded, (str(self),)

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
        self._max_plies = game.max_plies
        self.board = Board(game.name, **game.options)

    @property
    def _encoding(self) -> Encoding:
        """It is looked up, since OpenSpiel copies whatever a state holds."""
        return encoding_of(self.board.game, **own_values(self.board.options))

    def current_player(self) -> int:
        """0 White, 1 Black, or that the game is over."""
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.board.state.side)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.board.is_game_over() or self.board.ply >= self._max_plies

    def returns(self) -> list[float]:
        """What both players have got."""
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if colour == outcome.winner else -1.0 for colour in COLOURS]

    def __str__(self) -> str:
        return self.board.position()

    def _legal_actions(self, player: int) -> list[int]:
        p = self.board.state
        return sorted(self._encoding.action_of(p, move) for move in self.board.legal_moves)

    def _apply_action(self, action: int) -> None:
        if self.is_terminal() or not 0 <= action < self._encoding.ACTIONS:
            raise ValueError(f"{action} is no legal action in {self.board.position()}")
        self.board.push(self._encoding.move_of(self.board.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        """The move in our notation; the action's number where it is not legal."""
        move = self._encoding.move_of(self.board.state, action)
        return self.board.text(move) if move in self.board.legal_moves else str(action)


class Observer:
    """Fills a tensor with what the player to move sees, for any asking player."""

    def __init__(self, game: SpielGame) -> None:
        shape = shape_of(game.encoding)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {VIEW: self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what is to be seen of a state."""
        self.dict[VIEW][:] = observed_board(state.board)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text."""
        return state.board.position()
