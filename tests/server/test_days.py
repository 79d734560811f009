"""Games with days for each move."""
import asyncio

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from eckstein.record import read_records
from eckstein.server.game.clocks import DAY, FREE_PLIES
from eckstein.server.game.events import PREPARED
from eckstein.server.game.rulings import RefusedError
from eckstein.server.game.snapshot import Snapshot

from .helpers import LINE, serving
from .journeys import DAYS
from .matches import begun_by_days, by_days
from .processes import Server


def test_each_turn_has_its_days_and_saves_none():
    match = begun_by_days()
    match.now += 2 * DAY
    assert match.do("move", "white", "d2d3").clock == {"white": 3 * DAY, "black": 3 * DAY}
    match.now += 3 * DAY - 1
    assert match.do("move", "black", "d6d5").clock == {"white": 3 * DAY, "black": 3 * DAY}


def test_what_is_left_is_told_as_by_other_clocks():
    match = begun_by_days()
    match.now += DAY
    snapshot = Snapshot(match.state, match.board, match.now)
    assert snapshot.shown_clock() == {"white": 2 * DAY, "black": 3 * DAY}
    assert snapshot.time_left() == 2 * DAY and snapshot.due() == 3 * DAY


def test_days_in_which_no_server_ran_do_not_count():
    match = begun_by_days()
    snapshot = Snapshot(match.state, match.board, 5 * DAY, [(DAY, 4 * DAY)])
    assert snapshot.time_left() == DAY and snapshot.due() == 3 * DAY


def test_whoever_lets_his_days_pass_loses():
    match = begun_by_days()
    match.now += 3 * DAY
    assert match.code("move", "white", "d2d3") == "over"
    assert match.state.result == {"winner": "black", "reason": "time", "score": None}
    assert match.state.left == {"white": 0, "black": 3 * DAY}


def test_nobody_claims_days_too_early():
    match = begun_by_days()
    match.now += 3 * DAY - 1
    assert match.code("claim-time", None) == "not-now"
    match.now += 1
    assert match.do("claim-time", None).data["result"]["winner"] == "black"


def test_a_turn_that_a_takeback_begins_has_its_days():
    match = begun_by_days()
    match.now += 2 * DAY
    match.play("d2d3")
    match.now += DAY
    match.do("ask-takeback", "white")
    match.now += DAY
    draft = match.do("accept-takeback", "black")
    assert draft.clock == {"white": 3 * DAY, "black": 3 * DAY}
    assert Snapshot(match.state, match.board, match.now).time_left() == 3 * DAY


def test_an_offer_of_a_draw_stops_no_days():
    match = begun_by_days()
    match.now += 2 * DAY
    match.do("offer-draw", "white")
    assert Snapshot(match.state, match.board, match.now).time_left() == DAY
    match.do("accept-draw", "black")
    assert match.state.result["reason"] == "agreement"
    assert match.state.left == {"white": DAY, "black": 3 * DAY}


class Correspondents(RuleBasedStateMachine):
    """Two players who move, take back, and ask each other, hours and days apart."""

    @initialize(days=st.integers(1, 14), black=st.sampled_from(["human", "computer"]))
    def begin(self, days, black):
        self.match, self.days, self.since = by_days(days, black=black), days * DAY, 0

    def do(self, what, colour, move="", both=False):
        try:
            draft = self.match.do(what, colour, move, both=both)
        except RefusedError:
            return
        if draft.kind in ("move", "takeback"):
            self.since = self.match.now

    @precondition(lambda self: self.match.state.result is None)
    @rule(hours=st.integers(0, 60))
    def wait(self, hours):
        self.match.now += hours * DAY // 24

    @rule(pick=st.integers(0, 99))
    def move(self, pick):
        if legal := self.match.board.legal_texts():
            self.do("move", self.match.state.turn, legal[pick % len(legal)])

    @rule(colour=st.sampled_from(["white", "black"]), what=st.sampled_from(
        ["ask-takeback", "accept-takeback", "decline-takeback", "offer-draw", "claim-time"]),
        both=st.booleans())
    def talk(self, colour, what, both):
        if what != "offer-draw" or not both:
            self.do(what, colour, both=both)

    @invariant()
    def a_turn_lasts_its_days_and_no_longer(self):
        if not hasattr(self, "match"):
            return
        state, lasted = self.match.state, self.match.now - self.since
        left = Snapshot(state, self.match.board, self.match.now).time_left()
        if state.result is None:
            assert state.left == {"white": self.days, "black": self.days}
            assert left == (None if len(state.moves) < FREE_PLIES else self.days - lasted)
        elif state.result["reason"] == "time":
            assert lasted >= self.days and min(state.left.values()) == 0


TestCorrespondents = Correspondents.TestCase
TestCorrespondents.settings = settings(max_examples=50, stateful_step_count=40, deadline=None)


# On a server.

async def test_a_game_by_days_goes_on_after_a_restart_and_its_rematch_is_by_days(tmp_path):
    async with serving(tmp_path) as server:
        made = await server.create(clock=DAYS)
        async with server.client() as client:
            await client.join(made, "white", "black")
            seq = await client.play(made, LINE[:2])
    async with serving(tmp_path) as server, server.client() as client:
        facts = await client.join(made, "white", "black")
        clock = facts["clock"]
        assert (clock["kind"], clock["initial"], clock["running"]) == ("days", 259_200.0, "white")
        assert 259_000 < clock["left"]["white"] <= 259_200 == clock["left"]["black"]
        await client.do(made, "white", "resign", seq)
        done = await client.do(made, "black", "rematch", seq + 1)
        again = await client.hear("event", kind="rematch", seq=done["seq"])
        assert (await server.facts(again["next"]["game"]))["clock"]["kind"] == "days"
        async with server.http() as http:
            text = (await http.get(f"/api/v1/games/{made['game']}/record")).text
        record, = read_records(text)
        assert record.tags["TimeControl"] == "1/259200"


async def test_an_offer_tells_what_is_left_now(monkeypatch, server, client):
    """Who hears of it sets his clock by it."""
    made = await server.create(clock=DAYS)
    await client.join(made, "white")
    async with server.client() as other:
        await other.join(made, "white", "black")
        seq = await other.play(made, LINE[:2])
    now = server.service.rooms.now
    monkeypatch.setattr(server.service.rooms, "now", lambda: now() + DAY)
    await client.do(made, "white", "offer-draw", seq)
    told = await client.hear("event", kind="offer")
    assert 172_700 < told["clock"]["left"]["white"] <= 172_800


async def test_the_flag_of_a_game_that_nobody_has_open_falls_when_its_days_are_over(
        tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        made = await server.create(clock=DAYS)
        async with server.client() as client:
            await client.join(made, "white", "black")
            await client.play(made, LINE[:2])
    async with serving(tmp_path) as server:         # which has no game in memory
        rooms = server.service.rooms
        (game, due), = await rooms.store.due(1, 10**15, 9)
        assert game == made["game"] and due > rooms._served() + 2 * DAY
        now = rooms.now
        monkeypatch.setattr(rooms, "now", lambda: now() + 3 * DAY)
        while (await rooms.store.events_of(game))[-1].kind != "end":
            await asyncio.sleep(0.05)
        assert (await server.facts(game))["result"]["reason"] == "time"
        assert not await rooms.store.due(1, 10**15, 9)


async def prepared(client, made):
    """Black has a reply ready."""
    await client.join(made, "black")
    await client.say("do", game=made["game"], id="plan", seat=made["seats"]["black"], seq=1,
                     what="prepare", lines=[["d1d2", "d7d6", "d2d3", "d6d5"]])
    assert (await client.hear("done", "refused", id="plan"))["t"] == "done"


async def test_conditional_replies_suit_days(server):
    made = await server.create(clock=DAYS)
    async with server.client() as white, server.client() as black:
        await prepared(black, made)
        await white.join(made, "white")
        await white.do(made, "white", "move", 1, "d1d2")
        await white.hear("event", kind="move", seq=3)
        await white.do(made, "white", "move", 3, "d2d3")
        told = await white.hear("event", kind="move", seq=5)
        assert told["move"] == "d6d5" and told["clock"]["running"] == "white"
    events = await server.service.store.events_of(made["game"])
    assert [event.actor for event in events[1:]] == ["white", PREPARED] * 2
    (_, due), = await server.service.store.due(0, 10**15, 9)
    assert due > DAY                    # there is nothing to do before a flag falls


async def test_a_reply_that_a_killed_server_owed_is_made_by_the_next(tmp_path, monkeypatch):
    """The game is due at once, and not only when its days are over."""
    from eckstein.server.rooms.prepared import Prepared
    with monkeypatch.context() as patch:
        async with serving(tmp_path) as server:
            made = await server.create(clock=DAYS)
            async with server.client() as black:
                await prepared(black, made)
                async with server.client() as both:
                    await both.join(made, "white", "black")
                    seq = await both.play(made, ["d1d2"])
                    await black.hear("event", kind="move", seq=3)
                patch.setattr(Prepared, "look_at", lambda *_: None)     # it ends just then
                async with server.client() as white:
                    await white.join(made, "white")
                    await white.do(made, "white", "move", seq + 1, "d2d3")
            assert await server.service.store.due(0, 0, 9) == [(made["game"], 0)]
    async with serving(tmp_path) as server:
        while len(await server.service.store.events_of(made["game"])) < 5:
            await asyncio.sleep(0.05)
        assert (await server.facts(made["game"]))["moves"][-1]["text"] == "d6d5"


async def test_days_and_replies_outlive_a_kill(tmp_path):
    server = Server(tmp_path / "games.sqlite")
    await server.start()
    try:
        async with server.http("/api/v1") as http:
            made = (await http.post("/games", json={"rules": "contra", "clock": DAYS})).json()
            path = f"/games/{made['game']}"

            async def do(colour, seq, **what):
                answer = await http.post(f"{path}/commands", json={
                    "id": f"{colour}{seq}{what['what']}", "seq": seq,
                    "seat": made["seats"][colour], **what})
                assert answer.status_code == 200, answer.text
            await do("white", 1, what="move", move="d1d2")
            await do("black", 2, what="move", move="d7d6")
            await do("black", 3, what="prepare", lines=[["d2d3", "d6d5"]])
            server.kill()
            await server.start()
            http.base_url = f"{server.base}/api/v1"
            clock = (await http.get(path)).json()["clock"]
            assert clock["kind"] == "days" and clock["running"] == "white"
            assert 259_000 < clock["left"]["white"] <= 259_200
            await do("white", 3, what="move", move="d2d3")
            while len((facts := (await http.get(path)).json())["moves"]) < 4:
                await asyncio.sleep(0.05)
            assert facts["moves"][-1]["text"] == "d6d5"
            assert facts["clock"]["left"]["black"] == 259_200
    finally:
        server.kill()


@pytest.mark.parametrize("days", [0, -1, 0.5, 15, 1e9, float("1e300")])
async def test_days_that_are_none_are_refused_in_a_sentence(days, http):
    answer = await http.post("/api/v1/games", json={
        "rules": "contra", "clock": {"kind": "days", "initial": 86_400 * days}})
    assert answer.status_code == 422 and answer.json()["reason"].startswith("clock")
