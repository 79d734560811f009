"""Public games: who agrees to them, and what was played in which positions."""
import asyncio
import contextlib
import itertools
import random
from collections import Counter

import pytest
import sqlalchemy as sa

from eckstein import Board
from eckstein.cli import run as command
from eckstein.server.database.tables import (
    accounts,
    explored,
    explored_games,
    players,
    public_games,
)
from eckstein.server.game.identity import of_account, of_guest, of_level
from eckstein.server.game.opening import PLIES, key_of, opening_of
from eckstein.server.parts.accounts.events import PublicityChanged
from eckstein.server.parts.explore import store as store_module
from eckstein.server.parts.explore.public_games import BAND, UNRATED, Filter, band_of
from eckstein.server.store.transactions import Ending, Transaction

from .actors import browsing
from .helpers import PATIENCE, opened, stores_of
from .postgres import needs_postgres
from .written_games import MOVES, NAMES, events_of, explore, people_in, play, player, random_moves

TABLES = (explored, explored_games, public_games)


async def rows_in(store, *tables):
    async with stores_of(store).public_games._engine.connect() as connection:
        return [sorted((tuple(row) for row in await connection.execute(sa.select(table))), key=repr)
                for table in tables or TABLES]


async def counted(store):
    return {row[0] for row in (await rows_in(store, public_games))[0]}


async def total(store, of=None):
    """In how many games the usual start has occurred."""
    found = await stores_of(store).public_games.played(key_of(Board("contra")), of or Filter())
    return sum(one.white + one.drawn + one.black for one in found)


async def test_a_game_is_public_only_if_all_agreed_when_it_ended(place):
    anna, bruno, carla = map(of_account, NAMES)
    async with opened(place) as store:
        await people_in(store, ("anna", "bruno"))
        for game, white, black, winner in (
                ("both", anna, bruno, "white"), ("one", anna, carla, "white"),
                ("guest", anna, of_guest("g"), "drawn"), ("aborted", anna, bruno, "none"),
                ("level", of_level(3), bruno, "black"), ("guests", of_guest("g"),
                                                        of_level(3), "white")):
            await play(store, game, white, black, MOVES[:2], 10, winner)
        await stores_of(store).set_public("carla", carla, True)      # after her game
        assert await explore(store) == 5
        assert await counted(store) == {"both", "level"}
        await stores_of(store).set_public("bruno", bruno, False)
        assert await explore(store) == 3
        assert await rows_in(store) == [[], [], []]
        await stores_of(store).set_public("bruno", bruno, True)      # for games to come
        await play(store, "later", bruno, carla, MOVES[:2], 20)
        await explore(store)
        assert await counted(store) == {"later"}
        await play(store, "practice", of_level(3), carla, MOVES[:1], 30)
        await explore(store)
        await stores_of(store).delete("carla", carla, 1)
        assert await store.forget_old(10**9, 10**9, 10**9) == ["guests"]   # the other is counted
        await explore(store)
        assert await rows_in(store) == [[], [], []]
        assert await store.forget_old(10**9, 10**9, 10**9) == ["practice"]


async def test_what_was_played_is_counted_with_results_ratings_and_the_last_games(place):
    anna, bruno, _ = map(of_account, NAMES)
    first, second = MOVES[:2]
    async with opened(place) as store:
        await people_in(store)
        for number, (move, winner, points) in enumerate((
                (first, "white", (1500.0, 1540.2)), (first, "black", (None, 1700.0)),
                (second, "drawn", (None, None)), (first, "white", (1990.0, 2030.0)))):
            await play(store, f"g{number}", anna, bruno, [move], 10 + number, winner, points)
        assert await explore(store) == 4
        games, start = stores_of(store).public_games, key_of(Board("contra"))
        assert [tuple(one) for one in await games.played(start, Filter())] == [
            (first, 2, 0, 1, 3, 1520 + 1700 + 2010), (second, 0, 1, 0, 0, 0)]
        assert [(one.game, one.move, one.winner, one.points)
                for one in await games.last(start, Filter())] == [
            ("g3", first, "white", (1990.0, 2030.0)), ("g2", second, "drawn", (None, None)),
            ("g1", first, "black", (None, 1700.0)), ("g0", first, "white", (1500.0, 1540.2))]
        for of, found in ((Filter(["blitz"]), "3210"), (Filter(["none", "days"]), ""),
                          (Filter(least=1600), "31"), (Filter(below=1600), "0"),
                          (Filter(least=1600, below=1800), "1")):
            assert [one.game for one in await games.last(start, of)] == [
                f"g{number}" for number in found]
            assert await total(store, of) == len(found)


async def test_figures_are_those_of_a_slow_count_and_can_be_made_anew(place, capsys):
    chance = random.Random(5)
    async with opened(place) as store:
        await people_in(store)
        played = {}
        for number in range(30):
            white, black = chance.sample(NAMES, 2)
            game, moves = f"g{number:02}", random_moves(chance, chance.randint(0, 6))
            played[game] = {white, black}, moves
            await play(store, game, of_account(white), of_account(black), moves, number,
                       chance.choice(("white", "black", "drawn")),
                       (chance.choice((None, 1500.0, 1700.4)), None))
            if number % 7 == 3:
                await explore(store)
            if number == 17:
                await stores_of(store).set_public("carla", of_account("carla"), False)
        await explore(store)
        left = {game: moves for number, (game, (who, moves)) in enumerate(played.items())
                if "carla" not in who}
        assert await counted(store) == left.keys()
        slow = Counter()
        for moves in left.values():
            board, seen = Board("contra"), set()
            for move in moves:
                if board.position() not in seen:
                    slow[key_of(board), move] += 1
                seen.add(board.position())
                board.push_text(move)
        cells = (await rows_in(store, explored))[0]
        found = Counter()
        for position, _, _, move, white, drawn, black, *_ in cells:
            assert white + drawn + black > 0
            found[position, move] += white + drawn + black
        assert found == slow
        before = await rows_in(store)
    database = place.removeprefix("sqlite+aiosqlite:///")
    assert await asyncio.to_thread(command, ["db", "explore", "-d", database]) == 0
    assert "looked at" in capsys.readouterr().out
    async with opened(place) as store:
        assert await rows_in(store) == before


async def test_a_server_that_is_killed_leaves_no_half_of_a_game(place, monkeypatch):
    """It stops before each of the statements by which games are counted, or uncounted."""
    anna, bruno, carla = map(of_account, NAMES)
    real, kills = store_module.AsyncConnection, 0
    execute = real.execute
    async with opened(place) as store:
        await people_in(store)
        for step in itertools.count(2):             # the first two read what waits
            await stores_of(store).set_public("bruno", bruno, True)
            await play(store, f"a{step}", anna, bruno, MOVES[:1], 1)
            await explore(store)
            await stores_of(store).set_public("bruno", bruno, False)
            await play(store, f"b{step}", anna, carla, MOVES[:1], 2)
            before, steps = await rows_in(store), itertools.count()

            async def killed(connection, *given, step=step, steps=steps, **named):
                if next(steps) == step:
                    raise asyncio.CancelledError
                return await execute(connection, *given, **named)
            monkeypatch.setattr(real, "execute", killed)
            with contextlib.suppress(asyncio.CancelledError):
                await explore(store)
            monkeypatch.setattr(real, "execute", execute)
            waiting = await stores_of(store).public_games.waiting(9)
            if waiting:
                kills += 1
                assert await rows_in(store) == before and len(waiting) == 2
            await explore(store)
            assert await total(store) == len(await counted(store)) == step - 1
            if not waiting:
                break
    assert kills > 7


async def test_two_servers_count_a_game_once(place):
    async with opened(place) as first, opened(place) as second:
        await people_in(first)
        for number in range(12):
            await play(first, f"g{number}", of_account("anna"), of_account("bruno"),
                       MOVES[:1], number)
        await asyncio.gather(*(explore(store) for store in (first, second, first)))
        assert await total(first) == 12
        last = await stores_of(first).public_games.last(key_of(Board("contra")), Filter())
        assert [one.game for one in last] == [f"g{number}" for number in range(11, 3, -1)]


async def test_a_damaged_game_stops_no_other(place):
    async with opened(place) as store:
        await people_in(store)
        for number, move in enumerate((MOVES[0], "z9z9", MOVES[1])):
            await play(store, f"g{number}", of_account("anna"), of_account("bruno"), [move], number)
        await explore(store)
        assert await total(store) == 2
        assert not await stores_of(store).public_games.waiting(9)


def test_an_opening_is_what_stands_of_the_first_moves():
    chance = random.Random(3)
    moves = random_moves(chance, 30)
    board, first = Board("contra"), {}
    for move in moves[:PLIES]:
        first.setdefault(key_of(board), move)       # what comes back counts once
        board.push_text(move)
    found = opening_of(list(events_of("g", moves)))
    assert found == first and len(first) < PLIES < len(moves)
    assert opening_of(list(events_of("g", [*moves[:3], 1, *moves[1:]]))) == found
    other = Board("contra", arrival_wins=True)
    assert key_of(other) != key_of(Board("contra")) != key_of(Board("ecke"))
    strange = list(events_of("g", moves))
    strange[0].data["start"] = Board("contra").turned().position()
    assert opening_of(strange) == {}


@pytest.mark.parametrize("points, band, mean", [
    ((None, None), UNRATED, None), ((1599.9, None), 1600, 1600), ((1500, 1501), 1400, 1500),
    ((2000.0, 1200.0), 1600, 1600)])
def test_games_are_told_apart_by_steps_of_mean_ratings(points, band, mean):
    assert band_of(points) == (band, mean) and band % BAND == 0


async def known(browser, count, **wish):
    """What is told of a position, once so many games are counted."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told = await browser.post_json("/explore", **({"game": "contra"} | wish))
            if len(told["games"]) == count == sum(
                    one["white"] + one["drawn"] + one["black"] for one in told["moves"]):
                return told
            await asyncio.sleep(0.02)


async def test_what_an_account_agrees_to_is_told_and_can_be_taken_back(tmp_path):
    async with browsing(tmp_path, 2) as (server, anna, bruno):
        refused = await anna.post("/api/v1/account/public", json={"public": True})
        assert (refused.status_code, refused.json()["why"]) == (403, "signed-out")
        for browser, name in ((anna, "Anna"), (bruno, "Bruno")):
            await browser.sign_up(name)
            assert not (await browser.me())["account"]["public"]
            told = await browser.post_json("/account/public", public=True)
            assert told["account"]["public"]
        assert (await anna.get_json("/account/export"))["public"]
        made = await anna.post_json("/games", 201, rules="contra", black={"open": True})
        game = made["game"]
        joined = await bruno.post_json(f"/games/{game}/join", id="x" * 20)
        await anna.post_json(f"/games/{game}/commands", id="m", seq=2, what="move",
                             seat=made["seats"]["white"], move=MOVES[0])
        await bruno.post_json(f"/games/{game}/commands", id="r", seq=3, what="resign",
                              seat=joined["token"])
        server.service.hub.publish(PublicityChanged())
        told = await known(anna, 1)
        assert told["moves"] == [{"text": MOVES[0], "white": 1, "drawn": 0, "black": 0,
                                  "points": None,
                                  "notation": told["games"][0]["notation"]}]
        assert told["plies"] == PLIES
        last, = told["games"]
        assert (last["game"], last["winner"]) == (game, "white")
        assert (last["white"]["name"], last["black"]["name"]) == ("Anna", "Bruno")
        assert await known(anna, 0, moves=MOVES[1:2])
        assert not (await known(anna, 0, speeds=["blitz"]))["moves"]
        assert not (await known(anna, 0, options={"arrival_wins": True}))["moves"]
        for wrong in ({"least": 150}, {"speeds": ["soon"]}, {"moves": ["a9a9"]}, {"game": "chess"}):
            answer = await anna.post("/api/v1/explore", json={"game": "contra"} | wrong)
            assert answer.status_code in (400, 422) and answer.json()["reason"]
        await bruno.post_json("/account/public", public=False)
        assert (await known(anna, 0))["moves"] == []


async def test_a_withdrawal_and_an_end_at_the_same_time_leave_no_public_game(place):
    """Whichever comes first: in the end the game is not public."""
    anna, bruno, _ = map(of_account, NAMES)
    async with opened(place) as store, opened(place) as other:
        await people_in(store)
        for number in range(10):
            game = f"g{number}"
            await store.write(Transaction(
                list(events_of(game, MOVES[:1])),
                [{"id": game, "rules": "contra", "created": 1, "over": False,
                  "tended": False}],
                [player(game, "white", anna), player(game, "black", bruno)]))
        await asyncio.gather(
            *(store.write(Transaction([], ended={f"g{number}": Ending(number, "white")}))
              for number in range(10)),
            stores_of(other).set_public("bruno", bruno, False))
        agreed, = await rows_in(store, sa.select(players.c.agreed).where(
            players.c.who == bruno).subquery())
        assert not any(one for one, in agreed)
        await explore(store)
        assert await counted(store) == set()


@needs_postgres
async def test_an_end_waits_for_a_withdrawal_that_has_begun(url):
    async with opened(url) as store:
        await people_in(store)
        await store.write(Transaction(
            list(events_of("g", MOVES[:1])),
            [{"id": "g", "rules": "contra", "created": 1, "over": False, "tended": False}],
            [player("g", colour, of_account(who))
             for colour, who in (("white", "anna"), ("black", "bruno"))]))
        waiting = sa.text("SELECT pid FROM pg_locks WHERE NOT granted").columns(
            sa.column("pid")).subquery()
        async with stores_of(store).public_games._engine.begin() as connection:
            await connection.execute(sa.update(accounts).where(accounts.c.id == "bruno")
                                     .values(public=False))
            ending = asyncio.create_task(store.write(Transaction(
                [], ended={"g": Ending(2, "white")})))
            while not ending.done() and not (await rows_in(store, waiting))[0]:
                await asyncio.sleep(0.02)
        await ending
        await explore(store)
        assert await counted(store) == set()
