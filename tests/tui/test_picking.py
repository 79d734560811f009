"""What can be picked, and in how many ways (tui/choices.py, tui/picking.py)."""
from eckstein import Board
from eckstein.board.view import view
from eckstein.tui.choices import Choices, final_piece
from eckstein.tui.picking import Picking

from ..helpers import after


def picking(board):
    return Picking(view(board), True)


def test_pieces_that_can_move():
    assert Choices(view(Board("contra"))["legal"]).origins() == [
        "a1", "b1", "c1", "d1", "e1", "f1", "g1"]
    assert Choices(None).origins() == []


def test_a_pass_is_no_choice():
    board = after("contra", "CAa2Ab3We5va3", "e5e6")
    assert Choices(view(board)["legal"]).origins() == []


def test_one_way_is_played_at_once():
    hand = picking(Board("contra"))
    assert hand.pick("d1") is None
    assert hand.chosen == "d1"
    assert hand.pick("d2")["text"] == "d1d2"


def test_several_ways_are_never_chosen_silently():
    hand = picking(after("duell", None, "D1-e6", "B8-b7"))
    hand.pick("c1")
    assert hand.choices.labels("c1")["d2"] == "3|6"
    assert hand.pick("d2") is None
    assert [way["text"] for way in hand.ways] == ["C1-d2", "c1-D2"]
    assert hand.looked_at("d2")["text"] == "C1-d2"
    hand.way = 1
    assert hand.looked_at("d2")["text"] == "c1-D2"
    assert hand.marks("d2", False).way == {"c1": "→", "d1": "↑", "d2": ""}


def test_back_step_by_step():
    hand = picking(after("duell", None, "D1-e6", "B8-b7"))
    hand.pick("c1")
    hand.pick("d2")
    hand.cancel()
    assert (hand.ways, hand.chosen) == ([], "c1")
    hand.cancel()
    assert hand.chosen is None


def test_picking_again_puts_it_back_and_another_changes_over():
    hand = picking(Board("contra"))
    hand.pick("d1")
    hand.pick("d1")
    assert hand.chosen is None
    hand.pick("d1")
    hand.pick("e1")
    assert hand.chosen == "e1"
    hand.pick("e5")
    assert hand.chosen is None


def test_pieces_in_hand():
    hand = picking(Board("echek"))
    assert {"Q", "R", "B", "N", "P"} <= set(hand.choices.origins())
    hand.pick("N")
    assert hand.pick("l13")["text"] == "N@l13"


def test_a_placed_bishop_asks_what_it_sends_back():
    hand = picking(after("echek", None, "N@l13", "N@l15", bishop="final"))
    hand.pick("B")
    assert hand.pick("k14") is None
    assert [way["text"] for way in hand.ways] == ["B@k14*l13", "B@k14*l15"]


def test_a_swap_from_either_piece():
    board = Board("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss")
    for first, second in (("o15", "n14"), ("n14", "o15")):
        hand = picking(board)
        hand.pick(first)
        move = hand.pick(second)
        assert move["text"] == "RK"
    assert final_piece(move, "white")["letter"] == "R"


def test_how_the_die_will_lie():
    hand = picking(Board("contra"))
    hand.pick("d1")
    ghost, square = hand.ghost("d2")
    assert (ghost["faces"]["top"], square) == (3, "d2")
    assert hand.ghost("e5") == (None, "")
    marks = hand.marks("d2", False)
    assert marks.ghost[0] == "d2"


def test_tab_goes_round():
    hand = picking(Board("contra"))
    assert hand.next("d4", 1) == "a1"
    assert hand.next("g1", 1) == "a1"
    assert hand.next("a1", -1) == "g1"
    hand.pick("d1")
    assert hand.next("d1", 1) == "d2"
    nobody = Picking(view(Board("contra")), False)
    assert nobody.next("a1", 1) is None


def test_check_is_shown_along_its_line():
    board = after("duell", None, "F1-e6")
    assert {"e6", "e8"} <= picking(board).marks("a1", False).threats
