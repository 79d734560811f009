"""A match that can be ended early, for measurements that take long."""
import contextlib

from eckstein.lab.arena.match import Standing
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.playing import Finished
from eckstein.lab.arena.workers import finished_games

from .progress import tell


def standing_of(plan: Plan, jobs: int, name: str) -> tuple[Standing, int]:
    """Play a match, and tell how far it is; Ctrl-C ends it with what was played until then.

    Games that run then are not counted, and long ones, often drawn, are more likely to run.

    Returns:
        How it stands, and how many of its games were lost by time.

    Raises:
        SystemExit: if no game has ended.
    """
    played = list[Finished]()
    with contextlib.suppress(KeyboardInterrupt):
        for one in finished_games(plan, plan.jobs(plan.pairs), jobs):
            played.append(one)
            tell(f"{name}: {len(played)} of {plan.games} games")
    tell()
    if not played:
        raise SystemExit("no game has ended")
    return Standing.of(played), sum(one.termination == "time forfeit" for one in played)
