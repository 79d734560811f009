"""A benchmark with the truth in it: players held against what is known exactly of a game.

docs/benchmark.md has the protocol.  Each name is loaded when it is asked for.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy_names import loader

if TYPE_CHECKING:
    from .measuring import Figures, Result, measure
    from .nashconv import Exploited, TooManyError, exploited
    from .policies import PolicyError, by_batch, uniform
    from .positions import POSITIONS, Critical, Stratum, held_out, strata

__all__ = ["POSITIONS", "Critical", "Exploited", "Figures", "PolicyError", "Result", "Stratum",
           "TooManyError", "by_batch", "exploited", "held_out", "measure", "strata", "uniform"]
_MEASURING, _POLICIES, _POSITIONS = ".measuring", ".policies", ".positions"
__getattr__ = loader(__name__, {
    "Figures": _MEASURING, "Result": _MEASURING, "measure": _MEASURING, "Exploited": ".nashconv",
    "TooManyError": ".nashconv", "exploited": ".nashconv", "PolicyError": _POLICIES,
    "by_batch": _POLICIES, "uniform": _POLICIES, "POSITIONS": _POSITIONS, "Critical": _POSITIONS,
    "Stratum": _POSITIONS, "held_out": _POSITIONS, "strata": _POSITIONS})
