"""The same request several times at once, as by a page that is pressed twice or two devices."""
import asyncio
import json

from .actors import PASSWORD, Browser
from .helpers import serving

OFTEN = 6
DAYS = {"kind": "days", "initial": 3 * 86_400}
GAME = {"id": "once" * 4, "rules": "contra"}
WISHES = {
    "account/name": {"name": "Annabel"},
    "account/password": {"password": f"{PASSWORD} anew"},
    "account/privacy": {"seen": False, "chats": False},
    "account/public": {"public": True},
    "account/codes": None,
    "account/tokens": {"name": "t", "scopes": ["play"]},
    "account/document": {"version": 1, "text": "{}"},
    "account/vacation": {"days": 3},
    "account/calendar": None,
    "account/calendar/drop": None,
    "account/sign-out": {"everywhere": True},
    "account/delete": None,
    "bot": {"name": "Anna"},
    "people/Bruno/block": None,
    "people/Bruno/unblock": None,
    "people/Bruno/follow": None,
    "people/Bruno/unfollow": None,
    "reports": {"to": "Bruno", "reason": "name"},
    "challenges": {"to": "Bruno", "clock": DAYS} | GAME,
    "tournaments": {"name": "Cup", "kind": "arena", "minutes": 5, "clock": {
        "kind": "fischer", "initial": 300, "increment": 3}} | GAME,
    "studies": {"text": '[Game "contra"]\n\n*\n'},
}


async def test_each_is_answered_and_what_there_is_one_of_is_there_once(place):
    async with serving(place) as server:
        for number, (path, wish) in enumerate(WISHES.items()):
            name, other = f"Anna {number}", f"Bruno {number}"
            path, wish = json.loads(json.dumps([path, wish]).replace(
                '"Anna"', f'"{name}"').replace("Bruno", other))
            async with Browser(server) as anna, Browser(server) as bruno:
                await anna.sign_up(name)
                await bruno.sign_up(other)
                answers = await asyncio.gather(*(anna.post(f"/api/v1/{path}", json=wish)
                                                 for _ in range(OFTEN)))
                assert all(answer.status_code < 500 for answer in answers), path
                assert any(answer.status_code < 300 for answer in answers), path
                if path == "account/codes":
                    assert (await anna.me())["account"]["codes"] == 8
