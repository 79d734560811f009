"""Games of a plan played on the machines of a cluster; each takes the cores that its players need.

If a machine is lost, its game is played again on another one, where it becomes the same game,
unless time decides.
"""
from __future__ import annotations

from collections.abc import Generator, Iterable

from ...base.sentence import message_of
from ..cluster import ClusterError, Needs, spread
from .plan import Job, Plan
from .playing import Finished
from .seats import Seats
from .workers import ArenaError

_seats: list[Seats] = []        # those of the plan that this process plays last


def games_there(plan: Plan, jobs: Iterable[Job], address: str) -> Generator[Finished, None, None]:
    """As `workers.finished_games`, on a cluster.

    Args:
        plan, jobs: as there.
        address: of the cluster, as for `cluster.spread`.

    Raises:
        ArenaError: if a contestant cannot start on a machine, or a game has lost too many machines.
        ClusterError: if Ray is not installed, no cluster answers, or no machine has the cores and
            the memory that a game takes.
    """
    players = plan.players
    for _, found in spread(address, (plan.game, plan.options), play_there, plan, jobs,
                           lambda job: Needs.of(players[job.white], players[job.black])):
        if isinstance(found, ClusterError):
            raise ArenaError(message_of(found))
        yield found


def play_there(plan: Plan, job: Job) -> Finished:
    """Play a game in this process, which keeps its contestants for the next one."""
    if not (_seats and _seats[0].plan == plan):
        for seats in _seats:
            seats.close()
        _seats[:] = [Seats(plan)]
    return _seats[0].play(job)
