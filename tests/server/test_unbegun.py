"""A player that never begins games from the lobby waits longer and longer for the next one."""
import pytest

from eckstein.server.game.clocks import DAY
from eckstein.server.parts.lobby.unbegun import WINDOW, Unbegun, wait_of

from .actors import listening, two
from .helpers import LINE
from .journeys import BLITZ, challenge, give_command, respond, seek, sought, take

MINUTE = 60_000
SECONDS = 30               # for a first move


@pytest.mark.parametrize(("games", "minutes"), [
    (0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 8), (6, 15), (7, 15), (70, 15)])
def test_the_wait_doubles_up_to_a_quarter_of_an_hour(games, minutes):
    assert wait_of([DAY] * games, DAY) == minutes * MINUTE


def test_it_is_counted_from_the_last_game_and_games_are_forgotten_after_an_hour():
    times = [DAY, DAY + MINUTE]
    assert wait_of(times, DAY + MINUTE + 20_000) == 40_000
    assert wait_of(times, DAY + 2 * MINUTE) == 0
    assert wait_of([DAY, DAY + WINDOW], DAY + WINDOW) == 0
    unbegun = Unbegun()
    for now, who, wait in ((DAY, "a", 0), (DAY + 1, "b", 0), (DAY + 2, "a", MINUTE),
                           (DAY + 2 * WINDOW, "b", 0)):
        unbegun.note(who, now)
        assert unbegun.wait(who, now) == wait
    assert unbegun._times.keys() == {"b"}


@pytest.fixture
def stopped(monkeypatch):
    """Stops a server's time, which then goes on only by the function that this returns."""
    def stop(server):
        now = server.service.rooms.now()
        monkeypatch.setattr(server.service.rooms, "now", lambda: now)

        def go_on(milliseconds):
            nonlocal now
            now += milliseconds
        return go_on
    return stop


async def paired(server, anna, bruno):
    """A game from the lobby in which Bruno has White, and his token."""
    async with listening(server, anna) as hers, listening(server, bruno) as his:
        _, key = await sought(hers, clocks=[BLITZ], colour="black")
        found = await take(his, key)
        return found["game"], found["token"]


async def too_late(server, http, game, go_on):
    """The time for the first moves of a game is over."""
    go_on(1000 * SECONDS)
    answer = await http.post(f"/api/v1/games/{game}/commands", json={
        "id": "late", "what": "claim-time", "seq": (await server.facts(game))["seq"]})
    assert answer.status_code == 200, answer.text
    assert (await server.facts(game))["result"]["reason"] == "aborted"


async def waits(client, **fields):
    """Why an open challenge is refused."""
    key = await seek(client, clocks=[BLITZ], **fields)
    refused = await client.hear("refused", id=key)
    assert (refused["code"], refused["why"]) == ("not-now", "lobby-waits")
    return refused["template"]["facts"]["time"]


async def test_who_never_moves_waits_before_the_next_game_from_the_lobby(tmp_path, stopped):
    async with two(tmp_path, first_move=SECONDS) as (server, anna, bruno), \
            server.http() as http:
        go_on = stopped(server)
        await too_late(server, http, (await paired(server, anna, bruno))[0], go_on)
        async with listening(server, bruno) as his, listening(server, anna) as hers:
            key, _ = await sought(his, clocks=[BLITZ], rules="pur")     # one may happen
            await too_late(server, http, (await paired(server, anna, bruno))[0], go_on)
            assert (await his.hear("withdrawn"))["id"] == key
            assert await waits(his) == "1:00"
            _, there = await sought(hers, clocks=[BLITZ], rules="duell")
            assert (await take(his, there))["why"] == "lobby-waits"
            made = await challenge(bruno, "Anna", clock=BLITZ)          # friends do not mind
            assert (await respond(anna, made, "accept"))["game"]
            go_on(MINUTE)
            assert (await sought(his, clocks=[BLITZ]))[1]


async def test_only_the_player_waits_whose_move_is_missing(tmp_path, stopped):
    async with two(tmp_path, first_move=SECONDS) as (server, anna, bruno), \
            server.http() as http:
        go_on = stopped(server)
        for _ in range(2):
            game, token = await paired(server, anna, bruno)
            await give_command(bruno, game, {"white": token}, "white", 1, move=LINE[0])
            await too_late(server, http, game, go_on)
        async with listening(server, anna) as hers, listening(server, bruno) as his:
            assert (await sought(his, clocks=[BLITZ]))[1]
            assert await waits(hers) == "1:00"


async def test_a_player_that_cancels_games_does_not_wait(tmp_path):
    async with two(tmp_path) as (server, anna, bruno):
        for _ in range(3):
            game, token = await paired(server, anna, bruno)
            await give_command(bruno, game, {"white": token}, "white", 1, what="abort")
        async with listening(server, bruno) as his:
            assert (await sought(his, clocks=[BLITZ]))[1]
