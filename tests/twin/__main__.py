"""Perft by the twin: python -m tests.twin GAME DEPTH [--position TEXT] [option=value ...]"""

import argparse

from . import GAMES, twin

SWITCHES = {"0": False, "off": False, "False": False, "1": True, "on": True, "True": True}


def perft(game, state, depth):
    """The number of move sequences of `depth` plies from the state."""
    moves = game.moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, after, depth - 1) for after in moves.values())


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.twin", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("depth", type=int, help="plies, at least 1")
    parser.add_argument("option", nargs="*", help="such as mate_ends=0 or bishop=final")
    parser.add_argument("--position", help="position text; the start when left out")
    arguments = parser.parse_intermixed_args()
    options = dict(text.split("=", 1) for text in arguments.option)
    switched = {name: SWITCHES.get(value, value) for name, value in options.items()}
    try:
        game = twin(arguments.game, **switched)
        state = game.read(arguments.position) if arguments.position else game.start()
    except ValueError as error:
        parser.error(str(error))
    if problems := game.problems(state):
        parser.error(f"impossible: {sorted(map(str, problems))}")
    for depth in range(1, arguments.depth + 1):
        print(depth, perft(game, state, depth), flush=True)


if __name__ == "__main__":
    main()
