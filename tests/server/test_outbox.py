"""The bounded queue of one client."""
import asyncio

from eckstein.server.rooms.outbox import Outbox

from .helpers import run


async def taken(box):
    """All that is in a box."""
    found = []
    while len(box):
        found.append(await box.take())
    return found


def test_messages_come_in_order():
    box = Outbox()
    box.tell("g", "1")
    box.answer("2")
    assert run(taken(box)) == [("g", "1"), ("", "2")]


def test_too_much_of_a_game_becomes_one_snapshot():
    box = Outbox(limit=4)
    for number in range(100):
        box.tell("g", str(number))
    assert len(box) <= 4
    assert run(taken(box)) == [("g", None)]


def test_after_the_snapshot_all_is_told_again():
    async def test():
        box = Outbox(limit=2)
        for number in range(5):
            box.tell("g", str(number))
        assert await box.take() == ("g", None)
        box.tell("g", "5")
        return await box.take()
    assert run(test()) == ("g", "5")


def test_answers_are_never_dropped():
    box = Outbox(limit=3)
    for number in range(3):
        box.answer(f"answer {number}")
    for number in range(50):
        box.tell("g", str(number))
    assert run(taken(box)) == [("", "answer 0"), ("", "answer 1"), ("", "answer 2"), ("g", None)]


def test_who_asks_waits_for_space():
    async def test():
        box = Outbox(limit=2)
        box.answer("1")
        box.answer("2")
        waiting = asyncio.create_task(box.wait_for_space())
        await asyncio.sleep(0)
        assert not waiting.done()
        await box.take()
        await waiting
    run(test())


def test_games_fall_behind_each_for_itself():
    box = Outbox(limit=3)
    for game in ("g", "h", "g", "g"):
        box.tell(game, "x")
    assert run(taken(box)) == [("g", None), ("h", None)]


def test_a_closed_box_is_emptied_and_then_ends():
    async def test():
        box = Outbox()
        box.answer("last")
        box.close()
        box.answer("too late")
        return [await box.take(), await box.take()]
    assert run(test()) == [("", "last"), None]
