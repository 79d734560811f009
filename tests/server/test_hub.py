"""The hub: what is published, settled, asked and subscribed to, and what is refused."""
import asyncio
from typing import ClassVar

import msgspec
import pytest

from eckstein.server.game.rulings import RefusedError
from eckstein.server.hub.events import (
    ClusterEvent,
    LocalEvent,
    Question,
    Resync,
    Step,
    Topic,
    Touched,
)
from eckstein.server.hub.hub import Hub, Kind, Pace, UndeclaredError
from eckstein.server.hub.subscriber import Subscriber
from eckstein.server.store.contract import StoreError

from .helpers import at_a_page

NEWS = Topic("news", "a")


class Happened(LocalEvent, frozen=True):
    what: str


class HappenedAnywhere(ClusterEvent, frozen=True):
    what: str


class Begins(Step, frozen=True):
    what: str


class HowMany(Question[int], frozen=True):
    absent: ClassVar[int] = 7


class Unanswered(Question[int], frozen=True):
    pass


class Board:
    """What topics of the kind "news" show: the number of times that it was asked for."""

    def __init__(self, hub, **more):
        self.shown, self.gone, self.fails, self.error = 0, [], 0, StoreError("it does not respond")
        hub.add_kind(Kind("news", "read", self.check, self.snapshot,
                          lambda key, one: self.gone.append(key), **more))

    async def check(self, key, subscriber):
        if key == "secret":
            raise RefusedError("not-yours", "this is secret")

    async def snapshot(self, key, subscriber):
        if self.fails:
            self.fails -= 1
            raise self.error
        self.shown += 1
        return f"{key} {self.shown}"


async def sent(hub, subscriber):
    """All that is on its way to a subscriber."""
    found = []
    while len(subscriber.outbox):
        topic, text = await subscriber.outbox.take()
        found.append(text or await hub.snapshot(topic, subscriber))
    return found


def test_what_is_published_reaches_all_handlers_and_one_that_fails_stops_no_other():
    hub, heard = Hub(), []
    hub.on(Happened, lambda event: 1 / 0)
    hub.on(Happened, lambda event: heard.append(event.what))
    hub.publish(Happened("a"))
    assert heard == ["a"]


def test_a_cluster_event_is_sent_once_and_decoded_elsewhere_but_not_sent_again():
    told, heard = [], []
    here, there = Hub(told.append), Hub(lambda event: pytest.fail("sent back"))
    for hub in (here, there):
        hub.on(HappenedAnywhere, lambda event: heard.append(event.what))
    here.publish(HappenedAnywhere("a"))
    here.publish(Happened("b"))
    raw = [msgspec.Raw(msgspec.json.encode(event)) for event in told]
    unknown = msgspec.Raw(b'{"type":"OfAnotherVersion","what":1}')
    wrong = msgspec.Raw(b'{"type":"HappenedAnywhere","what":1}')
    for event in there.decode([unknown, *raw, wrong]):
        there.receive(event)
    assert heard == ["a", "a"] and len(told) == 1


async def test_a_step_is_settled_in_order_and_refused_by_one_handler():
    hub, done = Hub(), []

    async def first(step):
        done.append(f"first {step.what}")

    async def second(step):
        if step.what == "bad":
            raise RefusedError("not-now", "no")
        done.append(f"second {step.what}")
    hub.before(Begins, first)
    hub.before(Begins, second)
    await hub.settle(Begins("good"))
    with pytest.raises(RefusedError):
        await hub.settle(Begins("bad"))
    assert done == ["first good", "second good", "first bad"]


async def test_a_question_has_one_answer_or_what_holds_if_nobody_answers():
    hub = Hub()
    assert await hub.query(HowMany()) == 7

    async def three(question):
        return 3
    hub.answer(HowMany, three)
    assert await hub.query(HowMany()) == 3
    with pytest.raises(UndeclaredError):
        hub.answer(HowMany, three)
    with pytest.raises(UndeclaredError):
        hub.answer(Unanswered, three)


def test_what_does_not_say_how_far_it_goes_or_who_may_hear_it_is_refused():
    hub = Hub()
    Board(hub)
    for register in (lambda: hub.on(Begins, print), lambda: hub.on(int, print),
                     lambda: hub.before(Happened, print), lambda: Board(hub),
                     lambda: hub.add_kind(Kind("other", "all", None, None)),
                     lambda: hub.add_kind(Kind("other", "", None, None))):
        with pytest.raises(UndeclaredError):
            register()


async def test_who_must_not_hear_of_a_topic_is_refused():
    hub = Hub()
    Board(hub)
    with pytest.raises(RefusedError) as caught:
        await hub.subscribe(NEWS, Subscriber(lambda needs: needs != "read"))
    assert caught.value.why == "not-in-scope"
    with pytest.raises(RefusedError):
        await hub.subscribe(Topic("news", "secret"), Subscriber(at_a_page))
    assert not hub.keys("news")


async def test_subscribers_get_one_snapshot_however_often_a_topic_is_touched():
    told = []
    hub, one = Hub(told.append), Subscriber(at_a_page)
    Board(hub)
    await hub.subscribe(NEWS, one)
    for _ in range(3):
        hub.touch(NEWS, Topic("news", "b"), Topic("unheard of"))
    assert await sent(hub, one) == ["a 1"]
    hub.touch(NEWS)
    assert await sent(hub, one) == ["a 2"]
    assert len(told) == 4 and isinstance(told[0], Touched)
    other = Hub()
    Board(other)
    await other.subscribe(NEWS, two := Subscriber(at_a_page))
    assert await sent(other, two) == ["a 1"]
    other.receive(told[0])
    assert await sent(other, two) == ["a 2"]


async def test_who_leaves_hears_no_more_and_nothing_of_him_is_kept():
    hub, one = Hub(), Subscriber(at_a_page)
    board = Board(hub)
    for key in "ab":
        await hub.subscribe(Topic("news", key), one)
    hub.unsubscribe(one, NEWS, Topic("news", "never"))
    assert board.gone == ["a"] and hub.keys("news") == ["b"]
    assert await sent(hub, one) == [None, "b 1"]
    hub.leave(one)
    hub.touch(NEWS, Topic("news", "b"))
    assert board.gone == ["a", "b"] and not hub.keys("news") and not one.topics
    assert await sent(hub, one) == []


@pytest.mark.parametrize("polled", [True, False])
async def test_what_may_have_been_lost_is_looked_at_again(polled):
    hub, one = Hub(), Subscriber(at_a_page)
    Board(hub, polled=polled)
    await hub.subscribe(NEWS, one)
    await sent(hub, one)
    hub.publish(Resync())
    assert await sent(hub, one) == ["a 2"] * polled


async def test_a_snapshot_that_cannot_be_made_is_made_later(monkeypatch):
    monkeypatch.setattr("eckstein.server.hub.hub.RETRY_SECONDS", 0.0)
    hub, one = Hub(), Subscriber(at_a_page)
    Board(hub).fails = 2
    await hub.subscribe(NEWS, one)
    found = []
    while found != ["a 1"]:
        found = [text for text in await sent(hub, one) if text]
        await asyncio.sleep(0)


async def test_a_topic_with_a_pace_is_told_at_once_and_then_not_before_its_time():
    hub, one, loop = Hub(), Subscriber(at_a_page), asyncio.get_running_loop()
    news = []
    Board(hub, pace=Pace(3600.0, 0.0, lambda key: ", ".join(news) or None))
    await hub.subscribe(NEWS, one)
    assert await sent(hub, one) == ["a 1"]
    for what in ("b", "c"):
        news.append(what)
        hub.touch_here(NEWS, within=60.0)
    hub.touch_here(NEWS)                # now: what was to wait comes along
    while not len(one.outbox):
        await asyncio.sleep(0)
    assert await sent(hub, one) == ["b, c"]
    hub.touch_here(NEWS)
    when, timer = hub._timers[NEWS]
    assert when > loop.time() + 3500
    timer.cancel()


async def test_who_is_refused_a_snapshot_for_good_is_unsubscribed():
    hub, one = Hub(), Subscriber(at_a_page)
    board = Board(hub)
    board.fails, board.error = 1, RefusedError("not-yours", "the seat is not yours any more")
    await hub.subscribe(NEWS, one)
    assert await sent(hub, one) == [None]
    assert not one.topics and board.gone == ["a"]


def test_a_pace_is_kept_in_the_loop_of_servers_too():
    """Handles of uvloop do not say when they are due."""
    uvloop = pytest.importorskip("uvloop")

    async def touched():
        hub, one = Hub(), Subscriber(at_a_page)
        Board(hub, pace=Pace(0.0, 0.0, lambda key: "news"))
        hub.add(NEWS, one)
        for _ in range(2):
            hub.touch_here(NEWS)
            hub.touch_here(NEWS, within=60.0)
        while not len(one.outbox):
            await asyncio.sleep(0)
        return await sent(hub, one)
    assert uvloop.run(touched()) == ["news"]
