"""A match of two players at equal processor time, whatever else the machine does.

    python -m bench.equal_time GAME PLAYER PLAYER [--time S] [--games N] [--opening-plies N]
                               [--seed N] [--explore N]

Both players play in this process, without limits of their own.  The processor time that a player
has used so far for each node that he was allowed (a position of alpha-beta, a simulation of the
tree search) decides how many he has for his next move, so that a move takes as long on average.  A
change that makes nodes dearer pays for it at once.  Games are from random openings, each played
with both colours; a first pair is played to learn what nodes cost, and does not count.  `--explore`
gives the first player, a tree search, another weight of its priors (see `search/play/mcts.py`).
Ctrl-C ends the match, and what was played until then is printed.
"""
import contextlib
import time
from dataclasses import dataclass
from typing import Annotated

import typer

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.player import Player
from eckstein.engine.players import make_player
from eckstein.engine.tree_search import TreeSearcher
from eckstein.lab.arena.openings import openings
from eckstein.lab.arena.statistics import estimate

from .progress import tell

FIRST_NODES = 1000          # of a move before anything is known
LEAST_NODES = 10
MOST_PLIES = 400            # a longer game is a draw


@dataclass
class Side:
    """A player, with the weight of its priors if that is another one than usual; how many nodes
    its moves might have and had, and what seconds they took.
    """

    player: Player
    explore: int = 0
    allowed: int = 0
    nodes: int = 0
    seconds: float = 0.0
    moves: int = 0

    def new_game(self, seed: int) -> None:
        """Begin a game."""
        self.player.new_game(seed)
        if self.explore and isinstance(self.player, TreeSearcher):
            self.player._memory.explore = self.explore

    def move(self, board: Board, wanted: float) -> int:
        """A move in about so many seconds."""
        limit = FIRST_NODES
        if self.allowed:
            limit = max(LEAST_NODES, round(wanted * self.allowed / self.seconds))
        begin = time.process_time()
        played = self.player.play(board, Limits(nodes=limit))
        self.seconds += time.process_time() - begin
        self.nodes += played.info.nodes if played.info else 0
        self.allowed, self.moves = self.allowed + limit, self.moves + 1
        return played.move

    def forget(self) -> None:
        """Keep what one move came to on average, and nothing else."""
        self.allowed, self.seconds = self.allowed // self.moves, self.seconds / self.moves
        self.nodes, self.moves = self.nodes // self.moves, 1

    def __str__(self) -> str:
        return (f"{self.nodes / self.moves:,.0f} nodes a move, "
                f"{1e6 * self.seconds / self.nodes:.2f} us a node, "
                f"{1e3 * self.seconds / self.moves:.1f} ms a move")


def points(sides: tuple[Side, Side], start: Board, wanted: float, seed: int) -> int:
    """Two times the points of White, 0 to 2, in a game from a position."""
    board = start.copy()
    for side in sides:
        side.new_game(seed)
    while (outcome := board.outcome()) is None and len(board.move_stack) < MOST_PLIES:
        board.push(sides[board.turn == "black"].move(board, wanted))
    return 1 if outcome is None or outcome.winner is None else 2 * (outcome.winner == "white")


def main(game: str, one: str, other: str,
         wanted: Annotated[float, typer.Option("--time", min=0.0001)] = 0.02,
         games: Annotated[int, typer.Option(min=2)] = 60,
         plies: Annotated[int, typer.Option("--opening-plies", min=0)] = 6,
         seed: Annotated[int, typer.Option(min=0)] = 1,
         explore: Annotated[int, typer.Option(min=0)] = 0) -> None:
    """Play and print."""
    sides = [Side(make_player(one, Board(game)), explore), Side(make_player(other, Board(game)))]
    for side in sides:
        side.player.warm()
        side.player.play(Board(game), Limits(nodes=FIRST_NODES))     # whatever is made only once
    counts, alone = [0] * 5, [0, 0, 0]
    with contextlib.suppress(KeyboardInterrupt):
        for number, opening in zip(range(games // 2 + 1), openings(game, {}, plies, seed),
                                   strict=False):
            start = Board(game)
            for move in opening:
                start.push(move)
            found = [points((sides[0], sides[1]), start, wanted, number),
                     2 - points((sides[1], sides[0]), start, wanted, number)]
            if number == 0:
                for side in sides:
                    side.forget()
                continue
            counts[sum(found)] += 1
            for point in found:
                alone[point] += 1
            tell(f"{2 * number} of {games} games: +{alone[2]} ={alone[1]} -{alone[0]}")
    tell()
    if not any(counts):
        raise SystemExit("no pair of games has ended")
    told = estimate(counts)
    print(f"{game}, {wanted} s a move by the processor, {2 * sum(counts)} games: "
          f"+{alone[2]} ={alone[1]} -{alone[0]}, {told.elo:+.0f} Elo ({told.low:+.0f} to "
          f"{told.high:+.0f})")
    for name, side in zip((one, other), sides, strict=True):
        print(f"  {name}: {side}")


if __name__ == "__main__":
    typer.run(main)
