"""Flags: farmers and sandbaggers are found with their figures, ordinary players are not."""
import asyncio

import pytest
from bench.flags import Pool, ordinary

from eckstein.cli import run as command
from eckstein.server.game.glicko import Rating
from eckstein.server.game.identity import of_account
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.moderation import flagging, suspicion
from eckstein.server.parts.moderation.conduct import Entry
from eckstein.server.parts.moderation.suspicion import Side, flags_of
from eckstein.server.parts.ratings.counting import rate_all
from eckstein.server.store.transactions import Ending

from .helpers import opened, stores_of
from .written_games import write_game

CROWD = [f"p{number}" for number in range(40)]


@pytest.fixture(scope="module")
def crowd():
    """Games of forty ordinary people."""
    def made(*more):
        pool = Pool(7)
        pool.join(*CROWD)
        ordinary(pool, CROWD, 30, friends=False)
        pool.join(*more, strength=1500)
        for name in more:               # until their ratings are no guess any more
            for other in CROWD:
                pool.play(name, other)
        return pool
    return made


@pytest.mark.parametrize("friends", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_ordinary_players_of_any_strength_are_not_flagged(seed, friends):
    pool = Pool(seed)
    pool.join(*CROWD)
    ordinary(pool, CROWD, 60, friends=friends)
    assert flags_of(pool.sides) == []


def test_whoever_lets_another_win_again_and_again_makes_a_flag_on_the_winner(crowd):
    pool = crowd("farmer", "helper")
    for number in range(50):
        pool.play("farmer", "helper", "won")
        if number % 2 == 0:                     # by which the helper's rating falls less
            pool.play("helper", CROWD[number % 40], "won")
    found, = flags_of(pool.sides)
    assert (found.account, found.kind, found.about) == ("farmer", "farming", "helper")
    figures = found.evidence.figures
    assert 30 < figures["wins"] <= 50 and figures["share"] >= 0.5 and figures["fall"] > 0
    assert figures["beyond"] >= suspicion.BEYOND and len(found.evidence.games) == 10
    # Once it was judged, only new games count.
    judged = {("farmer", "farming", "helper"): pool.sides[-1].ended}
    assert flags_of(pool.sides, judged) == []


@pytest.mark.parametrize("seed", range(4))
def test_newcomers_that_are_stronger_than_they_are_rated_are_not_flagged(seed):
    """Not even those who begin by beating the same opponent thirty times."""
    pool = Pool(seed)
    pool.join(*CROWD)
    ordinary(pool, CROWD, 40, friends=False)
    newcomers = [f"new{number}" for number in range(20)]
    pool.join(*newcomers, strength=2000)
    for name, other in zip(newcomers, CROWD, strict=False):
        for _ in range(30):
            pool.play(name, other)
    assert flags_of(pool.sides) == []


def test_whoever_gives_up_early_most_of_the_time_is_flagged(crowd):
    pool = crowd("quitter", "patient")
    for number in range(20):
        pool.play("quitter", CROWD[number], "lost", moves=2)
        pool.play("patient", CROWD[number], "lost", moves=20)
    found, = flags_of(pool.sides)
    assert (found.account, found.kind, found.about) == ("quitter", "sandbagging", "contra")
    figures = found.evidence.figures
    assert figures["quick"] >= 20 and figures["share"] >= 0.4 > figures["usual"]
    assert flags_of(pool.sides, {("quitter", "sandbagging", "contra"): pool.sides[-1].ended}) == []


def farmed(wins=20, others=0, fall=10.0, points=1500.0, new=0, mine=50.0):
    """Wins over one opponent, who is new in the first of them, and some over others."""
    for number in range(1, wins + others + 1):
        loser = "helper" if number <= wins else f"p{number}"
        own = Rating(points, mine)
        his = Rating(1500.0, suspicion.SETTLED if number <= new else 50.0)
        after = his._replace(points=1500.0 - fall)
        yield Side(f"g{number}", "farmer", loser, "contra", number, "won", own, own, 20, "goal")
        yield Side(f"g{number}", loser, "farmer", "contra", number, "lost", his, after, 20, "goal")


@pytest.mark.parametrize(("more", "flagged"), [
    ({}, True), ({"wins": suspicion.WINS}, True), ({"wins": suspicion.WINS - 1}, False),
    ({"others": 20}, True), ({"others": 21}, False), ({"fall": 0.0}, True),
    ({"points": 2200.0}, False), ({"new": 8}, True), ({"new": 9}, False),
    ({"mine": suspicion.SETTLED - 0.1}, True), ({"mine": suspicion.SETTLED}, False)])
def test_farming_needs_all_its_figures(more, flagged):
    assert [one.kind for one in flags_of([*farmed(**more)])] == ["farming"] * flagged


def given_up(quick=20, slow=0, usual=0, moves=suspicion.EARLY, reason="time"):
    """Games lost by one player, and by sixty others, of whom some give up early."""
    for number in range(1, quick + slow + 61):
        loser = "quitter" if number <= quick + slow else f"p{number}"
        early = number <= quick or 0 < number - quick - slow <= usual
        yield Side(f"g{number}", loser, f"w{number}", "contra", number, "lost", Rating(), Rating(),
                   moves if early else 20, reason)


@pytest.mark.parametrize(("more", "flagged"), [
    ({}, True), ({"quick": suspicion.EARLY_GAMES}, True),
    ({"quick": suspicion.EARLY_GAMES - 1}, False), ({"slow": 30}, True), ({"slow": 31}, False),
    ({"usual": 24}, True), ({"usual": 30}, False), ({"moves": suspicion.EARLY + 1}, False),
    ({"reason": "resigned"}, True), ({"reason": "goal"}, False)])
def test_sandbagging_needs_all_its_figures(more, flagged):
    assert [one.kind for one in flags_of([*given_up(**more)])] == ["sandbagging"] * flagged


# Each figure of a flag on the farmer, by games made by hand: see `farmed`.
@pytest.mark.parametrize(("more", "figures"), [
    ({}, {"wins": 20, "losses": 0, "share": 1.0, "fall": 200.0, "beyond": 4.472}),
    ({"others": 5}, {"wins": 20, "losses": 0, "share": 0.8, "fall": 200.0, "beyond": 4.472}),
    ({"new": 3}, {"wins": 17, "losses": 0, "share": 0.85, "fall": 170.0, "beyond": 4.123}),
    ({"points": 1600.0, "fall": 7.25},
     {"wins": 20, "losses": 0, "share": 1.0, "fall": 145.0, "beyond": 3.354})])
def test_each_figure_of_farming(more, figures):
    found, = flags_of([*farmed(**more)])
    assert found.evidence.figures == figures
    assert (found.account, found.about, found.evidence.rules) == ("farmer", "helper", "contra")
    assert found.evidence.games == [f"g{number}" for number in range(20, 10, -1)]


def test_a_loss_and_a_draw_count_in_the_score_and_the_fall():
    sides = [*farmed(wins=22)]
    for at, (outcome, other) in ((0, ("lost", "won")), (2, ("drawn", "drawn"))):
        sides[at] = sides[at]._replace(outcome=outcome)
        sides[at + 1] = sides[at + 1]._replace(outcome=other)
    found, = flags_of(sides)
    # 20.5 points of 22, where 11 are expected with a spread of the root of 22 / 4.
    assert found.evidence.figures == {"wins": 20, "losses": 1, "share": 1.0, "fall": 220.0,
                                      "beyond": round(9.5 / 5.5 ** 0.5, 3)}


def test_of_a_level_it_is_told_which_and_its_rating_falls_by_nothing():
    level = "level:3"
    mine, anchor = Rating(1500.0, 50.0), Rating(1500.0, 30.0)
    sides = [Side(f"g{number}", "farmer", level, "contra", number, "won", mine, mine, 20, "goal",
                  anchor) for number in range(1, 21)]
    found, = flags_of(sides)
    assert found.evidence.figures == {"wins": 20, "losses": 0, "share": 1.0, "level": 3,
                                      "beyond": 4.472}
    fresh = [side._replace(before=Rating(1500.0, suspicion.SETTLED)) for side in sides]
    assert flags_of(fresh) == []


@pytest.mark.parametrize(("more", "figures"), [
    ({}, {"lost": 20, "quick": 20, "share": 1.0, "usual": 0.05, "beyond": 19.494}),
    ({"slow": 20}, {"lost": 40, "quick": 20, "share": 0.5, "usual": 0.05, "beyond": 13.059}),
    ({"usual": 12}, {"lost": 20, "quick": 20, "share": 1.0, "usual": 0.2, "beyond": 8.944})])
def test_each_figure_of_sandbagging(more, figures):
    found, = flags_of([*given_up(**more)])
    assert found.evidence.figures == figures


def helped(agreed=90, choices=100, others=suspicion.OTHERS, usual=50, spread=0):
    """Games of one player who agrees with the engine, and of others who do so less often."""
    rating = Rating(1500.0, 50.0)
    for number in range(others + 1):
        name = "helped" if number == 0 else f"p{number}"
        often = agreed if number == 0 else usual + (spread if number % 2 else -spread)
        yield Side(f"g{number}", name, "x", "contra", number + 1, "won", rating, rating, 20, "goal",
                   None, choices if number == 0 else 100, often)


@pytest.mark.parametrize(("more", "flagged"), [
    ({}, True), ({"others": suspicion.OTHERS - 1}, False), ({"choices": 99}, False),
    ({"agreed": 68, "usual": 50}, True), ({"agreed": 67, "usual": 50}, False),
    ({"agreed": 264, "choices": 400}, True), ({"agreed": 256, "choices": 400}, False),
    ({"spread": 7}, True), ({"spread": 8}, False)])
def test_help_of_an_engine_needs_all_its_figures(more, flagged):
    assert [one.kind for one in flags_of([*helped(**more)])] == ["engine"] * flagged


@pytest.mark.parametrize(("more", "figures"), [
    ({}, {"choices": 100, "agreed": 90, "share": 0.9, "usual": 0.5, "rating": 1500.0,
          "beyond": 8.0}),
    ({"choices": 200, "agreed": 150}, {"choices": 200, "agreed": 150, "share": 0.75, "usual": 0.5,
                                       "rating": 1500.0, "beyond": 7.071}),
    ({"spread": 5}, {"choices": 100, "agreed": 90, "share": 0.9, "usual": 0.5, "rating": 1500.0,
                     "beyond": round(0.4 / 0.05 / 1.4826, 3)})])
def test_each_figure_of_help_of_an_engine(more, figures):
    found, = flags_of([*helped(**more)])
    assert found.evidence.figures == figures


async def test_flags_are_reckoned_from_what_is_stored(place, capsys, monkeypatch):
    monkeypatch.setattr(suspicion, "EARLY_GAMES", 3)
    day = 86_400_000
    async with opened(place) as store:
        for name in ("anna", "bruno"):
            await stores_of(store).add(Account(name, name.title(), 1), name, None, [])
        for number in range(4):
            at = (number + 1) * day
            await write_game(store, f"g{number}", of_account("anna"), of_account("bruno"), at - 9,
                       Ending(at, "white", True, "played", "", 3, 4), rated=True)
            assert await rate_all(stores_of(store).ratings) == 1
        sides = await flagging.sides_since(stores_of(store).moderation.engine, 0)
        assert [(one.account, one.opponent, one.outcome) for one in sides[:2]] == [
            ("anna", "bruno", "won"), ("bruno", "anna", "lost")]
        assert sides[2].before.points == sides[0].after.points
        assert [(one.moves, one.reason) for one in sides[:2]] == [(3, "played"), (4, "played")]
    assert await flagging.flag(place, 5 * day) == (4, 0)        # none was given up
    monkeypatch.setattr(suspicion, "GIVEN_UP", ("played",))
    for _ in range(2):
        assert await flagging.flag(place, 5 * day) == (4, 1)
    async with opened(place) as store:
        kept = stores_of(store).moderation
        found, = await kept.flags_on("bruno")
        assert found.evidence.figures["quick"] == 4 and found.state == "open"
        await kept.act(Entry(at=4 * day, by="", what="dismiss", account="bruno"), "dismissed")
    assert await flagging.flag(place, 5 * day) == (4, 0)
    database = place.removeprefix("sqlite+aiosqlite:///")
    assert await asyncio.to_thread(command, ["db", "flag", "-d", database]) == 0
    assert "0 games" in capsys.readouterr().out
