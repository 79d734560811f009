"""In which order work is done: equal shares, short work first, and nobody is forgotten."""
import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.work.turns import Places, Turns

from .helpers import run


def order(*works, served=()):
    """The order in which works (payer, game, cost) are taken, after others have been served."""
    turns = Turns()
    for *path, cost in served:
        turns.put(tuple(path), cost, None)
        turns.take()
    for number, (*path, cost) in enumerate(works):
        turns.put(tuple(path), cost, number)
    found = []
    while turns:
        found.append(turns.take())
    return found


@pytest.mark.parametrize(("works", "expected"), [
    ([("a", "1", 1), ("a", "1", 1), ("a", "1", 1)], [0, 1, 2]),
    ([("a", "1", 1), ("a", "1", 1), ("b", "1", 1)], [0, 2, 1]),             # payers in turn
    ([("a", "1", 1), ("a", "1", 1), ("a", "2", 1)], [0, 2, 1]),             # games in turn
    ([("a", "1", 9), ("b", "1", 1)], [1, 0]),                               # short work first
    ([("a", "1", 9), ("a", "2", 1)], [1, 0]),
    ([("a", "1", 2), ("b", "1", 1), ("b", "1", 1), ("b", "1", 1)], [1, 0, 2, 3]),   # by cost
    ([("a", "1", 1), ("a", "2", 1), ("a", "3", 1), ("b", "1", 1), ("b", "1", 1)], [0, 3, 1, 4, 2]),
])
def test_whose_turn_it_is(works, expected):
    assert order(*works) == expected


def test_sixty_of_one_are_one():
    many = [("stranger", f"game {number}", 1.0) for number in range(60)]
    assert order(*many, ("honest", "mine", 0.05))[0] == 60
    assert order(*many, ("honest", "mine", 1.0)).index(60) == 1


def test_sixty_strangers_with_long_work_do_not_hold_up_short_work():
    many = [(f"stranger {number}", "game", 1.0) for number in range(60)]
    assert order(*many, ("honest", "mine", 0.05))[0] == 60


def test_long_work_is_not_overtaken_for_ever():
    short = [("b", "1", 1.0)] * 20
    assert order(("a", "1", 5.0), *short).index(0) == 4


def test_who_was_served_is_not_favoured_by_coming_back():
    assert order(("b", "1", 1.0), ("a", "1", 1.0), served=[("b", "1", 1.0)]) == [0, 1]
    waiting = Turns()
    for payer in "ab":
        waiting.put((payer, "1"), 1.0, f"{payer}1")
    waiting.put(("a", "1"), 3.0, "a2")
    assert waiting.take() == "a1"
    assert waiting.take() == "b1"
    waiting.put(("b", "1"), 1.0, "b2")
    assert [waiting.take(), waiting.take()] == ["b2", "a2"]


def test_what_nobody_wants_any_more_is_left_out():
    turns = Turns()
    works = [object() for _ in range(3)]
    for payer, work in zip("aab", works, strict=True):
        turns.put((payer, "1"), 1.0, work)
    turns.drop(("a", "1"), works[0])
    turns.drop(("b", "1"), works[2])
    assert turns.take() is works[1] and not turns


async def turns_of_loop():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_places_are_given_by_turns_and_given_back():
    places, done, go_on = Places(1), [], asyncio.Event()

    async def work(payer, name):
        async with places.place((payer, "1"), 1.0):
            if name == "first":
                await go_on.wait()
            done.append(name)
    tasks = [asyncio.create_task(work(payer, name)) for payer, name in (
        ("a", "first"), ("a", "second"), ("a", "third"), ("b", "other"), ("c", "gone"))]
    await turns_of_loop()
    assert places.locked() and places.held == {("a", "1"): 1}
    tasks[4].cancel()
    go_on.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert done == ["first", "second", "other", "third"]
    assert not places.locked() and not places.held


async def test_a_place_given_to_one_who_goes_in_that_moment_is_not_lost():
    places = Places(1)
    async with places.place(("a", "1"), 1.0):
        async def wait():
            async with places.place(("b", "1"), 1.0):
                pass
        waiting = asyncio.create_task(wait())
        await turns_of_loop()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not places.locked()


async def test_a_place_is_not_lost_where_its_holder_and_the_next_in_turn_go_together():
    places, never = Places(1), asyncio.Event()

    async def work():
        async with places.place(("a", "1"), 1.0):
            await never.wait()
    tasks = [asyncio.create_task(work()) for _ in range(3)]
    await turns_of_loop()
    for task in tasks[:2]:
        task.cancel()
    await turns_of_loop()
    assert places.held == {("a", "1"): 1}
    tasks[2].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert not places.locked() and not places.held


@given(most=st.integers(1, 3), visits=st.lists(st.tuples(
    st.sampled_from("abc"),             # who
    st.sampled_from("12"),              # for which game
    st.integers(0, 4),                  # for how many turns of the loop a place is held
    st.none() | st.integers(0, 8),      # after how many the visitor is cancelled
), max_size=12))
def test_whoever_goes_at_whatever_moment_all_others_get_a_place(most, visits):
    async def test():
        places, done = Places(most), set()

        async def visit(number, payer, game, turns):
            async with places.place((payer, game), 1.0):
                assert places.held.total() <= most
                for _ in range(turns):
                    await asyncio.sleep(0)
                done.add(number)
        tasks = [asyncio.create_task(visit(number, *wish))
                 for number, (*wish, _) in enumerate(visits)]
        for moment in range(80):
            for task, (*_, end) in zip(tasks, visits, strict=True):
                if end == moment:
                    task.cancel()
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert done >= {number for number, (*_, end) in enumerate(visits) if end is None}
        assert all(one is None or isinstance(one, asyncio.CancelledError) for one in told)
        assert not places.locked() and not places.held
    run(test())
