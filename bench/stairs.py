"""How models of beginners fare on the staircase of opponents.

    python -m bench.stairs [GAME...] --people 6

A beginner takes the best move by sight (one ply deep), and a share of the moves at random.  Each
person of each model plays twelve games with White and Black in turn, beginning where newcomers do.
Printed are the points of the first four games and of the eight after them, and where the people
stand at the end.  The aim is 40 to 60 % from the fifth game on.  The same seed gives the same games
on every machine.
"""
import random
from collections import Counter
from typing import Annotated

import typer

from eckstein import Board, names
from eckstein.base.processes import worker_processes
from eckstein.engine.levels import FULL, LevelPlayer
from eckstein.engine.limits import Limits
from eckstein.engine.player import Player
from eckstein.engine.simple import Greedy, Random
from eckstein.engine.stairs import STAIRS, Stand, after, first_step

MODELS = (100, 70, 50, 30, 10)      # how many of a hundred moves are random
GAMES, FIRST_GAMES = 12, 4
LONGEST = 200                       # plies; what is not decided by then counts as a draw


class Beginner(Greedy):
    """Takes the best move by sight, and some at random."""

    def __init__(self, board: Board, share: int) -> None:
        self._share = share
        super().__init__(board)

    def play(self, board, limits, lines=1):
        if self._chance.randrange(100) < self._share:
            return Random.play(self, board, limits, lines)
        return super().play(board, limits, lines)


def won(game: str, white: Player, black: Player) -> float:
    """The points of White in a game."""
    board = Board(game, compiled=True)
    while not board.is_game_over() and board.ply < LONGEST:
        mover = white if board.turn == "white" else black
        board.push(mover.play(board, Limits()).move)
    end = board.outcome()
    return 0.5 if end is None or end.winner is None else float(end.winner == "white")


def climb(game: str, share: int, person: int) -> tuple[list[float], int]:
    """The points of a person's games, and on which step the person stands after them."""
    board = Board(game)
    beginner, chance = Beginner(board, share), random.Random(f"{game}/{share}/{person}")
    stand, points = Stand(first_step(game)), list[float]()
    for number in range(GAMES):
        stair = STAIRS[stand.step]
        opponent = LevelPlayer(game, board.options, min(stair.level, FULL - 1), random=stair.random)
        for player in (beginner, opponent):
            player.new_game(chance.randrange(2**31))
        mine = (won(game, beginner, opponent) if number % 2 == 0
                else 1 - won(game, opponent, beginner))
        opponent.close()
        points.append(mine)
        stand = after(stand, mine)
    return points, stand.step


def named(step: int) -> str:
    """How a step is called in the table."""
    level, random, _ = STAIRS[step]
    return f"{random} % random" if random else f"level {level}"


def main(games: Annotated[list[str] | None, typer.Argument()] = None, people: int = 6,
         jobs: int = 2) -> None:
    """Print a table."""
    print("| game | random moves of the beginner | first 4 | next 8 | at the end |\n|-|-|-|-|-|")
    with worker_processes(jobs) as workers:
        for game in games or names():
            for share in MODELS:
                found = list(workers.map(climb, [game] * people, [share] * people, range(people)))
                first, then = (sum(sum(points[part]) for points, _ in found) / people
                               for part in (slice(FIRST_GAMES), slice(FIRST_GAMES, None)))
                ends = Counter(step for _, step in found)
                stand = ", ".join(f"{count} x {named(at)}" for at, count in sorted(ends.items()))
                print(f"| {game} | {share} % | {first / FIRST_GAMES:.0%} | "
                      f"{then / (GAMES - FIRST_GAMES):.0%} | {stand} |", flush=True)


if __name__ == "__main__":
    typer.run(main)
