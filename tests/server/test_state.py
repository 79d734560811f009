"""A game is the fold over its events."""
import pytest

from eckstein.server.game.events import Event
from eckstein.server.game.state import swapped

from .helpers import fold

SEATS = {"white": {"kind": "human", "name": "Ada", "level": None, "open": False},
         "black": {"kind": "human", "name": "", "level": None, "open": True}}
CREATED = {"rules": "contra", "options": {}, "start": "CWa1va7", "turn": "white", "seats": SEATS,
           "control": {"kind": "fischer", "initial": 60_000, "increment": 1000}}
CLOCK = {"white": 60_000, "black": 60_000}


def history(*events):
    """Events numbered from 1, the first of them the creation."""
    kinds = [("created", CREATED), *events]
    return [Event("g", number, "server", str(number), kind, data, CLOCK, 1000 * number)
            for number, (kind, data) in enumerate(kinds, 1)]


def move(text, turn, **more):
    return "move", {"by": "x", "text": text, "code": 1, "notation": text, "spent": 5,
                    "turn": turn, **more}


def test_a_new_game_has_no_moves():
    state = fold(history())
    assert (state.seq, state.turn, state.moves, state.result) == (1, "white", [], None)


def test_moves_follow_each_other():
    state = fold(history(move("a1a2", "black"), move("a7a6", "white")))
    assert [made.text for made in state.moves] == ["a1a2", "a7a6"]
    assert (state.turn, state.seq, state.since, state.changed) == ("white", 3, 3000, 3)


def test_a_takeback_leaves_the_first_moves():
    state = fold(history(move("a1a2", "black"), move("a7a6", "white"),
                         ("takeback", {"by": "white", "ply": 1})))
    assert [made.text for made in state.moves] == ["a1a2"] and state.turn == "black"


def test_an_offer_falls_with_the_next_move():
    offered = history(move("a1a2", "black"), ("offer", {"by": "white", "what": "draw"}))
    assert fold(offered).draw == ("white", 3)
    after = history(move("a1a2", "black"), ("offer", {"by": "white", "what": "draw"}),
                    move("a7a6", "white"))
    assert fold(after).draw is None


def test_an_offer_does_not_make_a_move_stale():
    state = fold(history(move("a1a2", "black"), ("offer", {"by": "white", "what": "draw"})))
    assert state.changed == 2


def test_a_declined_offer_is_gone():
    state = fold(history(("offer", {"by": "white", "what": "takeback"}),
                         ("decline", {"by": "black", "what": "takeback"})))
    assert state.takeback is None


def test_a_move_can_end_a_game():
    result = {"winner": "white", "reason": "goal", "score": None}
    assert fold(history(move("a1a2", "black", result=result))).result == result


def test_nobodys_clock_runs_before_both_have_moved():
    assert fold(history(move("a1a2", "black"))).running is None
    assert fold(history(move("a1a2", "black"), move("a7a6", "white"))).running == "white"


def test_no_clock_runs_after_the_end():
    state = fold(history(move("a1a2", "black"), move("a7a6", "white"),
                         ("end", {"by": "white", "result": {"winner": "black"}})))
    assert state.running is None


def test_a_seat_is_taken_by_joining():
    state = fold(history(("join", {"by": "black", "colour": "black", "name": "Ben"})))
    assert (state.seats["black"].name, state.seats["black"].open) == ("Ben", False)
    assert state.joined == {"2": "black"}


def test_answers_are_remembered():
    assert fold(history(move("a1a2", "black"))).answers == {("server", "1"): 1, ("server", "2"): 2}


def test_a_rematch_changes_seats():
    seats = swapped(fold(history(("join", {"by": "black", "colour": "black",
                                           "name": "Ben"}))).seats)
    assert (seats["white"].name, seats["black"].name) == ("Ben", "Ada")


@pytest.mark.parametrize("order", [[0, 2, 1], [0, 0], [1, 2]])
def test_events_have_to_be_in_order(order):
    events = history(move("a1a2", "black"), move("a7a6", "white"))
    with pytest.raises(ValueError):
        fold([events[number] for number in order])
