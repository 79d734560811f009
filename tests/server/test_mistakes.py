"""What the API says of mistakes: the tasks that they make, and when these come back."""
import pytest

from eckstein.server.parts.puzzles.deck import reviewed
from eckstein.wire.http_mistakes import Card, Review

DAY = 86_400_000
BEGUN = 1_790_000_000_000
MISSED = {"game": "contra", "position": "Cja2Tb3Vg3Rf5Jg6", "moves": ["b3b4"]}
KIND = "missed win at once"


async def mistake(ask, **wish):
    return (await ask("POST", "/api/v1/mistake", json=wish)).json()


async def review(ask, **wish):
    return (await ask("POST", "/api/v1/review", json=wish)).json()


async def test_a_mistake_makes_a_task(ask):
    assert await mistake(ask, **MISSED) == {"kind": KIND, "theme": "race", "task": {
        "position": MISSED["position"], "task": "win", "count": 1, "right": ["g6g7"]}}


async def test_a_good_move_makes_none(ask):
    assert await mistake(ask, **MISSED | {"moves": ["g6g7"]}) == {
        "kind": None, "theme": "", "task": None}


async def test_the_position_is_that_before_the_last_move(ask):
    told = await mistake(ask, **MISSED | {"moves": ["b3b4", "a2b2", "b4b5"]})
    assert told["kind"] == KIND
    assert told["task"]["position"] == "Cub2Vg3Db4Rf5Jg6"


async def test_without_a_move_or_with_a_wrong_one_it_is_refused(ask):
    await ask("POST", "/api/v1/mistake", 400, json={"game": "contra"})
    await ask("POST", "/api/v1/mistake", 400, json=MISSED | {"moves": ["b3b5"]})


async def test_a_task_comes_back_after_longer_and_longer_days_and_soon_after_a_mistake(ask):
    card = await review(ask, solved=False, at=BEGUN)
    assert card["due"] == BEGUN + DAY
    days = []
    for solved in (True, True, True, False, True):
        at = card["due"] + 3_600_000
        card = await review(ask, solved=solved, at=at, card=card)
        assert card["reviewed"] == at
        days.append((card["due"] - at) / DAY)
    assert days[:3] == sorted(set(days[:3])) and days[3] < days[2]
    assert all(day == int(day) for day in days)


def test_a_task_that_is_known_still_comes_back_twice_a_year():
    card = None
    for _ in range(40):
        card = reviewed(Review(True, card.due if card else BEGUN, card))
    assert card.due - card.reviewed == 180 * DAY


def test_a_clock_that_was_set_back_moves_nothing_back():
    card = reviewed(Review(False, BEGUN))
    again = reviewed(Review(True, BEGUN - 5 * DAY, card))
    assert again.reviewed == BEGUN < again.due


@pytest.mark.parametrize("card", [
    {"due": BEGUN, "reviewed": BEGUN, "stability": 0, "difficulty": 5},
    {"due": -1, "reviewed": BEGUN, "stability": 1, "difficulty": 5},
    {"due": BEGUN, "reviewed": BEGUN, "stability": 1, "difficulty": 11}])
async def test_a_card_that_cannot_be_is_refused(ask, card):
    await ask("POST", "/api/v1/review", 422, json={"solved": True, "at": BEGUN, "card": card})


def test_the_widest_card_has_a_next_day():
    for stability in (0.001, 36_500):
        for solved in (True, False):
            card = Card(BEGUN, BEGUN, stability, 10)
            assert reviewed(Review(solved, BEGUN + 9 * DAY, card)).due > BEGUN
    assert reviewed(Review(True, 4_102_444_800_000)).due > 0
