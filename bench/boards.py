"""Boards: random games through `Board`, and questions through `eckstein query`."""
import json
import random
import subprocess
import sys
import time

from eckstein import Board, names

PLIES = {False: 4000, True: 40000}
QUESTIONS = 3000


def play(game: str, compiled: bool) -> int:
    """Make random moves, each checked for legality, and return how many."""
    chance, plies = random.Random(1), 0
    while plies < PLIES[compiled]:
        board = Board(game, compiled=compiled)
        while not board.is_game_over():
            moves = board.legal_moves
            board.push(moves[int(chance.random() * len(moves))])
            plies += 1
    return plies


def main() -> None:
    """Print moves a second, interpreted and compiled, and questions a second."""
    print("moves a second through Board   interpreted   compiled")
    for game in names():
        speeds = []
        for compiled in (False, True):
            play(game, compiled)
            begin = time.process_time()
            plies = play(game, compiled)
            speeds.append(plies / (time.process_time() - begin))
        print(f"{game:30} {speeds[0]:11,.0f} {speeds[1]:10,.0f}")
    lines = "".join(json.dumps({"id": number, "game": names()[number % len(names())]}) + "\n"
                    for number in range(QUESTIONS))
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-m", "eckstein", "query"], input=lines, text=True,
                   stdout=subprocess.DEVNULL, check=True)
    seconds = time.perf_counter() - begin
    print(f"{'questions a second (state)':30} {QUESTIONS / seconds:11,.0f}")
