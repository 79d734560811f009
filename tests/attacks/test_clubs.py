"""A short day of some clubs, on which the server is killed: all that was acknowledged holds."""
import pytest
from bench.clubs.__main__ import spent
from bench.clubs.day import Length
from bench.clubs.standings import reckoned


@pytest.mark.long
async def test_a_day_of_clubs_with_kills(tmp_path):
    pytest.importorskip("py4swiss")
    day = await spent(tmp_path, Length(30, 4, 6, kills=2, plies=8, accounts=3), seed=2)
    assert not day.wrong
    assert day.counts["moves checked"] > 50


def test_standings_are_reckoned_from_the_games():
    told = {"kind": "swiss", "players": [{"number": number} for number in (1, 2, 3)], "paired": [
        {"games": [{"game": "a", "white": 1, "black": 2, "outcome": "white", "played": True}],
         "byes": [3]},
        {"games": [{"game": "b", "white": 3, "black": 1, "outcome": "drawn", "played": True}],
         "byes": [2]}]}
    found = reckoned(told, {"a": "white", "b": "drawn"})
    assert [found[number]["points"] for number in (1, 2, 3)] == [1.5, 1.0, 1.5]
    # Who was free has met himself: 1 met 2 and 3; 2 met 1 and himself; 3 met himself and 1.
    assert [found[number]["buchholz"] for number in (1, 2, 3)] == [2.5, 2.5, 3.0]
    assert found[1]["sonneborn"] == 1.0 + 0.75
