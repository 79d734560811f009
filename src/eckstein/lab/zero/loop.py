"""The loop of AlphaZero: games by the network, training by the games, and again.

Before that come lessons from files of games, if there are any.

Each iteration starts from the folder, and ends in it, so stopping the work, in whatever way, only
loses the unit of self-play or the training that was under way.
"""
from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ...base.files import Note
from ...base.processes import worker_processes
from ...base.sentence import Sentence, message_of
from ...engine.zero.network_file import NetworkError
from ..benchmark.positions import held_out
from ..cluster import ClusterError, spread
from ..data.games import Games
from ..data.replaying import Samples, positions
from .folder import START, Folder, Row, State, Strength, as_arrays
from .measuring import measured
from .pretraining import Course, digests
from .self_play import Common, play, played, units_of
from .settings import Settings
from .training import Trainer, of_self_play, on_accelerator

HOUR = 3600.0
DRAW = 3                    # in `Games.results`

Report = Callable[[Row], None]
Units = Generator[tuple[range, tuple[bytes, float]], None, None]


class Workers(NamedTuple):
    """The processes that play: so many of this machine, or the Ray cluster at an address."""

    jobs: int = 1
    cluster: str | None = None


class Measure(NamedTuple):
    """How strength is measured: the opponents, the games against each, and the hours between."""

    opponents: tuple[str, ...] = ()
    games: int = 40
    every: float = 0.25
    simulations: int = 200


HERE, NEVER = Workers(), Measure()


def run(path: Path, settings: Settings, hours: float, report: Report, workers: Workers = HERE,
        measure: Measure = NEVER, note: Note = lambda told: None, files: Sequence[Path] = ()
        ) -> State:
    """Train a network, or go on with what an earlier call has begun.

    Args:
        path: the folder.
        settings: how it is trained.
        hours: of the processor, for self-play and training, of all processes together; the
            iteration or lesson in which they are over is finished.
        report: called after each iteration, and each lesson.
        workers: the processes that play.
        measure: how its strength is measured, beside these hours.
        note: called with what is damaged, and set aside.
        files: of games that are learned from first.

    Returns:
        Where the training is.

    Raises:
        ZeroError: if the folder holds another training, or nothing from which it can go on, or
            the files hold other games, or too few.
        DataError: if a file holds no sound games.
        WorkerDiedError: if a process dies.
        ClusterError: if the cluster cannot be used, or cannot play.
        OSError: if something cannot be written.
    """
    course, known_by = Course(settings, files) if files else None, digests(files)
    folder = Folder(path, settings, note, known_by)
    trainer = Trainer(settings, shape := settings.shape())
    known = folder.state()
    if known is None:
        state = State(settings=settings, rows=(START,), files=known_by)
        folder.keep(state, trainer.arrays(), trainer.network())
    else:
        state, pieces = known
        trainer = Trainer(settings, shape, as_arrays(pieces, trainer.arrays()))
    folder.keep_settings()
    if state.last.seconds < hours * HOUR:
        _mend(folder, state.last.iteration, workers)
    while state.last.seconds < hours * HOUR:
        if course and state.last.lessons < course.lessons:
            row = course.lesson(trainer, state.last)
            due = bool(measure.opponents) and row.lessons == course.lessons
        else:
            row = _iteration(folder, trainer, state.last, workers)
            due = _is_due(state.rows, row, measure)
        if due:
            row = _with_strength(row, trainer, settings, measure)
        state = msgspec.structs.replace(state, rows=(*state.rows[:row.iteration], row))
        folder.keep(state, trainer.arrays(), trainer.network())
        folder.forget(row.iteration - settings.window)
        report(row)
    return state


def _iteration(folder: Folder, trainer: Trainer, last: Row, workers: Workers) -> Row:
    """Games, and training by them and those before."""
    settings, iteration = folder.settings, last.iteration + 1
    common = Common(settings, iteration, trainer.network())
    spent = folder.spent(iteration)
    todo = [unit for unit in units_of(settings) if not folder.has_unit(iteration, unit)]
    with contextlib.closing(_units(common, todo, workers)) as units:
        for unit, (block, seconds) in units:
            spent[str(unit.start)] = seconds
            folder.keep_unit(iteration, unit, block, spent)
    begin = time.process_time()
    fresh = folder.games(range(iteration, iteration + 1))
    games = folder.games(_window(settings, iteration))
    losses = trainer.train(of_self_play(samples, settings.search_share) for samples in
                           training_batches(games, settings, iteration, fresh.moves))
    return Row(iteration=iteration, games=last.games + len(fresh),
               seconds=last.seconds + sum(spent.values()) + time.process_time() - begin,
               positions=last.positions + fresh.moves, plies=float(fresh.plies.mean()),
               drawn=float(np.isin(fresh.results, (0, DRAW)).mean()), policy_loss=losses[0],
               value_loss=losses[1], lessons=last.lessons, taught=last.taught)


def _window(settings: Settings, iteration: int) -> range:
    """The iterations that give the games for the training in one of them."""
    return range(iteration + 1 - min(settings.window, (iteration + 1) // 2), iteration + 1)


def _mend(folder: Folder, last: int, workers: Workers) -> None:
    """Play games anew that the next iteration is trained by, and that are there no longer, each
    unit by the network that has played it; without that network, training goes on without them.
    """
    for iteration in _window(folder.settings, last + 1)[:-1]:
        if todo := [unit for unit in units_of(folder.settings)
                    if not folder.has_unit(iteration, unit)]:
            try:
                network = folder.network(iteration - 1)
            except (NetworkError, OSError) as error:
                folder.note(Sentence("iteration {iteration} is learned from without some of its "
                                     "games: {error}", iteration=iteration,
                                     error=message_of(error)))
                continue
            common = Common(folder.settings, iteration, network)
            with contextlib.closing(_units(common, todo, workers)) as played_units:
                for unit, (block, _) in played_units:
                    folder.keep_games(iteration, unit, block)


def training_batches(games: Games, settings: Settings, iteration: int, fresh: int
                     ) -> Iterator[Samples]:
    """Positions of a window, drawn by chance, so many that each is drawn `reuse` times while it is
    there; `fresh` positions are new.
    """
    wanted, number = settings.reuse * fresh / max(1, games.moves), 0
    while wanted > 0:
        yield from positions(games, settings.batch_size, share=min(1.0, wanted),
                             seed=int(np.random.default_rng(
                                 [settings.seed, iteration, number]).integers(1 << 62)),
                             unfinished=True, without=held_out(games.game, games.options))
        wanted, number = wanted - 1, number + 1


def _units(common: Common, todo: Sequence[range], workers: Workers) -> Units:
    """The games of units, in whatever order."""
    if workers.cluster is not None:
        settings = common.settings
        for unit, found in spread(workers.cluster, (settings.game, settings.batch(1).options),
                                  played, common, todo):
            if isinstance(found, ClusterError):
                raise found
            yield unit, found
    elif (evaluator := on_accelerator(common.network)) is not None or workers.jobs == 1:
        for unit in todo:
            yield unit, play(common, unit, evaluator or common.network)
    else:
        with worker_processes(min(workers.jobs, max(1, len(todo))), None) as pool:
            tasks: dict[Any, range] = {pool.submit(played, common, unit): unit for unit in todo}
            for task in as_completed(tasks):
                yield tasks.pop(task), task.result()


def _is_due(rows: Sequence[Row], row: Row, measure: Measure) -> bool:
    """Whether the strength after an iteration is to be measured."""
    step = measure.every * HOUR
    return bool(measure.opponents) and row.seconds // step > max(
        [each.seconds // step for each in rows if each.strength], default=0)


def _with_strength(row: Row, trainer: Trainer, settings: Settings, measure: Measure) -> Row:
    network = trainer.network()
    evaluator = on_accelerator(network) or network
    found = [measured(settings, evaluator, opponent, measure.games, measure.simulations,
                      seed=row.iteration) for opponent in measure.opponents]
    return Row(**{name: getattr(row, name) for name in Row.__struct_fields__
                  if name != "strength"}, strength=tuple(
        Strength(opponent, one.games, one.score, one.low, one.high)
        for opponent, one in zip(measure.opponents, found, strict=True)))
