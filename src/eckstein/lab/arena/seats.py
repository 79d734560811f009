"""The contestants of one process that plays games of a plan."""
import contextlib

from ...board import Board
from ...engine.player import Player
from ...engine.players import make_player
from .plan import Job, Plan
from .playing import Finished, play


class Seats:
    """The contestants of one process; none shares what it has learnt with another.

    Args:
        plan: what they take part in.

    Attributes:
        plan: as above.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan, self._taken = plan, dict[int, Player]()

    def play(self, job: Job) -> Finished:
        """Play a game of the plan.

        Raises:
            ValueError, OSError: if a contestant cannot start.
        """
        finished = play(self.plan, job, (self._take(job.white), self._take(job.black)))
        if finished.fault:
            self._clear(job.white, job.black)
        return finished

    def close(self) -> None:
        """Close all."""
        self._clear(*list(self._taken))

    def _take(self, place: int) -> Player:
        """The contestant at a place of the plan, warm."""
        if place not in self._taken:
            plan = self.plan
            player = make_player(plan.players[place], Board(plan.game, **plan.options), apart=True)
            player.warm()
            self._taken[place] = player
        return self._taken[place]

    def _clear(self, *places: int) -> None:
        """Close contestants after a game that went wrong; the next game finds them new."""
        for place in places:
            with contextlib.suppress(Exception):
                self._taken.pop(place).close()
