"""The bounded queue of one client."""
import asyncio

from eckstein.server.hub.events import Topic
from eckstein.server.hub.outbox import Outbox

G, H = Topic("game", "g"), Topic("game", "h")


async def taken(box):
    """All that is in a box."""
    found = []
    while len(box):
        found.append(await box.take())
    return found


async def test_messages_come_in_order():
    box = Outbox()
    box.tell(G, "1")
    box.answer("2")
    assert await taken(box) == [(G, "1"), (None, "2")]


async def test_too_much_of_a_game_becomes_one_snapshot():
    box = Outbox(limit=4)
    for number in range(100):
        box.tell(G, str(number))
    assert len(box) <= 4
    assert await taken(box) == [(G, None)]


async def test_after_the_snapshot_all_is_told_again():
    box = Outbox(limit=2)
    for number in range(5):
        box.tell(G, str(number))
    assert await box.take() == (G, None)
    box.tell(G, "5")
    assert await box.take() == (G, "5")


async def test_answers_are_never_dropped():
    box = Outbox(limit=3)
    for number in range(3):
        box.answer(f"answer {number}")
    for number in range(50):
        box.tell(G, str(number))
    assert await taken(box) == [
        *((None, f"answer {number}") for number in range(3)), (G, None)]


async def test_who_asks_waits_for_space():
    box = Outbox(limit=2)
    box.answer("1")
    box.answer("2")
    waiting = asyncio.create_task(box.wait_for_space())
    await asyncio.sleep(0)
    assert not waiting.done()
    await box.take()
    await waiting


async def test_games_fall_behind_each_for_itself():
    box = Outbox(limit=3)
    for game in (G, H, G, G):
        box.tell(game, "x")
    assert await taken(box) == [(G, None), (H, None)]


async def test_a_closed_box_is_emptied_and_then_ends():
    box = Outbox()
    box.answer("last")
    box.close()
    box.answer("too late")
    assert [await box.take(), await box.take()] == [(None, "last"), None]
