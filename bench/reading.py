"""How fast recorded games are read, beside python-chess reading games of chess.

`python -m bench.reading` reads random games; chess is only read where python-chess is installed
(`pip install chess`), in the same process, in turn with the others.
"""
import importlib
import io
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from eckstein import Board, names
from eckstein.lab.arena.openings import random_board
from eckstein.record import Record, read_records, write_records

GAMES, PLIES, ROUNDS = 20, 120, 5


def games_of(game: str) -> str:
    """Random games as the text of a file."""
    return write_records(Record.from_board(random_board(Board(game), PLIES, random.Random(seed)))
                         for seed in range(GAMES))


def read_own(text: str) -> int:
    """The plies of the games of a text of ours."""
    return sum(1 for record in read_records(text) for _ in record.mainline())


def chess_games(chess: Any) -> str:
    """The same for chess."""
    texts = []
    for seed in range(GAMES):
        chance, board = random.Random(seed), chess.Board()
        while not board.is_game_over() and board.ply() < PLIES:
            board.push(chance.choice(list(board.legal_moves)))
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts)


def read_chess(chess: Any, text: str) -> int:
    """The plies of the games of a text of chess."""
    file, plies = io.StringIO(text), 0
    while game := chess.pgn.read_game(file):
        plies += sum(1 for _ in game.mainline_moves())
    return plies


def main() -> None:
    """Print plies a second for each game, and the share of those of chess."""
    readers: dict[str, Callable[[], int]] = {
        game: partial(read_own, games_of(game)) for game in names()}
    try:
        chess: Any = importlib.import_module("chess")
        importlib.import_module("chess.pgn")
    except ImportError:
        print("python-chess is not installed: nothing to compare with")
    else:
        readers["chess"] = partial(read_chess, chess, chess_games(chess))
    best = dict.fromkeys(readers, 0.0)
    for _ in range(ROUNDS):
        for name, read in readers.items():
            begin = time.process_time()
            plies = read()
            best[name] = max(best[name], plies / (time.process_time() - begin))
    print("plies a second that are read     of python-chess")
    for name, speed in best.items():
        share = f"{speed / best['chess']:15.0%}" if "chess" in best else ""
        print(f"{name:10} {speed:22,.0f} {share}")


if __name__ == "__main__":
    main()
