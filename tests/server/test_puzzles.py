"""The HTTP API of puzzles."""
from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board
from eckstein.lab import puzzles
from eckstein.lab.puzzles.order import ordered, rating_of
from eckstein.server.game.glicko import Rating
from eckstein.server.parts.puzzles.ratings import after_puzzle
from eckstein.server.work.explored import judged_moves
from eckstein.wire.http_puzzles import PuzzleRequest

from .helpers import serving


@pytest.fixture(scope="module")
async def server(tmp_path_factory):
    """A server for all tests here that leave it as it was."""
    folder = tmp_path_factory.mktemp("server")
    async with serving(folder, requests=1e6, burst=1e6) as server:
        yield server


async def test_it_tells_which_puzzles_there_are(ask):
    told = (await ask("GET", "/api/v1/puzzles")).json()["games"]
    some = puzzles.load("contra")
    grades = Counter(puzzle.grade for puzzle in some)
    assert told["contra"]["count"] == len(some) == sum(told["contra"]["grades"])
    assert told["contra"]["grades"] == [grades[grade] for grade in range(1, 12)]
    assert told["contra"]["themes"]["race"] == sum("race" in puzzle.themes for puzzle in some)


async def test_it_tells_all_puzzles_of_a_game_with_their_solutions(ask):
    answer = await ask("GET", "/api/v1/puzzles/contra")
    assert "max-age" in answer.headers["cache-control"]
    told, some = answer.json()["puzzles"], ordered(puzzles.load("contra"))
    assert [one["id"] for one in told] == [one.id for one in some]
    for one, own in zip(told, some, strict=True):
        board = own.board("contra")
        assert Board("contra", one["position"], **one["options"]) == board
        assert walked(one["solution"], board) == own.solution[0]


def walked(move, board):
    """A move of the wire as files have it, if it can be made and so can what follows."""
    board.push_text(move["text"])
    found = [move["text"], [walked(further, board.copy()) for further in move["next"]]]
    board.pop()
    return found


@pytest.fixture(scope="module")
def compiled():
    """The search is compiled, which takes longer than a request may."""
    judged_moves("contra", PuzzleRequest(puzzles.load("contra")[0].id, []))


async def moves_of(ask, puzzle, *moves, status=200, game="contra"):
    """What it tells of the moves of a puzzle after some."""
    return (await ask("POST", f"/api/v1/puzzles/{game}", status,
               json={"id": puzzle, "moves": list(moves)})).json()


async def test_it_tells_what_the_moves_of_a_puzzle_lead_to(compiled, ask):
    puzzle = next(one for one in puzzles.load("contra") if (one.task, one.plies) == ("win", 3))
    board = puzzle.board("contra")
    told = await moves_of(ask, puzzle.id)
    assert told["attacker"] == board.turn
    assert [one["text"] for one in told["moves"] if one["plies"]] == [puzzle.first]
    assert {one["text"] for one in told["moves"]} == set(board.legal_texts())
    board.push_text(puzzle.first)
    told = await moves_of(ask, puzzle.id, puzzle.first)
    assert {one["text"] for one in told["moves"]} == set(board.legal_texts())
    assert all(one["plies"] in (1, 2) for one in told["moves"])


async def test_in_a_puzzle_to_be_saved_the_opponent_attacks(compiled, ask):
    puzzle = next(one for one in puzzles.load("contra") if one.task == "save")
    told = await moves_of(ask, puzzle.id)
    assert told["attacker"] != puzzle.board("contra").turn
    assert [one["text"] for one in told["moves"] if one["plies"] is None] == [puzzle.first]


@pytest.mark.parametrize(("puzzle", "moves", "game", "reason"), [
    ("x1", [], "contra", "contra has no puzzle x1"),
    ("c0001", ["a1a9"], "contra", "a9"),
    ("c0001", [], "nothing", "no game"),
])
async def test_what_is_no_puzzle_or_no_move_is_refused(ask, puzzle, moves, game, reason):
    assert reason in (await moves_of(ask, puzzle, *moves, status=400, game=game))["reason"]


@pytest.mark.parametrize("game", ["nothing", "%00"])
async def test_a_game_that_is_none_is_refused(ask, game):
    answer = await ask("GET", f"/api/v1/puzzles/{game}", 400)
    assert "no game" in answer.json()["reason"]


UNKNOWN = {"points": 1200, "deviation": 300, "volatility": 0.06}


async def rated(ask, tried, status=200, game="contra"):
    """What it tells of a rating after a puzzle."""
    return (await ask("POST", f"/api/v1/puzzles/{game}/rating", status, json=tried)).json()


async def test_it_tells_a_rating_after_each_puzzle(ask):
    first = await rated(ask, {"id": "c0001", "solved": True, "before": UNKNOWN})
    assert first["points"] > 1200 and first["deviation"] < 300
    second = await rated(ask, {"id": "c0002", "solved": False, "before": first, "days": 3.5})
    assert second["points"] < first["points"] and second["deviation"] < first["deviation"]
    puzzle = next(one for one in puzzles.load("contra") if one.id == "c0002")
    assert tuple(second.values()) == after_puzzle(Rating(*first.values()), rating_of(puzzle),
                                                  False, 3.5)


@pytest.mark.parametrize(("change", "game", "status"), [
    ({"id": "x1"}, "contra", 400), ({}, "nothing", 400), ({"days": -1}, "contra", 422),
    ({"solved": 1}, "contra", 422), ({"more": 1}, "contra", 422),
    ({"before": {"points": 1500, "deviation": 0, "volatility": 0.06}}, "contra", 422),
    ({"before": {"points": 1e9, "deviation": 50, "volatility": 0.06}}, "contra", 422)])
async def test_what_is_no_rating_or_no_puzzle_is_refused(ask, change, game, status):
    tried = {"id": "c0001", "solved": True, "before": UNKNOWN} | change
    assert (await rated(ask, tried, status, game))["reason"]


@given(st.floats(0, 3000), st.floats(30, 350), st.floats(900, 2500), st.floats(0, 1000))
def test_a_solved_puzzle_never_lowers_a_rating_and_another_never_raises_it(points, deviation,
                                                                           puzzle, days):
    before = Rating(points, deviation)
    won, lost = (after_puzzle(before, puzzle, solved, days) for solved in (True, False))
    assert lost.points <= points <= won.points
    assert 0 < won.deviation <= 350 and 0 < lost.deviation <= 350


async def test_it_tells_the_puzzle_of_a_day_and_of_today(ask):
    path = "/api/v1/puzzle-of-the-day"
    answer = await ask("GET", f"{path}?date=2026-11-26")
    assert "max-age" in answer.headers["cache-control"]
    told = answer.json()
    assert told["date"] == "2026-11-26"
    assert told["id"] in {one.id for one in puzzles.load(told["game"])}
    day = datetime.now(UTC).date().isoformat()
    today = await ask("GET", path)
    assert today.json()["date"] in (day, datetime.now(UTC).date().isoformat())
    assert today.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("date", "status"), [
    ("2026-13-01", 400), ("2026-02-30", 400), ("0000-01-01", 400), ("today", 422), ("", 422)])
async def test_what_is_no_day_is_refused(ask, date, status):
    assert (await ask("GET", f"/api/v1/puzzle-of-the-day?date={date}", status)).json()["reason"]


async def test_proofs_to_be_guessed_are_told_with_what_their_moves_are_worth(ask):
    first, *_ = (await ask("GET", "/api/v1/proofs/contra")).json()["proofs"]
    assert (first["id"], first["plies"], first["options"]) == ("ab on 5 x 5", 7, {"size": "5"})
    assert min(filter(None, first["moves"][first["position"]].values())) == 7
    assert (await ask("GET", "/api/v1/proofs/pur")).json() == {"proofs": []}
    await ask("GET", "/api/v1/proofs/nothing", 400)
    games = (await ask("GET", "/api/v1/games-known")).json()["games"]
    assert [name for name, game in games.items() if game["proofs"]] == ["contra"]
