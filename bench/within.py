"""What tables of endings within the search are worth: the right move shortly before an ending.

    python -m bench.within contra --white 2 --black 1           alpha-beta
    python -m bench.within contra --white 2 --black 1 --tree    the tree search

Random positions are set up with so many dice of each player, kings not counted, either side to move
and an ending at most two plies away.  A judge, a long search that asks tables, tells for whom a win
can be forced; positions where he cannot tell, and those that are won or lost within a few plies,
are passed over.  Then the engine thinks with the same few nodes (the tree search: simulations)
twice, with tables within its search and without them.  A move is right if the judge still sees the
win after it; it gives the game away if he sees the other one win.

Neither looks for proofs, nor asks tables at the root: an ending whose table is too large for
searches counts as none here, and its table must not be there.
"""
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import typer

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import ending_of
from eckstein.engine.tables.resident import MOST, ResidentTables
from eckstein.engine.tree_search import TreeSearcher
from eckstein.kernel.specialise import specialise

from .progress import tell

DICE = "ABCDEFGHIJKLMNOPQRSTUVWX"
KING = {"duell": "Z"}
MEGABYTES = 16
NODES = (100, 1_000, 10_000)
WITHIN = 2                  # plies


def positions(game: str, white: int, black: int, seed: int) -> Iterator[Board]:
    """Random positions that go on and belong to no ending, but may soon come to one."""
    chance, start = random.Random(seed), Board(game)
    squares = [f"{chr(ord('a') + column)}{row + 1}"
               for column in range(start.rules.COLUMNS) for row in range(start.rules.ROWS)]
    king = KING.get(game, "")
    while True:
        own = king + "".join(chance.choices(DICE, k=white))
        foe = (king + "".join(chance.choices(DICE, k=black))).lower()
        places = chance.sample(squares, len(own + foe))
        turn = chance.choice(start.rules.LETTER.upper() + start.rules.LETTER.lower())
        board = Board(game, turn + "".join(map("".join, zip(own + foe, places, strict=True))))
        if (not board.status() and not board.is_game_over() and not is_told(board)
                and comes_to_ending(board, WITHIN)):
            yield board


def is_told(board: Board) -> bool:
    """Whether a position belongs to an ending whose table a search may ask."""
    ending = ending_of(board)
    return ending is not None and ending.entries <= MOST


def comes_to_ending(board: Board, plies: int) -> bool:
    """Whether an ending is at most so many plies away."""
    for move in board.legal_moves:
        board.push(move)
        found = not board.is_game_over() and (is_told(board) or plies > 1
                                              and comes_to_ending(board, plies - 1))
        board.pop()
        if found:
            return True
    return False


def time_to_read(board: Board) -> float:
    """The seconds until all tables near a board are in memory; they are given back."""
    search = specialise("search.play.alphabeta", board.game)
    begin = time.perf_counter()
    ResidentTables().near(board, search)
    return time.perf_counter() - begin


class Judge:
    """A long search with tables and proofs.

    Args:
        game: the name of a game.
        nodes: for each position.
    """

    def __init__(self, game: str, nodes: int) -> None:
        self._search = Searcher(game, Board(game).options, megabytes=64, tables=True)
        self._limits = Limits(nodes=nodes)

    def plies(self, board: Board) -> int:
        """In how many plies the player to move wins; negative if he loses; 0 if it is not known."""
        end = board.outcome()
        if end is not None:
            return 0 if end.winner is None else 1 if end.winner is board.turn else -1
        self._search.clear()
        info = self._search.best(board, self._limits)
        if info.mate is None:
            return 0
        plies = self._search.search.MATE - abs(info.score)
        return plies if info.score > 0 else -plies

    def close(self) -> None:
        """Give its threads back."""
        self._search.close()


class AlphaBeta:
    """An engine that searches with few nodes, and forgets what it has learnt.

    Args:
        game: the name of a game.
        tables: whether it asks them.
    """

    def __init__(self, game: str, tables: bool) -> None:
        self._search = Searcher(game, Board(game).options, megabytes=MEGABYTES, proofs=False,
                                tables=tables)

    def think(self, board: Board, nodes: int) -> tuple[int, bool]:
        """The move that it would play, and whether it sees a win."""
        self._search.clear()
        info = self._search.best(board, Limits(nodes=nodes))
        return info.pv[0], info.score > self._search.search.MATED


class Tree:
    """The tree search, likewise."""

    def __init__(self, game: str, tables: bool) -> None:
        self._search = TreeSearcher(game, Board(game).options, MEGABYTES, tables=tables)

    def think(self, board: Board, nodes: int) -> tuple[int, bool]:
        """The move that it would play, and whether it sees a win."""
        self._search.grow(board, Limits(nodes=nodes))
        line, = self._search.lines(1)
        return line.pv[0], line.result == "won"


def main(game: Annotated[str, typer.Argument(help="contra or duell")] = "contra",
         white: Annotated[int, typer.Option(min=1)] = 2,
         black: Annotated[int, typer.Option(min=0)] = 1,
         count: Annotated[int, typer.Option(min=1, help="won positions")] = 200,
         least: Annotated[int, typer.Option(help="plies of the wins, or more")] = 7,
         nodes: Annotated[int, typer.Option(min=1, help="of the judge")] = 100_000,
         tree: Annotated[bool, typer.Option("--tree", help="the tree search")] = False,
         seed: int = 1) -> None:
    """Print how many moves were right, gave the game away, and were known to win."""
    reading = time_to_read(next(positions(game, white, black, seed)))
    judge = Judge(game, nodes)
    engines = {tables: (Tree if tree else AlphaBeta)(game, tables) for tables in (True, False)}
    seen: Counter[tuple[bool, int]] = Counter()
    right: Counter[tuple[bool, int]] = Counter()
    given: Counter[tuple[bool, int]] = Counter()
    known: dict[str, int] = {}
    tried = won = 0
    for board in positions(game, white, black, seed):
        tried += 1
        tell(f"{won} of {count} won positions")
        if judge.plies(board) < least:
            continue
        won += 1
        for tables, engine in engines.items():
            for few in NODES:
                ahead = board.copy()
                move, sees = engine.think(board, few)
                ahead.push(move)
                if (text := ahead.position()) not in known:
                    known[text] = judge.plies(ahead)
                seen[tables, few] += sees
                right[tables, few] += known[text] < 0
                given[tables, few] += known[text] > 0
        if won == count:
            break
    tell()
    judge.close()
    print(f"{game}, {white} against {black}: {count} positions won in {least} plies or more, "
          f"of {tried}; tables were read in {reading:.3f} s")
    for few in NODES:
        print(f"{few:7,} nodes, with tables and without: right {right[True, few]} and "
              f"{right[False, few]}, given away {given[True, few]} and {given[False, few]}, "
              f"seen as won {seen[True, few]} and {seen[False, few]}", flush=True)


if __name__ == "__main__":
    typer.run(main)
