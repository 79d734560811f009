"""What has to be the same wherever Python runs; told line by line for a game, by either of two."""
import random

from eckstein import Board
from eckstein.board.counting import count
from eckstein.engine.levels import FULL, LevelPlayer
from eckstein.engine.signature import signature
from eckstein.kernel.specialise import life_of

PERFT = {"pur": 4, "contra": 6, "ecke": 4, "duell": 3, "echek": 3}
SEEDS = range(3)
PLIES = 60
OPENING = 7                 # plies, for levels


def played(board, chance, plies):
    """Play so many random moves, or fewer where the game ends first; yield the board after each."""
    for _ in range(plies):
        if board.is_game_over():
            return
        board.push(chance.choice(list(board.legal_moves)))
        yield board


def games(game):
    """Random games, step by step."""
    for seed in SEEDS:
        for board in played(Board(game, compiled=True), random.Random(seed), PLIES):
            yield f"{board.position()} {board.key} {len(board.legal_moves)} {board.outcome()}"


def levels(game):
    """The moves of all levels but the last, at the start and later; a level is its own seed."""
    boards = [Board(game), *(
        [*played(Board(game), random.Random(seed), OPENING)][-1] for seed in SEEDS)]
    for level in range(1, FULL):
        player = LevelPlayer(game, boards[0].options, level, seed=level)
        yield " ".join(board.text(player.choose(board).pv[0]) for board in boards)
        player.close()


def facts(game):
    yield life_of(game)
    yield str(count(Board(game), PERFT[game]).total)
    for line in signature(game):
        yield str(line)
    yield from games(game)
    yield from levels(game)
