"""Taking back mints no time: in any order of moves, thoughts and take-backs a player has had his
initial time, and what the moves that stand have given him, and no more.
"""
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from eckstein.server.game.clocks import FREE_PLIES
from eckstein.server.game.rulings import RefusedError

from .matches import Match, timed

COLOURS = ("white", "black")
INITIAL = 20_000


def test_moving_and_taking_back_again_and_again_adds_nothing():
    match = timed(initial=INITIAL, increment=5_000).play("d1d2", "d7d6")
    for _ in range(10):
        match.play("d2d3")
        match.do("ask-takeback", "white", both=True)
    assert match.state.left == {"white": INITIAL, "black": INITIAL}


def test_what_was_thought_about_a_move_taken_back_is_used():
    match = timed(initial=INITIAL, increment=5_000).play("d1d2", "d7d6")
    match.now += 3_000
    match.play("d2d3")
    assert match.state.left["white"] == INITIAL + 2_000
    match.now += 1_000
    match.do("ask-takeback", "white", both=True)
    assert match.state.left == {"white": INITIAL - 3_000, "black": INITIAL - 1_000}


def test_what_is_free_in_each_turn_is_free_only_for_moves_that_stand():
    match = timed("delay", INITIAL, 5_000).play("d1d2", "d7d6")
    match.now += 4_000
    match.play("d2d3")
    assert match.state.left["white"] == INITIAL
    match.now += 1_000
    match.do("ask-takeback", "white", both=True)
    assert match.state.left == {"white": INITIAL - 4_000, "black": INITIAL - 1_000}


def test_what_cannot_be_given_back_is_not_taken_back():
    match = timed(initial=1_000, increment=5_000).play("d1d2", "d7d6")
    match.play("d2d3", "d6d5")
    match.now += 2_000                      # of what the first of these moves gave
    for what, colour, both in (("ask-takeback", "white", False), ("ask-takeback", "white", True)):
        if both:
            match.do("ask-takeback", "white", both=True)    # Black's move alone
            continue
        with pytest.raises(RefusedError) as caught:
            match.do(what, colour)
        assert caught.value.why == "no-time-to-take-back"
    assert match.state.result is None and match.state.left == {"white": 4_000, "black": 1_000}


class Thinkers(RuleBasedStateMachine):
    """Two players with clocks, who move, take back, and ask each other, at any moment."""

    @initialize(kind=st.sampled_from(["fischer", "delay"]),
                increment=st.sampled_from([0, 900, 7000]),
                black=st.sampled_from(["human", "computer"]))
    def begin(self, kind, increment, black):
        self.match = Match(control={"kind": kind, "initial": INITIAL, "increment": increment},
                           black=black)
        self.kind, self.increment = kind, increment
        self.used = dict.fromkeys(COLOURS, 0)       # by turns that ended, while the clock ran
        self.standing = []                          # of each move who made it, and what it took
        self.since = 0

    def do(self, what, colour, move="", both=False, lag=0):
        """Carry out a command, and note whose time has gone by if a turn ended."""
        state = self.match.state
        turn, ply, now = state.turn, len(state.moves), self.match.now
        try:
            draft = self.match.do(what, colour, move, both=both, lag=lag)
        except RefusedError:
            return
        if draft.kind in ("move", "takeback"):
            spent = now - self.since - draft.data.get("lag", 0)
            if ply >= FREE_PLIES:
                self.used[turn] += spent
            if draft.kind == "move":
                self.standing.append((turn, spent))
            else:
                del self.standing[draft.data["ply"]:]
            self.since = now

    @rule(seconds=st.integers(0, 6000))
    def think(self, seconds):
        self.match.now += seconds

    @rule(pick=st.integers(0, 99), lag=st.sampled_from([0, 0, 90, 5000]))
    def move(self, pick, lag):
        if legal := self.match.board.legal_texts():
            self.do("move", self.match.state.turn, legal[pick % len(legal)], lag=lag)

    @rule(colour=st.sampled_from(COLOURS), what=st.sampled_from(
        ["ask-takeback", "accept-takeback", "decline-takeback", "offer-draw"]))
    def talk(self, colour, what):
        self.do(what, colour)

    @rule(colour=st.sampled_from(COLOURS))
    def undo_alone(self, colour):
        """By one who holds both seats."""
        self.do("ask-takeback", colour, both=True)

    def given(self, colour):
        return INITIAL + sum(
            min(spent, self.increment) if self.kind == "delay" else self.increment
            for mover, spent in self.standing[FREE_PLIES:] if mover == colour)

    @invariant()
    def time_left_is_what_was_given_less_what_was_used(self):
        if not hasattr(self, "match") or self.match.state.result is not None:
            return
        assert self.match.state.left == {
            colour: self.given(colour) - self.used[colour] for colour in COLOURS}
        assert min(self.match.state.left.values()) > 0 or self.kind == "delay"


TestThinkers = Thinkers.TestCase
TestThinkers.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
