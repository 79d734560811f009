"""What becomes of what a player has, whatever happens to the player: `LIVES`.

Each cell is tried: a player has something, goes through an event, and others look what is left.
The long tests try all; the others a third of each row, by turns, so that every event is among them.
"""
import asyncio
import contextlib
import dataclasses
from datetime import timedelta
from typing import get_args

import pytest
from websockets.exceptions import WebSocketException

from eckstein.server.database.identities import columns, persons
from eckstein.server.game import tokens
from eckstein.server.hub.hub import UndeclaredError
from eckstein.server.installed import PARTS
from eckstein.server.ops.lives import EVENTS, LIVES, Becomes
from eckstein.server.part import check_lives
from eckstein.server.parts.lobby import lobby
from eckstein.server.parts.ratings import standings
from eckstein.server.service import Service

from .actors import PASSWORD, moderator_at
from .helpers import PATIENCE, limited, part, serving
from .journeys import block, moderate
from .things import NAMES, STAYS, THINGS, World


async def renames(w):
    w.now = f"Pla {next(NAMES)}"
    await w.page.post_json("/account/name", name=w.now)


async def loses_the_name(w):
    await moderate(w.carla, "rename", w.name)
    w.now = (await w.phone.me())["name"]


async def goes(w):
    await w.page.post_json("/account/delete")
    w.now = "Guest"


async def is_barred(w):
    await moderate(w.carla, "bar", w.name)


async def is_muted(w):
    await moderate(w.carla, "mute", w.name)


async def revokes(w):
    await w.page.post_json("/account/tokens/drop",
                           id=(await w.page.me())["account"]["tokens"][0]["id"])


async def changes_the_password(w):
    await w.phone.post_json("/account/password", password="another " + PASSWORD)


async def signs_out(w):
    await w.page.post_json("/account/sign-out", device=None)


async def is_blocked(w):
    await block(w.other, w.name)


async def becomes_a_bot(w):
    answer = await w.program.post("/api/v1/bot", json={"name": w.name})
    assert answer.status_code in (200, 409)     # none does that has played as a person


async def signs_up(w):
    w.now = f"Pla {next(NAMES)}"
    await w.page.sign_up(w.now)


HAPPEN = {"renamed": renames, "name_taken": loses_the_name, "deleted": goes, "barred": is_barred,
          "muted": is_muted, "token_revoked": revokes, "password_set": changes_the_password,
          "signed_out": signs_out, "blocked": is_blocked, "became_bot": becomes_a_bot,
          "signed_up": signs_up}
TURNS = 3


def outcome(w, seen):
    """The word of the table for what is seen."""
    if seen is None:
        return "ends"
    if seen in (STAYS, w.name):
        return "stays"
    if seen == w.now != "Guest":
        return "new name"
    return "nameless" if seen.startswith("Guest") else seen


async def opened(w, thing):
    """What looks at a thing that the player has got, or None if the player can have none."""
    look = None
    with contextlib.suppress(AssertionError, TimeoutError, WebSocketException):
        async with asyncio.timeout(PATIENCE if w.account else 2):
            look = await THINGS[thing](w)
            if await look() is None:
                look = None
    return look


@pytest.mark.parametrize(("thing", "turn"), [
    pytest.param(thing, turn, marks=[] if number % TURNS == turn else pytest.mark.long)
    for number, thing in enumerate(LIVES) for turn in range(TURNS)])
async def test_what_becomes_of_it(tmp_path, monkeypatch, thing, turn):
    monkeypatch.setattr(lobby, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(standings, "FRESH_SECONDS", -1.0)
    monkeypatch.setattr(tokens, "KNOWN_AFTER", timedelta())
    for rate in ("accounts", "sign-ins", "tournaments", "reports", "studies", "challenges"):
        limited(monkeypatch, rate, 1000)
    wrong = {}
    async with serving(tmp_path, requests=10_000, burst=10_000) as server:
        carla = await moderator_at(server)
        for event, happen in [*HAPPEN.items()][turn::TURNS]:
            async with contextlib.AsyncExitStack() as stack:
                w = World(server, stack, carla)
                await w.come(guest=event == "signed_up")
                look, wanted = await opened(w, thing), getattr(LIVES[thing], event)
                if look is None:
                    found = "–"
                else:
                    assert outcome(w, await look()) == "stays", event
                    await happen(w)
                    await part(server.service, "Opened").look()
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(PATIENCE):
                            while (found := outcome(w, await look())) != wanted:
                                await asyncio.sleep(0.02)
                if found != wanted:
                    wrong[event] = f"{found}, not {wanted}"
        await carla.aclose()
    assert wrong == {}


def test_each_thing_and_each_event_is_tried():
    assert THINGS.keys() == LIVES.keys() and HAPPEN.keys() == EVENTS.keys()
    assert {cell for life in LIVES.values() for cell in life[1:]} == {*get_args(Becomes)}


def test_every_thing_belongs_to_one_part_or_to_the_server():
    kept = [name for one in PARTS for name in one.keeps]
    assert len(kept) == len({*kept}) and {*kept} < LIVES.keys()
    held = [one for life in LIVES.values() for one in life.holds]
    assert len(held) == len({*held})


@pytest.mark.parametrize(("states", "fits"), [
    (("ends", "deleted"), {"ends"}), (("ends", "nameless"), {"ends", "nameless"}),
    (("claimed", True), {"new name", "stays"})])
def test_what_columns_state_fits(states, fits):
    cell = "signed_up" if states[0] == "claimed" else "deleted"
    for column in columns(*states):
        for life in LIVES.values():
            if f"{column.table.name}.{column.name}" in life.holds:
                assert getattr(life, cell) in fits, column


async def test_a_server_does_not_start_with_what_has_no_row(tmp_path):
    async with serving(tmp_path) as server:
        site = server.service
        held = [*persons(), *(f"topic {kind}" for kind in site.hub.kinds),
                *(f"signed {kind}" for kind in site.tokens.kinds)]
        assert {*held} == {one for life in LIVES.values() for one in life.holds}
        for more in ("wallet.account", "topic wallets", "signed wallet"):
            with pytest.raises(UndeclaredError, match="wallet"):
                check_lives([*held, more], LIVES)
        more = dataclasses.replace(site.environment, persons=[*persons(), "wallet.account"])
        with pytest.raises(UndeclaredError, match="wallet"):
            Service(site.settings, more, site.rooms, 0)
