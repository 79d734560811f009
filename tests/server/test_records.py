"""Games of the server as records: with their clocks, and with how they ended."""
import pytest

from eckstein.record import read_record
from eckstein.server.game.records import game_record

from .matches import Match, timed


def record_of(match):
    return read_record(game_record(match.state))


def play(match, *seconds):
    """Moves that take so many seconds each."""
    for spent, move in zip(seconds, ("d1d2", "d7d6", "d2d3", "d6d5", "a1a2"), strict=False):
        match.now += round(1000 * spent)
        match.play(move)


def clocks(record):
    return [node.clock for node in record.mainline()]


def test_each_move_tells_what_was_left_after_it():
    match = timed(initial=60_000, increment=3_000)
    play(match, 5, 7, 1.5, 10.25)
    record = record_of(match)
    assert clocks(record) == [60, 60, 61.5, 52.75]
    assert record.tags["TimeControl"] == "60+3"
    assert (record.tags["WhiteClock"], record.tags["BlackClock"]) == ("61.5", "52.8")


def test_moves_that_were_taken_back_are_not_told():
    match = timed(initial=60_000, increment=3_000)
    play(match, 0, 0, 1)
    match.do("ask-takeback", "white", both=True)
    match.now += 2_000
    match.play("d2e2")
    assert clocks(record_of(match)) == [60, 60, 60]     # one second and two, and three for the move


@pytest.mark.parametrize(("kind", "initial", "increment", "told"), [
    ("delay", 300_000, 2_500, "300d2.5"), ("fischer", 86_400_000, 0, "86400+0"),
    ("fischer", 604_800_000, 1, "604800+0.001")])
def test_how_time_is_counted_is_told_in_a_tag(kind, initial, increment, told):
    assert record_of(timed(kind, initial, increment)).tags["TimeControl"] == told


def test_a_flag_that_fell_is_told():
    match = timed(initial=60_000)
    play(match, 0, 0, 1)
    match.now += 61_000
    match.do("claim-time", "white")
    record = record_of(match)
    assert (record.result, record.tags["Termination"]) == ("1-0", "time forfeit")
    assert (record.tags["WhiteClock"], record.tags["BlackClock"]) == ("59.0", "0.0")


def test_without_clocks_nothing_is_told_of_time():
    match = Match().play("d1d2", "d7d6")
    record = record_of(match)
    assert clocks(record) == [None, None]
    assert not {"TimeControl", "WhiteClock", "BlackClock"} & set(record.tags)


async def test_the_server_hands_out_records_with_clocks(server, client):
    made = await server.create(clock={"kind": "fischer", "initial": 300, "increment": 2})
    await client.play(made, ["d1d2", "d7d6", "d2d3"])
    async with server.http() as http:
        text = (await http.get(f"/api/v1/games/{made['game']}/record")).text
    facts = await server.facts(made["game"])
    assert clocks(read_record(text))[:2] == [300, 300]
    left = clocks(read_record(text))[2]
    assert left == pytest.approx(302 - facts["moves"][2]["spent"])
