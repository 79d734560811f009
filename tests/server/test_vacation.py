"""Vacation: the clock of whoever is away stands still, and nobody is away for too long."""
import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from eckstein.server.game.absences import BUDGET, current, left_in, planned, year_of
from eckstein.server.game.clocks import DAY, elapsed, joined
from eckstein.server.game.identity import of_account
from eckstein.server.game.snapshot import Snapshot
from eckstein.server.parts.accounts.events import Account

from .actors import listening, two
from .helpers import opened, serving, stores_of
from .journeys import DAYS, playing_by_days, take_vacation
from .matches import begun_by_days
from .postgres import needs_postgres

MINUTE = 60_000
NEW_YEAR = round(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)
SPANS = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 60)).map(
    lambda one: (one[0] * MINUTE, (one[0] + one[1]) * MINUTE)), max_size=6)


@given(st.integers(0, 200), st.integers(0, 200), SPANS, SPANS)
def test_a_clock_with_absences_is_that_of_a_reckoning_minute_by_minute(since, lasts, pauses, away):
    slow = sum(not any(begin <= minute * MINUTE < end for begin, end in pauses + away)
               for minute in range(since, since + lasts)) * MINUTE
    spans = joined([*pauses, *away])
    assert elapsed(since * MINUTE, (since + lasts) * MINUTE, spans) == slow
    assert all(first[1] < second[0] for first, second in pairwise(spans))


def seen(match, away, now=None, pauses=()):
    return Snapshot(match.state, match.board, match.now if now is None else now, pauses,
                    {"white": away})


def test_the_clock_of_whoever_is_away_stands_still_and_no_other():
    match = begun_by_days()
    assert seen(match, [(DAY, 9 * DAY)], 8 * DAY).time_left() == 2 * DAY
    assert seen(match, [(DAY, 9 * DAY)], 10 * DAY).time_left() == DAY
    assert seen(match, [(DAY, 9 * DAY)], 8 * DAY).away_until("white") == 9 * DAY
    assert seen(match, [(DAY, 9 * DAY)], 9 * DAY).away_until("white") is None
    match.play("d2d3")                      # it is the other's turn
    assert seen(match, [(0, 9 * DAY)], 2 * DAY).time_left() == DAY
    assert seen(match, [(0, 9 * DAY)], 2 * DAY).away_until("black") is None
    assert match.state.grants_absence()
    assert not replace(match.state, tournament="t").grants_absence()    # where others wait


def test_a_game_is_looked_at_too_early_rather_than_too_late():
    match = begun_by_days()
    early = seen(match, [(DAY, 9 * DAY)], 2 * DAY)
    assert early.due() == 4 * DAY           # should he come back now
    assert early.flag_falls() == 11 * DAY   # should he stay away
    assert seen(match, [(DAY, 9 * DAY)], 10 * DAY).due() == 11 * DAY
    # The days without a server are counted once.
    assert seen(match, [(DAY, 9 * DAY)], 10 * DAY, [(2 * DAY, 4 * DAY)]).due() == 9 * DAY


class Travellers(RuleBasedStateMachine):
    """Somebody who goes away and comes back, in any order, while his clock runs."""

    def __init__(self):
        super().__init__()
        self.match, self.rows, self.spent, self.looked = begun_by_days(), [], 0, None

    def snapshot(self):
        return seen(self.match, self.rows, self.match.now)

    @rule(hours=st.integers(0, 400))
    def wait(self, hours):
        self.looked = self.snapshot().due()
        for _ in range(hours):
            if current(self.match.now, self.rows) is None:
                self.spent += DAY // 24
            self.match.now += DAY // 24

    @precondition(lambda self: current(self.match.now, self.rows) is None)
    @rule(days=st.integers(1, 24))
    def go(self, days):
        if (end := planned(self.match.now, days, self.rows)) is not None:
            assert DAY <= end - self.match.now <= days * DAY
            self.rows.append((self.match.now, end))

    @precondition(lambda self: current(self.match.now, self.rows) is not None)
    @rule()
    def come_back(self):
        self.rows[-1] = self.rows[-1][0], max(self.match.now, self.rows[-1][0])

    @invariant()
    def nobody_loses_while_away_and_the_budget_lasts(self):
        for year in range(1970, year_of(self.match.now) + 3):
            assert 0 <= left_in(year, self.rows) <= BUDGET
        snapshot = self.snapshot()
        assert snapshot.spent == self.spent
        assert snapshot.time_left() == 3 * DAY - self.spent
        assert snapshot.due() == self.match.now + snapshot.time_left()
        if current(self.match.now, self.rows) is not None:
            assert snapshot.flag_falls() > self.match.now or snapshot.time_left() <= 0
        if self.looked is not None and self.looked > self.match.now:
            assert snapshot.time_left() > 0     # nothing has happened that was not looked at


TestTravellers = Travellers.TestCase
TestTravellers.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


def test_a_year_has_its_days_and_the_next_one_others():
    eve = NEW_YEAR - 2 * DAY
    assert planned(eve, 24, []) == eve + 24 * DAY
    assert planned(eve, 24, [(eve - 30 * DAY, eve - 7 * DAY)]) == eve + DAY
    assert planned(eve, 24, [(eve - 30 * DAY, eve - 6 * DAY)]) is None
    assert planned(eve, 24, [(eve - 30 * DAY, eve - 16 * DAY)]) == eve + 24 * DAY
    assert planned(NEW_YEAR, 24, [(NEW_YEAR - 2 * MINUTE, NEW_YEAR - MINUTE)]) == (
        NEW_YEAR + 23 * DAY + 2 * MINUTE)       # which has taken a day, most of it from this year
    assert planned(NEW_YEAR, 24, [(eve - 30 * DAY, eve - 6 * DAY)]) == NEW_YEAR + 24 * DAY
    assert left_in(2026, [(NEW_YEAR, NEW_YEAR + 1)]) == 23 * DAY   # at least a day


@pytest.mark.parametrize("days", [1, 24])
async def test_two_at_once_do_not_go_away_twice(place, days):
    """Also at two servers; however often somebody goes and comes, the budget is not overdrawn."""
    async with opened(place) as one, opened(place) as other:
        await stores_of(one).add(Account("anna", "Anna", 0), "anna", None, [])
        stores = stores_of(one).absences, stores_of(other).absences
        now = NEW_YEAR
        for turn in range(26):
            spans = await asyncio.gather(*(
                store.begin("anna", now + number, days) for number, store in enumerate(stores * 2)))
            assert len(set(spans)) == 1
            back = now + 10 if turn else now - 10       # by a server whose clock is behind
            await asyncio.gather(*(store.finish("anna", back) for store in stores))
            now += 20
        found = (await stores_of(one).absences.of(["anna", "bruno"]))
        assert len(found["anna"]) == 24 and found["bruno"] == []
        assert all(begin <= end for begin, end in found["anna"])
        assert left_in(2026, found["anna"]) == 0 and spans[0] is None
        last = found["anna"][-1]                # which had begun before that turn
        assert await stores_of(one).absences.of(["anna"], last[1] - 1) == {"anna": [last]}
        assert await stores_of(one).absences.of(["anna"], last[1]) == {"anna": []}
        await stores_of(one).delete("anna", of_account("anna"), 1)
        assert (await stores_of(other).absences.of(["anna"])) == {"anna": []}


async def test_the_opponent_learns_of_it_and_no_flag_falls(tmp_path, monkeypatch):
    async with playing_by_days(tmp_path) as (server, anna, _, _, his, made):
        rooms = server.service.rooms
        assert (await anna.me())["account"]["vacation"] == {"until": None, "left": 24.0}
        told = (await take_vacation(anna, 7))["account"]["vacation"]
        assert told["left"] == pytest.approx(17, abs=0.01) or year_of(rooms.now()) != year_of(
            rooms.now() + 7 * DAY)
        game = await his.hear("game", seq=4)
        assert game["players"]["white"]["away"] == told["until"]
        assert "away" not in game["players"]["black"] and game["clock"]["running"] is None
        now = rooms.now
        with monkeypatch.context() as patch:
            patch.setattr(rooms, "now", lambda: now() + 6 * DAY)
            assert (await his.do(made, None, "claim-time", 4))["code"] == "not-now"
            facts = await server.facts(made["game"])
            assert facts["result"] is None
            assert facts["clock"]["left"]["white"] > DAYS["initial"] - 600
        assert (await take_vacation(anna, None))["account"]["vacation"]["until"] is None
        game = await his.hear("game", seq=4)
        assert "away" not in game["players"]["white"]
        assert game["clock"]["running"] == "white"
        monkeypatch.setattr(rooms, "now", lambda: now() + 4 * DAY)
        assert (await his.do(made, None, "claim-time", 4))["t"] == "done"
        assert (await server.facts(made["game"]))["result"]["reason"] == "time"


async def test_whoever_looks_after_flags_waits_for_him(tmp_path, monkeypatch):
    """The store is told when to look again, so that nothing is read every second."""
    async with playing_by_days(tmp_path) as (_, anna, *_):
        await take_vacation(anna, 7)
    async with serving(tmp_path) as server:              # which has no game in memory
        rooms = server.service.rooms
        (game, before), = await rooms.store.due(1, 10**15, 9)
        now = rooms.now
        monkeypatch.setattr(rooms, "now", lambda: now() + 5 * DAY)
        while (await rooms.store.due(1, 10**15, 9))[0][1] == before:
            await asyncio.sleep(0.05)
        (_, after), = await rooms.store.due(1, 10**15, 9)
        assert after > rooms._served() + 2 * DAY
        monkeypatch.setattr(rooms, "now", lambda: now() + 11 * DAY)
        while (await rooms.store.events_of(game))[-1].kind != "end":
            await asyncio.sleep(0.05)


async def test_whoever_comes_back_as_planned_is_seen_to_be_back(tmp_path, monkeypatch):
    async with playing_by_days(tmp_path) as (server, anna, _, _, his, _):
        rooms = server.service.rooms
        await take_vacation(anna, 2)
        assert (await his.hear("game"))["clock"]["running"] is None
        rooms.sweep()                       # nothing has changed
        now = rooms.now
        monkeypatch.setattr(rooms, "now", lambda: now() + 2 * DAY)
        rooms.sweep()
        game = await his.hear("game")
        assert game["clock"]["running"] == "white" and "away" not in game["players"]["white"]


@needs_postgres
async def test_the_opponent_learns_of_it_at_another_server(url):
    async with playing_by_days(url) as (first, anna, bruno, _, _, made), serving(url) as second, \
            listening(second, bruno) as his:
        await his.join(made, "black")
        await take_vacation(anna, 2)
        game = await his.hear("game")
        assert game["clock"]["running"] is None and "away" in game["players"]["white"]
        assert (await first.facts(made["game"]))["clock"]["running"] is None


@pytest.mark.parametrize("clock", [None, {"kind": "fischer", "initial": 300, "increment": 3}])
async def test_other_games_take_no_notice(tmp_path, clock):
    async with playing_by_days(tmp_path, clock=clock) as (server, anna, *_, made):
        await take_vacation(anna, 2)
        facts = await server.facts(made["game"])
        assert "away" not in facts["players"]["white"]
        assert clock is None or facts["clock"]["running"] == "white"


async def test_what_cannot_be_is_refused_in_a_sentence(tmp_path):
    async with two(tmp_path) as (server, anna, _):
        for days in (0, 25, -1, "many", 1.5):
            await take_vacation(anna, days, 422)
        for _ in range(24):
            assert (await take_vacation(anna, 1))["account"]["vacation"]["until"]
            await take_vacation(anna, None)
        refused = await take_vacation(anna, 1, 409)
        assert refused["reason"] == "no day of this year's vacation is left"
        guest = type(anna)(server)
        assert (await take_vacation(guest, 1, 403))["why"] == "signed-out"
        await guest.aclose()
