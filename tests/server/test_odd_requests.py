"""Whatever comes in from outside is answered by a sentence: never by 500, and never by silence."""
import asyncio
import gc
import json

import pytest

from .helpers import serving

DEEP = "[" * 20_000 + "]" * 20_000


@pytest.mark.parametrize("origin", ["http://[", "http://]", "http://[::1", "[", "//", "http://a:b:c",
                                    "http://\xff", "null", "http://[::1]x", "http://a\u2100"])
async def test_odd_origins_are_refused(http, origin):
    headers = {"Origin": origin.encode()}
    answer = await http.post("/api/v1/games", json={"rules": "contra"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket",
               "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==", "Sec-WebSocket-Version": "13"}
    answer = await http.get("/socket", headers=headers | upgrade)
    assert answer.status_code == 403


def laid(game="contra", square="a1", letter="A", **more):
    return {"game": game, "pieces": {square: {"colour": "white", "letter": letter}}} | more


POSITIONS = [laid(letter=letter, game=game) for letter in "ßŉﬀİ²\u0000😀🇩éſKäZ?"
             for game in ("contra", "echek", "duell")] + [
    laid(square=square, game=game) for square in ("", "ß1", "a²", "a0", "a99", "\u0000", "ⅻ1", "a١")
    for game in ("contra", "echek")] + [
    laid(game="echek", reserves={"white": "ßßß", "black": "😀"}), laid(pieces={}),
    laid(game="echek", pieces={}), laid(turn="white", rights={"white": True}),
    laid(options={"ß": 1}), laid(options={"arrival_wins": 2**70}), laid(game="ß"), laid(game=""),
    laid(game="../contra"), laid(game="contra\u0000"), laid(game="_cublino")]
BODIES = [
    ("/games", {"rules": "contra", "position": "\ud800"}), ("/games", {"rules": "\u0000"}),
    ("/games", {"rules": "contra", "clock": {"kind": "delay", "initial": 1e308}}),
    ("/games", {"rules": "_chains"}), ("/games", {"rules": "__init__"}),
    ("/games", {"rules": "contra", "id": "\ud800" * 20}),
    ("/games", {"rules": "contra", "white": {"name": "\ud800\u0000"}}),
    ("/games", {"rules": "contra", "options": {"repetition": -1}}),
    ("/games", {"rules": "contra", "options": {"repetition": 10**4000}}),
    ("/games", {"rules": "contra", "options": {"no_progress": "ß"}}),
    ("/look", {"game": "contra", "moves": ["ß", "\u0000"]}), ("/look", {"game": "echek",
                                                                      "moves": ["ßß"]}),
    ("/look", {"game": "duell", "position": "²"}), ("/look", {"game": "duell", "moves": [""]}),
    ("/look", {"game": "echek", "position": "ı" * 100}), ("/look", {"game": "pur",
                                                                    "position": "P" + "9" * 3000}),
    ("/read", {"text": "\ud800"}), ("/read", {"text": "\u0000" * 100}),
    ("/read", {"text": "(" * 9000}),
    ("/read", {"text": "[Game \"contra\"]\n\n1. " + "(" * 9000, "game": "contra"}),
    ("/read", {"text": "1. d1d2 " + "(1. d1d2 " * 3000, "game": "contra"}),
    ("/read", {"text": "[Game \"ß\"]\n\n*"}), ("/read", {"text": "[Date \"\\\"]"}),
    ("/read", {"text": "{" * 5000, "game": "ecke"}), ("/read", {"text": "²", "game": "duell"}),
    ("/write", {"game": "contra", "nodes": [{"parent": 0}]}),
    ("/write", {"game": "contra", "nodes": [{}, {"parent": None, "text": "d1d2"}]}),
    ("/write", {"game": "contra", "nodes": [{"text": "ß"}]}),
    ("/write", {"game": "contra", "tags": {"ß\u0000": "\ud800"}}),
    ("/write", {"game": "contra", "tags": {"Result": "9-9", "Position": "x"}}),
    ("/write", {"game": "contra", "nodes": [{"comments": ["}\ud800"], "glyphs": [255]}]}),
]
BODIES += [("/position", wish) for wish in POSITIONS]
PATHS = ["/picture.svg?game=ß", "/picture.svg?game=contra&moves=%00",
         "/picture.png?game=contra&size=1e9",
         "/picture.svg?game=contra&arrows=ß", "/picture.svg?game=contra&marks=%F0%9F%98%80",
         "/picture.svg?game=contra&options=%3D", "/picture.svg?game=contra&options=a%3D%3D%3Db",
         "/picture.svg?game=contra&theme=..%2Fx", "/picture.svg?game=contra&move=%FF",
         "/picture.gif?game=echek&marks=a1", "/picture.svg?game=contra&arrows=a1a1",
         "/picture.svg?game=echek&arrows=z26a1&marks=a1", "/picture.svg?game=duell&numerals=%C3%9F",
         "/games/%00", "/games/ß", "/games/%FF", "/games/..%2F..", "/games/a/record?x=1",
         "/games/a/stream?since=99999999999999999999", "/games/a/stream?form=ß",
         "/games/😀/stream?since=-1", "/health?%00", "/../../etc/passwd", "//",
         "/%2e%2e/x", "/%ff%00"]


async def test_no_body_and_no_path_brings_a_500(tmp_path):
    faults = []
    async with serving(tmp_path, requests=1e6, burst=1e6) as server, server.http() as http:
        for path, body in BODIES:
            answer = await http.post(f"/api/v1{path}", content=json.dumps(body),
                                     headers={"Content-Type": "application/json"})
            if answer.status_code >= 500 or not answer.json():
                faults.append((path, body, answer.status_code))
        for path in PATHS:
            answer = await http.get(f"/api/v1{path}")
            if answer.status_code >= 500:
                faults.append((path, answer.status_code))
        for content in (DEEP, '{"rules":' + DEEP + "}", b"\xff", b"", b"\x00", "1e999", "NaN"):
            for path in ("/games", "/look", "/read", "/games/a/join", "/games/a/commands"):
                answer = await http.post(f"/api/v1{path}", content=content,
                                         headers={"Content-Type": "application/json"})
                if answer.status_code >= 500:
                    faults.append((path, content[:20], answer.status_code))
    assert not faults


@pytest.mark.parametrize("text", [
    f'{{"t":"ping","x":{DEEP}}}', f'{{"t":"look","id":1,"of":{{"game":"pur","x":{DEEP}}}}}',
    f'{{"x":{DEEP},"t":"ping"}}', '{"t":"join","game":"a","seats":' + "[" * 20_000,
    '{"t":"look","id":1,"of":{"game":"contra","options":' + '{"a":' * 10_000])
async def test_deep_messages_leave_the_connection_alone(client, text):
    await client.socket.send(text[:65_000])
    assert (await client.hear("error"))["reason"]
    await client.say("ping")
    await client.hear("pong")


async def test_a_client_that_goes_in_the_middle_of_a_refused_command_leaves_no_error(tmp_path):
    faults = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told))
    async with serving(tmp_path) as server:
        made = await server.create()
        room = await server.service.rooms.room(made["game"])
        async with room.lock:
            async with server.client() as client:
                await client.say("do", game=made["game"], id="x", seat=made["seats"]["black"],
                                 seq=1, what="move", move="d7d6")
                await client.say("ping")
                while not room.waiting:
                    await asyncio.sleep(0)
            while server.service.connections:
                await asyncio.sleep(0)
        await server.service.rooms.finish()
        gc.collect()
    assert faults == []
