"""How long a move takes in games that the engine makes of itself, in one call and move by move.

    python -m bench.selfplay [--games N] [--nodes N]
"""
import time
from itertools import islice
from typing import Annotated

import typer

from eckstein import Board, names
from eckstein.engine.limits import Limits
from eckstein.engine.players import make_player, read_player
from eckstein.lab.arena.openings import openings
from eckstein.lab.data.selfplay import SelfPlay

PLIES, LONGEST = 4, 400


def boards(game: str, count: int) -> list[Board]:
    """Random openings."""
    found = []
    for opening in islice(openings(game, Board(game).options, PLIES, 1), count):
        found.append(Board(game))
        for move in opening:
            found[-1].push(move)
    return found


def main(games: Annotated[int, typer.Option(min=1)] = 20,
         nodes: Annotated[int, typer.Option(min=1, max=19_999)] = 400) -> None:
    """Print microseconds of processor time for a move."""
    print(f"{games} games, {nodes} nodes a move; microseconds a move")
    for game in names():
        name = read_player(f"alphabeta:hash=1,nodes={nodes},tables=off,net=off")
        quick, slow = SelfPlay(name, Board(game), LONGEST), make_player(name, Board(game))
        slow.warm()
        quick.play(Board(game))
        moves, begin = 0, time.process_time()
        for board in boards(game, games):
            moves += len(quick.play(board)[0])
        one_call = (time.process_time() - begin) / moves
        moves, begin = 0, time.process_time()
        for board in boards(game, games):
            slow.new_game(1)
            while not board.is_game_over() and board.ply < LONGEST:
                board.push(slow.play(board, Limits()).move)
                moves += 1
        by_moves = (time.process_time() - begin) / moves
        print(f"{game:8}{1e6 * one_call:8.0f}{1e6 * by_moves:8.0f}   "
              f"{by_moves / one_call:.1f} times", flush=True)


if __name__ == "__main__":
    typer.run(main)
