"""Moderation: reports are taken alike, all that moderators do is in the trail and can be undone."""
import asyncio
import contextlib
import json
import time

import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from eckstein.cli import run as command
from eckstein.server.database import tables
from eckstein.server.game.clocks import DAY
from eckstein.server.game.identity import of_account, of_guest
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.moderation import api as api_moderation
from eckstein.server.parts.moderation import overseeing
from eckstein.server.parts.moderation.conduct import (
    ACTS,
    ENDS,
    Conduct,
    Entry,
    conduct_of,
    standing,
)
from eckstein.server.parts.moderation.records import Evidence, Flag, NewName, Report
from eckstein.server.parts.ratings import standings
from eckstein.server.parts.ratings.counting import rate_all
from eckstein.server.serving.serving import database_url
from eckstein.server.store.contract import TakenError
from eckstein.server.store.transactions import Ending

from .actors import listening, moderated
from .helpers import capped, limited, opened, run, stores_of
from .journeys import (
    BLITZ,
    case_of,
    challenge,
    give_command,
    lobby_of,
    moderate,
    rated_game,
    seek,
    sought,
    take,
)
from .written_games import write_game

ACCOUNTS = ("anna", "bruno", "carla")


async def report(browser, to="Bruno", status=200, reason="engine", **more):
    return await browser.post_json("/reports", status, to=to, reason=reason, **more)


async def conduct(browser):
    return (await browser.me())["account"]["conduct"]


async def test_a_report_is_judged_and_the_player_reads_the_warning(tmp_path):
    async with moderated(tmp_path) as (_, anna, bruno, carla):
        strange = await anna.post_json("/games", 201, rules="contra", white={},
                                       black={"open": True})
        assert await report(anna, text="Plays like a\u202e machine.\x00",
                            game=strange["game"]) == {"taken": True}
        assert await report(anna, text="once more") == {"taken": True}
        told, = (await carla.get_json("/moderation"))["cases"]
        found, = told["reports"]
        assert (told["name"], found["reason"], found["text"], found["state"]) == (
            "Bruno", "engine", "Plays like a machine.", "open")
        assert found["game"] is None                    # for Bruno does not play in it
        assert found["by"] == {"kind": "account", "name": "Anna", "upheld": 0, "dismissed": 0,
                               "open": 1}
        assert (await moderate(carla, "warn", text="Play by yourself."))["cases"] == []
        told = await conduct(bruno)
        warning, = told["warnings"]
        assert warning["text"] == "Play by yourself." and not told["barred"]
        await anna.post_json("/account/warnings/read", id=warning["id"])    # it is not hers
        assert (await conduct(bruno))["warnings"]
        for _ in range(2):
            me = await bruno.post_json("/account/warnings/read", id=warning["id"])
            assert me["account"]["conduct"]["warnings"] == []
        told = await case_of(carla)
        assert [one["what"] for one in told["entries"]] == ["read", "warn"]
        assert told["reports"][0]["by"]["upheld"] == 1
        assert "conduct" not in json.dumps(await anna.get_json("/people/Bruno"))


async def test_a_bar_takes_a_player_off_the_leaderboard_and_changes_no_rating(
        tmp_path, monkeypatch):
    monkeypatch.setattr(standings, "FRESH_SECONDS", -1.0)
    async with moderated(tmp_path) as (server, anna, bruno, carla):
        store = server.service.store
        for number in range(2):
            ids = [(await stores_of(server.service).named(name)).id for name in ("anna", "bruno")]
            await write_game(store, f"g{number}", of_account(ids[0]), of_account(ids[1]), 1,
                             Ending(round(1000 * time.time()), "white", True), rated=True)
        await rate_all(stores_of(server.service).ratings)
        async with store.engine.begin() as connection:
            await connection.execute(sa.update(tables.standings).values(listed=2**62))
        query = {"rules": "contra", "speed": "blitz"}

        async def told():
            board = await anna.get_json("/leaderboard", **query)
            own = await bruno.get_json("/leaderboard/own", **query)
            return ([one["name"] for one in board["leaders"]], own["place"],
                    [(await anna.get_json(f"/people/{name}"))["ratings"]
                     for name in ("Anna", "Bruno")])
        names, place, ratings = await told()
        assert (names, place) == (["Anna", "Bruno"], 2)
        await moderate(carla, "bar")
        assert await told() == (["Anna"], None, ratings)
        bar = (await case_of(carla))["entries"][0]
        await moderate(carla, "take-back", entry=bar["id"])
        assert await told() == (names, place, ratings)


async def test_whoever_is_barred_plays_no_rated_games_until_it_is_taken_back(tmp_path):
    rated = {"rules": "contra", "rated": True, "clock": BLITZ, "white": {}, "black": {"open": True}}
    async with moderated(tmp_path) as (server, anna, bruno, carla), \
            listening(server, anna) as hers, listening(server, bruno) as his:
        before, seats = await rated_game(anna, bruno)
        await give_command(bruno, before, seats, "black", 2, "resign")
        made = await anna.post_json("/games", 201, **rated)
        waits = await challenge(anna, clock=BLITZ, rated=True)
        cup = await anna.post_json("/tournaments", 201, id="key of a tournament 1", name="Cup",
                                   kind="swiss", rules="contra", clock=BLITZ, rated=True)
        _, name = await sought(hers, clocks=[BLITZ], rated=True)
        await moderate(carla, "bar", days=3)
        assert (await conduct(bruno))["until"]
        refused = [
            await bruno.post_json("/games", 403, **rated),
            await bruno.post_json(f"/games/{made['game']}/join", 403, id="k" * 20),
            await give_command(bruno, before, seats, "black", 3, "rematch", 403),
            await challenge(bruno, "Anna", 403, clock=BLITZ, rated=True),
            await bruno.post_json(f"/tournaments/{cup['id']}/orders", 403, what="enter")]
        await lobby_of(his)
        await his.say("seek", id="k" * 20, rules="contra", clocks=[BLITZ], rated=True)
        refused += await his.hear("error", "refused"), await take(his, name)
        assert {one["why"] for one in refused} == {"barred"}
        gone = await bruno.post_json(f"/challenges/{waits['id']}/accept", 409)
        assert gone["why"] == "challenge-gone"
        assert all("until" in one["reason"] for one in refused)
        await seek(his)
        await challenge(bruno, "Anna", clock=BLITZ)
        bar = (await case_of(carla))["entries"][0]
        assert bar["stands"] and bar["until"]
        await moderate(carla, "bar")             # for good, which counts from now on
        assert (await conduct(bruno)) | {"warnings": []} == {
            "moderator": False, "warnings": [], "barred": True, "until": None, "muted": False,
            "renamed": False}
        newest = (await case_of(carla))["entries"][0]
        await moderate(carla, "take-back", entry=newest["id"])
        assert (await conduct(bruno))["until"]
        await moderate(carla, "take-back", entry=bar["id"])
        assert not (await conduct(bruno))["barred"]
        await bruno.post_json("/games", 201, **rated)


async def test_a_name_is_taken_away_and_given_back(tmp_path):
    async with moderated(tmp_path) as (_, anna, bruno, carla):
        for reason in ("name", "other"):
            await report(anna, reason=reason)
        await moderate(carla, "rename")
        name = (await bruno.me())["name"]
        assert name.startswith("player-") and (await conduct(bruno))["renamed"]
        refused = await bruno.post_json("/account/name", 400, name="brun0")
        assert "taken this name away" in refused["reason"]
        entry = (await case_of(carla, name))["entries"][0]
        assert (entry["text"], entry["account"]) == ("Bruno", name)
        await report(anna, name, reason="name")
        told, = (await moderate(carla, "take-back", name, entry=entry["id"]))["cases"]
        assert (await bruno.me())["name"] == told["entries"][0]["account"] == "Bruno"
        assert not (await conduct(bruno))["renamed"]
        # To be judged anew, but for what was reported again.
        assert [one["state"] for one in told["reports"]] == ["open", "open", "upheld"]
        await moderate(carla, "take-back", status=409, entry=entry["id"])
        await moderate(carla, "rename")
        name = (await bruno.me())["name"]
        await anna.post_json("/account/name", 409, name="Bruno")
        entry = (await case_of(carla, name))["entries"][0]
        await bruno.post_json("/account/name", name="Bert")
        assert not (await conduct(bruno))["renamed"]
        await moderate(carla, "take-back", "Bert", entry=entry["id"])
        assert (await bruno.me())["name"] == "Bert"                 # which he has chosen


async def test_bad_wishes_get_a_sentence_and_change_nothing(tmp_path, monkeypatch):
    capped(monkeypatch, "reports-in-a-day", 3)
    monkeypatch.setattr(api_moderation, "ENTRIES", 1)
    async with moderated(tmp_path) as (_, anna, bruno, carla):
        await report(anna, "Anna", 400)
        await report(anna, status=422, reason="taste")
        await report(anna, status=422, text="x" * 501)
        assert await report(anna, "Nobody") == await report(anna, game="nothing") == {"taken": True}
        for path in ("/moderation", "/moderation/trail"):
            answer = await anna.get(f"/api/v1{path}")
            assert (answer.status_code, answer.json()["why"]) == (403, "no-moderator")
        assert (await moderate(anna, "bar", status=403))["why"] == "no-moderator"
        for what, name, status, more in (
                ("warn", "Bruno", 400, {}), ("warn", "Bruno", 400, {"text": "x", "why": " "}),
                ("bar", "Carla", 403, {}), ("bar", "Nobody", 400, {}),
                ("take-back", "Bruno", 409, {"entry": 1}),
                ("dismiss", "Bruno", 409, {"report": "nothing"}),
                ("bar", "Bruno", 422, {"days": 0})):
            assert (await moderate(carla, what, name, status, **more))["reason"]
        await overseeing.appoint(database_url(str(tmp_path / "games.sqlite")), "Anna",
                                 moderator=True)
        assert "is a moderator" in (await moderate(carla, "mute", "Anna", 403))["reason"]
        newest = await carla.get_json("/moderation/trail")
        first = await carla.get_json("/moderation/trail", before=newest["next"])
        assert [(one["what"], one["account"]) for one in newest["entries"] + first["entries"]
                ] == [("appoint", "Anna"), ("appoint", "Carla")] and first["next"] is None
        await moderate(carla, "mute")
        await moderate(carla, "mute", status=409)
        await moderate(carla, "dismiss", status=409)             # muting has settled the report
        muted, = (await case_of(carla))["entries"]
        await moderate(carla, "take-back", entry=muted["id"])
        back, = (await case_of(carla))["entries"]
        await moderate(carla, "take-back", status=409, entry=back["id"])
        await report(bruno, "Carla", reason="insult")
        await report(bruno, "Carla", reason="other")
        await report(bruno, "Carla", reason="name")
        assert (await report(bruno, "Anna", 429))["code"] == "too-fast"


async def test_guests_report_whom_they_play_and_an_account_takes_its_reports_along(
        tmp_path, monkeypatch):
    limited(monkeypatch, "reports", 2)
    async with moderated(tmp_path) as (server, anna, bruno, carla):
        guest, other = type(anna)(server), type(anna)(server)
        await asyncio.gather(guest.get("/"), other.get("/"))
        made = await bruno.post_json("/games", 201, rules="contra", white={}, black={"open": True})
        seat = {"game": made["game"], "colour": "white"}
        await report(guest, seat, reason="insult", game=made["game"], text="Rude.")
        await report(guest, {"game": made["game"], "colour": "black"})      # nobody's
        assert (await report(other, status=429))["code"] == "too-fast"      # of one address
        found, = (await case_of(carla))["reports"]
        assert (found["game"], found["by"]["kind"]) == (made["game"], "guest")
        await guest.sign_up("Dora")
        told = (await guest.get_json("/account/export"))["reports"]
        assert [(one["to"], one["text"]) for one in told] == [("Bruno", "Rude.")]
        await guest.post_json("/account/delete")
        found, = (await case_of(carla))["reports"]
        assert found["by"]["kind"] == "gone" and found["text"] == "Rude."
        await asyncio.gather(guest.aclose(), other.aclose())
        assert "Rude" not in (await bruno.get("/api/v1/account/export")).text
        await bruno.post_json("/account/delete")
        assert (await carla.get_json("/moderation"))["cases"] == []


# What is stored.

async def test_what_is_stored_of_moderation(place):
    async with opened(place) as store:
        people, kept = stores_of(store), stores_of(store).moderation
        for name in ACCOUNTS:
            await people.add(Account(name, name.title(), 1), name, None, [])
        anna, guest = of_account("anna"), of_guest("g")
        made = [Report("r1", anna, "bruno", "name", "x", None, 1),
                Report("r2", guest, "bruno", "name", "y", "g1", 2),
                Report("r3", guest, "bruno", "other", "z", None, 3),
                Report("r4", anna, "carla", "other", "", None, 4)]
        await asyncio.gather(*(kept.report(one, 9, 9) for one in made))
        await kept.report(Report("r5", anna, "bruno", "name", "again", None, 5), 9, 9)
        await kept.report(Report("r6", guest, "bruno", "engine", "full", None, 5), 9, 3)
        assert await kept.cases(9) == ["carla", "bruno"]
        late = Report("r8", anna, "carla", "name", "", None, DAY + 1)
        assert not await kept.report(late, 1, 9) and await kept.report(late, 2, 0)
        await people.claim(guest, anna)
        assert {one.id for one in await kept.made_by(anna)} == {"r1", "r3", "r4"}
        entry = Entry(at=7, by="carla", what="bar", account="bruno", why="w")
        seq = await kept.act(entry, "upheld")
        assert (await kept.record([anna, guest]))[anna] == {"upheld": 2, "open": 1}
        assert await kept.entries("bruno") == [Entry(**{
            name: getattr(entry, name) for name in Entry.__struct_fields__[1:]}, seq=seq)]
        back = Entry(at=8, by="carla", what="take-back", account="bruno", entry=seq)
        done = await asyncio.gather(*(kept.act(back) for _ in range(3)),
                                    return_exceptions=True)
        assert sorted(isinstance(one, TakenError) for one in done) == [False, True, True]
        assert [one.state for one in await kept.reports_on("bruno", 9)] == ["open"] * 3
        # A name that is taken leaves no entry behind.
        rename = Entry(at=9, by="carla", what="rename", account="bruno", text="Bruno")
        with contextlib.suppress(TakenError):
            await kept.act(rename, "upheld", None, NewName("Anna", "anna"))
        assert [one.what for one in await kept.trail(None, 9)] == ["take-back", "bar"]
        await kept.act(rename, "upheld", None, NewName("player-1", "player1"))
        assert (await people.account("bruno")).name == "player-1"
        await kept.report(Report("r7", guest, "bruno", "insult", "", None, 9), 9, 9)
        await people.delete("bruno", of_account("bruno"), 1)
        assert {one.id: one.state for one in await kept.reports_on("bruno", 9)}["r7"] == "gone"
        assert not [one for one in await kept.entries("bruno") if one.text]
        await people.delete("anna", anna, 1)
        assert {one.reporter for one in await kept.reports_on("bruno", 9)} == {"", guest}


async def test_flags_are_made_anew_but_those_that_were_judged_stay(place):
    flags = [Flag("anna", "farming", "bruno", Evidence("contra", {"games": 20.0}, ["g1"]), 5),
             Flag("bruno", "sandbagging", "contra", Evidence("contra", {"games": 9.0}, []), 6)]
    async with opened(place) as store:
        kept = stores_of(store).moderation
        for name in ACCOUNTS:
            await stores_of(store).add(Account(name, name.title(), 1), name, None, [])
        await kept.set_flags(flags)
        await kept.set_flags(flags)
        assert await kept.flags_on("anna") == flags[:1]
        for id, reason in (("r1", "other"), ("r2", "name")):
            await kept.report(Report(id, of_guest("g"), "anna", reason, "", None, 1), 9, 9)
        dismissal = Entry(at=9, by="carla", what="dismiss", account="anna")
        await kept.act(dismissal, "dismissed", "r1")    # neither the other one nor the flag
        assert {one.id: one.state for one in await kept.reports_on("anna", 9)} == {
            "r1": "dismissed", "r2": "open"}
        assert await kept.flags_on("anna") == flags[:1]
        seq = await kept.act(dismissal, "dismissed")
        await kept.set_flags(flags[1:])
        assert (await kept.flags_on("anna"))[0].state == "dismissed"
        assert await kept.settled_flags() == {("anna", "farming", "bruno"): 9}
        assert await kept.cases(9) == ["bruno"]
        for found, state in ((flags, "open"), (flags[1:], "dismissed")):    # more of the same
            await kept.set_flags(found)
            assert (await kept.flags_on("anna"))[0].state == state
            assert await kept.settled_flags() == {("anna", "farming", "bruno"): 9}
        await kept.act(Entry(at=9, by="carla", what="take-back", account="anna", entry=seq))
        assert await kept.cases(9) == ["bruno", "anna"]
        assert not conduct_of(await kept.entries("anna"), 1).muted
        await kept.act(Entry(at=9, by="carla", what="mute", account="anna"))
        assert conduct_of(await kept.entries("anna"), 10).muted
        await stores_of(store).delete("anna", of_account("anna"), 1)
        assert await kept.flags_on("anna") == []


entries = st.lists(st.tuples(st.sampled_from(ACTS), st.one_of(st.none(), st.integers(1, 50))),
                   max_size=12)


@given(entries, st.integers(0, 60))
def test_whoever_takes_all_back_leaves_nothing(acts, now):
    made = [Entry(seq=seq, at=seq, by="m", what=what, account="a", text="t",
                  until=until if what == "bar" else None)
            for seq, (what, until) in enumerate(acts, 1)]
    back = [Entry(seq=100 + one.seq, at=99, by="m", what="take-back", account="a", entry=one.seq)
            for one in made]
    assert conduct_of(made + back, now) == Conduct()
    assert standing(made) == made
    found = conduct_of(made, now)
    bars = [one for one in made if one.what == "bar"]
    assert (found.bar is not None) == (bool(bars) and (bars[-1].until or 99) > now)
    assert found.muted == any(one.what == "mute" for one in made)
    assert set(ENDS) >= set(ACTS)


# Operators.

def test_operators_appoint_moderators_and_read_the_trail(tmp_path, capsys):
    database = ["-d", str(tmp_path / "games.sqlite")]

    async def test():
        async with opened(database_url(database[1])) as store:
            await stores_of(store).add(Account("b", "Bruno", 1), "bruno", None, [])
    run(test())

    def said(*words):
        assert command(["db", *words, *database]) == 0
        return capsys.readouterr().out
    assert said("moderator", "bruno") == "bruno is a moderator from now on.\n"
    assert said("moderator", "Bruno") == "Bruno is a moderator already.\n"
    assert said("moderator") == "Bruno\n"
    assert said("moderator", "Bruno", "--no") == "Bruno is no moderator any more.\n"
    assert said("moderator", "Bruno", "--no") == "Bruno is no moderator.\n"
    assert said("moderator") == ""
    newest, first = map(json.loads, said("audit", "--json").splitlines())
    assert (newest["what"], newest["entry"], newest["account"], newest["by"]) == (
        "release", first["id"], "Bruno", None)
    assert said("audit").splitlines()[1].endswith("(operator)  appoint  Bruno")
    assert command(["db", "moderator", "Nobody", *database]) == 2
    assert "no account called Nobody" in capsys.readouterr().err
