"""Games for programs that learn: many at once, searched, and as the environments of the field.

Each name is loaded when it is asked for, so `BatchGame` and `TreeSearch` need NumPy alone.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy_names import loader

if TYPE_CHECKING:
    from .batch import BatchError, BatchGame, Legend, Snapshot
    from .gymnasium_envs import GameEnv, GameVectorEnv
    from .openspiel_games import register
    from .pettingzoo_env import TwoPlayerEnv
    from .tree_search import Leaves, SearchResult, TreeSearch

__all__ = ["BatchError", "BatchGame", "GameEnv", "GameVectorEnv", "Leaves", "Legend",
           "SearchResult", "Snapshot", "TreeSearch", "TwoPlayerEnv", "register"]
__getattr__ = loader(__name__, {
    "BatchError": "batch", "BatchGame": "batch", "Legend": "batch", "Snapshot": "batch",
    "GameEnv": "gymnasium_envs", "GameVectorEnv": "gymnasium_envs", "Leaves": "tree_search",
    "SearchResult": "tree_search", "TreeSearch": "tree_search", "TwoPlayerEnv": "pettingzoo_env",
    "register": "openspiel_games"})
