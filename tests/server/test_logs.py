"""What the server logs: who asked for what and how long it took, and nothing that is secret."""
import io
import json
import logging
from types import SimpleNamespace

import pytest
import structlog

from eckstein.server.game.tokens import COOKIE
from eckstein.server.machine import logs
from eckstein.server.machine.private import key_file
from eckstein.server.rooms.broadcast import Broadcaster

from .helpers import run, serving

SECRET_NAME = "a-long-random-text-that-leads-to-the-same-seat"
log = structlog.get_logger()


@pytest.fixture(params=[True, False], ids=["json", "text"])
def logged(request, monkeypatch):
    """Logs as a server sets them up; gives what has been logged, if JSON as objects."""
    root, stream = logging.getLogger(), io.StringIO()
    level = root.level
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(logs, "sys", SimpleNamespace(stderr=stream))
    logs.set_up_logs(as_json=request.param)
    yield lambda: (list(map(json.loads, stream.getvalue().splitlines())) if request.param
                   else stream.getvalue())
    root.setLevel(level)


def as_json(test):
    return pytest.mark.parametrize("logged", [True], indirect=True)(test)


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
def test_requests_sockets_and_commands_have_an_id_who_pays_and_a_duration(tmp_path, logged):
    async def test():
        async with serving(tmp_path) as server:
            await session(server)
            async with server.http() as http:
                answer = await http.get("/api/v1/games-known")
            return server.service.tokens.alias("127.0.0.1"), answer.headers["X-Request-Id"]
    payer, last = run(test())
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


def test_no_secret_is_logged(tmp_path, logged):
    async def test():
        async with serving(tmp_path) as server:
            secrets = await session(server)
            for secret in secrets[:3]:          # in the text of an error, and in one of a package
                log.error("said", error=f"what is {secret}?")
                logging.getLogger("uvicorn").error("this is %s", secret)
            return secrets
    secrets = run(test())
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


@pytest.mark.parametrize("kept", [
    "2026-11-26T10:00:00.000000Z", 65 * "a", "games.sqlite.key", "0123456789.w.short",
    "eckstein.server.machine.private", "/srv/eckstein/games.sqlite-wal"])
def test_what_is_no_secret_stays(kept, logged):
    log.error("said", kept=kept)
    assert kept in str(logged())


@as_json
def test_limits_and_refused_sockets_are_logged(tmp_path, logged):
    async def test():
        async with serving(tmp_path, connections=1) as server:
            async with server.client(), server.client() as second:
                await second.hear("error")
            return server.service.tokens.alias("127.0.0.1")
    payer = run(test())
    lines = logged()
    limit = next(line for line in lines if line["event"] == "limit")
    refused = next(line for line in lines if line.get("refused") == "connections")
    assert (limit["kind"], limit["payer"]) == ("connections", payer)
    assert limit["request"] == refused["request"]       # what it was about


@as_json
def test_what_fails_in_a_room_names_the_request(tmp_path, logged, monkeypatch):
    def fail(self, room, event):
        raise RuntimeError("a mistake of ours")

    async def test():
        async with serving(tmp_path) as server:
            made = await server.create()
            monkeypatch.setattr(Broadcaster, "happened", fail)
            async with server.http() as http:
                await http.post(f"/api/v1/games/{made['game']}/commands", json={
                    "id": "1", "seat": made["seats"]["white"], "seq": 1, "what": "move",
                    "move": "d1d2"})
    run(test())
    lines = logged()
    request = next(line for line in lines if line.get("status") == 500)
    errors = [line for line in lines if "a mistake of ours" in line.get("exception", "")]
    assert errors
    assert {line.get("request") for line in errors if line["event"] == "game"} == {
        request["request"]}
