"""Levels as rated anchors: games against them rate the person alone, by what the level had then."""
import asyncio
import random

import pytest
import sqlalchemy as sa
from bench.anchors import errors, fitted, pairs
from hypothesis import given
from hypothesis import strategies as st

from eckstein.engine import anchors
from eckstein.engine.anchors import ANCHORS, LEVEL_OF_1500, RATED_LEVELS, anchor_of
from eckstein.games import names
from eckstein.server.database.tables import standing_changes, standings
from eckstein.server.game.glicko import ANCHOR_DEVIATION, PERIOD, Rating, Result, rate, widened
from eckstein.server.game.identity import of_account, of_level
from eckstein.server.game.rating_rules import NEWEST, VERSIONS
from eckstein.server.game.rulings import RefusedError
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.moderation import flagging
from eckstein.server.parts.moderation.suspicion import Side, flags_of
from eckstein.server.parts.ratings import part as ratings_part
from eckstein.server.parts.ratings.counting import rate_all
from eckstein.server.parts.ratings.part import check_levels
from eckstein.server.parts.ratings.ratings import AGAINST_LEVELS
from eckstein.server.parts.ratings.taken_in import note
from eckstein.server.store.transactions import Ending, Transaction

from .actors import browsing
from .helpers import PATIENCE, board_of, opened, stores_of
from .journeys import BLITZ, give_command
from .written_games import player

DAY = 86_400_000
TRIALS = 40
AGAINST = {"rules": "contra", "rated": True, "clock": BLITZ,
           "black": {"kind": "computer", "level": 4}}


async def play(store, game, account, other, at, winner, points=None, *, rated=True):
    """A game that has ended, against an account or a level."""
    await store.write(Transaction(
        [], [{"id": game, "rules": "contra", "created": at - 5, "over": False, "tended": False}],
        [player(game, "white", of_account(account), at - 5, rated),
         player(game, "black", other, at - 5, rated) | {"points": points}]))
    await store.write(Transaction([], ended={game: Ending(at, winner, rated)}))


async def cleared(store):
    """Forget what follows from the results."""
    async with store.engine.begin() as connection:
        await connection.execute(sa.delete(standings))
        await connection.execute(sa.delete(standing_changes))
        await note(connection, 0)


async def test_games_against_levels_rate_the_person_by_the_rating_that_was_stored(
        place, monkeypatch):
    monkeypatch.setitem(VERSIONS, NEWEST, VERSIONS[1])      # by which all games weigh the same
    async with opened(place) as store:
        for name in ("anna", "bruno"):
            await stores_of(store).add(Account(name, name.title(), 1), name, None, [])
        chance, told, last = random.Random(3), {}, {}
        for number in range(24):
            name, at = chance.choice(("anna", "bruno")), DAY * (number + 1)
            winner, points = chance.choice(("white", "black", "drawn")), 900 + 70 * number
            gone = (at - last[name]) / PERIOD if name in last else 0.0
            mine = told.get(name, Rating())
            if number % 3:
                await play(store, f"g{number:02}", name, of_level(4), at, winner, points)
                theirs = Rating(points, ANCHOR_DEVIATION)
            else:
                other = {"anna": "bruno", "bruno": "anna"}[name]
                await play(store, f"g{number:02}", name, of_account(other), at, winner)
                away = (at - last[other]) / PERIOD if other in last else 0.0
                theirs = widened(told.get(other, Rating()), away)
            score = {"white": 1.0, "black": 0.0, "drawn": 0.5}[winner]
            after = rate(mine, [Result(theirs, score)], gone)
            if not number % 3:
                told[other] = rate(told.get(other, Rating()), [Result(
                    widened(mine, gone), 1 - score)], away)
                last[other] = at
            told[name], last[name] = after, at
        ratings = stores_of(store).ratings
        for _ in range(2):                      # and all of them once more
            assert await rate_all(ratings) == 24
            for name, expected in told.items():
                found, = await ratings.of(name)
                assert found.rating == pytest.approx(expected)
            assert await ratings.of(of_level(4)) == []
            await cleared(store)


async def test_so_many_rated_games_against_levels_are_begun_in_a_day(place):
    async with opened(place) as store:
        await stores_of(store).add(Account("anna", "Anna", 1), "anna", None, [])
        ratings = stores_of(store).ratings
        for number in range(AGAINST_LEVELS):
            await check_levels(ratings, lambda: DAY, "anna")
            await play(store, f"g{number}", "anna", of_level(2), 10 + number, "white", 1000.0)
        await play(store, "people", "anna", of_account("bruno"), 20, "white")
        await play(store, "for fun", "anna", of_level(2), 20, "white", rated=False)
        assert await ratings.against_levels("anna", 0) == AGAINST_LEVELS
        with pytest.raises(RefusedError, match="12 rated games against levels within a day"):
            await check_levels(ratings, lambda: DAY, "anna")
        await check_levels(ratings, lambda: DAY + 6, "anna")
        await check_levels(ratings, lambda: DAY, "bruno")


async def test_of_games_begun_at_the_same_moment_no_more_count_in_a_day(place):
    async with opened(place) as store:
        await stores_of(store).add(Account("anna", "Anna", 1), "anna", None, [])
        ratings = stores_of(store).ratings
        for number in range(AGAINST_LEVELS + 3):
            await play(store, f"g{number:02}", "anna", of_level(2), 10, "white", 1000.0)
        await play(store, "later", "anna", of_level(2), 4 + DAY, "white", 1000.0)
        await play(store, "latest", "anna", of_level(2), 12 + DAY, "white", 1000.0)
        for _ in range(2):
            assert await rate_all(ratings) == AGAINST_LEVELS + 5
            counted = await ratings.history("anna", "contra", "blitz", 100)
            assert [at for at, _, _ in counted] == [10] * AGAINST_LEVELS + [12 + DAY]
            await cleared(store)


async def test_no_game_counts_between_a_bot_and_a_person_or_a_level(place):
    """Whoever was no bot when a game was agreed on may be one by its end."""
    async with opened(place) as store:
        for name in ("anna", "robot", "robota"):
            await stores_of(store).add(Account(name, name.title(), 1), name, None, [])
        for name in ("robot", "robota"):
            assert await stores_of(store).bots.become(name, of_account(name))
        ratings = stores_of(store).ratings
        await play(store, "level", "robot", of_level(2), 10, "white", 1000.0)
        await play(store, "person", "robot", of_account("anna"), 20, "white")
        assert await rate_all(ratings) == 2
        assert not await ratings.of("robot") and not await ratings.of("anna")
        await play(store, "bots", "robot", of_account("robota"), 30, "white")
        assert await rate_all(ratings) == 1
        assert [one.games for name in ("robot", "robota")
                for one in await ratings.of(name)] == [1, 1]


async def test_a_game_against_a_level_counts_for_the_person(tmp_path, monkeypatch):
    async def ended(browser, game, token, number):
        seats = {"white": token}
        async with asyncio.timeout(PATIENCE):
            for seq in (1, 3, 5):
                board = board_of(await server.facts(game))
                await give_command(browser, game, seats, "white", seq, move=board.legal_texts()[0])
                while (seq := (await browser.get_json(f"/games/{game}"))["seq"]) % 2 == 0:
                    await asyncio.sleep(0.02)
            refused = await give_command(browser, game, seats, "white", seq, "ask-takeback", 409)
            assert refused["reason"] == "in a rated game no move is taken back"
            await give_command(browser, game, seats, "white", seq, "resign")
            while not (told := (await browser.get_json("/people/Anna"))["ratings"]) or (
                    told[0]["games"] < number):
                await asyncio.sleep(0.02)
        return seq + 1, told[0]
    async with browsing(tmp_path, 1) as (server, anna):
        await anna.sign_up()
        made = await anna.post_json("/games", 201, **AGAINST)
        facts = await server.facts(made["game"])
        assert facts["rated"] and facts["players"]["black"]["rating"] == anchor_of("contra", 4)
        seq, told = await ended(anna, made["game"], made["seats"]["white"], 1)
        expected = rate(Rating(), [Result(Rating(anchor_of("contra", 4), ANCHOR_DEVIATION),
                                          0.0)], 0.0)
        assert told["points"] == pytest.approx(expected.points, abs=0.01)
        engine = stores_of(server.service).moderation.engine
        side, = await flagging.sides_since(engine, 0)
        assert (side.opponent, side.anchor.points) == ("level:4", anchor_of("contra", 4))
        # Another table changes nothing of it, neither when all is rated anew.
        monkeypatch.setitem(anchors.ANCHORS, "contra", (2000,) * 9)
        await cleared(server.service.store)
        await rate_all(stores_of(server.service).ratings)
        assert (await anna.get_json("/people/Anna"))["ratings"] == [told]
        mine = {"white": made["seats"]["white"]}
        monkeypatch.setattr(ratings_part, "AGAINST_LEVELS", 1)
        refused = await give_command(anna, made["game"], mine, "white", seq, "rematch", 409)
        assert "within a day" in refused["reason"]
        monkeypatch.setattr(ratings_part, "AGAINST_LEVELS", 2)
        again = await give_command(anna, made["game"], mine, "white", seq, "rematch")
        created, *_ = await server.service.store.events_of(again["next"]["game"])
        before = (await server.service.store.events_of(made["game"]))[0]
        assert created.data["seats"]["white"]["seed"] not in (
            0, before.data["seats"]["black"]["seed"])
        facts = await server.facts(again["next"]["game"])
        assert facts["rated"]
        assert facts["players"]["white"]["rating"] == side.anchor.points != 2000
        refused = await anna.post_json("/games", 409, **AGAINST)
        assert "within a day" in refused["reason"]
        await anna.post_json("/games", 201, **AGAINST | {"rated": False})


async def test_what_cannot_be_rated_against_a_level_is_refused(tmp_path):
    async with browsing(tmp_path, 2) as (_, anna, guest):
        assert (await guest.post_json("/games", 403, **AGAINST))["why"] == "signed-out"
        await anna.sign_up()
        level = AGAINST["black"]
        for change, said in (
                ({"clock": None}, "needs a clock"),
                ({"options": {"arrival_wins": True}}, "usual rules"),
                ({"black": level | {"seed": 1}}, "seed"),
                ({"black": level | {"random": 60}}, "at random has no rating"),
                ({"black": level | {"level": RATED_LEVELS + 1}}, "level 9 has no rating"),
                ({"white": level}, "one seat is yours"),
                ({"white": {"open": True}}, "one seat is yours")):
            refused = await anna.post_json("/games", 400, **AGAINST | change)
            assert said in refused["reason"], change
        assert (await anna.get_json("/people/Anna"))["ratings"] == []


def test_whoever_beats_a_level_far_too_often_is_flagged():
    def sides(wins, deviation):
        return [Side(f"g{number}", "anna", "level:6", "contra", number, "won",
                     Rating(1500, deviation), Rating(1500, deviation),
                     anchor=Rating(1700, ANCHOR_DEVIATION)) for number in range(wins)]
    flag, = flags_of(sides(20, 60.0))
    assert (flag.kind, flag.about) == ("farming", "level:6")
    assert flag.evidence.figures["level"] == 6 and "fall" not in flag.evidence.figures
    assert flags_of(sides(20, 75.0)) == [] and flags_of(sides(11, 60.0)) == []


@pytest.mark.parametrize("game", sorted(names()))
def test_each_level_of_each_game_is_an_anchor_above_the_one_below(game):
    ratings = ANCHORS[game]
    assert len(ratings) == 9 and list(ratings) == sorted(set(ratings))
    assert ratings[LEVEL_OF_1500 - 1] == 1500
    assert anchor_of(game, 10) is None and anchor_of(game, 1) == ratings[0]


@given(st.lists(st.integers(0, 300), min_size=8, max_size=8))
def test_the_ratings_under_which_results_are_likely_are_found(steps):
    """From results just as the ratings would have them, and so many that one draw is little."""
    true = [sum(steps[:level]) for level in range(9)]
    true = {level: points - true[4] + 1500 for level, points in enumerate(true, 1)}
    results = {(above, below): (1e6 / (1 + 10 ** ((true[below] - true[above]) / 400)), 1_000_000)
               for above, below in pairs()}
    assert fitted(results) == pytest.approx(true, abs=2)


def test_levels_of_which_none_is_stronger_are_rated_the_same():
    assert fitted(dict.fromkeys(pairs(), (2.0, 4))) == pytest.approx(dict.fromkeys(
        range(1, 10), 1500.0), abs=0.1)


def test_ratings_that_are_fitted_again_and_again_are_as_far_off_as_is_told():
    chance, true, games = random.Random(5), ANCHORS["pur"], 400
    steps, whole = errors(true, games)
    assert whole[LEVEL_OF_1500 - 1] == 0 and whole[0] > steps[0] and whole[-1] > steps[-1]
    beyond = 0
    for _ in range(TRIALS):
        results = {}
        for above, below in pairs():
            expected = 1 / (1 + 10 ** ((true[below - 1] - true[above - 1]) / 400))
            results[above, below] = sum(chance.random() < expected for _ in range(games)), games
        found = fitted(results)
        beyond += sum(abs(found[level] - true[level - 1]) > whole[level - 1] for level in found)
    assert 0.01 < beyond / (8 * TRIALS) < 0.1       # about 5 % are farther off than the 95 %
