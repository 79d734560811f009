"""What commands do, without any database or connection."""
from pathlib import Path
from typing import get_args

import pytest

from eckstein.server.game.events import Event
from eckstein.server.game.rulings import Code, Command, Why, rule
from eckstein.server.game.snapshot import Snapshot

from .matches import MINUTE, Match, timed


def test_a_move_is_made():
    match = Match().play("d1d2")
    assert match.state.turn == "black" and match.board.ply == 1


def test_any_form_of_a_move_is_taken():
    assert Match().do("move", "white", "D1 D2").data["text"] == "d1d2"


@pytest.mark.parametrize(("colour", "move", "code"), [
    ("white", "d1d3", "illegal"), ("white", "nonsense", "illegal"), ("white", "", "illegal"),
    ("black", "d7d6", "not-now"), (None, "d1d2", "not-yours")])
def test_moves_that_are_refused(colour, move, code):
    assert Match().code("move", colour, move) == code


def test_a_refused_move_leaves_the_board():
    match = Match()
    before = match.board.position()
    match.code("move", "white", "d1d3")
    assert match.board.position() == before


def test_a_move_in_an_older_position_is_stale():
    match = Match().play("d1d2", "d7d6")
    assert match.code("move", "white", "d2d3", seq=2) == "stale"


def test_a_move_from_the_future_is_stale():
    assert Match().code("move", "white", "d1d2", seq=9) == "stale"


def test_an_offer_that_crosses_does_not_hinder_a_move():
    match = Match().play("d1d2")
    match.do("offer-draw", "white")
    assert match.do("move", "black", "d7d6", seq=2).kind == "move"


def test_a_move_that_ends_the_game():
    match = Match(position="CWd6va4")
    draft = match.do("move", "white", "d6d7")
    assert draft.data["result"]["winner"] == "white"
    assert match.code("resign", "black") == "over"


def test_whoever_resigns_loses():
    match = Match().play("d1d2")
    match.do("resign", "white")
    assert match.state.result == {"winner": "black", "reason": "resignation", "score": None}


def test_a_draw_takes_two():
    match = Match()
    assert match.code("accept-draw", "black") == "not-now"
    match.do("offer-draw", "white")
    assert match.code("accept-draw", "white") == "not-now"
    assert match.code("offer-draw", "white") == "not-now"
    match.do("accept-draw", "black")
    assert match.state.result["reason"] == "agreement"


def test_two_offers_are_an_agreement():
    match = Match()
    match.do("offer-draw", "white")
    match.do("offer-draw", "black")
    assert match.state.result["reason"] == "agreement"


def test_an_old_answer_does_not_accept_a_new_offer():
    match = Match()
    match.do("offer-draw", "white")
    match.do("decline-draw", "black")
    match.do("offer-draw", "white")
    assert match.code("accept-draw", "black", seq=2) == "stale"


def test_a_computer_takes_no_draw():
    assert Match(black="computer").code("offer-draw", "white") == "not-now"


def test_a_takeback_between_people_is_asked_for():
    match = Match().play("d1d2", "d7d6")
    match.do("ask-takeback", "white")
    assert match.board.ply == 2
    match.do("accept-takeback", "black")
    assert (match.board.ply, match.state.turn) == (0, "white")


def test_a_takeback_of_ones_last_move_only():
    match = Match().play("d1d2", "d7d6", "d2d3")
    match.do("ask-takeback", "white")
    match.do("accept-takeback", "black")
    assert (match.board.ply, match.state.turn) == (2, "white")


def test_a_computer_lets_one_take_back():
    match = Match(black="computer").play("d1d2", "d7d6")
    assert match.do("ask-takeback", "white").data["ply"] == 0


def test_a_reply_of_the_computer_does_not_hinder_a_takeback():
    match = Match(black="computer").play("d1d2")
    seq = match.state.seq
    match.number += 1
    draft = rule(Snapshot(match.state, match.board, 0),
                 Command("computer", "c", "move", "black", seq, "d7d6"))
    match.board = draft.board
    match.state.apply(Event("g", seq + 1, "computer", "c", "move", draft.data, None, 0))
    assert match.do("ask-takeback", "white", seq=seq).data["ply"] == 0


def test_a_takeback_that_is_asked_for_twice_takes_back_once():
    match = Match(black="computer").play("d1d2", "d7d6", "d2d3", "d6d5")
    seq = match.state.seq
    match.do("ask-takeback", "white", seq=seq)
    assert match.code("ask-takeback", "white", seq=seq) == "stale"
    assert match.board.ply == 2


def test_who_plays_both_sides_takes_back_one_move():
    match = Match().play("d1d2", "d7d6")
    match.do("ask-takeback", "white", both=True)
    assert match.board.ply == 1


def test_nothing_can_be_taken_back_before_the_first_move():
    assert Match().play("d1d2").code("ask-takeback", "black") == "not-now"


def test_calling_off_is_for_the_first_moves():
    match = Match().play("d1d2", "d7d6", "d2d3")
    match.do("abort", "black")
    assert match.state.result == {"winner": None, "reason": "aborted", "score": None}
    assert Match().play("d1d2", "d7d6", "d2d3", "d6d5").code("abort", "white") == "not-now"


def test_a_rematch_only_after_the_end():
    match = Match()
    assert match.code("rematch", "white") == "not-now"
    match.do("resign", "white")
    assert match.do("rematch", "white").kind == "rematch"
    assert match.code("rematch", "white") == "not-now"


def test_thinking_costs_time():
    match = timed(increment=1000).play("d1d2", "d7d6")
    match.now = 10_000
    assert match.do("move", "white", "d2d3").clock == {"white": 51_000, "black": MINUTE}


def test_the_first_moves_are_free():
    match = timed()
    match.now = 10 * MINUTE
    match.play("d1d2")
    match.now = 20 * MINUTE
    assert match.do("move", "black", "d7d6").clock == {"white": MINUTE, "black": MINUTE}


def test_a_move_after_the_flag_comes_too_late():
    match = timed().play("d1d2", "d7d6")
    match.now = MINUTE
    assert match.code("move", "white", "d2d3") == "over"
    assert match.state.result == {"winner": "black", "reason": "time", "score": None}
    assert match.state.left["white"] == 0 and match.board.ply == 2


def test_a_move_before_the_flag_counts():
    match = timed().play("d1d2", "d7d6")
    match.now = MINUTE - 1
    assert match.do("move", "white", "d2d3").kind == "move"


def test_who_watches_may_claim_that_time_is_over():
    match = timed().play("d1d2", "d7d6")
    match.now = MINUTE - 1
    assert match.code("claim-time", None) == "not-now"
    match.now = MINUTE
    assert match.do("claim-time", None).data["result"]["winner"] == "black"


def test_without_clocks_there_is_no_time_to_claim():
    assert Match().code("claim-time", None) == "not-now"


def test_a_takeback_gives_no_time_back():
    match = timed().play("d1d2", "d7d6")
    match.now = 10_000
    match.do("ask-takeback", "black")
    match.now = 15_000
    assert match.do("accept-takeback", "white").clock == {"white": 45_000, "black": MINUTE}


def test_rulings_leave_state_and_board_alone():
    match = Match().play("d1d2")
    board, seq = match.board.copy(), match.state.seq
    rule(Snapshot(match.state, match.board, 0), Command("black", "x", "move", "black", 2, "d7d6"))
    assert (match.board, match.state.seq) == (board, seq)


@pytest.mark.parametrize("name", sorted({*get_args(Code), *get_args(Why)}))
def test_every_reason_for_a_refusal_is_in_the_documentation(name):
    text = (Path(__file__).parents[2] / "docs" / "server-api.md").read_text()
    section = text.partition("### Why something is refused")[2].partition("\n## ")[0]
    assert f"`{name}`" in section
