"""How games of the engine against itself end, and how often it was ahead, and stalled.

    python -m bench.finishing [GAME] --games N --nodes N

A game counts as stalled from an advantage if it ended by repetition or for lack of progress, and
within its last plies both players had thought for some time that the same one was ahead.
"""
from collections import Counter
from typing import Annotated

import typer

from eckstein import WHITE, Board
from eckstein.contract.pieces import Reason
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.lab.arena.openings import openings

OPENING_PLIES = 6
SEED = 29
AHEAD = 100                 # hundredths of a die
LAST, LONG = 24, 8          # of the last 24 plies, 8 in a row
STALLED = (Reason.REPETITION, Reason.NO_PROGRESS)


def longest_lead(scores: list[int]) -> int:
    """For how many plies in a row the same player was ahead by `AHEAD` or more."""
    longest = run = side = 0
    for score in scores:
        leader = (score >= AHEAD) - (score <= -AHEAD)
        run = run + 1 if leader == side else 1
        side = leader
        longest = max(longest, run if leader else 0)
    return longest


def main(game: str = "pur", games: Annotated[int, typer.Option(min=1)] = 100,
         nodes: Annotated[int, typer.Option(min=1)] = 5000) -> None:
    """Play and print."""
    board = Board(game)
    searcher = Searcher(game, board.options, megabytes=4)
    found = openings(game, board.options, OPENING_PLIES, SEED)
    ends, stalled, plies = Counter[str](), 0, 0
    for _ in range(games):
        board, scores = Board(game, compiled=True), list[int]()
        for move in next(found):
            board.push(move)
        searcher.clear()
        while not board.is_game_over():
            info = searcher.best(board, Limits(nodes=nodes))
            scores.append(info.score if board.turn is WHITE else -info.score)
            board.push(info.pv[0])
        outcome = board.outcome()
        assert outcome
        ends["won" if outcome.winner else f"drawn, {outcome.reason}"] += 1
        plies += board.ply
        stalled += outcome.reason in STALLED and longest_lead(scores[-LAST:]) >= LONG
    searcher.close()
    print(f"{game}, {games} games, {nodes} nodes a move: "
          + "; ".join(f"{count} {end}" for end, count in ends.most_common())
          + f"; {stalled} stalled from an advantage; {plies / games:.0f} plies a game")


if __name__ == "__main__":
    typer.run(main)
