"""Closed sets hold by the rules of the twin as well, which share nothing with those that were
searched and checked by."""
import random

import pytest

from eckstein import Board
from eckstein.lab.proofs.claims import NAMES, read_claim
from eckstein.lab.proofs.proving import prove
from eckstein.notation.positions import write_position

from ..helpers import first
from ..twin import twin


def refuted(told, entries):
    """The position texts of those among some entries of "never wins" that do not hold."""
    options = {name: told.options[name] for name in ("arrival_wins", "size")}
    slow, board = twin("contra", **options), Board("contra", size=told.options["size"])
    attacker = NAMES[told.claim.attacker]

    def answered(state):
        """Whether a position after an attacker's move is over and not won, or has an entry."""
        over = slow.outcome(state)
        if over:
            return over[0] != attacker
        return tuple(map(int, Board("contra", slow.write(state), **options).state)) in told.entries
    for fields, (move, _, _) in entries:
        text = write_position(board.rules, board.rules.Position(*fields))
        reply = Board("contra", text, **options).text(move)
        state = slow.moves(slow.read(text))[reply]
        over = slow.outcome(state)
        if (over and over[0] == attacker) or not (
                over or all(map(answered, slow.moves(state).values()))):
            yield text


@pytest.mark.parametrize("colour", NAMES)
@pytest.mark.parametrize(("position", "size"), first(
    1, [("CWb1Wc1vb4vc4", "4"), (None, "3")]))
def test_closed_sets_hold_by_the_twin(colour, position, size):
    told = prove(Board("contra", position, size=size), read_claim(f"{colour} never wins"), 16)
    entries = list(told.entries.items())
    some = random.Random(colour).sample(entries, min(len(entries), 300))
    assert list(refuted(told, some)) == []
    half = told._replace(entries=dict(entries[::2]))
    assert any(refuted(half, some))
