"""Looks at long games: milliseconds for a position, first, again, and while walking back.

`python -m bench.looking`.  Each step is that of a game of its own, so that the first look at it
knows nothing.
"""
import random
import time

from eckstein import Board, names
from eckstein.server.work.views import make_view
from eckstein.wire.positions import PositionRef

STEPS, LEFTS = (1, 100, 400), 40
ENDLESS = {"repetition": 0, "no_progress": 0}


def long_game(game: str, seed: int, plies: int) -> tuple[str, ...]:
    """So many random moves of which none ends the game, or as many as there are."""
    chance, board = random.Random(seed), Board(game, None, **ENDLESS)
    texts: list[str] = []
    while len(texts) < plies:
        moves = list(board.legal_moves)
        for move in chance.sample(moves, len(moves)):
            text = board.text(move)
            board.push(move)
            if board.legal_moves:
                texts.append(text)
                break
            board.pop()
        else:
            break
    return tuple(texts)


def look(game: str, moves: tuple[str, ...]) -> float:
    """How many milliseconds it takes to make the view after some moves."""
    begin = time.process_time()
    make_view(PositionRef(game, ENDLESS, moves=moves))
    return 1000 * (time.process_time() - begin)


def main() -> None:
    """Print the milliseconds for each game."""
    print(f"{'milliseconds':12}" + "".join(f"{f'step {step}':>11}{'again':>7}" for step in STEPS)
          + f"{f'{LEFTS} back':>10}")
    for game in names():
        look(game, ())
        shown = []
        for step in STEPS:
            moves = long_game(game, step, STEPS[-1])
            shown += [look(game, moves[:step]) for _ in range(2)]
        back = sum(look(game, moves[:len(moves) - left]) for left in range(1, LEFTS + 1))
        print(f"{game:12}" + "".join(f"{first:11.1f}{again:7.1f}" for first, again in
                                     zip(shown[::2], shown[1::2], strict=True))
              + f"{back:10.1f}   of {len(moves)} moves")


if __name__ == "__main__":
    main()
