"""Games for programs that learn: many at once, searched, and as the environments of the field.

Each name is loaded when it is asked for, so `BatchGame` and `TreeSearch` need NumPy alone.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy_names import loader

if TYPE_CHECKING:
    from ...engine.batch.exact import ExactValues
    from ...engine.batch.games import BatchError, BatchGame, Legend, Snapshot
    from ...engine.batch.optional_arrays import NoArrayError
    from ...engine.batch.tree_search import Leaves, SearchResult, TreeSearch
    from .gymnasium_envs import GameEnv, GameVectorEnv
    from .jax_env import JaxEnv, State
    from .observations import observed, observed_board
    from .openspiel_games import register
    from .pettingzoo_env import TwoPlayerEnv

__all__ = ["BatchError", "BatchGame", "ExactValues", "GameEnv", "GameVectorEnv", "JaxEnv", "Leaves",
           "Legend", "NoArrayError", "SearchResult", "Snapshot", "State", "TreeSearch",
           "TwoPlayerEnv", "observed", "observed_board", "register"]
_GAMES, _SEARCH = "...engine.batch.games", "...engine.batch.tree_search"
__getattr__ = loader(__name__, {
    "BatchError": _GAMES, "BatchGame": _GAMES, "Legend": _GAMES, "Snapshot": _GAMES,
    "ExactValues": "...engine.batch.exact", "GameEnv": ".gymnasium_envs",
    "GameVectorEnv": ".gymnasium_envs", "JaxEnv": ".jax_env",
    "Leaves": _SEARCH, "NoArrayError": "...engine.batch.optional_arrays",
    "SearchResult": _SEARCH, "State": ".jax_env", "TreeSearch": _SEARCH,
    "TwoPlayerEnv": ".pettingzoo_env", "observed": ".observations",
    "observed_board": ".observations", "register": ".openspiel_games"})
