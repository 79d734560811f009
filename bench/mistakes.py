"""How many tasks games of beginners make of their own mistakes, and how long it takes to find them.

    python -m bench.mistakes                    all games, four of each kind
    python -m bench.mistakes contra --games 8 --seed 3

A beginner is level 1, of whose moves 80, 60 or 30 in a hundred are random; two such beginners play
each other, and the moves of White are judged, as those of a visitor are (engine/coach/tasks.py).
Prints for each game the tasks of each kind; the tasks a game, and with at most as many a game as a
visitor is given; the share of bad moves that make one; how many the second implementation of the
rules contradicts (tests/coach/tasks.py); the seconds of the processor that a game took, and
the milliseconds that a move took, the median and the slowest.
"""
import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator

from tests.coach.tasks import contradicted

from eckstein import names
from eckstein.board import WHITE
from eckstein.engine.coach import Coach, Task

from .coach import SHARES, beginner_game
from .progress import tell

MOST = 3                    # tasks of a game (web/app/src/kept/judging.ts)


class Judged:
    """A game of beginners, judged for White."""

    def __init__(self, coach: Coach, game: str, share: int, seed: int) -> None:
        self.tasks: list[Task] = []
        self.bad, self.seconds = 0, list[float]()
        said: list[str] = []
        for board, move in beginner_game(game, share, seed):
            if board.turn is not WHITE:
                continue
            begin = time.process_time()
            remark = coach.remark(board, move, said)
            if remark and remark.tone == "bad":
                self.bad += 1
                said.append(remark.kind)
                if task := coach.task(board, move):
                    self.tasks.append(task)
            self.seconds.append(time.process_time() - begin)


def told(game: str, judged: list[Judged]) -> Iterator[str]:
    """The figures of a game."""
    tasks = [task for one in judged for task in one.tasks]
    kinds = Counter(task.task for task in tasks)
    given = sum(min(MOST, len(one.tasks)) for one in judged)
    wrong = sum(contradicted(game, task) for task in tasks)
    moves = [1000 * seconds for one in judged for seconds in one.seconds]
    yield (f"{game}: {', '.join(f'{kind} {count}' for kind, count in kinds.most_common())}; "
           f"{len(tasks) / len(judged):.1f} tasks a game, {given / len(judged):.1f} are given; "
           f"{len(tasks)} of {sum(one.bad for one in judged)} bad moves; "
           f"{wrong} of {len(tasks)} contradicted; "
           f"{sum(moves) / 1000 / len(judged):.1f} s a game, {statistics.median(moves):.0f} ms a "
           f"move, {max(moves):.0f} at most")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.mistakes")
    parser.add_argument("which", nargs="*")
    parser.add_argument("--games", type=int, default=4, help="of each share of random moves")
    parser.add_argument("--seed", type=int, default=1)
    wished = parser.parse_args()
    for game in wished.which or names():
        coach, judged = Coach(game), []
        for number, share in enumerate(SHARES * wished.games):
            tell(f"{game}: {number + 1} of {wished.games * len(SHARES)} games")
            judged.append(Judged(coach, game, share, wished.seed + number))
        tell()
        print(*told(game, judged), sep="\n", flush=True)
        coach.close()


if __name__ == "__main__":
    main()
