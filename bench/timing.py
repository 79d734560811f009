"""How things are timed: the processor's time, the best of a few runs."""
import time
from collections.abc import Callable
from typing import Any


def best(function: Callable[[], Any], runs: int = 3) -> tuple[Any, float]:
    """What a function returns, and the seconds of processor time of its fastest run."""
    fastest, result = float("inf"), None
    for _ in range(runs):
        begin = time.process_time()
        result = function()
        fastest = min(fastest, time.process_time() - begin)
    return result, max(fastest, 1e-9)
