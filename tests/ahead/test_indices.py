"""No kernel counts from the end of a row, for code compiled ahead of time does not know how."""
import subprocess
import sys

import pytest

from .test_libraries import GAMES

# All searches of a game, interpreted, with rows that refuse negative indices.
PROGRAM = """
import random, sys
from eckstein import kernel
from eckstein.ahead.templates import searches_of
from eckstein.kernel.specialise import specialise

def checked(kind, name):
    def method(row, place, *value):
        assert not (isinstance(place, int) and place < 0), f"index {place}"
        return getattr(kind, name)(row, place, *value)
    return method

class Constant(tuple):
    __getitem__ = checked(tuple, "__getitem__")

class Row(list):
    __getitem__, __setitem__ = checked(list, "__getitem__"), checked(list, "__setitem__")

makers = sys.modules["eckstein.kernel.specialise"]
makers.lookup = Constant
kernel.array = makers.array = lambda size: Row([0] * size)
game, *wrong = sys.argv[1:]
if wrong:
    makers.array(3)[-1]
for template in {*searches_of("play"), *searches_of("solve")}:
    specialise(template, game, life="plain").warm()
search, proof, mate, mcts, playing = (
    specialise(f"search.play.{name}", game, life="plain")
    for name in ("alphabeta", "proof", "mate", "mcts", "playing"))
rules, moves, choose = playing.game, playing.new_moves(), random.Random(3)
assert type(moves) is Row
p = rules.start()
for ply in range(60):
    if ply % 12 == 9:
        memory, table = search.new_memory(), search.new_table(1)
        search.attach(memory, table)
        memory.limit, memory.repetition, memory.no_progress = 300, 3, 100
        search.enter(p, memory, 0, search.NONE, 0, 0)
        search.deepen(p, memory, 1)
        memory = proof.new_memory()
        proof.prove(p, memory, proof.new_table(1), 100)
        memory, tree = mcts.new_memory(0), mcts.new_tree(1)
        mcts.attach(memory, tree)
        mcts.search(p, memory, 10)
        memory = mate.new_memory()
        memory.limit = 100
        mate.mate_in(p, memory, 0, 3)
    if rules.outcome(p):
        p = rules.start()
    p = rules.apply(p, choose.choice(moves[:rules.generate(p, moves, 0)]))
print("done")
"""


def run(*arguments):
    return subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True,
                          text=True)


@pytest.mark.parametrize("game", GAMES)
def test_no_index_is_negative(game):
    done = run(game)
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_a_negative_index_would_be_noticed():
    assert run("contra", "wrong").stderr.endswith("AssertionError: index -1\n")
