"""A refusal is final: the same command, sent again at any later time, is refused again.

Nothing is stored of refusals, so this has to follow from the rulings alone: here they are asked
anew, as a server does that was started again in between.
"""
import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein.server.game.rulings import Command, RefusedError, rule
from eckstein.server.game.snapshot import Snapshot

from .helpers import serving
from .matches import MINUTE, Match

CONTROL = {"kind": "fischer", "initial": MINUTE, "increment": 0}
SHUFFLE = {"white": ["a1a2", "a2a1"], "black": ["a7a6", "a6a7"]}
OFTEN = ["move", "offer-draw", "decline-draw", "ask-takeback", "decline-takeback"]
WHAT = ["move", "offer-draw", "accept-draw", "decline-draw", "ask-takeback", "accept-takeback",
        "decline-takeback", "abort", "resign", "rematch", "claim-time"]


def judged(match, command):
    """The code with which a command is refused as things stand, or None."""
    try:
        ruling = rule(Snapshot(match.state, match.board, match.now), command)
    except RefusedError as refused:
        return refused.code
    return ruling.refused and ruling.refused.code


def happen(match, steps):
    for step in steps:
        what, colour, *move = step.split()
        match.do(what, colour, *move)


@pytest.mark.parametrize(("before", "step", "after"), [
    ("", "offer-draw white", "decline-draw black"),
    ("", "offer-draw white", "move white d1d2"),
    ("", "offer-draw white", "decline-draw black, offer-draw black"),
    ("", "accept-draw white", "offer-draw black"),
    ("", "decline-draw white", "offer-draw black"),
    ("move white d1d2", "ask-takeback white", "decline-takeback black"),
    ("move white d1d2", "ask-takeback black", "move black d7d6"),
    ("move white d1d2", "accept-takeback black", "ask-takeback white"),
    ("move white d1d2", "decline-takeback black", "ask-takeback white"),
    ("move white d1d2, move black d7d6, move white a1a2, move black a7a6", "abort white",
     "ask-takeback black, accept-takeback white"),
    ("", "move black d7d6", "move white d1d2"),
    ("", "move white d2d3", "move white d1d2, move black d7d6"),
    ("", "rematch white", "resign black"),
    ("resign white", "offer-draw black", "rematch white"),
    ("resign white, rematch white", "rematch white", "rematch black"),
    ("", "claim-time none", "resign white"),
])
def test_what_was_refused_stays_refused(before, step, after):
    match = Match()
    happen(match, filter(None, before.split(", ")))
    if step.split()[0] in ("offer-draw", "ask-takeback") and "resign" not in before:
        with contextlib.suppress(RefusedError):      # one that stands is why the second is refused
            happen(match, [step])
    what, colour, *move = step.split()
    colour = None if colour == "none" else colour
    late = Command(colour or "guest:x", "late", what, colour, match.state.seq, *move)
    assert judged(match, late)
    for one in after.split(", "):
        happen(match, [one])
        assert judged(match, late)


class Story(Match):
    """A match in which every refusal is asked for again after everything that happens."""

    def __init__(self, black):
        super().__init__(control=CONTROL, black=black)
        self.refused = []

    def send(self, what, colour, lag, pick):
        moves = [*SHUFFLE[colour], *self.board.legal_texts()]
        command = Command(colour, str(self.number), what, colour,
                          max(1, self.state.seq - lag), moves[pick % len(moves)])
        try:
            self.do(what, colour, command.move, seq=command.seq)
        except RefusedError as refused:
            if refused.why not in ("time-left", "not-left"):
                self.refused.append((command, refused.code))
        for command, code in self.refused:
            assert judged(self, command), (command, code)


STEP = st.tuples(st.sampled_from([*OFTEN, *OFTEN, *WHAT]), st.sampled_from(["white", "black"]),
                 st.sampled_from([0, 0, 0, 1, 2]), st.integers(0, 9),
                 st.sampled_from([0, 0, 0, 0, 0, 100, MINUTE]))


@settings(deadline=None, max_examples=150)
@given(st.booleans(), st.lists(STEP, min_size=15, max_size=40))
def test_no_refused_command_ever_takes_effect(computer, steps):
    story = Story("computer" if computer else "human")
    for what, colour, lag, pick, pause in steps:
        story.now += pause
        if computer and colour == "black" and what != "move":
            continue
        story.send(what, colour, lag, pick)


@pytest.mark.parametrize("again", [True, False])
async def test_a_refused_offer_stays_refused_after_a_restart(tmp_path, again):
    async with serving(tmp_path) as server, server.client() as client:
        made = await server.create()
        await client.do(made, "white", "offer-draw", 1, id="first")
        refused = await client.do(made, "white", "offer-draw", 2, id="late")
        assert (refused["code"], refused["why"]) == ("not-now", "draw-offered")
        await client.do(made, "black", "decline-draw", 2)
        if not again:
            assert await client.do(made, "white", "offer-draw", 2, id="late") == (
                refused | {"seq": 3})
    async with serving(tmp_path) as server, server.client() as client:
        late = await client.do(made, "white", "offer-draw", 2, id="late")
        assert late["t"] == "refused" and late["seq"] == 3
        assert (await client.do(made, "white", "offer-draw", 3, id="new"))["t"] == "done"


def test_a_claim_that_came_too_early_may_be_repeated():
    match = Match(control=CONTROL).play("d1d2", "d7d6")
    claim = Command("black", "claim", "claim-time", "black", match.state.seq)
    assert judged(match, claim) == "not-now"
    match.now += MINUTE
    assert judged(match, claim) is None
