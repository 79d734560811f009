"""What the journey of a move took is given back, up to a bound, and told by its event."""
import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.game.clocks import (
    LAG_MOST,
    LAG_QUOTA,
    LAG_REFILL,
    lag_given,
    quota_after,
)
from eckstein.server.game.events import Event
from eckstein.server.serving.protocols import GatedSocket

from .helpers import serving
from .matches import MINUTE, timed


def begun(kind="fischer", increment=0):
    return timed(kind, MINUTE, increment).play("d1d2", "d7d6")


def aside(match, number, lag):
    """A move along its row, a second later, that decides nothing."""
    match.now += 1000
    moves = [text for text in match.board.legal_texts() if text[1] == text[3]]
    return match.do("move", match.state.turn, moves[number % len(moves)], lag=lag)


def test_the_journey_of_a_move_costs_no_time():
    match = begun()
    match.now += 3000
    draft = match.do("move", "white", "d2d3", lag=120)
    assert draft.clock["white"] == MINUTE - 2880
    assert (draft.data["spent"], draft.data["lag"]) == (2880, 120)


@pytest.mark.parametrize(("took", "lag", "back"), [
    (3000, 5000, LAG_MOST),             # the bound of a move
    (100, 250, 100),                    # what was answered at once took no time, and gains none
    (3000, 0, 0)])                      # nothing was measured
def test_no_more_is_given_back_than_the_bound_and_than_was_used(took, lag, back):
    match = begun()
    match.now += took
    draft = match.do("move", "white", "d2d3", lag=lag)
    assert draft.clock["white"] == MINUTE - took + back
    assert draft.data.get("lag", 0) == back


def test_whoever_seems_to_be_far_away_is_given_ever_less():
    match, back = begun(), []
    match.play("d2d3", "d6d5")
    for number in range(20):
        draft = aside(match, number, 5000 if match.state.turn == "white" else 0)
        back.append(draft.data.get("lag", 0))
    assert back[::2] == [300] * 8 + [200] * 2 and not any(back[1::2])


@pytest.mark.parametrize("kind", ["fischer", "delay"])
def test_a_move_that_is_taken_back_takes_along_what_it_was_given(kind):
    match = begun(kind, 500)
    match.now += 3000
    match.do("move", "white", "d2d3", lag=200)
    match.do("ask-takeback", "white", both=True)
    assert match.state.left == {"white": MINUTE - 2800, "black": MINUTE}


def test_the_first_moves_and_games_by_days_need_nothing_back():
    match = timed()
    match.now += 1000
    assert "lag" not in match.do("move", "white", "d1d2", lag=200).data
    match = timed("days", 86_400_000).play("d1d2", "d7d6")
    match.now += 1000
    draft = match.do("move", "white", "d2d3", lag=200)
    assert "lag" not in draft.data and draft.data["spent"] == 1000


@given(st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**5)), max_size=60))
def test_all_that_is_given_back_keeps_within_the_bound(moves):
    quota, total = LAG_QUOTA, 0
    for measured, spent in moves:
        back = lag_given(measured, spent, quota)
        assert 0 <= back <= min(measured, spent, LAG_MOST)
        quota, total = quota_after(quota, back), total + back
        assert 0 <= quota <= LAG_QUOTA
    assert total <= LAG_QUOTA + LAG_REFILL * len(moves)


def test_the_quota_follows_from_the_events():
    match = begun()
    match.play("d2d3", "d6d5")
    for number in range(4):
        aside(match, number, 300)
    assert match.state.quotas == {"white": 800, "black": 800}
    before = match.state.copy()
    event = Event("g", match.state.seq + 1, "white", "x", "move",
                  {"text": "d3d4", "code": 1, "notation": "d3-d4", "spent": 1, "turn": "black",
                   "lag": 250}, match.state.left, match.now)
    assert match.state.after(event).quotas["white"] == 750
    assert before.quotas == match.state.quotas      # a state is not changed by what follows it


async def test_the_server_measures_by_its_own_pings(tmp_path, monkeypatch):
    """The first ping is sent soon, and its answer is held back by the client."""
    scheduled = GatedSocket.schedule_ping

    def soon(socket):
        socket.ping_interval = 0.01
        scheduled(socket)
        socket.ping_interval = 20.0
    monkeypatch.setattr(GatedSocket, "schedule_ping", soon)
    async with serving(tmp_path) as server:
        made = await server.create(clock={"kind": "fischer", "initial": 100})
        async with server.client() as client:
            await client.join(made, "white", "black")
            seq = await client.play(made, ["d1d2", "d7d6"])
            connection, = server.service.connections
            while not connection._journey():
                await asyncio.sleep(0.01)
            await client.do(made, "white", "move", seq, "d2d3")
            events = await server.service.store.events_of(made["game"])
            measured = int(1000 * connection._journey())
            assert events[-1].data.get("lag", 0) <= max(measured, LAG_MOST)
            connection._journey = lambda: 7.5
            await asyncio.sleep(0.002)
            done = await client.do(made, "black", "move", events[-1].seq, "d6d5")
            event = (await server.service.store.events_of(made["game"]))[done["seq"] - 1]
            assert 0 < event.data["lag"] <= LAG_MOST
            told = await client.hear("event", seq=done["seq"])
            assert told["spent"] == event.data["spent"] / 1000
