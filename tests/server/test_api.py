"""The HTTP API."""
import asyncio
import contextlib
import json
from pathlib import Path

import pytest

from eckstein import Board
from eckstein.record.conversion import convert
from eckstein.render.motion import FRAME, LAST_REST, REST
from eckstein.server.work import pictures

from .helpers import LINE, serving

EXAMPLES = Path(__file__).parents[2] / "examples"


@contextlib.asynccontextmanager
async def asking(folder, **settings):
    async with serving(folder, **settings) as server, server.http() as http:
        yield server, http


async def command(http, made, colour, what, seq, status=200, id=None, **fields):
    body = {"id": id or f"{what} {seq}", "what": what, "seq": seq,
            "seat": made["seats"].get(colour, ""), **fields}
    answer = await http.post(f"/api/v1/games/{made['game']}/commands", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_the_games_and_levels_are_known(ask):
    told = (await ask("GET", "/api/v1/games-known")).json()
    assert {"pur", "contra", "ecke", "duell", "echek"} <= set(told["games"])
    assert told["games"]["contra"]["start"] == Board("contra").position()
    assert [level["level"] for level in told["levels"]] == list(range(1, 11))


async def test_a_game_over_http(tmp_path):
    async with asking(tmp_path) as (server, http):
        made = await server.create(white={"name": "Ada"})
        for number, move in enumerate(LINE):
            done = await command(http, made, ("white", "black")[number % 2], "move",
                                 number + 1, move=move)
            assert done == {"seq": number + 2}
        facts = await server.facts(made["game"])
        assert [move["text"] for move in facts["moves"]] == LINE
        assert facts["players"]["white"]["name"] == "Ada"
        assert "seats" not in facts and made["seats"]["white"] not in json.dumps(facts)
        record = (await http.get(f"/api/v1/games/{made['game']}/record")).text
        assert '[White "Ada"]' in record and "1. d1-d2 d7-d6" in record


@pytest.mark.parametrize(("fields", "status", "code"), [
    ({"what": "move", "move": "d1d9"}, 409, "illegal"), ({"what": "move"}, 409, "illegal"),
    ({"what": "fly"}, 422, "bad"), ({"what": "move", "seq": -1}, 422, "bad"),
    ({"what": "resign", "seat": "x"}, 403, "not-yours"), ({"what": "join"}, 400, "bad"),
    ({"what": "resign", "more": 1}, 422, "bad"), ({"what": "accept-draw"}, 409, "not-now")])
async def test_commands_that_are_refused(tmp_path, fields, status, code):
    async with asking(tmp_path) as (server, http):
        made = await server.create()
        body = {"id": "x", "seq": 1, "seat": made["seats"]["white"]} | fields
        answer = await http.post(f"/api/v1/games/{made['game']}/commands", json=body)
        assert answer.status_code == status and answer.json()["code"] == code
        assert answer.json()["reason"]


@pytest.mark.parametrize("wish", [
    {"rules": "chess"}, {"position": "nonsense"}, {"options": {"no": 1}},
    {"options": {"compiled": True}}, {"options": {"position": "x"}}, {"position": "CWd7va4"},
    {"options": {"repetition": True}}])
async def test_games_that_cannot_be(ask, wish):
    answer = await ask("POST", "/api/v1/games", 400, json={"rules": "contra"} | wish)
    assert answer.json()["code"] == "bad" and len(answer.json()["reason"]) > 10


async def test_the_same_wish_for_a_game_gets_the_same_game(tmp_path):
    async with asking(tmp_path) as (server, _):
        first, second = [await server.create(id="a long random text") for _ in "12"]
        assert first == second
        assert (await server.create(id="another random text"))["game"] != first["game"]


async def test_an_open_seat_is_for_whoever_joins_first(tmp_path):
    async with asking(tmp_path) as (server, http):
        made = await server.create(black={"open": True})
        assert list(made["seats"]) == ["white"]
        path = f"/api/v1/games/{made['game']}/join"
        mine = {"id": "x" * 16, "name": "Ben"}
        taken = (await http.post(path, json=mine)).json()
        assert taken["colour"] == "black"
        assert (await http.post(path, json=mine)).json() == taken
        late = await http.post(path, json={"id": "y" * 16})
        assert late.status_code == 409 and late.json()["code"] == "not-now"
        made["seats"]["black"] = taken["token"]
        await command(http, made, "black", "resign", 2)
        facts = await server.facts(made["game"])
        assert facts["players"]["black"]["name"] == "Ben"


@pytest.mark.parametrize("form", ["ndjson", "sse"])
async def test_a_stream_tells_what_happens(tmp_path, form):
    async with asking(tmp_path) as (server, http):
        made = await server.create()
        path = f"/api/v1/games/{made['game']}/stream"
        async with http.stream("GET", path, params={"form": form}) as answer:
            lines = answer.aiter_lines()

            async def next_one(**fields):
                async for line in lines:
                    facts = json.loads(line.removeprefix("data: ")) if line else {}
                    if fields and fields.items() <= facts.items():
                        return facts
                return None
            assert (await next_one(t="game"))["seq"] == 1
            await command(http, made, "white", "move", 1, move="d1d2")
            assert (await next_one(kind="move"))["move"] == "d1d2"


async def test_a_player_is_here_as_long_as_his_stream_lasts(tmp_path):
    async with asking(tmp_path) as (server, http), server.client() as other:
        made = await server.create()
        path = f"/api/v1/games/{made['game']}/stream"
        await other.join(made, "black")

        async def told(here, watching):
            while True:
                event = await other.hear("event", kind="presence", watching=watching)
                if event["players"]["white"]["here"] == here:
                    return
        mine = {"seats": [made["seats"]["white"]]}
        async with http.stream("POST", path, json=mine) as answer:
            lines = answer.aiter_lines()
            first = json.loads(await anext(lines))
            assert (first["t"], first["yours"]) == ("game", ["white"])
            await told(here=True, watching=0)
        await told(here=False, watching=0)
        async with http.stream("GET", path) as answer:
            lines = answer.aiter_lines()
            await anext(lines)
            await told(here=False, watching=1)


async def test_a_stream_for_a_seat_that_is_none(tmp_path):
    async with asking(tmp_path) as (server, http):
        made, other = await server.create(), await server.create()
        answer = await http.post(f"/api/v1/games/{made['game']}/stream",
                                 json={"seats": [other["seats"]["white"]]})
        assert (answer.status_code, answer.json()["why"]) == (403, "wrong-token")


@pytest.mark.parametrize(("colour", "first"), [("black", "prepared"), ("white", "event")])
async def test_conditional_replies_are_told_in_the_stream_of_their_player_alone(
        tmp_path, colour, first):
    async with asking(tmp_path) as (server, http):
        made = await server.create()
        mine = {"seats": [made["seats"][colour]]}
        async with http.stream("POST", f"/api/v1/games/{made['game']}/stream", json=mine) as answer:
            lines = answer.aiter_lines()
            await anext(lines)
            await command(http, made, "black", "prepare", 1, lines=[["d1d2", "d7d6"]])
            await command(http, made, "white", "move", 1, move="d1d2")
            told = [json.loads(await anext(lines))]
            while told[-1].get("kind") == "presence":
                told.append(json.loads(await anext(lines)))
            assert told[-1]["t"] == first


async def test_streams_end_when_the_server_stops(tmp_path):
    async with asking(tmp_path) as (server, http):
        made = await server.create()
        async with http.stream("GET", f"/api/v1/games/{made['game']}/stream") as answer:
            lines = answer.aiter_lines()
            await anext(lines)
            await server.service.say_bye()
            async for _ in lines:
                pass


async def test_a_view(ask):
    view = (await ask("POST", "/api/v1/look", json={"game": "contra", "moves": ["d1d2"]})).json()
    assert view["ply"] == 1 and len(view["legal"]) == 7


@pytest.mark.parametrize(("name", "form", "game"), [
    ("games.txt", "record", "contra"), ("replay.txt", "replay", "pur"),
    ("saved-by-ramapo.txt", "ramapo", "duell"), ("saved-by-studer.dls", "studer", "duell")])
async def test_files_are_read(ask, name, form, game):
    told = await ask("POST", "/api/v1/read", json={"text": (EXAMPLES / name).read_text()})
    assert told.json()["format"] == form and told.json()["games"][0]["game"] == game


async def test_moves_are_read_with_their_game(ask):
    told = (await ask("POST", "/api/v1/read", json={
        "text": "1. d1-d2 d7d6 (c7c6 c1c2) d2d3", "game": "contra"})).json()
    nodes = told["games"][0]["nodes"]
    assert [(node["parent"], node["text"]) for node in nodes] == [
        (None, ""), (0, "d1d2"), (1, "d7d6"), (2, "d2d3"), (1, "c7c6"), (4, "c1c2")]


@pytest.mark.parametrize(("text", "place"), [
    ("d1d2 d7d9", "character 6: move 1... d7d9: "),
    ("  1. d1-d2 d7-d9", "character 12: move 1... d7-d9: "),
    ("\nd1d9\n", "character 1: move 1. d1d9: "),
    ("\ufeffd1d9", "character 1: move 1. d1d9: "),
    ("hello world", "character 1: move 1. hello: "),
    ("1. d1-d2 d7-d6\n2. d2-d9", "game 1, line 2, column 4: move 2. d2-d9: "),
    ("\n\n1. d1-d9\n*", "game 1, line 3, column 4: move 1. d1-d9: "),
    ("d1d2 *\nd1d2 (d7d6", "game 2, line 2, column 6: this variation"),
])
@pytest.mark.parametrize("options", [{}, {"repetition": 5}])
async def test_what_is_wrong_with_moves_stands_where_it_was_typed(ask, text, place, options):
    answer = await ask("POST", "/api/v1/read", 400, json={
        "text": text, "game": "contra", "options": options})
    assert answer.json()["reason"].startswith(place)


async def test_a_position_that_moves_begin_from_has_no_line_in_their_text(ask):
    answer = await ask("POST", "/api/v1/read", 400, json={
        "text": "d1d2", "game": "contra", "position": "CWa1Wa1vd7"})
    assert answer.json()["reason"] == "two dice lie on a1 (character 5)"


async def test_one_bad_game_spoils_no_other(ask):
    text = (EXAMPLES / "games.txt").read_text()
    bad = '[Game "contra"]\n\n1. d1-d9 *\n'
    told = (await ask("POST", "/api/v1/read", json={"text": f"{bad}\n{text}\n{bad}"})).json()
    assert len(told["games"]) == 2 and told["count"] == 4 and told["rest"] == ""
    assert [(fault["game"], fault["line"], fault["column"]) for fault in told["faults"]] == [
        (1, 3, 4), (4, told["lines"], 4)]
    assert told["faults"][0]["reason"].startswith("move 1. d1-d9: ")
    assert told["faults"][0]["template"]["text"] == "move {number} {move}: {reason}"


async def test_what_follows_an_end_is_a_warning(ask):
    told = (await ask("POST", "/api/v1/read", json={
        "text": '[Position "CWd6va7"] d6-d7 a7-a6'})).json()
    assert told["faults"] == [] and told["warnings"][0]["column"] == 28
    assert told["games"][0]["nodes"][1]["comments"] == ["a7-a6"]


@pytest.mark.parametrize("form", ["record", "json"])
@pytest.mark.parametrize("size", [150, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
async def test_a_large_text_is_read_piece_by_piece(tmp_path, form, size, ends):
    text = (EXAMPLES / "games.txt").read_text() + '\n[Game "contra"]\n\n1. d1-d9 *\n'
    text = text * 2 if form == "record" else convert(
        (EXAMPLES / "games.txt").read_text() * 3, "record", "json") + "{]\n"
    text = text.replace("\n", ends)
    async with asking(tmp_path) as (_, http):
        async def read(**wish):
            answer = await http.post("/api/v1/read", json=wish)
            assert answer.status_code == 200, answer.text
            return answer.json()
        whole = await read(text=text)
        games, faults, count, lines, rest = [], [], 0, 0, ""
        for at in range(0, len(text), size):
            piece, more = rest + text[at:at + size], at + size < len(text)
            found = await read(text=piece, more=more, **{"format": form} if at else {})
            games += found["games"]
            faults += [(count + fault["game"], lines + fault["line"], fault["reason"])
                       for fault in found["faults"]]
            count, lines, rest = count + found["count"], lines + found["lines"], found["rest"]
        assert games == whole["games"] and rest == "" and count == whole["count"]
        assert faults == [(fault["game"], fault["line"], fault["reason"])
                          for fault in whole["faults"]]


async def test_more_games_than_are_read_at_once_are_the_rest(ask):
    text = "PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7\n" * 201
    told = (await ask("POST", "/api/v1/read", json={"text": text})).json()
    assert (told["count"], told["lines"], told["rest"]) == (200, 200, text[:44])


async def test_a_game_longer_than_a_piece_is_refused(ask):
    text = '[Game "contra"]\n\n{' + "x" * 300_000
    answer = await ask("POST", "/api/v1/read", 400, json={"text": text[:300_000], "more": True})
    assert answer.json()["reason"] == "a game is longer than 300000 letters"


@pytest.mark.parametrize("text", ["", "hello world", "1. d1d2", "{words}"])
async def test_texts_that_say_nothing(ask, text):
    answer = await ask("POST", "/api/v1/read", 400, json={"text": text})
    assert answer.json()["reason"]


async def test_what_was_read_is_written_again(tmp_path):
    text = (EXAMPLES / "games.txt").read_text() + """
[Game "contra"]

1. d1-d2 $6 {[%clk 0:00:59.25] [%eval -0.35,9] [%engine] [%csl Gd2]} 1... d7-d6 {[%eval #-2]} *
"""
    async with asking(tmp_path) as (_, http):
        async def read(text):
            return (await http.post("/api/v1/read", json={"text": text})).json()["games"]
        for game in await read(text):
            wish = {"game": game["game"], "options": game["options"],
                    "position": game["start"], "tags": game["tags"],
                    "result": game["result"], "nodes": game["nodes"]}
            answer = await http.post("/api/v1/write", json=wish)
            assert await read(answer.json()["text"]) == [game]


@pytest.mark.parametrize("nodes", [
    [{"parent": 0}], [{}, {"parent": 5, "text": "d1d2"}], [{}, {"parent": 0, "text": "zz"}],
    [{}, {"parent": 0, "text": "d1d2"}, {"parent": 0, "text": "a1a2"},
     {"parent": 1, "text": "d7d6"}]])
async def test_trees_that_cannot_be(ask, nodes):
    answer = await ask("POST", "/api/v1/write", 400, json={"game": "contra", "nodes": nodes})
    assert answer.json()["reason"]


async def test_a_position_is_set_up(ask):
    wish = {"game": "contra", "turn": "black", "pieces": {
        "d1": {"colour": "white", "letter": "W"}, "a7": {"colour": "black", "letter": "v"}}}
    told = (await ask("POST", "/api/v1/position", json=wish)).json()
    assert told == {"position": "cWd1va7", "problems": []}


async def test_an_endless_board_is_set_up_across_its_seam(ask):
    wish = {"game": "echek", "pieces": {"z1": {"colour": "white", "letter": "K"},
                                        "a1": {"colour": "black", "letter": "k"}},
            "reserves": {"white": "QRBNP", "black": "QRBNP"}}
    told = (await ask("POST", "/api/v1/position", json=wish)).json()
    assert told["position"].split()[0] == "Kk" and told["position"].endswith("z1")


@pytest.mark.parametrize("pieces", [
    {"z9": {"colour": "white", "letter": "A"}}, {"d1": {"colour": "white", "letter": "Z"}},
    {"d1": {"colour": "white", "letter": "?"}}])
async def test_positions_that_cannot_be_written(ask, pieces):
    await ask("POST", "/api/v1/position", 400, json={"game": "contra", "pieces": pieces})


@pytest.mark.parametrize(("form", "begin"), [("svg", b"<svg"), ("png", b"\x89PNG"),
                                             ("gif", b"GIF8")])
async def test_pictures(ask, form, begin):
    answer = await ask("GET", f"/api/v1/picture.{form}",
                 params={"game": "contra", "moves": "d1d2", "size": 100})
    assert answer.content.startswith(begin)
    assert answer.headers["content-type"] == pictures.FORMATS[form]


async def test_the_frames_of_an_animation(ask):
    answer = await ask("GET", "/api/v1/picture.frames",
                 params={"game": "contra", "moves": "d1d2", "size": 100})
    frames = answer.json()
    assert answer.headers["content-type"] == "application/json"
    assert all(svg.startswith("<svg") for svg, _ in frames)
    assert frames[0][1] == REST and frames[-1][1] == LAST_REST
    assert {hundredths for _, hundredths in frames[1:-1]} == {FRAME}


@pytest.mark.parametrize("look", [{"size": 100_000}, {"theme": "x"}, {"arrows": "?"}, {"more": 1}])
async def test_pictures_that_cannot_be(tmp_path, look):
    async with asking(tmp_path) as (_, http):
        answer = await http.get("/api/v1/picture.svg", params={"game": "contra"} | look)
        assert answer.status_code in (400, 422) and answer.json()["code"] == "bad"


async def test_health_and_metrics(tmp_path):
    async with asking(tmp_path) as (server, http):
        made = await server.create()
        assert (await http.get("/api/v1/health")).json()["well"] is True
        await command(http, made, "white", "move", 1, move="d1d2")
        assert (await http.get("/metrics")).status_code == 404      # only at their own port
        with server.service.figures.exposed("127.0.0.1", 0) as port:
            figures = (await http.get(f"http://127.0.0.1:{port}/metrics")).text.splitlines()
        assert {"eckstein_events 2.0", "eckstein_command_seconds_count 1.0",
                "eckstein_commit_seconds_count 2.0"} <= set(figures)
        await server.service.say_bye()
        assert (await http.get("/api/v1/health")).status_code == 503


async def test_too_many_requests_are_told_so(tmp_path, monkeypatch):
    async with asking(tmp_path, requests=0.001, burst=4) as (server, http):    # and one to connect
        monkeypatch.setattr(server.service.requests, "_steady", lambda: 0.0)    # time stands still
        answers = [await http.get("/api/v1/health") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["code"] == "too-fast"
        assert answers[-1].headers["Retry-After"] == "1000"     # of one in 1000 s
        assert "Retry-After" not in answers[0].headers


async def test_too_long_a_body_is_not_read(tmp_path):
    async with asking(tmp_path) as (_, http):
        answer = await http.post("/api/v1/read", content=b"x" * 2_000_000)
        assert answer.status_code == 413 and answer.json()["code"] == "too-long"


async def test_slow_work_does_not_hold_up_moves(tmp_path):
    async with asking(tmp_path) as (server, http):
        made = await server.create()
        slow = asyncio.create_task(http.get("/api/v1/picture.gif", params={
            "game": "contra", "moves": " ".join(LINE[:3]), "size": 100}))
        await asyncio.sleep(0)
        await command(http, made, "white", "move", 1, move="d1d2")
        assert not slow.done()
        assert (await slow).status_code == 200


async def test_a_name_has_no_letters_that_deceive(tmp_path):
    async with asking(tmp_path) as (server, http):
        made = await server.create(white={"name": " A\u202eda\u0000\n "},
                                   black={"name": "\u200b", "open": True})
        players = (await server.facts(made["game"]))["players"]
        assert [players[colour]["name"] for colour in ("white", "black")] == ["Ada", "Guest"]
        answer = await http.post(f"/api/v1/games/{made['game']}/join",
                                 json={"id": "x" * 20, "name": "B\u2066ob"})
        assert answer.status_code == 200
        players = (await server.facts(made["game"]))["players"]
        assert players["black"]["name"] == "Bob"


@pytest.mark.parametrize("id", ["", "\0", "a\nb", "\ud800", "x" * 65])
async def test_ids_of_commands_that_are_none(tmp_path, id):
    async with asking(tmp_path) as (server, http):
        made = await server.create()
        answer = await http.post(
            f"/api/v1/games/{made['game']}/commands", content=json.dumps(
                {"id": id, "what": "resign", "seat": made["seats"]["white"], "seq": 1}),
            headers={"Content-Type": "application/json"})
        assert answer.status_code == 422
        assert (await server.facts(made["game"]))["result"] is None


async def test_the_same_id_in_other_games_and_of_other_players_is_another_command(tmp_path):
    async with asking(tmp_path) as (server, http):
        one, two = await server.create(), await server.create()
        for made in (one, two):
            await command(http, made, "white", "move", 1, move="d1d2", id="same")
            await command(http, made, "black", "move", 2, move="d7d6", id="same")
            assert (await server.facts(made["game"]))["seq"] == 3


async def test_openings_of_a_text_are_counted(ask):
    text = '[Game "contra"]\n[Result "0-1"]\n\n1. d1-d2 d7-d6 0-1\n\n[Game "contra"]\n\n1. d9 *'
    told = (await ask("POST", "/api/v1/openings",
               json={"text": text, "game": "contra", "plies": 1})).json()
    assert told["positions"] == {Board("contra").position(): {"d1d2": [0, 0, 1, 0]}}
    assert (told["games"], told["others"], told["wrong"]) == (1, 0, 1)
    assert told["reason"].startswith("move 1. d9: ") and told["template"]["facts"]["move"] == "d9"


async def test_a_long_comment_is_written_and_read_whole(ask):
    said = "So it goes on. " * 1000
    nodes = [{}, {"parent": 0, "text": "d1d2", "comments": [said.strip()]}]
    answer = await ask("POST", "/api/v1/write", 200,
                 json={"game": "contra", "nodes": nodes})
    text = answer.json()["text"]
    [game] = (await ask("POST", "/api/v1/read", 200, json={"text": text})).json()["games"]
    assert " ".join(game["nodes"][1]["comments"]) == said.strip()
