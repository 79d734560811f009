"""What is worth a notice, to whom, and how long it stays true: by states, without a server."""
import asyncio
from dataclasses import replace
from unittest import mock

import pytest

from eckstein.server.game.clocks import DAY, Control
from eckstein.server.game.rulings import RefusedError
from eckstein.server.game.snapshot import Snapshot
from eckstein.server.game.state import Seat
from eckstein.server.hub.hub import Hub
from eckstein.server.parts.challenges.events import ChallengeMade, ChallengeOf, Stored, Wish
from eckstein.server.parts.notices import notices
from eckstein.server.parts.notices.notice import Facts, Notice
from eckstein.server.parts.notices.notices import (
    BACK,
    HERE,
    KEPT,
    MARGIN,
    TURN,
    Notices,
    notice_before,
)
from eckstein.server.parts.people.events import IsHere
from eckstein.server.rooms.events import GameArranged, GameByDaysChanged
from eckstein.server.store.contract import StoreError
from eckstein.server.store.lobbies import Pairing

from .helpers import LINE
from .matches import by_days

NOW, HOUR = 10 * DAY, DAY // 24
ANNA, BRUNO, GUEST = (Seat("human", "", who=who) for who in (
    "account:anna", "account:bruno", "guest:carla"))
FALLS = 3 * DAY - 3 * DAY // 5          # when there is a fifth of three days left


def at(moves, white=ANNA, black=BRUNO, away=None, now=0, **changes):
    """A game by days after so many moves, all made at once at the beginning."""
    match = by_days().play(*LINE[:moves])
    return Snapshot(replace(match.state, seats={"white": white, "black": black}, **changes),
                    match.board, now, (), {match.state.turn: [(0, away)]} if away else {})


def ended(winner=None, reason="agreed", **changes):
    return at(2, result={"winner": winner, "reason": reason, "score": None}, **changes)


class World:
    """All around notices: games and challenges, and accounts that want every notice by mail."""

    def __init__(self, games=(), challenges=(), here=()):
        self.games = {one.state.game: one for one in games}
        self.challenges, self.told = {one.id: one for one in challenges}, []
        self.time, self.looks, self.forgotten = NOW, [], []
        self.hub = Hub()

        async def is_here(question):
            return question.account in here
        self.hub.answer(IsHere, is_here)
        self.hub.answer(ChallengeOf, self.challenge_of)
        self.notices = Notices(self, self)
        self.notices.add_channel("mail", None)

    def now(self):
        return self.time

    async def snapshot(self, game):
        if isinstance(found := self.games.get(game, "no-game"), str):
            raise RefusedError(found, "no")
        return found

    async def challenge_of(self, asked):
        return self.challenges.get(asked.id)

    async def wanted(self, account, kind):
        return ["mail"]

    async def add(self, notice, most):
        self.told.append(notice)
        return True

    async def take(self, channel, now, until, most):
        return []

    async def games_by_days(self, since, most):
        self.looks.append(since)
        self.time += BACK
        return list(self.games)

    async def forget(self, before):
        self.forgotten.append(before)


def seen(world):
    """Each of what was told: the kind, whom, and when or with which outcome."""
    return [(one.kind, one.account, one.facts.outcome or one.due) for one in world.told]


async def told(game, *others):
    """What is told of a game by days."""
    world = World([game, *others])
    await world.notices._look_at(game.state.game)
    return seen(world)


async def due(kind, *games, here=(), challenges=(), **facts):
    """When a notice to Anna, of one hour ago, is due now."""
    notice = Notice("k", "anna", "mail", kind, Facts("g", "contra", **facts), 0, NOW - HOUR)
    return await World(games, challenges, here).notices._due(notice)


OVER = [("over", "anna", "none"), ("over", "bruno", "none")]


@pytest.mark.parametrize("game, expected", [
    (at(0), [("turn", "anna", TURN)]),
    (at(1), [("turn", "bruno", TURN)]),
    (at(2), [("turn", "anna", TURN), ("clock", "anna", FALLS)]),
    (at(2, away=DAY), [("turn", "anna", TURN), ("clock", "anna", FALLS + DAY)]),
    (at(2, white=GUEST), []),
    (at(2, black=GUEST), [("turn", "anna", TURN), ("clock", "anna", FALLS)]),
    (at(2, black=replace(GUEST, open=True)), []),               # nobody to play with yet
    (ended(), [("over", "anna", "drawn"), ("over", "bruno", "drawn")]),
    (ended("white"), [("over", "anna", "won"), ("over", "bruno", "lost")]),
    (ended("black"), [("over", "anna", "lost"), ("over", "bruno", "won")]),
    (ended(reason="aborted"), OVER),
    (ended(reason="aborted", black=GUEST), OVER[:1])])
async def test_what_players_are_told(game, expected):
    assert await told(game) == expected


@pytest.mark.parametrize("moves, expected", [
    (0, [("begun", "bruno", 0)]), (1, [("begun", "bruno", 0)]), (2, [])])
async def test_of_a_rematch_whoever_has_asked_first_is_told(moves, expected):
    game = ended(reason="aborted", rematch=["black", "white"], next_game="h")
    rematch = at(moves, BRUNO, ANNA, game="h")
    assert await told(game, rematch) == OVER + expected


@pytest.mark.parametrize("game, by, expected", [
    (at(0), ANNA.who, [("begun", "bruno", 0)]), (at(0, white=GUEST), "", [("begun", "bruno", 0)]),
    (at(0, tournament="t"), "", [("tournament", "anna", 0), ("tournament", "bruno", 0)])])
async def test_of_a_game_that_begins_the_others_are_told(game, by, expected):
    world = World([game])
    world.hub.publish(GameArranged("g", by))
    await world.notices._write()
    assert seen(world) == expected


@pytest.mark.parametrize("kind", ["begun", "tournament"])
@pytest.mark.parametrize("game, expected", [
    (at(0), NOW - HOUR), (at(1), NOW - HOUR), (at(2), None), (at(0, result={}), None)])
async def test_that_a_game_has_begun_is_told_until_both_have_moved_or_it_is_over(
        kind, game, expected):
    assert await due(kind, game) == expected


@pytest.mark.parametrize("game, turn, clock", [
    (at(2), NOW - HOUR, FALLS),
    (at(2, now=DAY, away=NOW), NOW, NOW + FALLS),       # who is away is told when he is back
    (at(3), None, None),
    (at(2, result={}), None, None)])
async def test_a_turn_and_its_clock_are_told_while_it_lasts(game, turn, clock):
    assert await due("turn", game, seq=3) == turn
    assert await due("clock", game, seq=3) == clock


@pytest.mark.parametrize("kind, game, expected", [
    ("turn", at(2), NOW + HERE), ("turn", at(2, now=DAY, away=NOW), NOW + HERE),
    ("turn", at(2, now=DAY, away=NOW + 1), NOW + 1), ("over", ended(), None),
    ("password", at(2), NOW - HOUR)])               # a letter waits for nobody
async def test_who_is_here_is_looked_at_again_later(kind, game, expected):
    assert await due(kind, game, seq=3, here=["anna"]) == expected


async def test_a_game_that_cannot_be_read_now_is_not_given_up():
    world = World()
    world.games["g"] = "busy"
    with pytest.raises(RefusedError, match="no"):
        await world.notices._due(Notice("k", "anna", "mail", "turn", Facts("g"), 0, NOW))
    assert await due("turn") is None              # this one is gone


@pytest.mark.parametrize("changes, open", [
    ({}, True), ({"until": NOW}, False), ({"answer": "clock"}, False),
    ({"pairing": Pairing("c", "g", "white")}, False), ({"pairing": Pairing("c", "", "")}, False),
    ({"id": "another"}, False)])
async def test_a_challenge_is_told_as_long_as_it_is_open(changes, open):
    found = await due("challenge", challenges=[challenge(**changes)], challenge="c")
    assert found == (NOW - HOUR if open else None)


def challenge(**changes):
    wish = Wish("contra", {}, None, None)
    return Stored(**{"id": "c", "sender": BRUNO.who, "receiver": ANNA.who, "sender_name": "",
                     "receiver_name": "", "wish": wish, "created": 0, "until": NOW + 1} | changes)


@pytest.mark.parametrize("days, hours", [(1, 12), (2, 12), (3, 14.4), (14, 67.2)])
def test_how_much_time_is_left_when_a_player_is_told(days, hours):
    assert notice_before(Control("days", days * DAY, 0)) == hours * HOUR


async def test_what_waits_to_be_written_is_bounded_and_holds_accounts_alone(monkeypatch):
    monkeypatch.setattr(notices, "NOTED", 1)
    world = World([at(0)])
    for game in ("g", "h"):
        world.hub.publish(GameByDaysChanged(game))
        world.hub.publish(GameArranged(game))
    for id, receiver in (("b", GUEST), ("c", ANNA), ("d", ANNA)):
        world.hub.publish(ChallengeMade(challenge(id=id, receiver=receiver.who)))
    held = world.notices._changed, world.notices._begun, world.notices._challenged
    assert list(map(list, held)) == [["g"], ["g"], ["c"]]
    await world.notices._write()
    assert seen(world) == [("begun", "anna", 0), ("begun", "bruno", 0), ("turn", "anna", TURN),
                           ("challenge", "anna", 0)]


@pytest.mark.parametrize("error", [StoreError("full"), OSError(), RefusedError("busy", "later")])
async def test_one_that_cannot_be_written_keeps_none_back(error):
    world = World()
    world.wanted = mock.AsyncMock(side_effect=[error, ["mail"]])
    for id in ("c", "d"):
        world.hub.publish(ChallengeMade(challenge(id=id)))
    await world.notices._write()
    assert [one.facts.challenge for one in world.told] == ["d"]


async def test_a_server_looks_back_to_before_its_start_and_then_from_time_to_time(monkeypatch):
    monkeypatch.setattr(notices, "GATHER_SECONDS", 0)
    monkeypatch.setattr(notices, "LOOK_SECONDS", 0)
    world = World([at(1)])
    tending = asyncio.create_task(world.notices.tend(NOW - HOUR))
    while len(world.looks) < 3:
        await asyncio.sleep(0)
    tending.cancel()
    assert world.looks == [one - MARGIN for one in (NOW - HOUR, NOW, NOW + BACK)]
    assert seen(world)[0] == ("turn", "bruno", TURN) and world.forgotten[0] == NOW - KEPT
