"""The types of the wire: what is made from them, and that what is told is what they say."""
import json
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
import schemathesis
from tools import typescript

from eckstein import Board, names
from eckstein.board.view import view
from eckstein.record import read_records
from eckstein.record.film import film
from eckstein.server.api import description
from eckstein.wire.positions import PositionRef
from eckstein.wire.socket import ServerMessage, client_decoder
from eckstein.wire.views import Film, View

from .helpers import serving

ROOT = Path(__file__).parents[2]
FIXTURES = sorted((ROOT / "web" / "board" / "tests" / "fixtures").glob("*.json"))


def test_pages_have_each_type_once_and_know_all_they_name():
    """Whether they are used as they should be, `make web-check` says."""
    text = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"", "", typescript.source(), flags=re.DOTALL)
    declared = Counter(re.findall(r"^export type (\w+) =", text, re.MULTILINE))
    assert set(declared.values()) == {1} and {"View", "GameMessage", "Code"} <= set(declared)
    named = set(re.findall(r"\b[A-Z]\w*", re.sub(r"//.*", "", text)))
    assert named - set(declared) == {"Record", "Partial"}


def test_the_description_of_the_api_is_openapi():
    told = description()
    schemathesis.openapi.from_dict(told).validate()
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(told)))
    assert named == set(told["components"]["schemas"])


def same_again(told, type):
    """Whether nothing is lost of something told when it is read as a type."""
    text = msgspec.json.encode(told)
    return json.loads(msgspec.json.encode(msgspec.json.decode(text, type=type))) == json.loads(text)


@pytest.mark.parametrize("game", names())
def test_a_view_is_what_its_type_says(game):
    assert same_again(view(Board(game)), View)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_views_in_the_middle_of_games_are_what_their_type_says(path):
    assert same_again(json.loads(path.read_text(encoding="utf-8")), View)


def test_a_film_is_what_its_type_says():
    text = (ROOT / "examples" / "games.txt").read_text(encoding="utf-8")
    assert all(same_again(film(record), Film) for record in read_records(text))


async def test_whatever_the_socket_says_is_a_message_of_it(tmp_path):
    clock = {"kind": "fischer", "initial": 100, "increment": 7}
    async with serving(tmp_path) as server, server.client() as one, server.client() as two:
        made = await server.create(clock=clock)
        await one.join(made, "white", "black", views=True)
        await two.join(made)
        await one.do(made, "white", "move", 1, "d1d9")
        await one.do(made, "white", "move", 1, "d1d2")
        await one.do(made, "white", "offer-draw", 2)
        await one.do(made, "black", "decline-draw", 3)
        await one.do(made, "white", "ask-takeback", 4)
        await one.do(made, "black", "resign", 5)
        await one.do(made, "white", "rematch", 6)
        await two.join(made, since=2)
        await two.say("look", id=1, of={"game": "contra"})
        await two.hear("look")
        await two.say("analyse", id=2, of={"game": "contra"}, seconds=0.1)
        await two.hear("analysed")
        await two.say("nothing")
        await two.say("ping")
        await two.hear("pong")
        await one.say("join", game="nowhere")
        await one.hear("refused", id=None)
        heard = [*one.kept, *two.kept]
    assert {"game", "event", "info", "error"} <= {message["t"] for message in heard}
    for message in heard:
        assert same_again(message, ServerMessage)


def test_a_position_is_known_by_what_it_says():
    one = PositionRef("contra", {"repetition": 5, "arrival_wins": True}, moves=("d1d2",))
    same = PositionRef("contra", {"arrival_wins": True, "repetition": 5}, moves=("d1d2",))
    assert {one: 1}[same] == 1
    assert len({one, same, PositionRef("contra"), PositionRef("contra", moves=("d1d2",))}) == 3


@pytest.mark.parametrize("id", ["a\n", "\n", "a\nb", ""])
def test_an_id_has_no_line_end_anywhere(id):
    said = {"t": "do", "game": "g", "id": id, "what": "resign", "seq": 1}
    with pytest.raises(msgspec.ValidationError, match=r"id"):
        client_decoder.decode(json.dumps(said))


@pytest.mark.parametrize(("path", "body", "told"), [
    ("/games", {"rules": "contra", "clock": {"kind": "delay", "initial": 0}}, "clock.initial: "),
    ("/games", {"rules": "contra", "clock": {"kind": "days", "initial": 3}}, "1 to 14 whole days"),
    ("/games", {"rules": "contra", "clock": {"kind": "days", "initial": 1.5 * 86_400}},
     "clock: by days, each turn has 1 to 14 whole days"),
    ("/games", {"rules": "contra", "clock": {"kind": "days", "initial": 15 * 86_400}},
     "1 to 14 whole days"),
    ("/games", {"rules": "contra", "clock": {"kind": "days", "initial": 86_400, "increment": 1}},
     "leave out `increment`"),
    ("/games", {"rules": "contra", "clock": {"kind": "weeks", "initial": 100}}, "clock.kind: "),
    ("/games", {"rules": "contra", "clock": {"kind": "fischer", "initial": -5}},
     "clock.initial: "),
    ("/games", {"rules": "contra", "clock": {"kind": "fischer", "initial": 1e300}},
     "clock.initial: "),
    ("/games", {"rules": "contra", "clock": {"kind": "fischer", "initial": "5 min"}},
     "clock.initial: "),
    ("/games", {"rules": "contra", "more": 1}, "more"),
    ("/games", {}, "rules"), ("/look", {"game": "contra", "postion": "x"}, "postion"),
    ("/look", {"game": "contra", "moves": [1]}, "moves[0]: ")])
async def test_what_is_wrong_with_a_request_is_named(path, body, told, http):
    answer = await http.post(f"/api/v1{path}", json=body)
    assert answer.status_code == 422 and answer.json()["code"] == "bad"
    assert told in answer.json()["reason"]


async def test_a_body_has_to_say_that_it_is_json(http):
    answer = await http.post("/api/v1/look", content='{"game": "contra"}',
                             headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422 and "application/json" in answer.json()["reason"]


async def test_a_command_gets_the_same_refusal_by_socket_and_by_http(server, client, http):
    made = await server.create()
    for what, seat in (("join", ""), ("resign", ""), ("resign", "x"), ("abort", "")):
        wish = {"id": f"{what}{seat}", "what": what, "seat": seat, "seq": 1}
        answer = await http.post(f"/api/v1/games/{made['game']}/commands", json=wish)
        await client.say("do", game=made["game"], **wish)
        told = await client.hear("refused")
        assert {name: told[name] for name in ("code", "why", "reason")} == answer.json()


def test_every_field_of_the_api_has_a_type():
    def untyped(schema, path):
        if isinstance(schema, dict):
            if path and path[-1] not in ("properties", "default") and not schema:
                yield path
            for name, inner in schema.items():
                yield from untyped(inner, [*path, name])
    schemas = description()["components"]["schemas"]
    assert [path for path in untyped(schemas, []) if path[-1] != "default"] == []
