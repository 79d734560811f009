"""What the server logs: who asked for what and how long it took, and nothing that is secret."""
import json
import logging
import secrets

import pytest
import structlog

from eckstein.server.database.private import key_file
from eckstein.server.game.tokens import COOKIE, Tokens, new_id
from eckstein.server.parts.accounts import accounts
from eckstein.server.rooms.broadcast import Broadcaster
from eckstein.server.serving import logs

from .helpers import as_json, serving

SECRET_NAME = "a-long-random-text-that-leads-to-the-same-seat"
log = structlog.get_logger()


async def session(server):
    """All that has to do with secrets, right and wrong; returns them."""
    async with server.http() as http, server.client() as client:
        made = (await http.post("/api/v1/games", json={
            "rules": "contra", "id": SECRET_NAME, "black": {"open": True}})).json()
        game, white = made["game"], made["seats"]["white"]
        page = f"/api/v1/games/{game}"
        black = (await http.post(f"{page}/join", json={"id": SECRET_NAME})).json()["token"]
        guest = server.service.tokens.new_guest()
        http.cookies.set(COOKIE, guest)
        link = server.service.tokens.mail_key("stop.0123456789.0123456789abcdef01234567")
        await http.get(f"/api/v1/mail/{link}")
        # Not the last letter, of which a part says nothing.
        wrong = black[:-2] + ("A" if black[-2] != "A" else "B") + black[-1]
        for seat in (white, wrong):
            await http.post(f"{page}/commands", json={
                "id": "1", "seat": seat, "seq": 2, "what": "move", "move": "d1d2"})
        await http.get(f"/game/{game}/{white}")         # after a slash instead of a #
        await http.get(f"{page}?seat={black}")
        await http.post(f"{page}/prepared", json={"seat": black})
        async with http.stream("POST", f"{page}/stream", json={"seats": [white]}) as stream:
            await anext(stream.aiter_lines())
        await client.join({"game": game, "seats": {"white": white}}, "white")
        await client.say("do", game=game, id=SECRET_NAME, seat=black, seq=3, what="resign")
        await client.hear("done")
        await client.say("do", game=game, id="2", seat=black, seq=4, what="resign")
        await client.hear("refused")
        await client.say("analyse", id=1, of={"game": "contra", "moves": [white]})
        await client.hear("refused")
        await client.say(white)
        await client.hear("error")
    return [white, black, guest, SECRET_NAME, link]


@as_json
async def test_requests_sockets_and_commands_have_an_id_who_pays_and_a_duration(tmp_path, logged):
    async with serving(tmp_path) as server:
        await session(server)
        async with server.http() as http:
            answer = await http.get("/api/v1/games-known")
        payer, last = server.service.tokens.alias("127.0.0.1"), answer.headers["X-Request-Id"]
    lines = logged()
    assert {"request", "socket", "command", "join", "analysis"} <= {line["event"] for line in lines}
    assert {line["payer"] for line in lines} == {payer}
    assert all(line["ms"] >= 0 and line["request"] for line in lines)
    assert [line["path"] for line in lines if line["request"] == last] == ["/api/v1/games-known"]
    socket = next(line for line in lines if line["event"] == "socket")
    assert socket["heard"] == 4
    told = [(line["request"].partition(".")[0] == socket["request"], line["what"],
             line.get("refused"), line.get("seq")) for line in lines if line["event"] == "command"]
    assert told == [(False, "move", None, 3), (False, "move", "not-yours", None),
                    (True, "resign", None, 4), (True, "resign", "over", None)]
    requests = [line["request"] for line in lines if line["event"] == "request"]
    assert len(set(requests)) == len(requests)
    assert {line["status"] for line in lines if line["event"] == "request"} >= {200, 201, 403, 404}


async def test_no_secret_is_logged(tmp_path, logged):
    async with serving(tmp_path) as server:
        secrets = await session(server)
        for secret in secrets[:3]:          # in the text of an error, and in one of a package
            log.error("said", error=f"what is {secret}?")
            logging.getLogger("uvicorn").error("this is %s", secret)
    key = key_file(tmp_path / "games.sqlite").read_text().strip()
    log.error("said", error=f"[parameters: ('secret', '{key}')]")
    try:
        raise ValueError(key)
    except ValueError as error:
        log.error("said", exc_info=error)
        logging.getLogger("asyncio").error("never retrieved", exc_info=error)
    text = str(logged())
    assert text.count(logs.HIDDEN) >= 9
    for secret in (*secrets, key, "127.0.0.1"):
        assert secret not in text


@as_json
async def test_no_key_in_a_path_is_logged_even_if_it_looks_like_nothing(tmp_path, logged):
    key = "keyofthecalendarinsmallletters12"
    async with serving(tmp_path) as server, server.http() as http:
        for path in (f"/api/v1/calendar/{key}", f"/api/v1/calendar/{key}/",
                     f"/api//v1//calendar/{key}", f"/api/v1/mail/{key}",
                     f"/api/v1/calendar/{key}?key={key}", f"/tournaments/x?key={key}",
                     f"/api/v1/calend%61r/{key}"):
            await http.get(path)
        await http.post("/api/v1/account/mail/drop")
    lines = [line for line in logged() if line["event"] == "request"]
    assert not [line for line in lines if key in str(line)]
    assert lines[0]["path"] == "/api/v1/calendar/(secret)"
    assert lines[-1]["path"] == "/api/v1/account/mail/drop"


def drawn():
    """Each kind of what opens something to whoever has it."""
    tokens = Tokens("k" * 64)
    id = new_id()
    return [tokens.seat(id, "white"), tokens.organiser(id), tokens.writer(id + id),
            tokens.new_guest(), tokens.mail_key(f"stop.{id}.{'0' * 24}"), accounts._new_code(),
            tokens.tickets.sign(f"register x {id} Anna").decode(), secrets.token_urlsafe(48),
            secrets.token_urlsafe(32), f"eck_{secrets.token_urlsafe(32)}",
            secrets.token_urlsafe(24)]


def test_each_kind_of_secret_is_known_wherever_it_stands():
    for _ in range(200):
        for secret in drawn():
            last = secret[-20:]         # of what is signed, this is what nobody can make up
            for text in (secret, f'"{secret}"', f"x={secret}&y", json.dumps(f"a\n{secret}\tb")):
                assert last not in logs.SECRET.sub(logs.HIDDEN, text), (secret, text)


@pytest.mark.parametrize("kept", [
    "test_a_slow_reckoning_agrees_xxx", "0123456789abcdef0123456789abcdef", "a-b-c-d",
    "/api/v1/tournaments/abcdefghjk/orders", "eckstein.server.parts.tournaments.rules.standings",
    "2026-11-26T10:00:00.000000Z", 65 * "a", "games.sqlite.key", "0123456789.w.short",
    "eckstein.server.database.private", "/srv/eckstein/games.sqlite-wal"])
def test_what_is_no_secret_stays(kept, logged):
    log.error("said", kept=kept)
    assert kept in str(logged())


@as_json
async def test_limits_and_refused_sockets_are_logged(tmp_path, logged):
    async with serving(tmp_path, connections=1) as server:
        async with server.client(), server.client() as second:
            await second.hear("error")
        payer = server.service.tokens.alias("127.0.0.1")
    lines = logged()
    limit = next(line for line in lines if line["event"] == "limit")
    refused = next(line for line in lines if line.get("refused") == "connections")
    assert (limit["kind"], limit["payer"]) == ("connections", payer)
    assert limit["request"] == refused["request"]       # what it was about


@as_json
async def test_what_fails_in_a_room_names_the_request(tmp_path, logged, monkeypatch):
    def fail(self, room, event):
        raise RuntimeError("a mistake of ours")
    async with serving(tmp_path) as server:
        made = await server.create()
        monkeypatch.setattr(Broadcaster, "happened", fail)
        async with server.http() as http:
            await http.post(f"/api/v1/games/{made['game']}/commands", json={
                "id": "1", "seat": made["seats"]["white"], "seq": 1, "what": "move",
                "move": "d1d2"})
    lines = logged()
    request = next(line for line in lines if line.get("status") == 500)
    errors = [line for line in lines if "a mistake of ours" in line.get("exception", "")]
    assert errors
    assert {line.get("request") for line in errors if line["event"] == "game"} == {
        request["request"]}
