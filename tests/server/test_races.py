"""Two who want something at once: one of them gets it, and both see the same."""
import asyncio
import itertools

import pytest

from .helpers import serving

ROUNDS = 12
START = ["d1d2", "d7d6", "d2d3"]


async def race(server, made, seq, first, second):
    """Two commands sent at the same moment by two clients; their answers, and both states."""
    async with server.client() as one, server.client() as two:
        await one.join(made, first[0])
        await two.join(made, second[0])
        answers = await asyncio.gather(
            one.do(made, first[0], first[1], seq, *first[2:]),
            two.do(made, second[0], second[1], seq, *second[2:]))
        last = max(answer["seq"] for answer in answers)
        seen = []
        for client in (one, two):
            await client.join(made, first[0])
            seen.append(await client.join(made, first[0]))
        for game in seen:
            assert game["seq"] >= last
        assert seen[0]["moves"] == seen[1]["moves"] and seen[0]["result"] == seen[1]["result"]
        return answers, seen[0]


async def game_after(server, moves, **wish):
    made = await server.create(**wish)
    async with server.client() as client:
        await client.join(made, "white", "black")
        return made, await client.play(made, moves)


async def test_two_tabs_of_one_player(server):
    for _ in range(ROUNDS):
        made, seq = await game_after(server, START)
        answers, game = await race(server, made, seq, ("black", "move", "a7a6"),
                                   ("black", "move", "b7b6"))
        assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
        assert next(a for a in answers if a["t"] == "refused")["code"] == "stale"
        assert len(game["moves"]) == 4


async def test_move_against_resignation(server):
    for _ in range(ROUNDS):
        made, seq = await game_after(server, START)
        (moved, resigned), game = await race(
            server, made, seq, ("black", "move", "a7a6"), ("white", "resign"))
        assert resigned["t"] == "done" and game["result"]["winner"] == "black"
        assert len(game["moves"]) == (4 if moved["t"] == "done" else 3)
        assert moved["t"] == "done" or moved["code"] == "over"


async def test_both_resign(server):
    for _ in range(ROUNDS):
        made, seq = await game_after(server, START)
        answers, game = await race(server, made, seq, ("black", "resign"), ("white", "resign"))
        winner = "white" if answers[0]["t"] == "done" else "black"
        assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
        assert game["result"]["winner"] == winner


async def test_move_against_takeback(server):
    for _ in range(ROUNDS):
        made, seq = await game_after(server, START)
        async with server.client() as white:
            await white.join(made, "white")
            seq = (await white.do(made, "white", "ask-takeback", seq))["seq"]
        answers, game = await race(server, made, seq, ("black", "move", "a7a6"),
                                   ("black", "accept-takeback"))
        assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
        assert len(game["moves"]) == (4 if answers[0]["t"] == "done" else 2)


@pytest.mark.parametrize("early", [True, False])
async def test_move_against_flag(server, early):
    rooms = server.service.rooms
    now = rooms.now
    for _ in range(ROUNDS // 3):
        made, seq = await game_after(server, START, clock={"kind": "fischer", "initial": 3600})
        since = rooms._cache.get(made["game"]).state.since
        rooms.now = lambda since=since: since + 3_600_000 - early
        (moved, claimed), game = await race(
            server, made, seq, ("black", "move", "a7a6"), ("white", "claim-time"))
        rooms.now = now
        if early:
            assert moved["t"] == "done" and claimed["t"] == "refused"
            assert game["result"] is None and len(game["moves"]) == 4
        else:
            assert moved["t"] == "refused" and moved["code"] == "over"
            assert game["result"] == {"winner": "white", "reason": "time", "score": None}
            assert len(game["moves"]) == 3 and game["clock"]["left"]["black"] == 0


async def test_the_server_ends_a_game_by_itself_when_time_is_over(server):
    made, _ = await game_after(server, START[:2], clock={"kind": "delay", "initial": 1})
    async with server.client() as client:
        game = await client.join(made, "black")
        ended = game if game["result"] else await client.hear("event", kind="end")
        assert ended["result"] == {"winner": "black", "reason": "time", "score": None}


async def test_who_comes_back_sees_the_clocks_as_they_are_now(server, client):
    made, _ = await game_after(server, START[:2],
                               clock={"kind": "fischer", "initial": 100})
    now = server.service.rooms.now() + 20_000
    server.service.rooms.now = lambda: now
    missed = (await client.join(made, "white", since=1))["events"]
    left = [event["clock"]["left"] for event in missed]
    assert left[0] == {"white": 100, "black": 100}
    assert left[-1]["black"] == 100 and 70 < left[-1]["white"] <= 80
    assert (await server.facts(made["game"]))["clock"]["left"] == left[-1]
    assert (await client.join(made, "white", since=missed[-1]["seq"]))["events"] == []


async def test_clocks_stand_still_while_no_server_runs(tmp_path):
    async with serving(tmp_path) as server:
        made, _ = await game_after(server, START[:2],
                                   clock={"kind": "fischer", "initial": 100})
        stopped = server.service.rooms.now
    store_now = stopped() + 50_000          # as if nobody had started it for so long
    import eckstein.server.service as service
    real = service.ServerClock
    service.ServerClock = lambda before: real(store_now)
    try:
        async with serving(tmp_path) as server:
            left = (await server.facts(made["game"]))["clock"]["left"]
            assert left["black"] == 100 and 90 < left["white"] <= 100
    finally:
        service.ServerClock = real


async def test_a_seat_is_taken_by_one(server):
    for number in range(ROUNDS):
        made = await server.create(black={"open": True})
        async with server.http() as http:
            path = f"/api/v1/games/{made['game']}/join"
            answers = await asyncio.gather(*(
                http.post(path, json={"id": f"{number} {who} " + "x" * 20})
                for who in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


async def test_commands_of_many_clients_are_numbered_without_gaps(server):
    made = await server.create()
    clients = [server.client() for _ in range(5)]
    async with clients[0] as a, clients[1] as b, clients[2] as c:
        for client in (a, b, c):
            await client.join(made, "white", "black")
        for number in itertools.count():
            answers = await asyncio.gather(*(client.do(
                made, "white", "offer-draw" if client is a else "resign", 1,
                id=f"{number} {name}") for name, client in zip("abc", (a, b, c), strict=True)))
            if any(answer["t"] == "done" for answer in answers):
                break
        done = [answer for answer in answers if answer["t"] == "done"]
        assert len(done) == 1
        assert (await server.facts(made["game"]))["seq"] == 2
