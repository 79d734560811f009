"""The conditions of open challenges: each, from the command that asks for it to what shows it."""
from types import SimpleNamespace
from typing import Annotated, Literal

import msgspec
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from eckstein.cli import arguments, lookup_commands
from eckstein.cli import run as command
from eckstein.client import lookups
from eckstein.client.remote import RemoteError, RemoteGame
from eckstein.server.game.rulings import RefusedError
from eckstein.server.hub.subscriber import Subscriber
from eckstein.server.parts.challenges.events import Wish
from eckstein.server.parts.notices import texts
from eckstein.server.parts.notices.notice import Facts
from eckstein.server.store.lobbies import SUITS, Seek, Share
from eckstein.wire.conditions import (
    GAME,
    SEEK,
    GameConditions,
    condition,
    described,
    told_of,
)
from eckstein.wire.http_games import NewClock
from eckstein.wire.lobby import NewSeek, OpenSeek, OpenSeeks
from eckstein.wire.socket import SeekMessage, Take

from ..conditions import ASKED, typed, unusual
from .actors import listening, two
from .helpers import at_a_page
from .journeys import BLITZ, challenge, challenges_of, lobby_of, sought
from .lobbies import TOKENS, World

CLOCK = NewClock("fischer", 300, 3)
each = pytest.mark.parametrize("one", SEEK.values(), ids=SEEK)
of_games = pytest.mark.parametrize("one", GAME.values(), ids=GAME)


def seek_of(name, **conditions):
    """An open challenge of an account of some name."""
    return Seek(name, f"account:{name}", name, "contra", {}, (CLOCK,), None, 1000, (1500,),
                **conditions)


def as_json(value):
    return list(value) if isinstance(value, tuple) else value


@each
async def test_an_open_challenge_is_listed_with_it(one, tmp_path):
    async with (two(tmp_path) as (server, anna, bruno), listening(server, anna) as hers,
                listening(server, bruno) as his):
        _, usual = await sought(hers, clocks=[BLITZ], colour="white")
        _, name = await sought(hers, clocks=[BLITZ], colour="white", **{one.name: unusual(one)})
        values = {usual: one.usual, name: as_json(unusual(one))}
        for listed in (await lobby_of(his), await bruno.get_json("/lobby/seeks")):
            assert {seek["id"]: seek[one.name] for seek in listed["seeks"]} == values


@of_games
async def test_a_challenge_is_kept_with_it(one, tmp_path):
    async with two(tmp_path) as (_, anna, bruno):
        value = as_json(unusual(one))
        made = await challenge(anna, clock=BLITZ, **{one.name: value})
        for found in (made, *await challenges_of(anna), *await challenges_of(bruno)):
            assert found[one.name] == value


@each
def test_servers_tell_each_other_of_it(one):
    share = Share(seeks=(seek_of("anna", **{one.name: unusual(one)}),))
    assert msgspec.json.decode(msgspec.json.encode(share), type=Share) == share


@of_games
def test_what_is_stored_without_it_has_the_usual_value(one):
    stored = msgspec.json.decode(msgspec.json.encode(Wish("contra", {}, None, None)))
    del stored[one.name]
    assert getattr(msgspec.convert(stored, Wish), one.name) == one.usual


@of_games
def test_two_open_challenges_fit_that_agree_on_it(one):
    usual, other = seek_of("anna"), seek_of("bruno", **{one.name: unusual(one)})
    assert not usual.fits(other) and not other.fits(usual)
    assert usual.fits(seek_of("carla")) and other.fits(
        seek_of("carla", **{one.name: unusual(one)}))


@of_games
async def test_a_player_who_takes_an_open_challenge_agrees_on_it(one):
    world = World((), ())
    lobby = world.servers[0].lobby
    for name in ("anna", "bruno"):
        world.visitors[name, 0] = Subscriber(at_a_page, f"account:{name}", payer=name)
        world.visitors[name, 0].outbox.answer = lambda text: None
    message = SeekMessage(id="x" * 16, rules="contra", clocks=[CLOCK], **{one.name: unusual(one)})
    await lobby.seek(world.visitor("anna", 0), message)
    await lobby.take(world.visitor("bruno", 0), Take(id="y" * 16, seek=TOKENS.seek_of("x" * 16)))
    paired, = world.database.games.values()
    assert [getattr(seek, one.name) for seek in paired.values()] == [unusual(one)] * 2


def test_what_lets_opponents_in_says_why_it_does_not():
    assert SUITS.keys() == {name for name, one in SEEK.items() if one.refused}
    assert not SUITS.keys() & GAME.keys()


@pytest.mark.parametrize("name", SUITS)
@given(rating=st.none() | st.integers(0, 3000), guest=st.booleans())
def test_as_usual_it_lets_everybody_in(name, rating, guest):
    taker = msgspec.structs.replace(
        seek_of("bruno"), who="guest:bruno" if guest else "account:bruno", ratings=(rating,))
    assert SUITS[name](seek_of("anna"), taker, CLOCK) >= 1000
    seek_of("anna").check(taker)


@pytest.mark.parametrize("name", SUITS)
def test_a_guest_without_a_rating_is_told_why_an_account_may_not_be_let_in(name):
    asks = seek_of("anna", **{name: unusual(SEEK[name])})
    guest = msgspec.structs.replace(seek_of("bruno"), who="guest:bruno", ratings=())
    assert not asks.fits(guest) and not guest.fits(asks)
    with pytest.raises(RefusedError) as refused:
        asks.check(guest)
    assert refused.value.reason == SEEK[name].refuse(unusual(SEEK[name]))


@pytest.mark.parametrize("one", ASKED, ids=lambda one: one.name)
def test_a_command_asks_for_it(one, monkeypatch, capsys):
    wishes = []

    def meet(server, token, **wish):
        wishes.append(msgspec.convert(wish | {"id": "x" * 16}, NewSeek))
        raise RemoteError("that is all", "bad")
    monkeypatch.setattr(RemoteGame, "meet", meet)
    for words in ([], typed(one)):
        command(["join", "http://localhost", "contra", "--somebody", *words])
    assert [getattr(wish, one.name) for wish in wishes] == [one.usual, unusual(one)]


@each
def test_the_list_of_a_command_tells_it(one, monkeypatch, capsys):
    seek = OpenSeek("s", "Anna", "contra", {}, [None], None, **{one.name: unusual(one)})
    monkeypatch.setattr(lookups, "open_seeks", lambda server: OpenSeeks([seek], 1))
    assert command(["lobby", "http://localhost"]) == 0
    told = one.tell(unusual(one))
    assert (told or "Anna") in capsys.readouterr().out


# One of each kind.

class Imagined(GameConditions, frozen=True, kw_only=True):
    """Conditions that no challenge has."""

    quiet: Annotated[bool, condition("none", "quietly", "in silence")] = False
    pace: Annotated[Literal["slow", "fast"], condition(
        "none", "how fast", {"slow": "slowly", "fast": "fast"})] = "slow"
    least: Annotated[int, condition("none", "how many games", "{value} {value:game|games}")] = 0
    span: Annotated[tuple[int, int] | None, condition(
        "none", "from and to", "{low} to {high}", "only {low} to {high}")] = None


IMAGINED = described(Imagined)


@pytest.mark.parametrize(("values", "told"), [
    ({}, []), ({"quiet": True}, ["in silence"]), ({"pace": "fast"}, ["fast"]),
    ({"least": 1}, ["1 game"]), ({"least": 7, "span": (3, 5)}, ["7 games", "3 to 5"]),
    ({"rated": True}, [])])
def test_lists_tell_what_is_not_as_usual(values, told):
    assert told_of(IMAGINED, Imagined(**values)) == told


def imagined(usual, **values):
    """A structure that has the imagined conditions as well."""
    return SimpleNamespace(**msgspec.structs.asdict(Imagined(**values)) | msgspec.structs.asdict(
        usual))


def test_the_list_of_a_command_tells_all_that_is_not_as_usual(monkeypatch, capsys):
    seek = imagined(OpenSeek("s", "Anna", "contra", {"size": "5"}, [None], None),
                    quiet=True, least=7)
    monkeypatch.setattr(lookups, "open_seeks", lambda server: OpenSeeks([seek], 1))
    monkeypatch.setattr(lookup_commands, "SEEK", IMAGINED)
    assert command(["lobby", "http://localhost"]) == 0
    assert capsys.readouterr().out.splitlines()[1].endswith(" size=5, in silence, 7 games")


def test_a_mail_tells_all_that_is_not_as_usual(monkeypatch):
    monkeypatch.setattr(texts, "GAME", IMAGINED)
    wish = imagined(Wish("contra", {}, None, None), pace="fast", quiet=True)
    *_, silent, fast, until = texts.conditions_told(Facts(wish=wish), "en").splitlines()
    assert (silent, fast) == ("in silence", "fast") and until.startswith("Open until")


def test_each_kind_of_condition_has_an_option_and_words(monkeypatch):
    monkeypatch.setattr(arguments, "SEEK", IMAGINED)
    app, asked = typer.Typer(), []

    @app.command()
    @arguments.with_conditions
    def look(place: str, **conditions: object) -> None:
        asked.append(conditions)
    for one in IMAGINED.values():
        if one.asks:
            answer = CliRunner().invoke(app, ["here", *typed(one)], catch_exceptions=False)
            assert answer.exit_code == 0 and asked[-1][one.name] == unusual(one)
            assert sum(value is not None for value in asked[-1].values()) == 1
    assert CliRunner().invoke(app, ["here", "--pace", "late"]).exit_code == 2
    assert IMAGINED["span"].refuse((3, 5)) == "only 3 to 5"
    assert IMAGINED["pace"].texts() == ["how fast", "slowly", "fast"]
