"""Making the libraries of games, several at a time, and only after changes of their sources.

Meanwhile other processes see which are coming, and requested ones are made next (kernel/coming.py).
"""
from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, get_args

import msgspec

from ..base.files import save_bytes
from ..engine.stairs import FIRST_GAMES
from ..games import names
from ..kernel import coming
from ..kernel.binding import FOLDER, UnusableError, checked_file, described, file_stem
from ..kernel.described import Described, Library, digest
from ..kernel.options import SILENT
from ..kernel.specialise import Wing, declared, label
from . import kept
from .platforms import BROWSER, PORTABLE, SHARED
from .templates import files_of

MAKE = ("import json, sys; from eckstein.base.parent_watch import end_with_parent;"
        "end_with_parent();"
        "from eckstein.ahead.build import make_one; make_one(*json.loads(sys.argv[1]))")
# Where `make_one` is to be called: optimising is left to each target.
SURROUNDINGS = {"NUMBA_OPT": "0", "NUMBA_BOUNDSCHECK": "0", "ECKSTEIN_CACHE": "off"}
POLL = 0.1                  # seconds between two looks at processes that compile
TOLD = 2.0                  # seconds between two words on which are coming
USUAL = 30.0                # seconds, about, that one takes; until the first is done
WINGS: tuple[Wing, ...] = get_args(Wing)
Job = tuple[str, dict[str, Any], Wing]
# First games by rules of their own.
SMALL: list[Job] = [(game, first.options, "play") for game, games in FIRST_GAMES.items()
                    for first in games if first.options]


def default_jobs() -> list[Job]:
    """All games under their default options, for all searches; first what is played by.

    Beginners play some on a small board before that, and find it ready, too.
    """
    first, *others = WINGS
    return [*((game, {}, first) for game in names()), *SMALL,
            *((game, {}, wing) for wing in others for game in names())]


def all_jobs() -> list[Job]:
    """All games under all options that change their rules; under rare ones, to play by alone."""
    return [(game, chosen, wing) for game in names() for chosen in _combinations(game)
            for wing in (WINGS[:1] if chosen else WINGS)]


def _combinations(game: str) -> Iterator[dict[str, bool | str]]:
    options = [option for option in declared(game) if option.name not in SILENT]
    for values in itertools.product(*(option.values for option in options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)
               if value != option.values[0]}


def label_of(job: Job) -> str:
    """The name of a job's copy."""
    return label(job[0], tuple(sorted(job[1].items())))


def stem_of(job: Job) -> str:
    """How the files of a job begin."""
    return file_stem(label_of(job), job[2])


def is_made(job: Job, targets: Sequence[str]) -> bool:
    """Whether all its libraries are there, sound, and of the sources as they are."""
    try:
        found = described(label_of(job), job[2])
        if not files_of(job[2]) <= set(found.sources):
            return False
        for target in targets_of(job, targets):
            checked_file(found, target)
    except UnusableError:
        return False
    return True


def is_rare(job: Job) -> bool:
    """Whether few play by these rules, so that there is WebAssembly for them, and no machine code.
    """
    return bool(job[1]) and job not in SMALL


def targets_of(job: Job, targets: Sequence[str]) -> list[str]:
    """Those of these platforms that have libraries of a job's kind.

    Browsers only play, and their workers search together under the usual rules alone.
    """
    return [name for name in targets if (name in PORTABLE or not is_rare(job))
            and (job[2] == "play" or name not in (BROWSER, SHARED))
            and not (job[1] and name == SHARED)]


def provide_all(todo: Sequence[Job], targets: Sequence[str], at_once: int) -> Iterator[Job]:
    """As `make_all`, but what was made before, of the same sources, is fetched (see kept.py)."""
    missing = []
    for job in todo:
        if kept.fetch(stem_of(job), targets_of(job, targets), FOLDER, files_of(job[2])):
            yield job
        else:
            missing.append(job)
    try:
        for job in make_all(missing, targets, at_once, tell=coming.announce):
            kept.keep(stem_of(job), FOLDER)
            yield job
    finally:
        coming.withdraw()


def make_all(todo: Sequence[Job], targets: Sequence[str], at_once: int, folder: Path = FOLDER,
             tell: Callable[[Mapping[str, float]], None] = lambda seconds: None) -> Iterator[Job]:
    """Make the libraries of many games, each in a process of its own; yield each when it is done.

    What is done stays when the iteration is left early; what is not is given up.

    Args:
        todo: games with their options.
        targets: platforms.
        at_once: how many processes.
        folder: where the libraries go.
        tell: called now and then in how many seconds each is likely to be there, by its stem.

    Raises:
        ChildProcessError: if a game cannot be made; with what its process said last.
    """
    waiting, took, told = list(todo), list[float](), -TOLD
    running = dict[subprocess.Popen[bytes], tuple[Job, IO[bytes], float]]()
    # Where all work, so that nothing is left of a process that is killed.
    workshop = tempfile.TemporaryDirectory(prefix="eckstein-ahead-")
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                asked = coming.asked_for()
                job = next((job for job in waiting if stem_of(job) == asked), waiting[0])
                waiting.remove(job)
                words = tempfile.TemporaryFile()        # noqa: SIM115
                process = _maker(job, targets, folder, words, workshop.name)
                running[process] = job, words, time.monotonic()
            if time.monotonic() >= told + TOLD:
                told = time.monotonic()
                tell(_expected(waiting, {stem_of(job): told - begun for job, _, begun
                                         in running.values()}, took, at_once))
            for process in [one for one in running if one.poll() is not None]:
                job, said, begun = running.pop(process)
                took.append(time.monotonic() - begun)
                said.seek(0)
                lines = said.read().decode(errors="replace").strip().splitlines()
                if process.returncode:
                    raise ChildProcessError(f"{label_of(job)} could not be compiled: "
                                            f"{lines[-1] if lines else 'no reason was given'}")
                yield job
            time.sleep(POLL if running else 0)
    finally:
        for process in running:
            process.kill()
            process.wait()
        workshop.cleanup()


def _expected(waiting: Sequence[Job], running: Mapping[str, float], took: Sequence[float],
              at_once: int) -> dict[str, float]:
    """In how many seconds each library is likely to be there, by its stem.

    Args:
        waiting: what comes next, in this order.
        running: what is being made, by its stem, and for how many seconds.
        took: the seconds of each that is done.
        at_once: how many are made at once.
    """
    each = sum(took) / len(took) if took else USUAL
    found = {stem: max(0.0, each - since) for stem, since in running.items()}
    first = min(found.values(), default=0.0)
    return found | {stem_of(job): first + each * (place // at_once + 1)
                    for place, job in enumerate(waiting)}


def _maker(job: Job, targets: Sequence[str], folder: Path, said: IO[bytes],
           workshop: str) -> subprocess.Popen[bytes]:
    """A process that makes one game's libraries; what it needs meanwhile lies in a workshop."""
    return subprocess.Popen(
        [sys.executable, "-c", MAKE, json.dumps([job, targets_of(job, targets), str(folder)])],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said,
        env=os.environ | SURROUNDINGS | {"TMPDIR": workshop})


def _still_good(path: Path, found: Described) -> dict[str, Library]:
    """The libraries named by an older description, if they are of the same sources."""
    try:
        old = msgspec.json.decode(path.read_bytes(), type=Described)
    except (OSError, msgspec.DecodeError):
        return {}
    libraries, old.libraries = old.libraries, {}
    return libraries if msgspec.json.encode(old) == msgspec.json.encode(found) else {}


def make_one(job: Job, targets: Sequence[str], folder: str) -> None:
    """Compile a game in this process, and make its libraries; see `module.compile_game`.

    Libraries for other targets stay if they were made from the same sources.
    """
    from .module import compile_game
    from .targets import TARGETS, make
    home = Path(folder)
    text, found = compile_game(*job)
    symbols = [entry.symbol for entries in found.entries.values() for entry in entries]
    stem = stem_of(job)
    found.libraries = _still_good(home / f"{stem}.json", found)
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as workshop:
        for name in targets:
            if name in found.libraries and kept.is_sound(home, found.libraries[name]):
                continue
            target = TARGETS[name]
            file = f"{stem}.{name}{target.ending}"
            make(target, text, symbols, Path(workshop, file))
            data = Path(workshop, file).read_bytes()
            found.libraries[name] = Library(file, digest(data))
            save_bytes(home / file, data)
    save_bytes(home / f"{stem}.json", msgspec.json.encode(found))
