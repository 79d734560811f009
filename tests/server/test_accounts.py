"""Accounts: how one gets one, signs in and out, and what comes along."""
import asyncio

import pytest

from eckstein.server.api import ENDPOINTS
from eckstein.server.parts.accounts import passwords
from eckstein.server.parts.accounts.api import PATH
from eckstein.server.parts.accounts.events import Account, Session, Token
from eckstein.server.parts.mail.store import Contact
from eckstein.server.store.contract import GoneError

from .actors import PASSWORD, browsing
from .helpers import limited, opened, part, stores_of

HOURS = 3_600_000


async def test_a_guest_is_nobody_and_then_somebody(tmp_path):
    async with browsing(tmp_path) as (_, browser):
        before = await browser.me()
        assert before["account"] is None and before["name"].startswith("Guest ")
        made = await browser.sign_up(" Anna\u00a0")
        assert made["name"] == "Anna" and len(set(made["codes"])) == 8
        me = await browser.me()
        assert me["name"] == "Anna"
        assert me["account"]["password"] and me["account"]["codes"] == 8
        assert [device["this"] for device in me["account"]["devices"]] == [True]


@pytest.mark.parametrize("password", [
    "password", "12345678", "eckstein", "Eckstein2026!", "PASSWORD1", "passwort", "motdepasse",
    "password!!", "sunshine_99", "aaaaaaaa", "abababab", "Berta Blau", "berta blau1",
    "\uff50\uff41\uff53\uff53word"])
async def test_passwords_that_are_guessed_first_are_refused_wherever_one_is_set(tmp_path, password):
    async with browsing(tmp_path, 2) as (_, browser, other):
        told = await other.post_json("/account", 400, name="Berta Blau", password=password)
        assert "among the first" in told["reason"]
        made = await browser.sign_up("Berta Blau")
        await browser.post_json("/account/password", 400, password=password)
        await other.post_json("/account/recover", 400, name="Berta Blau",
                              code=made["codes"][0], password=password)
        await other.sign_in("Berta Blau")


@pytest.mark.parametrize("password", ["tilting dice", "eckstein is a name", "correct horse",
                                      "grün, grün, grün", "9371820465", "Anna likes dice"])
def test_other_passwords_are_taken(password):
    assert not passwords.is_guessed(password, "Anna")


async def test_whoever_has_an_account_here_makes_no_other_and_stays_signed_in(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        await browser.sign_up()
        for path, body in (("", {"name": "Berta", "password": PASSWORD}),
                           ("/passkey/ask", {"name": "Berta"}),
                           ("/passkey", {"ticket": "", "credential": {}})):
            told = await browser.post_json(f"/account{path}", 409, **body)
            assert "signed in as Anna" in told["reason"]
        assert (await browser.me())["name"] == "Anna"
        await other.sign_up("Berta")            # the name is free
        await browser.post_json("/account/sign-out", everywhere=False)
        await browser.sign_up("Carla")


@pytest.mark.parametrize("name", ["Anna", " anna ", "Аnna", "An\u200bna"])
async def test_nobody_plays_under_the_name_of_an_account_or_one_that_looks_like_it(tmp_path, name):
    async with browsing(tmp_path, 2) as (server, anna, guest):
        await anna.sign_up()
        for seat in ("white", "black"):
            told = await guest.post_json("/games", 400, rules="contra", **{seat: {"name": name}})
            assert "is the name of an account" in told["reason"]
        made = await guest.post_json("/games", 201, rules="contra",
                                     white={"name": f"{name}belle"}, black={"open": True})
        await guest.post_json(f"/games/{made['game']}/join", 400, id="x" * 16, name=name)
        async with server.client() as client:
            await client.say("seek", id="k" * 16, rules="contra", clocks=[None], name=name)
            told = await client.hear("seeking", "refused")
            assert "is the name of an account" in told["reason"]
        assert (await anna.post_json("/games", 201, rules="contra", white={"name": name}))["game"]


async def test_games_of_a_guest_come_along_and_go_on(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        made = await browser.post_json("/games", 201, rules="contra", black={"open": True})
        ids = [game["game"] for game in (await browser.get_json("/account/games"))["games"]]
        assert ids == [made["game"]]
        await browser.sign_up()
        await other.get("/")
        mine, = (await browser.get_json("/account/games"))["games"]
        assert mine["game"] == made["game"] and mine["seat"] == made["seats"]["white"]
        assert mine["mine"] and mine["opponent"]["kind"] == "nobody"
        await other.post_json(f"/games/{made['game']}/join", id="x" * 16)
        mine, = (await browser.get_json("/account/games"))["games"]
        assert mine["opponent"] == {"kind": "guest", "level": None, "bot": False,
                                    "name": (await other.me())["name"]}
        assert (await other.get_json("/account/games"))["games"][0]["colour"] == "black"
        await browser.post_json("/account/sign-out", device=None)
        await browser.get("/")
        assert (await browser.get_json("/account/games"))["games"] == []


async def test_an_account_is_called_in_its_games_as_it_is_today(tmp_path):
    async with browsing(tmp_path, 2) as (server, browser, other):
        await browser.sign_up()
        made = await browser.post_json("/games", 201, rules="contra", black={"open": True})
        await other.sign_up("Bruno")
        await other.post_json(f"/games/{made['game']}/join", id="y" * 16)
        players = (await server.facts(made["game"]))["players"]
        assert [players[colour]["name"] for colour in ("white", "black")] == ["Anna", "Bruno"]
        await browser.post_json("/account/name", name="Zoë")
        server.service.rooms._cache.drop(server.service.rooms._cache.get(made["game"]))
        assert (await server.facts(made["game"]))["players"]["white"]["name"] == "Zoë"
        record = (await browser.get(f"/api/v1/games/{made['game']}/record")).text
        assert "Zoë" in record and "Bruno" in record
        await browser.post_json("/account/delete")
        server.service.rooms._cache.drop(server.service.rooms._cache.get(made["game"]))
        assert (await server.facts(made["game"]))["players"]["white"]["name"] == "Guest"
        assert (await browser.me())["account"] is None
        assert (await browser.get("/api/v1/people/Zoë")).status_code == 404
        await browser.sign_up("Zora")


async def test_a_history_is_told_in_pages_and_by_filters(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        await browser.sign_up()
        games = []
        for number in range(7):
            rules = ("contra", "duell")[number % 2]
            made = await browser.post_json("/games", 201, rules=rules, white={"open": False},
                                           black={"kind": "computer", "level": 4})
            await browser.post_json(
                f"/games/{made['game']}/commands", id=f"end {number}", seq=1,
                seat=made["seats"]["white"], what="resign" if number < 5 else "abort")
            games.append(made["game"])
        seen, query = [], {"most": 3}
        while True:
            page = await other.get_json("/people/anna/games", **query)
            seen += [game["game"] for game in page["games"]]
            if page["next"] is None:
                break
            query["before"] = page["next"]
        assert sorted(seen) == sorted(games) and seen[0] == games[-1]
        lost = await other.get_json("/people/Anna/games", rules="duell", outcome="lost")
        assert {game["game"] for game in lost["games"]} == {games[1], games[3]}
        assert lost["games"][0]["opponent"] == {
            "kind": "computer", "name": "", "level": 4, "bot": False}
        profile = await other.get_json("/people/Anna")
        assert profile["tally"] == {"contra": {"lost": 3, "none": 1},
                                    "duell": {"lost": 2, "none": 1}}


async def test_names_that_are_taken_or_look_alike_are_refused(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        await browser.sign_up("Anna")
        for name, said in (("anna", "taken"), ("A.n.N.a", "taken"), ("a", "2 to 20"),
                           ("an\u200bna", "invisible characters"), ("server", "is reserved"),
                           ("<script>", "cannot be in a name")):
            for path in ("/account", "/account/passkey/ask"):
                body = {"password": PASSWORD} if path == "/account" else {}
                answer = await other.post(f"/api/v1{path}", json={"name": name} | body)
                assert answer.status_code in (400, 409) and said in answer.json()["reason"]
        for password, said in (("short", "8 to 200"), ("x" * 201, "8 to 200")):
            answer = await other.post("/api/v1/account",
                                      json={"name": "Berta", "password": password})
            assert answer.status_code == 400 and said in answer.json()["reason"]
        assert (await other.me())["account"] is None


async def test_of_two_who_want_a_name_at_once_one_gets_it(tmp_path):
    async with browsing(tmp_path, 8) as (_, *browsers):
        answers = await asyncio.gather(*(browser.post(
            "/api/v1/account", json={"name": f"Ann{'aA'[number % 2]}", "password": PASSWORD})
            for number, browser in enumerate(browsers)))
        assert sorted(answer.status_code for answer in answers) == [201] + 7 * [409]


async def test_a_wrong_password_and_an_unknown_name_are_told_alike(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        await browser.sign_up()
        answers = [await other.post("/api/v1/account/sign-in", json=body) for body in (
            {"name": "Anna", "password": "not this one"},
            {"name": "Nobody here", "password": "not this one"})]
        answers += [await other.post("/api/v1/account/recover", json=body | {
            "password": PASSWORD}) for body in ({"name": "Anna", "code": "abcde"},
                                                {"name": "Nobody here", "code": "abcde"})]
        assert answers[0].content == answers[1].content
        assert answers[2].content == answers[3].content
        assert {answer.status_code for answer in answers} == {403}
        await other.sign_in("aNNA")
        assert (await other.me())["name"] == "Anna"


async def test_passwords_that_are_guessed_are_soon_no_longer_checked(tmp_path, monkeypatch):
    limited(monkeypatch, "sign-ins-to-one", 5)
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        checked, fits = [], part(server.service, "Accounts").passwords.fits

        async def counted(password, *given):
            checked.append(password)
            return await fits(password, *given)
        monkeypatch.setattr(part(server.service, "Accounts").passwords, "fits", counted)
        for name in ("Anna", "Unknown"):
            said = [(await browser.post("/api/v1/account/sign-in", json={
                "name": name, "password": f"guess {number}"})).status_code
                for number in range(8)]
            assert said == 5 * [403] + 3 * [429]
        assert len(checked) == 10


async def test_a_recovery_code_counts_once_and_ends_all_sessions(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        code = (await browser.sign_up())["codes"][3]
        typed = f" {code.upper().replace('-', ' ')} "
        await other.post_json("/account/recover", name="Anna", code=typed,
                              password="another password")
        assert (await browser.me())["account"] is None
        assert (await other.me())["account"]["codes"] == 7
        answer = await browser.post("/api/v1/account/recover", json={
            "name": "Anna", "code": code, "password": "yet another one"})
        assert answer.status_code == 403
        await browser.sign_in(status=403)
        await browser.sign_in(password="another password")


async def test_devices_are_listed_and_signed_out(tmp_path):
    async with browsing(tmp_path, 3) as (_, first, second, third):
        await first.sign_up()
        for browser in (second, third):
            browser.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0"
            await browser.sign_in()
        devices = (await first.me())["account"]["devices"]
        assert len(devices) == 3 and sum(device["this"] for device in devices) == 1
        assert "Firefox, Linux" in {device["device"] for device in devices}
        other = next(device["name"] for device in devices if not device["this"])
        await first.post_json("/account/sign-out", device=other)
        left = [(await browser.me())["account"] is not None for browser in (second, third)]
        assert sorted(left) == [False, True]
        await first.post_json("/account/sign-out", everywhere=True)
        assert [(await browser.me())["account"] is not None
                for browser in (first, second, third)] == [True, False, False]
        await first.post_json("/account/password", password="quite another one")
        await second.sign_in(status=403)
        await second.sign_in(password="quite another one")


async def test_a_password_that_is_changed_while_it_is_checked_lets_nobody_in(tmp_path, monkeypatch):
    async with browsing(tmp_path, 2) as (server, first, second):
        await first.sign_up()
        passwords = part(server.service, "Accounts").passwords
        fits = passwords.fits

        async def slowly(*given):
            found = await fits(*given)
            await first.post_json("/account/password", password="quite another one")
            return found
        monkeypatch.setattr(passwords, "fits", slowly)
        await second.sign_in(status=403)
        assert (await second.me())["account"] is None
        assert len((await first.me())["account"]["devices"]) == 1


async def owned(browser):
    """All that an owner sees of an account, but when its devices were last used."""
    me = await browser.me()
    for device in me["account"]["devices"]:
        del device["used"]
    return me


async def test_only_who_has_just_signed_in_does_what_only_the_owner_may_do(
        tmp_path, monkeypatch):
    owners = [one.path for one in ENDPOINTS if one.needs == "fresh"]
    assert len(owners) == 13
    async with browsing(tmp_path) as (server, browser):
        await browser.sign_up()
        accounts = part(server.service, "Accounts")
        before, now = await owned(browser), accounts._now
        monkeypatch.setattr(accounts, "_now", lambda: now() + HOURS)
        for path in owners:
            answer = await browser.post(path, json={})
            assert answer.status_code == 403 and answer.json()["why"] == "sign-in-again", path
        assert await owned(browser) == before
        await browser.sign_in()
        await browser.post_json("/account/name", name="Berta")
        monkeypatch.setattr(accounts, "_now", now)
        for path in owners:                 # and now each is understood, or carried out
            answer = await browser.post(path, json={})
            assert answer.json().get("why") != "sign-in-again", path
            if path == f"{PATH}/delete":
                await browser.sign_up("Clara")


def test_every_act_on_an_account_says_whether_its_owner_must_have_just_signed_in():
    acts = {one.path.removeprefix(PATH): one.needs for one in ENDPOINTS
            if one.path.startswith(PATH) and one.method == "POST"}
    assert {path for path, needs in acts.items() if needs != "fresh"} == {
        # How one becomes somebody, and stops being here.
        "", "/passkey/ask", "/passkey", "/sign-in", "/sign-in/ask", "/sign-in/passkey",
        "/sign-in/card", "/sign-out", "/recover", "/recover/ask", "/recover/look", "/recover/link",
        # What opens nothing to anybody, and can be set back.
        "/privacy", "/public", "/document", "/vacation", "/warnings/read", "/mail/kinds", "/push",
        "/push/kinds", "/push/drop"}


@pytest.mark.parametrize("act", [
    lambda people, session: people.drop_tokens("anna", "t", session),
    lambda people, session: people.calendars.set("anna", None, session),
    lambda people, session: people.calendars.set("anna", "digest", session),
    lambda people, session: people.contacts.drop("anna", session)],
    ids=["token", "calendar", "new calendar", "mail"])
async def test_a_session_that_has_ended_meanwhile_takes_nothing_away(place, act):
    async with opened(place) as store:
        people = stores_of(store)
        await people.add(Account("anna", "Anna", 1), "anna", None, [])
        await people.add_token(Token("t", "anna", "robot", frozenset(), 1, None), 9)
        await people.calendars.set("anna", "before")
        await people.contacts.set(Contact("anna", "anna@example.org", "en", (), 1))
        with pytest.raises(GoneError):
            await act(people, "ended")
        assert len(await people.tokens("anna")) == 1
        assert await people.calendars.account("before") == "anna"
        assert await people.contacts.of("anna") is not None
        await people.open(Session("live", "anna", "", 1, 1))
        await act(people, "live")


async def test_a_stranger_can_do_nothing_with_an_account(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        await browser.sign_up()
        for path, body in (("name", {"name": "Berta"}), ("password", {"password": PASSWORD}),
                           ("codes", {}), ("passkeys/ask", {}), ("delete", {}),
                           ("document", {"version": 1, "text": ""})):
            answer = await other.post(f"/api/v1/account/{path}", json=body or None)
            assert answer.status_code == 403 and answer.json()["why"] == "signed-out", path
        for path in ("export", "document"):
            assert (await other.get(f"/api/v1/account/{path}")).status_code == 403
        other.cookies.set("eckstein_session", "x" * 43)
        assert (await other.me())["account"] is None
        forged = await browser.post("/api/v1/account/delete",
                                    headers={"Origin": "http://elsewhere.example"})
        assert forged.status_code == 403
        assert (await browser.me())["account"] is not None


async def test_a_document_is_kept_against_its_version_and_all_is_exported(tmp_path):
    async with browsing(tmp_path, 2) as (_, browser, other):
        await browser.sign_up()
        await other.sign_in()
        assert await browser.get_json("/account/document") == {"version": 0, "text": ""}
        await browser.post_json("/account/document", version=1, text="one")
        await other.post_json("/account/document", 409, version=1, text="two")
        await other.post_json("/account/document", version=2, text="two")
        await browser.post_json("/account/document", 409, version=2, text="three")
        made = await browser.post_json("/games", 201, rules="ecke")
        await browser.post_json("/account/vacation", days=2)
        told = await browser.get_json("/account/export")
        [away] = told["absences"]
        assert away["end"] - away["begin"] == 2 * 86_400
        assert told["name"] == "Anna" and told["document"] == {"version": 2, "text": "two"}
        assert [game["game"] for game in told["games"]] == [made["game"]]
        assert "account:" not in str(told)


async def test_signing_in_takes_along_what_is_asked_for_alone(tmp_path):
    async with browsing(tmp_path, 3) as (_, browser, second, third):
        await browser.sign_up()
        for other, take_along in ((second, True), (third, False)):
            await other.post_json("/games", 201, rules="contra")
            await other.sign_in(take_along=take_along)
        assert len((await browser.get_json("/account/games"))["games"]) == 1
        await third.post_json("/account/sign-out", device=None)
        assert (await third.get_json("/account/games"))["games"] == []
