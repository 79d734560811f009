"""Compiling ahead, so that nobody has to wait for it later."""
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter

from .kernel import specialise

TEMPLATES = ("search.perft", "search.playing", "search.playout", "search.plain",
             "search.alphabeta", "search.mate")


def warm_game(game: str) -> float:
    """Compile (or load) everything for one game with its default options; return the seconds."""
    begin = perf_counter()
    for template in TEMPLATES:
        specialise(template, game).warm()
    return perf_counter() - begin


def warm(games: Sequence[str], jobs: int) -> Iterator[tuple[str, float]]:
    """Compile several games, so many at a time in processes of their own; yield as they are done.

    Within a process compilation takes a lock, so that only processes run side by side.
    """
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(warm_game, game): game for game in games}
        for task in as_completed(tasks):
            yield tasks[task], task.result()
