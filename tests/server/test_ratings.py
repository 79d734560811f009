"""Ratings: each rated game counts once, whatever happens, and all can be made anew."""
import asyncio
import contextlib
import itertools
import random

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein.cli import run as command
from eckstein.server.database.rows import found
from eckstein.server.database.tables import pseudonyms, standing_changes
from eckstein.server.database.tables import standings as standings_table
from eckstein.server.game import fold
from eckstein.server.game.clocks import Control
from eckstein.server.game.glicko import PERIOD, PROVISIONAL, Rating, Result, Standing, rate, widened
from eckstein.server.game.identity import of_account
from eckstein.server.game.rating_rules import NEWEST, VERSIONS
from eckstein.server.game.speeds import speed_of
from eckstein.server.parts.moderation import flagging
from eckstein.server.parts.ratings import counting, taken_in
from eckstein.server.parts.ratings.counting import rate_all
from eckstein.server.parts.ratings.taken_in import results_after, together
from eckstein.server.store.transactions import Ending, Transaction

from .actors import browsing, listening
from .helpers import LINE, PATIENCE, opened, stores_of
from .journeys import BLITZ, give_command, lobby_of, rated_game, seek, sought, take
from .postgres import needs_postgres
from .written_games import NAMES, people_in, write_game

DAY = 86_400_000


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """By the first rules, games weigh nothing but 1; what others do is in `test_fold`."""
    monkeypatch.setitem(VERSIONS, NEWEST, VERSIONS[1])


async def games_in(store, count, seed=1):
    """So many rated games, played one after the other; each is counted by a slow reckoning."""
    chance, told, last = random.Random(seed), {name: Rating() for name in NAMES}, {}
    for number in range(count):
        white, black = chance.sample(NAMES, 2)
        winner, at = chance.choice(("white", "black", "drawn")), DAY * (number + 1)
        await write_game(store, f"g{number:03}", of_account(white), of_account(black), at - 5,
                   Ending(at, winner, True), rated=True)
        gone = {name: (at - last[name]) / PERIOD if name in last else 0.0
                for name in (white, black)}
        score = {"white": 1.0, "black": 0.0, "drawn": 0.5}[winner]
        wide = {name: widened(told[name], gone[name]) for name in (white, black)}
        told |= {white: rate(told[white], [Result(wide[black], score)], gone[white]),
                 black: rate(told[black], [Result(wide[white], 1 - score)], gone[black])}
        last |= {white: at, black: at}
    return told


async def ratings_in(store):
    return {name: found[0].rating for name in NAMES
            if (found := await stores_of(store).ratings.of(name))}


async def test_games_count_in_their_order_and_may_be_counted_anew(place, capsys):
    async with opened(place) as store:
        await people_in(store, ())
        expected = await games_in(store, 12)
        assert await rate_all(stores_of(store).ratings) == 12
        found = await ratings_in(store)
        assert found == {name: pytest.approx(expected[name]) for name in NAMES}
        course = await stores_of(store).ratings.history("anna", "contra", "blitz", 100)
        assert course[-1][1] == found["anna"].points
        assert [at for at, *_ in course] == sorted(at for at, *_ in course)
        assert (await stores_of(store).ratings.of("anna"))[0].games == len(course)
    database = place.removeprefix("sqlite+aiosqlite:///")
    assert await asyncio.to_thread(command, ["db", "rate", "-d", database]) == 0
    assert capsys.readouterr().out == "12 games count. All ratings are as they should be.\n"
    async with opened(place) as store:
        assert await ratings_in(store) == found


async def test_a_game_counts_once_whoever_counts(place):
    async with opened(place) as first, opened(place) as second:
        await people_in(first, ())
        expected = await games_in(first, 12)
        counted = await asyncio.gather(*(rate_all(stores_of(store).ratings)
                                         for store in (first, second, first, second)))
        assert sum(counted) == 12
        found = await ratings_in(first)
        standings = [await stores_of(first).ratings.of(name) for name in NAMES]
        assert sum(one.games for [one] in standings) == 24
        if sum(map(bool, counted)) == 1:        # else they may have been counted by turns
            assert found == {name: pytest.approx(expected[name]) for name in NAMES}


@pytest.mark.parametrize("step", range(9))
async def test_a_server_that_is_killed_leaves_no_half_of_a_game(place, monkeypatch, step):
    """It stops before each of the statements by which a game counts."""
    async with opened(place) as store:
        await people_in(store, ())
        expected = await games_in(store, 3)
        ratings, real, steps = stores_of(store).ratings, taken_in.AsyncConnection, (
            itertools.count())
        execute = real.execute

        async def killed(connection, *given, **named):
            if next(steps) == step + 3:
                raise asyncio.CancelledError
            return await execute(connection, *given, **named)
        monkeypatch.setattr(counting, "AT_ONCE", 1)
        monkeypatch.setattr(real, "execute", killed)
        with contextlib.suppress(asyncio.CancelledError):
            await rate_all(ratings)
        monkeypatch.setattr(real, "execute", execute)
        waiting = await ratings.waiting()
        assert 0 < waiting <= 3
        standings = [await ratings.of(name) for name in NAMES]
        assert sum(one.games for found in standings for one in found) == 2 * (3 - waiting)
        assert await rate_all(ratings) == waiting
        found = await ratings_in(store)
        assert found == {name: pytest.approx(expected[name]) for name in found}


async def test_a_game_counts_of_which_the_loser_has_deleted_his_account(place):
    """Before the game has ended, and after that, but before it was taken in."""
    async with opened(place) as store:
        await people_in(store, ())
        anna, bruno, carla = map(of_account, NAMES)
        await write_game(store, "a", anna, bruno, 1, Ending(2, "white", True), rated=True)
        await write_game(store, "b", anna, carla, 3, rated=True)
        for name in ("bruno", "carla"):
            await stores_of(store).delete(name, of_account(name), 5)
        await store.write(Transaction([], ended={"b": Ending(4, "white", True, "time")}))
        assert await rate_all(stores_of(store).ratings) == 2
        assert await stores_of(store).ratings.waiting() == 0
        found, = await stores_of(store).ratings.of("anna")
        assert found.games == 2
        async with together(store.engine) as connection:
            first, second = await results_after(connection, 0, 9)
        assert (first.how, second.how) == ("played", "deserted")
        assert len({first.white.who, second.white.who, first.black.who, second.black.who}) == 3


async def test_what_was_aborted_adjudicated_or_hardly_played_has_a_result_that_does_not_count(
        place):
    async with opened(place) as store:
        await people_in(store, ())
        anna, bruno, carla = map(of_account, NAMES)
        ends = [Ending(4, "none", False, "aborted"),
                Ending(4, "white", False, "adjudicated", carla, 20, 20),
                Ending(4, "white", False, "resigned", "", 3, 2),
                Ending(4, "white", True, "resigned", "", 3, 3)]
        for number, ending in enumerate(ends):
            await write_game(store, f"g{number}", anna, bruno, 3, ending, rated=True)
        await write_game(store, "casual", anna, bruno, 3, Ending(4, "white", False))
        assert await rate_all(stores_of(store).ratings) == 4
        async with together(store.engine) as connection:
            found = await results_after(connection, 0, 9)
            codes = {row.account: row.code for row in await connection.execute(
                sa.select(pseudonyms))}
        assert [(row.how, row.winner, row.ruler, row.white.moves, row.black.moves)
                for row in found] == [
            (one.how, one.winner, codes["carla"] if one.ruler else "", one.white, one.black)
            for one in ends]
        assert {(row.white.who, row.black.who) for row in found} == {
            (codes["anna"], codes["bruno"])}
        standing, = await stores_of(store).ratings.of("anna")
        assert standing.games == 1


async def test_a_result_tells_the_strengths_that_were_shown_when_the_game_ended(place):
    async with opened(place) as store:
        await people_in(store, ())
        anna, bruno = map(of_account, NAMES[:2])
        await write_game(store, "a", anna, bruno, 1, Ending(2, "white", True), rated=True)
        await rate_all(stores_of(store).ratings)
        shown = [(await stores_of(store).ratings.of(name))[0].now(40 * DAY)
                 for name in ("bruno", "anna")]
        await write_game(store, "b", bruno, anna, 3, Ending(40 * DAY, "white", True), rated=True)
        async with together(store.engine) as connection:
            first, second = await results_after(connection, 0, 9)
        assert (first.white.before, first.black.before) == (Rating(), Rating())
        assert [second.white.before, second.black.before] == list(map(pytest.approx, shown))


async def test_nothing_that_becomes_of_accounts_changes_what_others_are_rated(place, capsys):
    """Neither today nor when all is reckoned anew."""
    async with opened(place) as store:
        await people_in(store, ())
        await games_in(store, 24)
        ratings, accounts = stores_of(store).ratings, stores_of(store)
        await rate_all(ratings)
        before = await ratings.of("anna")
        course = await ratings.history("anna", "contra", "blitz", 99)
        await accounts.delete("bruno", of_account("bruno"), 5)
        await accounts.rename("carla", "Clara", "clara", 6)
        assert await ratings.of("bruno") == []
    database = place.removeprefix("sqlite+aiosqlite:///")
    told = "24 games count. All ratings are as they should be.\n"
    for words in (["--check"], [], ["--check"]):
        assert await asyncio.to_thread(command, ["db", "rate", "-d", database, *words]) == 0
        assert capsys.readouterr().out == told
    async with opened(place) as store:
        assert await stores_of(store).ratings.of("anna") == before
        assert await stores_of(store).ratings.history("anna", "contra", "blitz", 99) == course


async def test_a_check_tells_what_is_stored_otherwise_and_writes_nothing(place, capsys):
    async def spoil(*statements):
        async with opened(place) as store:
            for statement in statements:
                async with store.engine.begin() as connection:
                    await connection.execute(sa.text(statement))

    async def told():
        async with opened(place) as store:
            return [[tuple(row) for row in await found(store.engine, sa.select(table).order_by(
                table.c.code, table.c[second]))]
                for table, second in ((standings_table, "speed"), (standing_changes, "seq"))]
    async with opened(place) as store:
        await people_in(store, ())
        await games_in(store, 12)
        await rate_all(stores_of(store).ratings)
    sound, words = await told(), ["db", "rate", "-d", place.removeprefix("sqlite+aiosqlite:///")]
    for spoiled, counted in (
            (["UPDATE standing SET points = points + 1 WHERE account = 'anna'"], (1, 0)),
            (["DELETE FROM standing"], (3, 0)),
            (["DELETE FROM standing_change WHERE seq = 3"], (0, 2)),
            (["DELETE FROM standing", "DELETE FROM standing_change"], (3, 24)),
            (["UPDATE standing_change SET gain = 0 WHERE seq = 3"], (0, 2)),
            (["INSERT INTO standing SELECT 'x', rules, speed, '', points, deviation, volatility, "
              "at, games, first, links, met, known, listed FROM standing WHERE account = 'anna'"],
             (1, 0))):
        await spoil(*spoiled)
        wrong = await told()
        assert await asyncio.to_thread(command, [*words, "--check"]) == 1
        one, many = counted
        said = (f"{one} {'rating' if one == 1 else 'ratings'} and {many} changes of ratings")
        assert capsys.readouterr().out == f"12 games count. {said} would become otherwise.\n"
        assert await told() == wrong
        assert await asyncio.to_thread(command, words) == 0
        assert capsys.readouterr().out == f"12 games count. {said} are put right.\n"
        assert await told() == sound


@needs_postgres
async def test_results_have_their_order_from_the_moment_they_are_on_disk(url):
    """Of two servers that end games at once, none writes a number below one that was read."""
    async with opened(url) as first, opened(url) as second:
        await people_in(first, ())
        for number in range(40):
            await write_game(first, f"g{number}", of_account("anna"), of_account("bruno"), 1,
                             rated=True)
        seen = []

        async def watch():
            while len(seen) < 40:
                async with together(first.engine) as connection:
                    seen.extend(await results_after(connection, seen[-1].seq if seen else 0, 99))
        await asyncio.gather(watch(), *(
            (first, second)[number % 2].write(Transaction(
                [], ended={f"g{number}": Ending(2, "white", True)})) for number in range(40)))
        async with together(first.engine) as connection:
            assert seen == await results_after(connection, 0, 99)


async def test_leaders_are_those_of_whom_much_is_known(place, monkeypatch):
    monkeypatch.setattr(fold, "LISTED_MET", 0)
    monkeypatch.setattr(fold, "LISTED_DEVIATION", PROVISIONAL)
    async with opened(place) as store:
        await people_in(store, ())
        ratings = stores_of(store).ratings
        for number in range(40):
            white, black = (NAMES[:2] if number % 2 else NAMES[1::-1])
            await write_game(store, f"g{number}", of_account(white), of_account(black), number,
                       Ending(1000 + number, "white" if number % 4 else "black", True),
                       rated=True)
        await write_game(store, "one", of_account("carla"), of_account("anna"), 2000,
                   Ending(2001, "white", True), rated=True)
        await rate_all(ratings)
        leaders = await ratings.leaders("contra", "blitz", 9, 3000)
        assert {one.account for one in leaders} == {"anna", "bruno"}
        assert leaders[0].rating.points >= leaders[1].rating.points
        assert all(one.rating.deviation < PROVISIONAL for one in leaders)
        steps = await ratings.distribution("contra", "blitz", 50, 3000)
        assert sum(steps.values()) == 2
        assert all(any(below <= one.rating.points < below + 50 for one in leaders)
                   for below in steps)
        assert await ratings.leaders("contra", "rapid", 9, 3000) == []


POINTS = st.lists(st.sampled_from((1400.0, 1500.0, 1500.5, 1600.0)), min_size=1, max_size=12)


@settings(max_examples=20, deadline=None)
@given(points=POINTS, near=st.integers(1, 5))
async def test_a_place_is_that_on_the_whole_leaderboard(tmp_path_factory, points, near):
    place = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('places') / 'games.sqlite'}"
    async with opened(place) as store:
        ratings = stores_of(store).ratings
        async with ratings._engine.begin() as connection:
            for number, one in enumerate(points):
                for speed, listed in (("blitz", 9), ("rapid", 9 - 4 * (number % 2))):
                    await connection.execute(sa.insert(standings_table).values(
                        code=f"p{number:02}", account=f"a{number:02}", rules="contra",
                        speed=speed, points=one, deviation=60, volatility=0.06, at=1, games=20,
                        first=1, links=9, met="", known="", listed=listed))
        for speed in ("blitz", "rapid"):
            leaders = await ratings.leaders("contra", speed, 99, 5)
            for at, leader in enumerate(leaders):
                found = await ratings.place(leader.account, "contra", speed, near, 5)
                first = max(0, at - near)
                assert found == (first + 1, leaders[first:at + near + 1])
        assert await ratings.place("nobody", "contra", "blitz", near, 5) is None
        assert await ratings.place("a01", "contra", "rapid", near, 5) is None


async def test_places_are_told_to_whom_they_belong(tmp_path):
    async with browsing(tmp_path, 2) as (_, anna, guest):
        await anna.sign_up()
        query = {"rules": "contra", "speed": "blitz"}
        assert await anna.get_json("/leaderboard/own", **query) == {
            "rating": None, "place": None, "first": None, "near": []}
        refused = await guest.get("/api/v1/leaderboard/own", params=query)
        assert (refused.status_code, refused.json()["why"]) == (403, "signed-out")


def test_speeds_follow_from_what_a_player_has():
    assert [speed_of(Control("fischer", 1000 * seconds, 1000 * more)) for seconds, more in (
        (60, 0), (180, 0), (120, 2), (300, 5), (900, 10), (1500, 0), (3600, 30))] == [
        "bullet", "blitz", "blitz", "rapid", "rapid", "classical", "classical"]
    assert speed_of(Control("days", 3 * DAY, 0)) == "days"


def test_a_standing_is_worth_less_with_time():
    standing = Standing("a", "contra", "blitz", Rating(1600, 50, 0.06), 0, 9)
    wide = [standing.now(at).deviation for at in (0, DAY, 100 * DAY, 9000 * DAY)]
    assert wide[0] == 50 and wide == sorted(wide) and wide[-1] == 350


async def test_a_rated_game_of_two_accounts_counts_when_it_ends(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, bruno):
        await anna.sign_up()
        await bruno.sign_up("Bruno")
        game, seats = await rated_game(anna, bruno)
        assert (await server.facts(game))["rated"]
        for number, move in enumerate(LINE[:6]):
            colour = ("white", "black")[number % 2]
            await give_command(anna, game, seats, colour, number + 2, move=move)
        refused = await give_command(anna, game, seats, "white", 8, "ask-takeback", 409)
        assert refused["reason"] == "in a rated game no move is taken back"
        for _ in range(2):                  # once more, and nothing is doubled
            await give_command(anna, game, seats, "white", 8, "resign")
        async with asyncio.timeout(PATIENCE):
            while not (told := (await anna.get_json("/people/Bruno"))["ratings"]):
                await asyncio.sleep(0.02)
        engine = stores_of(server.service).moderation.engine
        for side in await flagging.sides_since(engine, 0):
            assert (side.moves, side.reason) == (3, "resigned")
        expected = rate(Rating(), [Result(Rating(), 1.0)], 0.0)
        assert told == [{"rules": "contra", "speed": "blitz", "games": 1, "provisional": True,
                         "points": pytest.approx(expected.points, abs=0.01),
                         "deviation": pytest.approx(expected.deviation, abs=0.1)}]
        course = (await anna.get_json("/people/Anna/rating", rules="contra",
                                      speed="blitz"))["course"]
        assert len(course) == 1 and course[0]["points"] < 1500
        board = await anna.get_json("/leaderboard", rules="contra", speed="blitz")
        assert board["leaders"] == [] and board["distribution"] == []
        again = await give_command(anna, game, seats, "white", 9, "rematch")
        again = await give_command(bruno, game, seats, "black", 10, "rematch")
        assert (await server.facts(again["next"]["game"]))["rated"]


async def test_a_player_that_deletes_his_account_has_deserted_and_lost(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, bruno):
        await anna.sign_up()
        await bruno.sign_up("Bruno")
        game, seats = await rated_game(anna, bruno)
        for number, move in enumerate(LINE[:6]):
            await give_command(anna, game, seats, ("white", "black")[number % 2], number + 2,
                               move=move)
        await bruno.post_json("/account/delete")
        ratings = stores_of(server.service).ratings
        await rate_all(ratings)
        told, = (await anna.get_json("/people/Anna"))["ratings"]
        assert told["games"] == 1 and told["points"] > 1500
        async with together(server.service.store.engine) as connection:
            found, = await results_after(connection, 0, 9)
        assert (found.how, found.white.moves, found.black.moves) == ("deserted", 3, 3)


async def test_a_game_that_ends_before_both_have_moved_does_not_count(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, bruno):
        await anna.sign_up()
        await bruno.sign_up("Bruno")
        game, seats = await rated_game(anna, bruno)
        await give_command(anna, game, seats, "white", 2, move=LINE[0])
        await give_command(bruno, game, seats, "black", 3, "resign")
        await rate_all(stores_of(server.service).ratings)
        assert (await anna.get_json("/people/Bruno"))["ratings"] == []
        assert (await anna.get_json("/people/Anna"))["tally"] == {"contra": {"won": 1}}


async def test_what_cannot_be_rated_is_refused(tmp_path):
    async with browsing(tmp_path, 2) as (_, anna, guest):
        clock = {"kind": "fischer", "initial": 180, "increment": 2}
        sound = {"rules": "contra", "rated": True, "black": {"open": True}, "clock": clock}
        answer = await guest.post("/api/v1/games", json=sound)
        assert (answer.status_code, answer.json()["why"]) == (403, "signed-out")
        await anna.sign_up()
        for change, said in (({"clock": None}, "needs a clock"),
                             ({"options": {"arrival_wins": True}}, "usual rules"),
                             ({"black": {"kind": "computer", "level": 10}}, "has no rating"),
                             ({"black": {}}, "one seat is yours"),
                             ({"white": {"open": True}}, "one seat is yours")):
            answer = await anna.post("/api/v1/games", json=sound | change)
            assert answer.status_code == 400 and said in answer.json()["reason"], change
        made = await anna.post_json("/games", 201, **sound)
        for browser, said in ((anna, "you are your own opponent"), (guest, "needs an account")):
            answer = await browser.post(f"/api/v1/games/{made['game']}/join", json={"id": said})
            assert answer.status_code == 403 and said in answer.json()["reason"]


async def test_ratings_are_of_those_whose_games_have_ended(monkeypatch):
    """What is told to nobody twice: each call of `rate_all` goes on where the last one ended."""
    class Store:
        def __init__(self):
            self.left = 250

        async def take_in(self, most):
            taken = min(most, self.left)
            self.left -= taken
            return taken
    assert await rate_all(Store()) == 250
    assert counting.AT_ONCE < 250


async def test_a_rated_seek_is_for_accounts_and_leads_to_a_rated_game(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, bruno), contextlib.AsyncExitStack() as stack:
        await anna.sign_up()
        await bruno.sign_up("Bruno")
        first, second, guest = [await stack.enter_async_context(one) for one in (
            listening(server, anna), listening(server, bruno), server.client())]
        key, public = await sought(first, clocks=[BLITZ], rated=True)
        _, other = await sought(guest, clocks=[BLITZ])
        seeks = (await lobby_of(second))["seeks"]
        assert {one["id"]: one["rated"] for one in seeks} == {public: True, other: False}
        assert (await take(guest, public))["why"] == "signed-out"
        for fields, said in (({"clocks": [None]}, "needs a clock"),
                             ({"clocks": [BLITZ], "options": {"arrival_wins": True}},
                              "usual rules")):
            refused = await seek(second, rated=True, **fields)
            assert said in (await second.hear("refused", id=refused))["reason"]
        refused = await seek(guest, clocks=[BLITZ], rated=True)
        assert (await guest.hear("refused", id=refused))["why"] == "signed-out"
        await seek(second, clocks=[BLITZ], rated=True)
        game = (await second.hear("paired"))["game"]
        assert (await first.hear("paired", id=key))["game"] == game
        facts = await server.facts(game)
        assert facts["rated"]
        assert {one["name"] for one in facts["players"].values()} == {"Anna", "Bruno"}
        assert [one["id"] for one in (await lobby_of(second))["seeks"]] == [other]
