"""Tokens of accounts: what programs do by them, and what they cannot."""
import sqlite3
from contextlib import closing

import pytest
import websockets
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.api import ENDPOINTS, description
from eckstein.server.game.rulings import RefusedError
from eckstein.server.net.scopes import check_scope
from eckstein.server.parts.accounts.events import Token

from .actors import NEEDS, SCOPES, browsing, program, token_of
from .helpers import part

DAY = 86_400_000


async def refused(asking, status, why):
    answer = await asking
    assert (answer.status_code, answer.json()["why"]) == (status, why), answer.text
    return answer


async def test_a_program_plays_in_the_name_of_an_account(tmp_path):
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        async with program(server, await token_of(browser, "play", "read")) as bot:
            made = await bot.post_json("/games", 201, rules="contra")
            assert (await bot.me())["name"] == "Anna"
            games = (await bot.get_json("/account/games"))["games"]
            assert [game["game"] for game in games] == [made["game"]]
        players = (await server.facts(made["game"]))["players"]
        assert players["white"]["name"] == "Anna" and players["white"]["account"]


async def test_a_token_is_told_once_and_kept_as_a_digest(tmp_path):
    async with browsing(tmp_path) as (_, browser):
        await browser.sign_up()
        token = await token_of(browser, "play", days=30)
        told, = (await browser.me())["account"]["tokens"]
        assert told["scopes"] == ["play"] and told["ends"] - told["created"] == 30 * 86400
        assert token not in str(told) and told["used"] is None
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        assert token not in "\n".join(database.iterdump())


async def test_what_a_token_does_not_reach_is_refused_and_changes_nothing(tmp_path):
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        before = (await browser.get_json("/account/games"), await browser.me())
        async with program(server, await token_of(browser, "read")) as bot:
            kept = await browser.me()
            await refused(bot.post("/api/v1/games", json={"rules": "contra"}), 403, "not-in-scope")
            for path, body in (("name", {"name": "Zoe"}), ("delete", None),
                               ("password", {"password": "another one"}),
                               ("tokens", {"name": "more", "scopes": ["play"]}),
                               ("document", {"version": 1, "text": "x"})):
                await refused(bot.post(f"/api/v1/account/{path}", json=body), 403, "not-in-scope")
            assert (await browser.me())["account"]["tokens"][0]["scopes"] == ["read"]
        after = (await browser.get_json("/account/games"), await browser.me())
        assert before[0] == after[0]
        assert {**after[1]["account"], "tokens": []} == {**kept["account"], "tokens": []}


@pytest.mark.parametrize("shown", ["Bearer nothing", "Bearer", "Basic abc", "", "bearer \u00e9"])
async def test_what_is_no_token_is_refused_everywhere(tmp_path, shown):
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        header = {"Authorization": shown.encode("latin-1")}
        answers = [await refused(browser.get(f"/api/v1{path}", headers=header), 401,
                                 "unknown-token")
                   for path in ("/account", "/games-known", "/account/games")]
        assert answers[0].headers["WWW-Authenticate"] == "Bearer"
        with pytest.raises(websockets.InvalidStatus) as caught:
            async with server.client(additional_headers={"Authorization": "Bearer nothing"}):
                pass
        assert caught.value.response.status_code == 401


async def test_a_token_that_was_revoked_or_has_ended_works_no_more(tmp_path):
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        first, second = await token_of(browser, "read"), await token_of(browser, "read", days=1)
        async with program(server, first) as one, program(server, second) as other:
            assert (await one.me())["name"] == (await other.me())["name"] == "Anna"
            known = (await browser.me())["account"]["tokens"]
            id, = (token["id"] for token in known if token["ends"] is None)
            await browser.post_json("/account/tokens/drop", id=id)
            await refused(one.get("/api/v1/account"), 401, "unknown-token")
            await other.me()
            now = part(server.service, "Accounts").access._now
            part(server.service, "Accounts").access._now = lambda: now() + DAY
            await refused(other.get("/api/v1/account"), 401, "unknown-token")


async def test_a_new_password_ends_all_tokens(tmp_path):
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        async with program(server, await token_of(browser, "read")) as bot:
            await bot.me()
            await browser.post_json("/account/password", password="quite another one")
            await refused(bot.get("/api/v1/account"), 401, "unknown-token")


async def test_a_socket_has_the_scopes_of_its_token(tmp_path):
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        made = await server.create()
        for scope, expected in (("read", "refused"), ("play", "done")):
            token = await token_of(browser, scope)
            async with server.client(additional_headers={
                    "Authorization": f"Bearer {token}"}) as client:
                await client.join(made, "white", "black")
                answer = await client.do(made, "white", "move", 1, "d1d2")
                assert answer["t"] == expected, answer
                if scope == "read":
                    assert answer["why"] == "not-in-scope"
                    await client.say("ping")
                    await client.hear("pong")


async def test_an_account_has_so_many_tokens_and_others_cannot_revoke_them(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        await browser.sign_up()
        await other.sign_up("Bruno")
        for _ in range(20):
            await token_of(browser, "read")
        more = await browser.post("/api/v1/account/tokens", json={"name": "x", "scopes": ["read"]})
        assert more.status_code == 400 and "20 tokens" in more.json()["reason"]
        id = (await browser.me())["account"]["tokens"][0]["id"]
        await other.post_json("/account/tokens/drop", id=id)
        await browser.post_json("/account/tokens/drop", id="%")
        assert len((await browser.me())["account"]["tokens"]) == 20


@given(st.frozensets(st.sampled_from(SCOPES)), st.sampled_from(NEEDS))
def test_a_token_reaches_exactly_its_scopes(scopes, needed):
    token = Token("d", "a", "n", scopes, 0)
    if needed == "anybody" or needed in scopes:
        check_scope(token, needed)
    else:
        with pytest.raises(RefusedError):
            check_scope(token, needed)


def test_whoever_shows_no_token_is_a_person():
    for needed in NEEDS:
        check_scope(None, needed)


def test_where_nobody_has_said_what_is_needed_everybody_is_refused():
    for token in (None, Token("d", "a", "n", frozenset(SCOPES), 0)):
        with pytest.raises(RefusedError):
            check_scope(token, None)


def test_openapi_names_the_scope_of_each_request():
    told = description()
    assert told["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for endpoint in ENDPOINTS:
        security = told["paths"][endpoint.path][endpoint.method.lower()].get("security")
        named = [scope for one in security or () for scope in one.get("token", ())]
        assert named == ([endpoint.needs] if endpoint.needs in SCOPES else [])
        if endpoint.path.startswith("/api/v1/account"):
            assert endpoint.needs != "anybody"

