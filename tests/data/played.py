"""Random games as data, for tests."""
import random

from eckstein import Board
from eckstein.lab.data import Recorder
from eckstein.lab.data.games import NO_VALUE, joined
from eckstein.lab.data.records import of_moves, one_game
from eckstein.lab.learning import BatchGame


def played(game, options, seed, count=3, plies=12, values=True, visits=False):
    """A few games of random moves, some of which begin elsewhere."""
    chance = random.Random(f"{game} {options} {seed}")
    found = []
    for _ in range(count):
        board = Board(game, compiled=False, **options)
        if chance.random() < 0.5:
            ahead = board.copy()
            for _ in range(chance.randrange(6)):
                if not ahead.is_game_over():
                    ahead.push(chance.choice(list(ahead.legal_moves)))
            if not ahead.is_game_over():
                board = Board(game, ahead.position(), compiled=False, **options)
        start = board.copy()
        for _ in range(chance.randrange(plies + 1)):
            if not board.is_game_over():
                board.push(chance.choice(list(board.legal_moves)))
        outcome = board.outcome()
        told = [chance.choice([NO_VALUE, chance.randint(-30999, 30999)])
                for _ in board.move_stack]
        seen = [[(chance.randrange(9), chance.randrange(1 << 32))
                 for _ in range(chance.randrange(3))] for _ in board.move_stack]
        found.append(one_game(
            start, of_moves(start.copy(), board.move_stack), told if values else None,
            outcome.result() if outcome else chance.choice(["*", "1-0", "1/2-1/2"]),
            chance.randint(0, board.ply), seen if visits else None))
    return joined(found)


def many(game, count, seed=1, plies=300, **options):
    """Many games of random moves without values."""
    batch = BatchGame(game, count, seed=seed, autoreset="off", observe=False, masks=None,
                      max_plies=plies, **options)
    recorder = Recorder(batch)
    while len(recorder) < count:
        recorder.step(batch.sample())
    return recorder.take()


def told(games):
    """All that data says, game by game, as plain objects."""
    found = []
    for i in range(len(games)):
        mine = slice(int(games.offsets[i]), int(games.offsets[i + 1]))
        visits = None
        if games.visit_offsets is not None:
            ends = games.visit_offsets
            visits = [list(zip(games.visit_actions[ends[k]:ends[k + 1]].tolist(),
                               games.visit_counts[ends[k]:ends[k + 1]].tolist(), strict=True))
                      for k in range(mine.start, mine.stop)]
        found.append({
            "start": games.starts[games.start[i]],
            "result": ("*", "1-0", "0-1", "1/2-1/2")[games.results[i]],
            "random_plies": int(games.random_plies[i]), "actions": games.actions[mine].tolist(),
            "values": None if games.values is None else games.values[mine].tolist(),
            "visits": visits})
    return found
