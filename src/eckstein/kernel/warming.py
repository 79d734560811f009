"""Compiling what has no library before it is needed, so that no player has to wait for it later."""
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import IO, Any

from ..base.sentence import Sentence
from .specialise import Life, NoCompilerError, cache_folder, life_of, specialise

TEMPLATES = ("search.play.perft", "search.play.playing", "search.play.playout", "search.play.plain",
             "search.play.alphabeta", "search.play.mate", "search.play.bounded",
             "search.play.proof", "search.solve.descent", "search.solve.closure")
COMPILE = ("import json, sys; from eckstein.base.parent_watch import end_with_parent;"
           "end_with_parent();"
           "from eckstein.kernel.warming import load;"
           "game, options, templates = json.loads(sys.argv[1]);"
           "[load(game, options, [one]) for one in templates]")
POLL = 0.1                  # seconds between two looks at processes that compile


def load(game: str, options: dict[str, Any], templates: Sequence[str]) -> None:
    """Load searches, or compile them, as side by side as it can be done.

    Within a process compilation takes a lock.  So where two or more are missing from the cache,
    the first of them is compiled here, the rest meanwhile by another process, to be loaded then.

    What was compiled ahead of time is only opened.

    Args:
        game: the name of a game.
        options: the game's own options.
        templates: modules, e.g. "search.play.alphabeta".

    Raises:
        NoCompilerError: if nothing here can run them.
    """
    if life_of(game, templates, **options) != "jit":
        for one in templates:
            specialise(one, game, **options)
        return
    folder = cache_folder(game, **options)
    missing = [one for one in templates if folder and not (folder / one).exists()]
    other = None
    if len(missing) > 1 and (os.cpu_count() or 1) > 1:
        other = _compiler(game, options, missing[1:], subprocess.DEVNULL)
    for one in sorted(templates, key=missing[1:].__contains__):
        if other and one in missing[1:]:
            other.wait()        # had it failed, the rest would be compiled here
        specialise(one, game, **options).warm()
        if one in missing and folder and folder.is_dir():
            (folder / one).touch()


def is_compiled(game: str, options: dict[str, Any], templates: Sequence[str]) -> bool:
    """Whether all these searches only need to be loaded, and are fast; arguments as for `load`."""
    try:
        life = life_of(game, templates, **options)
    except NoCompilerError:
        return False
    return life != "plain" and not _must_compile(life, game, options, templates)


def must_compile(game: str, options: dict[str, Any], templates: Sequence[str]) -> bool:
    """Whether `load` takes long: it compiles some of them, or refuses."""
    try:
        life = life_of(game, templates, **options)
    except NoCompilerError:
        return True
    return _must_compile(life, game, options, templates)


def _must_compile(life: Life, game: str, options: dict[str, Any],
                  templates: Sequence[str]) -> bool:
    if life != "jit":
        return False
    folder = cache_folder(game, **options)
    return folder is None or not all((folder / one).exists() for one in templates)


def warm_game(game: str) -> float:
    """Compile (or load) everything for one game with its default options; return the seconds."""
    begin = time.perf_counter()
    for template in TEMPLATES:
        load(game, {}, [template])
    return time.perf_counter() - begin


def warm(games: Sequence[str], jobs: int) -> Iterator[tuple[str, float]]:
    """Compile several games, so many at a time in processes of their own; yield each when done.

    Leaving the iteration early ends the processes at once, for a compiler hears no signal before it
    has done.  What they have compiled by then stays.

    Yields:
        The name of a game, and the seconds that it took.

    Raises:
        ValueError: if a game cannot be compiled.
    """
    todo, running = list(reversed(games)), list[_Compilation]()
    try:
        while todo or running:
            while todo and len(running) < jobs:
                running.append(_Compilation(todo.pop()))
            for one in [one for one in running if one.process.poll() is not None]:
                running.remove(one)
                yield one.game, one.result()
            if running:
                time.sleep(POLL)
    finally:
        for one in running:
            one.end()


class _Compilation:
    """A process that compiles everything for one game."""

    def __init__(self, game: str) -> None:
        self.game, self._begin = game, time.perf_counter()
        self._said = tempfile.TemporaryFile("w+", encoding="utf-8",     # noqa: SIM115
                                           errors="replace")
        self.process = _compiler(game, {}, TEMPLATES, self._said)

    def result(self) -> float:
        """The seconds that it took; what it had to say is passed on.

        Raises:
            ValueError: if it failed.
        """
        seconds = time.perf_counter() - self._begin
        self._said.seek(0)
        said = self._said.read()
        self.end()
        if self.process.returncode:
            what = Sentence("{game} could not be compiled", game=self.game)
            raise ValueError(Sentence("{name}: {error}", name=what,
                                      error=said.strip().splitlines()[-1])
                             if said.strip() else what)
        sys.stderr.write(said)
        return seconds

    def end(self) -> None:
        """End it, if it still runs."""
        self.process.kill()
        self.process.wait()
        if self.process.stdin:
            self.process.stdin.close()
        self._said.close()


def _compiler(game: str, options: dict[str, Any], templates: Sequence[str],
              complaints: IO[str] | int) -> subprocess.Popen[bytes]:
    """A process that compiles searches one after the other, and does not outlive this one."""
    return subprocess.Popen([sys.executable, "-c", COMPILE, json.dumps([game, options, templates])],
                            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints)
