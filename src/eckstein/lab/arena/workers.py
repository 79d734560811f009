"""Worker processes, each with players of its own, that play the games of a plan.

A worker that dies is replaced once for each game; a Ctrl-C reaches only the parent, which then
kills the workers, so that no engine that was interrupted counts as crashed.
"""
import contextlib
from collections.abc import Generator, Iterable
from itertools import islice
from multiprocessing.connection import Connection, wait

from ...base.errors import EcksteinError
from ...base.parent_watch import end_with_parent
from ...base.processes import Spawning
from ...base.sentence import Sentence, message_of
from .plan import Job, Plan
from .playing import Finished
from .seats import Seats

PARTING_SECONDS = 10.0      # in which a worker that has no more to do closes its engines
_spawn = Spawning()


class ArenaError(EcksteinError, ValueError):
    """Why games cannot go on; none of those that were finished is lost."""


def finished_games(plan: Plan, jobs: Iterable[Job], number: int
                   ) -> Generator[Finished, None, None]:
    """Play games side by side, and yield each as it ends.

    Leaving the iteration early ends the games that run; nothing of them is kept.

    Args:
        plan: the plan that they belong to.
        jobs: the games, begun in this order.
        number: how many at once.

    Raises:
        ArenaError: if a contestant cannot start, or a worker dies twice over one game.
    """
    todo, workers = iter(jobs), list[_Worker]()
    try:
        for job in islice(todo, number):
            workers.append(_Worker(plan, job))
        while busy := {worker.connection: worker for worker in workers if worker.job}:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                worker = busy[connection]
                if found := worker.answer():
                    worker.give(next(todo, None))
                    yield found
        for worker in workers:
            worker.part()
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A worker as its parent sees it."""

    def __init__(self, plan: Plan, job: Job) -> None:
        self._plan = plan
        self._start()
        self.give(job)

    def _start(self) -> None:
        self.connection, theirs = _spawn.Pipe()
        self._process = _spawn.Process(target=_work, args=(theirs, self._plan), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, job: Job | None) -> None:
        """Let it play a game, or rest."""
        self.job, self._tries = job, 1
        self._send()

    def _send(self) -> None:
        if self.job:
            with contextlib.suppress(OSError):      # if it has died, its answer tells
                self.connection.send(self.job)

    def answer(self) -> Finished | None:
        """The game that it has finished, or None if it died and another one begins it again.

        Raises:
            ArenaError: what it says that keeps it from playing.
        """
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            assert self.job
            if self._tries > 1:
                names = [self._plan.contestants[place] for place in (self.job.white,
                                                                     self.job.black)]
                raise ArenaError(Sentence("game {round} of {white} and {black} killed the "
                                          "process that played it, twice", white=names[0],
                                          black=names[1], round=self.job.round)) from None
            self.end()
            self._start()
            self._tries += 1
            self._send()
            return None
        if isinstance(answer, str):
            raise ArenaError(answer)
        assert isinstance(answer, Finished)
        return answer

    def part(self) -> None:
        """Let it close its engines and go."""
        with contextlib.suppress(OSError):
            self.connection.send(None)
        self._process.join(PARTING_SECONDS)

    def end(self) -> None:
        """Kill it; its engines end with it."""
        self._process.kill()
        self._process.join()
        self.connection.close()


def _work(connection: Connection, plan: Plan) -> None:
    """What a worker does: play game after game, until it gets None or is left alone."""
    end_with_parent()
    seats = Seats(plan)
    with contextlib.suppress(EOFError, OSError), contextlib.closing(seats):
        while job := connection.recv():
            try:
                finished = seats.play(job)
            except (ValueError, OSError) as error:
                connection.send(message_of(error))
                return
            connection.send(finished)
