"""What keeping trees from move to move would give the tree search: the share of visits kept.

    python -m bench.kept GAME [PLAYER] [--nodes N] [--games N] [--opening-plies N] [--seed N]

A player plays against itself with a tree for each side.  When both have moved, the part of a tree
below these two moves could be kept; its visits are counted, as a share of those of the next search.
`eckstein match` tells what so many more simulations are worth.
"""
from typing import Annotated

import typer

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.players import make_player
from eckstein.engine.tree_search import TreeSearcher
from eckstein.lab.arena.openings import openings

MOST_PLIES = 400


def child(searcher: TreeSearcher, node: int, move: int) -> int | None:
    """The node after a move, if the tree has it."""
    return next((one for one in searcher._children(node)
                 if searcher._look(searcher.search.MOVE, one) == move), None)


def kept(searcher: TreeSearcher, moves: list[int]) -> int:
    """The visits below some moves."""
    node: int | None = 0
    for move in moves:
        node = None if node is None else child(searcher, node, move)
    return 0 if node is None else searcher._look(searcher.search.VISITS, node)


def main(game: str, player: Annotated[str, typer.Argument()] = "mcts:tables=off",
         nodes: Annotated[int, typer.Option(min=1)] = 2000,
         games: Annotated[int, typer.Option(min=1)] = 10,
         plies: Annotated[int, typer.Option("--opening-plies", min=0)] = 6,
         seed: Annotated[int, typer.Option(min=0)] = 1) -> None:
    """Play and print."""
    sides = [make_player(player, Board(game)) for _ in range(2)]
    found = searches = 0
    for number, opening in zip(range(games), openings(game, {}, plies, seed), strict=False):
        board = Board(game)
        for move in opening:
            board.push(move)
        for side in sides:
            side.new_game(number)
        first = len(board.move_stack)
        while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
            side = sides[board.turn == "black"]
            if len(board.move_stack) >= first + 2:
                found += kept(side, list(board.move_stack[-2:]))
                searches += 1
            board.push(side.play(board, Limits(nodes=nodes)).move)
    print(f"{game}, {player}, {nodes} simulations a move, {games} games: "
          f"{100 * found / nodes / max(1, searches):.1f} % could be kept")


if __name__ == "__main__":
    typer.run(main)
