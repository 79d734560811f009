"""What an opening book is worth: against no book, and how many different games it makes.

    python -m bench.books GAME [--games N] [--nodes N]

Games begin in the first position of the game.  Level 9 and full strength with a number of nodes for
each move do not depend on the load of the machine.  Since they play the same game again and again
where there is no book, in matches both have some hundredths more nodes in each pair of games.
"""
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

import typer

from eckstein import WHITE, Board
from eckstein.engine.booked import BookRoot
from eckstein.engine.levels import LevelPlayer
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.lab.arena.statistics import estimate

LEVEL = 9
Choose = Callable[[Board, int], int]        # a move by the board and the seed of the game


def at_level(game: str, book: bool, varied: bool) -> Choose:
    """Level 9, with its book or without, and with its own number of nodes or a varied one."""
    player = LevelPlayer(game, Board(game).options, LEVEL, book=book)
    own = player.level

    def choose(board: Board, seed: int) -> int:
        player.seed = seed
        if varied and own.nodes is not None:
            player.level = replace(own, nodes=more(own.nodes, seed))
        return player.choose(board).pv[0]
    return choose


def more(nodes: int, seed: int) -> int:
    """So many nodes, and some hundredths."""
    return nodes + nodes * seed // 100


def full(game: str, book: bool, nodes: int) -> Choose:
    """Full strength with so many nodes a move, with its book or without."""
    searcher, root = Searcher(game, Board(game).options, megabytes=16), BookRoot()

    def choose(board: Board, seed: int) -> int:
        found = root.choose(board, seed) if book else None
        if found is None:
            searcher.clear()
            found = searcher.best(board, Limits(nodes=more(nodes, seed)))
        return found.pv[0]
    return choose


def played(game: str, white: Choose, black: Choose, seed: int) -> Board:
    """A whole game."""
    board = Board(game, compiled=True)
    while not board.is_game_over():
        board.push((white if board.turn is WHITE else black)(board, seed))
    return board


def points(board: Board, white: bool) -> float:
    """What one of the players gets in a finished game."""
    outcome = board.outcome()
    assert outcome
    return 0.5 if outcome.winner is None else float((outcome.winner is WHITE) == white)


def tell_match(name: str, game: str, booked: Choose, plain: Choose, games: int) -> None:
    """With the book against without it, each seed with both colours."""
    counts, whole = [0] * 5, set[tuple[int, ...]]()
    for seed in range(games // 2):
        pair = (played(game, booked, plain, seed), played(game, plain, booked, seed))
        counts[round(2 * (points(pair[0], True) + points(pair[1], False)))] += 1
        whole |= {tuple(board.move_stack) for board in pair}
    found = estimate(counts)
    got = sum(place * count / 2 for place, count in enumerate(counts))
    print(f"{game} {name}: book against no book {got:g} of {2 * sum(counts)} points, "
          f"{found.elo:+.0f} Elo ({found.low:+.0f} to {found.high:+.0f}), "
          f"{len(whole)} different games", flush=True)


def main(game: str, games: Annotated[int, typer.Option(min=2)] = 40,
         nodes: Annotated[int, typer.Option(min=1)] = 50_000,
         own: Annotated[int, typer.Option(min=1)] = 20) -> None:
    """Play and print."""
    for name, book in (("the book", True), ("no book", False)):
        player = at_level(game, book, False)
        different = {tuple(played(game, player, player, seed).move_stack) for seed in range(own)}
        print(f"{game} level {LEVEL}, {own} games against itself with {name}: "
              f"{len(different)} different", flush=True)
    tell_match(f"level {LEVEL}", game, at_level(game, True, True), at_level(game, False, True),
               games)
    tell_match(f"full strength, {nodes:,} nodes", game, full(game, True, nodes),
               full(game, False, nodes), games)


if __name__ == "__main__":
    typer.run(main)
