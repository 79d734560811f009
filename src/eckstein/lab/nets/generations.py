"""Nets by self-play: games by the best net so far, a net from all games, and a match of the two.

A folder holds for each generation its games, its net and its match (1.games, 1.net, 1.match.txt).
What is there is not made again, so a run that was stopped goes on, and a later one adds more.
"""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...base.sentence import Sentence
from ...engine.nets import net_for
from ...engine.nets.net_file import KIND
from ...kernel.options import defaults, own_values
from ..arena.games_file import own_file
from ..arena.match import Standing, play_on
from ..arena.plan import Plan
from ..arena.statistics import Sprt, Verdict
from ..data.making import Making, games_of, make
from ..logs import Log, silent
from .endings import check_tables
from .making import check_enough, make_net
from .training import Settings

GATE_SEED = 1 << 20         # of the openings of matches, away from those of games
GATE = Sprt(0, 20)
FEW = 16                    # games by which the others are guessed
Report = Callable[[str], None]


@dataclass(frozen=True)
class Schedule:
    """How nets are made.

    Attributes:
        game: the name of a game.
        games: how many each generation plays.
        nodes: how many positions a move of these games may look at.
        random_plies: how many random moves each of them begins with.
        seconds: for a move of the matches.
        pairs: of games that a match has at most.
        opening_plies: how many random moves each of these pairs begins with.
        seed: of all chance.
        settings: of the training.
    """

    game: str
    games: int = 50_000
    nodes: int = 500
    random_plies: int = 8
    seconds: float = 0.1
    pairs: int = 200
    opening_plies: int = 6
    seed: int = 1
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True)
class Generation:
    """What became of a generation.

    Attributes:
        number: from 1.
        standing: of the match against the best net before it.
        passed: whether it is the best from now on.
    """

    number: int
    standing: Standing
    passed: bool


class Generations:
    """A folder of generations.

    Args:
        folder: it need not exist.
        schedule: how they are made.
        jobs: how many games are played at once.
        report: called with the progress.
        log: called with the epochs of all trainings, one after the other, and what came out.
    """

    def __init__(self, folder: Path, schedule: Schedule, jobs: int, report: Report,
                 log: Log = silent) -> None:
        self._folder, self._schedule, self._jobs, self._report = folder, schedule, jobs, report
        self._log = log
        folder.mkdir(parents=True, exist_ok=True)
        self._best = "on" if net_for("on", schedule.game, defaults(schedule.game)) else "off"

    @property
    def best(self) -> Path | None:
        """The file of the best net; None if none has passed."""
        return None if self._best in ("on", "off") else Path(self._best)

    def run(self, generations: int) -> Iterator[Generation]:
        """Make generations up to a number, or go on with them; yields each when it is judged.

        Raises:
            NetError, DataError: if a file in the folder is not what it should be.
            NoTableError, TableError: as `make_net`, before any game is played.
            OSError: if something cannot be read or written.
        """
        for number in range(1, generations + 1):
            net = self._file(f"{number}.net")
            trained = KIND.is_there(net, self._report)
            self._play(number, trained)
            if not trained:
                self._train(number, net)
            found = self._judged(number, net)
            if found.passed:
                self._best = str(net)
            yield found

    def _train(self, number: int, net: Path) -> None:
        """The net of a generation, from the games of all up to it."""
        self._report(f"generation {number}: training")
        make_net(net, self._schedule.game, [self._file(f"{i}.games") for i in range(1, number + 1)],
                 self._schedule.settings, self._report,
                 lambda epoch, values: self._log(self._epochs(number - 1) + epoch, values))

    def _epochs(self, generations: int) -> int:
        """How many epochs so many generations have."""
        return generations * self._schedule.settings.epochs

    def _file(self, name: str) -> Path:
        return self._folder / name

    def _play(self, number: int, trained: bool) -> None:
        """The games of a generation, by the best net before it.

        Raises:
            NetError: before any more are played, if there will be too few for its net.
        """
        schedule = self._schedule
        player = f"alphabeta:hash=1,nodes={schedule.nodes},tables=off,net={self._best}"
        making = Making(schedule.game, tuple(defaults(schedule.game).items()), player,
                        schedule.games, schedule.random_plies, seed=schedule.seed + number)
        if not trained:
            check_tables(schedule.game, own_values(defaults(schedule.game)))
            few = range(min(FEW, making.games))
            check_enough(making.games, number, lambda: games_of(making, few))
        told = -1

        def report(done: int) -> None:
            nonlocal told
            if (percent := 100 * done // schedule.games) > told:
                told = percent
                self._report(f"generation {number}: {done:,} of {schedule.games:,} games")
        make(self._file(f"{number}.games"), making, self._jobs, report, note=self._report)

    def _judged(self, number: int, net: Path) -> Generation:
        """The match against the best net before it."""
        schedule = self._schedule
        players = [f"alphabeta:time={schedule.seconds},net={one}" for one in (net, self._best)]
        plan = Plan(schedule.game, tuple(players), 2 * schedule.pairs,
                    seed=GATE_SEED + schedule.seed, opening_plies=schedule.opening_plies)
        with own_file(self._file(f"{number}.match.txt"), self._report) as file:
            for fault in file.faults:
                self._report(Sentence("{path}: {error}; this game does not count, and is played "
                                    "again", path=file.path, error=fault.message))
            played = file.finished(plan)
            known = len(played)
            with contextlib.closing(play_on(plan, file, self._jobs)) as games:
                while GATE.verdict(Standing.of(played).pairs) == Verdict.OPEN and (
                        game := next(games, None)):
                    played.append(game)
        standing = Standing.of(played)
        if len(played) > known:
            found = standing.estimate()
            self._log(self._epochs(number), {
                "generation": number, "games": found.games, "score": found.score,
                "elo": found.elo, "low": found.low, "high": found.high})
        return Generation(number, standing, GATE.verdict(standing.pairs) == Verdict.H1)
