"""Games for programs that learn: many at once, searched, and as the environments of the field.

Each name is loaded when it is asked for, so `BatchGame` and `TreeSearch` need NumPy alone.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ...base.sentence import Sentence

if TYPE_CHECKING:
    from .batch import BatchError, BatchGame, Legend, Snapshot
    from .gymnasium_envs import GameEnv, GameVectorEnv
    from .openspiel_games import register
    from .pettingzoo_env import TwoPlayerEnv
    from .tree_search import Leaves, SearchResult, TreeSearch

__all__ = ["BatchError", "BatchGame", "GameEnv", "GameVectorEnv", "Leaves", "Legend",
           "SearchResult", "Snapshot", "TreeSearch", "TwoPlayerEnv", "register"]
_HOMES = {"BatchError": "batch", "BatchGame": "batch", "Legend": "batch", "Snapshot": "batch",
          "GameEnv": "gymnasium_envs", "GameVectorEnv": "gymnasium_envs",
          "Leaves": "tree_search", "SearchResult": "tree_search", "TreeSearch": "tree_search",
          "TwoPlayerEnv": "pettingzoo_env", "register": "openspiel_games"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        raise ImportError(Sentence("{name} needs the package {package}; install it with pip "
                                   "install 'eckstein[learning]'", name=name,
                                   package=error.name)) from None
