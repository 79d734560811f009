"""Compiling ahead, so that nobody has to wait for it later."""
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from .kernel import specialise
from .kernel.specialise import cache_folder

TEMPLATES = ("search.perft", "search.playing", "search.playout", "search.plain",
             "search.alphabeta", "search.mate", "search.proof")
COMPILE = ("import json, sys; from eckstein.warming import load;"
           "game, options, templates = json.loads(sys.argv[1]);"
           "[load(game, options, [one]) for one in templates]")


def load(game: str, options: dict[str, Any], templates: Sequence[str]) -> None:
    """Load searches, or compile them, as side by side as it can be done.

    Within a process compilation takes a lock.  So where two or more are missing from the cache,
    the first of them is compiled here, the rest meanwhile by another process, to be loaded then.

    Args:
        game: the name of a game.
        options: the game's own options.
        templates: modules, e.g. "search.alphabeta".
    """
    folder = cache_folder(game, **options)
    missing = [one for one in templates if folder and not (folder / one).exists()]
    other = None
    if len(missing) > 1 and (os.cpu_count() or 1) > 1:
        other = subprocess.Popen(
            [sys.executable, "-c", COMPILE, json.dumps([game, options, missing[1:]])],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for one in sorted(templates, key=missing[1:].__contains__):
        if other and one in missing[1:]:
            other.wait()        # had it failed, the rest would be compiled here
        specialise(one, game, **options).warm()
        if one in missing and folder and folder.is_dir():
            (folder / one).touch()


def warm_game(game: str) -> float:
    """Compile (or load) everything for one game with its default options; return the seconds."""
    begin = perf_counter()
    for template in TEMPLATES:
        load(game, {}, [template])
    return perf_counter() - begin


def warm(games: Sequence[str], jobs: int) -> Iterator[tuple[str, float]]:
    """Compile several games, so many at a time in processes of their own; yield each when done."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(warm_game, game): game for game in games}
        for task in as_completed(tasks):
            yield tasks[task], task.result()
