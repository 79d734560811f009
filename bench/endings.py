"""Endings of king and one die against king in Duell: are those that are won won, and how soon?

Random positions are set up, with either side to move; those that the next move decides are passed
over.  Proof-number search finds, as far as it comes to an end, the side with a forced win.  What
the side with the die has won is played out: the engine, proofs and all, with so many nodes for each
move, against the longest resistance that proof-number search finds, which is the first move that
saves the defender, if one does.  The aim is that what is won is won within 15 moves.

With --tables both ask the tables of endings, which must be there (`eckstein tables build duell`):
the engine at the root of its search, and the defender for the move that loses latest.  Then each
ending has to be won in exactly the number of moves that the table says.
"""
import random
from collections import Counter
from collections.abc import Iterator
from math import inf
from typing import Annotated

import typer

from eckstein import WHITE, Board, Colour
from eckstein.board import COLOURS
from eckstein.board.at_once import wins_at_once
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import probe
from eckstein.kernel.options import COUNTS, own_values
from eckstein.kernel.specialise import specialise

from .progress import tell

GAME = "duell"
WITHIN = 15                 # moves of the winner
DICE = "ABCDEFGHIJKLMNOPQRSTUVWX"
SQUARES = [column + row for row in "12345678" for column in "abcdefghi"]
MEGABYTES = 16


class Judge:
    """Proof-number search as a judge of positions.

    Args:
        limit: how many positions it looks at before it gives one up.
    """

    def __init__(self, limit: int) -> None:
        options = Board(GAME).options
        own = own_values(options)
        self._search = specialise("search.play.proof", GAME, **own)
        self._memory = self._search.new_memory()
        self._memory.repetition, self._memory.no_progress = (int(options[name]) for name in COUNTS)
        self._table = self._search.new_table(MEGABYTES)
        self._limit = limit

    def wins(self, board: Board, colour: Colour) -> int | None:
        """In how many plies a player can force a win; 0 if he cannot, None if it is not known.

        They are those of the proof that was found; there may be a shorter one.
        """
        answer, _ = self._search.prove(
            board.state, self._memory, self._table, self._limit, lost=board.turn is not colour,
            idle=board.idle_moves, history=board.keys()[:-1])
        return int(self._memory.plies) if answer > 0 else 0 if answer else None

    def resistance(self, board: Board) -> int:
        """The move of a lost player that saves him after all, or else holds out longest.

        Where a win against a move cannot be proved, that is the longest.
        """
        longest, chosen = -1.0, board.legal_moves[0]
        for move in board.legal_moves:
            board.push(move)
            end = board.outcome()
            plies = self.wins(board, board.turn) if end is None else int(end.winner is board.turn)
            board.pop()
            if plies == 0:
                return move
            length = inf if plies is None else plies
            if length > longest:
                longest, chosen = length, move
        return chosen


def positions(seed: int) -> Iterator[tuple[str, Colour]]:
    """Random positions that go on, and the side with the die."""
    chance = random.Random(seed)
    while True:
        colour, turn = chance.choice(COLOURS), chance.choice("Dd")
        white, black, square = chance.sample(SQUARES, 3)
        die = chance.choice(DICE)
        die = die if colour is WHITE else die.lower()
        board = Board(GAME, f"{turn}Z{white}z{black}{die}{square}")
        if not board.status() and not board.outcome() and not wins_at_once(board):
            yield board.position(), colour


class TableJudge:
    """Tables of endings as a judge of positions."""

    def wins(self, board: Board, colour: Colour) -> int | None:
        """In how many plies a player wins; 0 if he does not.

        Raises:
            NoTableError: if the tables have not been built.
        """
        value = probe(board).value
        wins = value.result == ("won" if board.turn is colour else "lost")
        return value.plies if wins else 0

    def resistance(self, board: Board) -> int:
        """The move that loses latest, or does not lose."""
        return probe(board).moves[0].move


def moves_to_win(searcher: Searcher, judge: Judge | TableJudge, position: str, colour: Colour,
                 nodes: int) -> int | None:
    """How many moves the engine needs to win for this colour; None if it does not win."""
    board, made = Board(GAME, position), 0
    searcher.clear()
    while not board.is_game_over():
        if board.turn is colour:
            board.push(searcher.best(board, Limits(nodes=nodes)).pv[0])
            made += 1
        else:
            board.push(judge.resistance(board))
    end = board.outcome()
    return made if end is not None and end.winner is colour else None


def main(count: Annotated[int, typer.Argument(min=1, help="positions")] = 200,
         nodes: Annotated[int, typer.Option(min=1, help="for each move")] = 20_000,
         proof: Annotated[int, typer.Option(min=1, help="positions for each proof")] = 300_000,
         seed: Annotated[int, typer.Option(help="of the positions")] = 1,
         tables: Annotated[bool, typer.Option("--tables", help="ask tables of endings")] = False
         ) -> None:
    """Judge random positions and play out those that are won."""
    judge = TableJudge() if tables else Judge(proof)
    searcher = Searcher(GAME, Board(GAME).options, megabytes=MEGABYTES, tables=tables)
    results: Counter[str] = Counter()
    lengths: list[int] = []
    slow: list[str] = []
    exact = 0
    for number, (position, colour) in enumerate(positions(seed), 1):
        if number > count:
            break
        tell(f"{number} of {count} positions, {len(lengths)} won")
        wins = judge.wins(Board(GAME, position), colour)
        results["not known" if wins is None else "won" if wins else "not won"] += 1
        if wins:
            made = moves_to_win(searcher, judge, position, colour, nodes)
            lengths += [] if made is None else [made]
            exact += made == (wins + 1) // 2
            if made is None or made > WITHIN:
                slow.append(f"{position} {'not won' if made is None else f'{made} moves'}, "
                            f"{'exactly' if tables else 'proved in'} {(wins + 1) // 2}")
    tell()
    searcher.close()
    print(f"king and die against king, {count} positions: {results['won']} won for the die, "
          f"{results['not won']} not, {results['not known']} not known")
    within = sum(made <= WITHIN for made in lengths)
    print(f"of those won, the engine won {len(lengths)} with {nodes:,} nodes a move, {within} "
          f"within {WITHIN} moves, the longest in {max(lengths, default=0)}")
    if tables:
        print(f"{exact} in exactly the number of moves that the table says")
    for line in slow:
        print(line)


if __name__ == "__main__":
    typer.run(main)
