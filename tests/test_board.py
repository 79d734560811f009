"""Boards: positions with their moves, history and ends (board/, board/description.py)."""
import copy
import pickle

import pytest

from eckstein import (
    BLACK,
    WHITE,
    Board,
    Colour,
    IllegalMoveError,
    NotationError,
    OptionError,
    Outcome,
    PositionError,
    Reason,
    UnknownGameError,
    names,
)
from eckstein.board import push_texts
from eckstein.board.view import facts

from .helpers import ENDLESS, VARIANTS, after, named, random_games

ALL = named(VARIANTS)
SHUFFLE = ["d3e3", "a7b7", "e3d3", "b7a7"]      # four moves that change nothing
ALONE = "CWd3va7"


def visible(board):
    """All that a board shows."""
    return {
        "position": board.position(), "turn": board.turn, "ply": board.ply, "key": board.key,
        "stack": board.move_stack, "origin": board.origin, "legal": list(board.legal_moves),
        "outcome": board.outcome(), "over": board.is_game_over(), "idle": board.idle_moves,
        "repetitions": board.repetitions(), "status": board.status(), "picture": str(board),
        "repr": repr(board), "check": board.in_check(), "contents": board.contents(),
    }


# Push and pop.

@pytest.mark.parametrize(("game", "options"), ALL)
def test_pop_restores_all_that_push_changed(game, options):
    for number, board in enumerate(random_games(game, options, [1], plies=40)):
        if number % 4 == 0:
            before = visible(board)
            for move in list(board.legal_moves)[:10]:
                board.push(move)
                assert visible(board) != before
                assert board.peek() == move
                assert board.pop() == move
                assert visible(board) == before


@pytest.mark.parametrize(("game", "options"), ALL)
def test_a_whole_game_can_be_taken_back(game, options):
    *_, board = random_games(game, options, [2], plies=30)
    moves, seen = board.move_stack, []
    while board.ply:
        seen.append(visible(board))
        board.pop()
    assert visible(board) == visible(Board(game, **ENDLESS, **options))
    for move in moves:
        board.push(move)
        assert visible(board) == seen.pop()


def test_there_is_nothing_to_take_back_at_the_start():
    with pytest.raises(IndexError):
        Board().pop()
    with pytest.raises(IndexError):
        Board().peek()


def test_ply_turn_and_stack():
    board = after("contra", None, "d1d2", "d7d6")
    assert (board.ply, board.turn, len(board.move_stack)) == (2, WHITE, 2)
    board.push_text("a1a2")
    assert board.turn is BLACK


# Legal moves.

def test_legal_moves_iterate_count_and_contain():
    board = Board("contra")
    moves = board.legal_moves
    assert moves
    assert len(moves) == len(list(moves)) == 7
    assert all(move in moves for move in moves)
    assert -1 not in moves
    assert "a1a2" not in moves
    assert moves[6] == list(moves)[6]
    assert repr(moves) == "<LegalMoves (a1a2, b1b2, c1c2, d1d2, e1e2, f1f2, g1g2)>"


@pytest.mark.parametrize("looks", [len, list, repr])
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("game", names())
def test_legal_moves_that_were_kept_stay_those_of_their_position(game, looks, before):
    board = Board(game)
    moves = board.legal_moves
    wanted = looks(Board(game).legal_moves)
    assert not before or looks(moves) == wanted
    first = Board(game).legal_moves[0]
    board.push(first)
    board.push(board.legal_moves[0])
    assert looks(moves) == wanted and first in moves
    board.set_position(Board(game).position())
    assert looks(moves) == wanted


def test_those_of_a_game_that_is_over_stay_none():
    finished = after("contra", "CWd6va5", "d6d7")
    none = finished.legal_moves
    finished.pop()
    assert finished.legal_moves and not none and list(none) == []


def test_there_are_no_legal_moves_once_the_game_is_over():
    board = after("contra", "CWd6va5", "d6d7")
    assert not board.legal_moves
    assert len(board.legal_moves) == 0
    with pytest.raises(IllegalMoveError, match="over"):
        board.parse("a5a4")


def test_legal_texts_are_sorted():
    assert Board("contra").legal_texts() == ["a1a2", "b1b2", "c1c2", "d1d2", "e1e2", "f1f2", "g1g2"]


# What goes wrong leaves the board as it was.

@pytest.mark.parametrize("move", [-1, 10**9, 0, "d3d4", None])
def test_an_illegal_move_changes_nothing(move):
    board = after("contra", ALONE, "d3e3")
    before = visible(board)
    with pytest.raises(IllegalMoveError):
        board.push(move)
    assert visible(board) == before


@pytest.mark.parametrize(("text", "error"), [
    ("e3e4", IllegalMoveError), ("a7a8", NotationError), ("a7a5", IllegalMoveError),
    ("", NotationError), ("castle", NotationError), ("--", IllegalMoveError)])
def test_a_bad_text_changes_nothing(text, error):
    board = after("contra", ALONE, "d3e3")
    before = visible(board)
    with pytest.raises(error):
        board.push_text(text)
    assert visible(board) == before


@pytest.mark.parametrize("text", ["", "PWa1", "CWa9", "CWa1Wa1", "nonsense"])
def test_a_bad_position_changes_nothing(text):
    board = after("contra", ALONE, "d3e3")
    before = visible(board)
    with pytest.raises(NotationError):
        board.set_position(text)
    assert visible(board) == before


@pytest.mark.parametrize("say", [Board.text, Board.notation, Board.describe],
                         ids=["text", "notation", "describe"])
@pytest.mark.parametrize(("game", "move"), [
    (game, move) for game in names() for move in (12345, 99999, -1)])
def test_a_move_that_is_not_legal_has_no_text(game, move, say):
    with pytest.raises(IllegalMoveError, match=f"^{move} is not a legal move in "):
        say(Board(game), move)


def test_a_move_of_the_position_before_has_no_text():
    board = Board("contra")
    move = board.parse("d1d2")
    board.push(move)
    with pytest.raises(IllegalMoveError, match="is not a legal move"):
        board.text(move)


def test_a_text_given_for_a_move_is_told_how_it_is_read():
    with pytest.raises(IllegalMoveError, match=r"parse reads a text"):
        Board("contra").describe("d1d2")


@pytest.mark.parametrize("read", [Board.read, Board.parse, Board.push_text],
                         ids=["read", "parse", "push_text"])
@pytest.mark.parametrize("thing", [5, None, b"d1d2"])
def test_a_move_is_read_from_text_alone(read, thing):
    with pytest.raises(TypeError, match="a move to be read is a text, not "):
        read(Board("contra"), thing)


def test_a_position_is_read_from_text_alone():
    with pytest.raises(TypeError, match="a position is a text, not 5"):
        Board("contra", 5)


def test_errors_are_value_errors():
    for error in (IllegalMoveError, NotationError, PositionError, UnknownGameError, OptionError):
        assert issubclass(error, ValueError)


def test_bad_arguments_are_refused():
    with pytest.raises(UnknownGameError):
        Board("chess")
    with pytest.raises(OptionError):
        Board("contra", chains=True)
    with pytest.raises(OptionError):
        Board("contra", repetition=-1)
    with pytest.raises(OptionError):
        Board("contra", repetition=1)
    with pytest.raises(NotationError):
        Board("contra", "PWa1")


def test_a_line_of_moves_names_its_first_bad_one():
    board = Board("contra")
    with pytest.raises(IllegalMoveError, match=r"move 2 \(d7d5\)") as caught:
        push_texts(board, ["d1d2", "d7d5", "a1a2"])
    assert caught.value.number == 2
    assert board.ply == 1


# Copies and sameness.

def test_a_copy_goes_its_own_way():
    board = after("contra", ALONE, "d3e3")
    before = visible(board)
    copy = board.copy()
    assert visible(copy) == before
    for text in ("a7b7", "e3d3", "b7a7", "d3d4"):
        copy.push_text(text)
    assert visible(board) == before
    board.pop()
    assert copy.ply == 5
    assert copy.position() == "cLd4va7"


def test_a_copy_keeps_the_occurrences_of_positions():
    board = after("contra", ALONE, *SHUFFLE)
    copy = board.copy()
    push_texts(copy, SHUFFLE)
    assert (copy.repetitions(), board.repetitions()) == (3, 2)


@pytest.mark.parametrize(("game", "options"), ALL)
def test_a_board_can_be_made_again_from_its_repr(game, options):
    *_, board = random_games(game, options, [3], plies=12)
    again = eval(repr(board), {"Board": Board})
    assert (again.game, again.options) == (board.game, board.options)
    assert again.contents() == board.contents()
    assert again.position() == board.position()


@pytest.mark.parametrize(("game", "options"), ALL)
def test_a_board_set_up_from_the_text_is_the_same(game, options):
    for board in random_games(game, options, [4], plies=30):
        fresh = Board(game, board.position(), **ENDLESS, **options)
        assert fresh.key == board.key
        assert fresh.position() == board.position()
        assert fresh.turn == board.turn
        assert fresh.legal_texts() == board.legal_texts()
        assert fresh.outcome() == board.outcome()
        assert fresh.status() == board.status() == []


def test_set_position_and_reset_start_anew():
    board = after("contra", ALONE, *SHUFFLE)
    board.set_position("CWe3va7")
    assert (board.ply, board.idle_moves, board.repetitions()) == (0, 0, 1)
    board.reset()
    assert board == Board("contra")
    board.push_text("d1d2")
    assert board.ply == 1


def test_the_games_by_name():
    assert names()[:5] == ["pur", "contra", "ecke", "duell", "echek"]


# Repetition and no progress (docs/rules.md).

def test_the_third_occurrence_is_a_draw():
    board = after("contra", ALONE, *SHUFFLE)
    assert board.repetitions() == 2
    assert board.outcome() is None
    push_texts(board, SHUFFLE)
    assert board.repetitions() == 3
    assert board.outcome() == Outcome(None, Reason.REPETITION)
    assert board.is_game_over()
    assert not board.legal_moves


def test_taking_back_undoes_a_repetition():
    board = after("contra", ALONE, *SHUFFLE, *SHUFFLE)
    board.pop()
    assert board.outcome() is None
    assert board.legal_moves
    board.push_text("b7a7")
    assert board.outcome().reason is Reason.REPETITION


def test_another_count_of_occurrences():
    assert after("contra", ALONE, *SHUFFLE, repetition=2).outcome().reason is Reason.REPETITION
    assert after("contra", ALONE, *SHUFFLE * 2, repetition=4).outcome() is None


def test_repetition_can_be_switched_off():
    board = after("contra", ALONE, *SHUFFLE * 5, repetition=0)
    assert board.repetitions() == 6
    assert board.outcome() is None


def test_the_same_dice_with_the_other_player_to_move_are_another_position():
    assert Board("contra", "CWd3va7").key != Board("contra", "cWd3va7").key


def test_a_hundred_moves_without_progress_are_a_draw():
    board = after("contra", ALONE, *SHUFFLE * 24, *SHUFFLE[:3], repetition=0)
    assert (board.idle_moves, board.outcome()) == (99, None)
    board.push_text("b7a7")
    assert board.outcome() == Outcome(None, Reason.NO_PROGRESS)
    assert not board.legal_moves


def test_progress_starts_the_count_anew():
    board = after("contra", ALONE, *SHUFFLE, "d3d4")
    assert board.idle_moves == 0
    board.pop()
    assert board.idle_moves == 4


def test_another_count_without_progress_and_none():
    assert after("contra", ALONE, *SHUFFLE, no_progress=4).outcome().reason is Reason.NO_PROGRESS
    assert after("contra", ALONE, *SHUFFLE[:3], no_progress=4).outcome() is None
    board = after("contra", ALONE, *SHUFFLE * 30, no_progress=0, repetition=0)
    assert (board.idle_moves, board.outcome()) == (120, None)


def test_a_win_goes_before_a_draw_by_count():
    # Sideways onto the second corner: a win, though one move without progress is a draw here.
    board = after("ecke", "EWa7Wf7vc4vd4", "f7g7", no_progress=1)
    assert (board.idle_moves, board.outcome().reason) == (1, Reason.GOAL)


def test_echek_positions_repeat_wherever_they_stand():
    # Both kings walk one column to the east.
    board = Board("echek", "k/K w QRBNPqrbnp Ss m13")
    push_texts(board, ["m13n13", "m14n14"])
    assert board.position() == "k/K w QRBNPqrbnp Ss n13"
    assert board.repetitions() == 2


@pytest.mark.parametrize("right", ["S", "s", "-"])
def test_echek_positions_with_other_rights_are_others(right):
    assert (Board("echek", "k/K w QRBNPqrbnp Ss").key
            != Board("echek", f"k/K w QRBNPqrbnp {right}").key)


# How it ended.

def test_outcomes_are_written_as_results():
    assert Outcome(WHITE, Reason.GOAL).result() == "1-0"
    assert Outcome(BLACK, Reason.GOAL).result() == "0-1"
    assert Outcome(None, Reason.BLOCKED).result() == "1/2-1/2"


def test_outcomes_print_as_sentences():
    assert str(Outcome(WHITE, Reason.DUEL_MATE)) == "White wins (duel-mate)"
    assert str(Outcome(None, Reason.REPETITION)) == "draw (repetition)"
    assert str(Outcome(BLACK, Reason.GOAL, (25, 26))) == "Black wins (goal, 25-26)"


def test_players_are_words():
    assert Colour.WHITE == "white"
    assert Board().turn == "white"
    assert (WHITE.other, BLACK.other) == (BLACK, WHITE)
    assert [("first", "second")[colour] for colour in (WHITE, BLACK)] == ["first", "second"]


@pytest.mark.parametrize("game", names())
def test_a_player_is_a_colour_wherever_he_is_named(game):
    for board in random_games(game, {}, range(3), 80):
        contents = board.contents()
        named = [board.turn, contents.side, *(piece.colour for piece in contents.pieces.values()),
                 *(fact.colour for fact in facts(board))]
        named += [told.winner for told in map(board.describe, board.legal_moves) if told.winner]
        named += [end.winner for end in [board.outcome()] if end and end.winner]
        assert {type(colour) for colour in named} == {Colour}
        assert contents.side is board.turn


# Classes derived from a board.

class Counting(Board):
    """A board that counts the moves made and taken back, and has a note."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.made, self.taken, self.notes = 0, 0, []

    def push(self, move):
        super().push(move)
        self.made += 1

    def pop(self):
        self.taken += 1
        return super().pop()


def test_every_move_goes_through_push():
    board = Counting("contra")
    board.push_text("d1d2")
    push_texts(board, ["d7d6", "d2d3"])
    board.push(board.parse("d6d5"))
    board.pop()
    assert (board.made, board.taken, board.ply) == (4, 1, 3)


@pytest.mark.parametrize("again", [
    Board.copy, copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_copies_and_pickles_keep_a_class_and_its_attributes(again):
    board = Counting("contra", repetition=4)
    board.push_text("d1d2")
    board.notes.append("a note")
    other = again(board)
    assert type(other) is Counting and other == board
    assert (other.made, other.taken, other.notes) == (1, 0, ["a note"])
    other.push_text("d7d6")
    assert (other.made, board.made, board.ply) == (2, 1, 1)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_deep_copies_share_nothing(again):
    board = Counting("contra")
    again(board).notes.append("a note")
    assert board.notes == []


# Impossible positions.

def test_an_impossible_position_can_be_set_up_and_says_why():
    board = Board("contra", "CWa7va1")
    assert board.status()
    with pytest.raises(PositionError, match="both players"):
        board.check_status()


def test_a_possible_position_passes():
    assert Board("contra", ALONE).check_status() is None


# Descriptions.

def test_a_description_of_a_battle():
    board = Board("contra", "CMd3Ic5vd5vg7")
    told = board.describe(board.parse("d3d4"))
    assert (told.text, told.notation) == ("d3d4", "d3-d4xd5")
    (step,) = told.steps
    assert (step.kind, step.origin, step.target, step.piece) == ("tilt", "d3", "d4", "W")
    assert (step.faces["top"], step.faces["north"]) == (6, 4)
    (fight,) = told.battles
    assert (fight.attacker, fight.defender) == ("d4", "d5")
    assert (fight.attack, fight.defence, fight.loser) == (9, 6, "d5")
    assert (set(fight.attackers), fight.defenders) == ({"d4", "c5"}, ("d5",))
    assert dict(zip(fight.attackers, fight.attack_tops, strict=True)) == {"d4": 6, "c5": 3}
    assert fight.defence_tops == (6,)
    (removal,) = told.removed
    assert (removal.square, removal.piece, removal.why) == ("d5", "v", "battle")
    assert (told.check, told.winner, told.reason) == (0, None, None)


def test_the_movers_own_fall_is_told_by_the_square_it_reached():
    board = Board("contra", "CAd3Wa1vd5")
    told = board.describe(board.parse("d3d4"))
    assert told.notation == "d3-d4xd4"
    assert [gone.square for gone in told.removed] == ["d4"]


def test_the_mover_falls_as_it_lies_after_its_tilt():
    board = Board("contra", "CAd3Wa1vd5")
    told = board.describe(board.parse("d3d4"))
    assert told.steps[0].piece == "Q"
    assert [gone.piece for gone in told.removed] == ["Q"]


def test_both_may_fall_at_once():
    board = Board("contra", "CMd3We5Wa1ic4vd5vg7")
    told = board.describe(board.parse("d3d4"))
    assert {gone.square for gone in told.removed} == {"d4", "d5"}
    assert {fight.defender: fight.loser for fight in told.battles} == {"c4": "d4", "d5": "d5"}


def test_a_tie_has_no_loser():
    board = Board("contra", "CMd3vd5")
    told = board.describe(board.parse("d3d4"))
    assert [fight.loser for fight in told.battles] == [None]
    assert told.removed == ()


def test_protected_defenders_of_ecke_are_no_losers():
    board = Board("ecke", "EIc2Wa1Wb1vd4ee4va7vb7")
    told = board.describe(board.parse("c2d3"))
    fights = {fight.defender: (fight.attack, fight.defence, fight.loser) for fight in told.battles}
    assert fights == {"d4": (4, 6, "d3"), "e4": (4, 2, None)}


def test_a_description_of_a_chain():
    board = Board("pur", "pWa1vb7vc7ve7vf6")
    steps = board.describe(board.parse("b7d7f7f5")).steps
    assert [(step.kind, step.origin, step.target) for step in steps] == [
        ("jump", "b7", "d7"), ("jump", "d7", "f7"), ("jump", "f7", "f5")]


def test_a_description_of_a_capture_and_of_check():
    board = Board("duell", "DZa1Ge4zi8ge6")
    told = board.describe(board.parse("E4xE6"))
    assert [(gone.square, gone.piece, gone.why) for gone in told.removed] == [
        ("e6", "g", "captured")]
    assert [(step.origin, step.target) for step in told.steps] == [("e4", "e5"), ("e5", "e6")]
    board = Board("duell")
    assert board.describe(board.parse("F1-e6")).check == 1
    assert board.describe(board.parse("D1-e6")).check == 0


def test_a_description_of_mate():
    board = after("duell", None, "A1-d3+", "D8-i7")
    told = board.describe(board.parse("F1-c4"))
    assert (told.notation, told.check, told.winner) == ("F1-c4++", 2, "white")
    assert told.reason is Reason.DUEL_MATE


def test_a_description_of_a_win_and_of_a_draw():
    board = Board("contra", "CWd6va5")
    told = board.describe(board.parse("d6d7"))
    assert (told.notation, told.winner, told.reason) == ("d6-d7#", "white", Reason.GOAL)
    board = Board("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va1ib1")
    assert board.describe(board.parse("g6g7")).winner is None


def test_a_description_of_a_fallen_queen():
    board = Board("echek", "3k/2N1/PK2/Q3 w RBqrbnp Ss m12")
    told = board.describe(board.parse("R@n12"))
    assert [(gone.square, gone.piece, gone.why) for gone in told.removed] == [
        ("m12", "Q", "surrounded")]
    assert [(step.kind, step.origin, step.target, step.piece) for step in told.steps] == [
        ("place", None, "n12", "R")]


def test_a_description_of_a_return_to_the_reserve():
    board = Board("echek", "kr/KN w QRBPqbnp Ss m13", bishop="final")
    told = board.describe(board.parse("B@l12*n14"))
    assert [(gone.square, gone.piece, gone.why) for gone in told.removed] == [
        ("n14", "r", "returned")]
    assert [(step.kind, step.origin, step.target, step.piece) for step in told.steps] == [
        ("place", None, "l12", "B"), ("return", "n14", None, "r")]


def test_a_description_of_a_swap():
    board = Board("echek", "1k2/KN1R w QBPqrbnp Ss m13")
    steps = board.describe(board.parse("RK")).steps
    assert {(step.piece, step.origin, step.target) for step in steps} == {
        ("R", "p13", "m13"), ("K", "m13", "p13")}


def test_a_description_of_a_pass():
    board = Board("contra", "CWa3va4vb3")
    told = board.describe(board.parse("--"))
    assert ([step.kind for step in told.steps], told.removed, told.battles) == (["pass"], (), ())


@pytest.mark.parametrize(("game", "options"), ALL)
def test_what_is_told_to_leave_leaves(game, options):
    """Pieces before, placed ones added and removed ones taken away, are pieces after."""
    for board in random_games(game, options, [5, 6], plies=40):
        for move in list(board.legal_moves)[::3]:
            told, before = board.describe(move), pieces_by_letter(board)
            board.push(move)
            placed = sum(step.kind == "place" for step in told.steps)
            assert len(board.contents().pieces) == sum(before.values()) + placed - len(told.removed)
            names_now = {square for square, _ in named_pieces(board)}
            for gone in told.removed:
                assert gone.why == "captured" or gone.square not in names_now
            outcome = board.outcome()
            assert (told.winner is None) == (outcome is None)
            if outcome:
                assert told.winner == outcome.winner
                assert told.reason == outcome.reason
            board.pop()


def pieces_by_letter(board):
    found = {}
    for piece in board.contents().pieces.values():
        found[piece] = found.get(piece, 0) + 1
    return found


def named_pieces(board):
    """(name of the square, piece) for all that lies on the board."""
    column_0, row_0 = board.origin
    wraps = board.rules.COLUMNS == 0
    for (column, row), piece in board.contents().pieces.items():
        if wraps:
            column, row = (column + column_0) % 26, (row + row_0) % 26
        yield f"{chr(97 + column)}{row + 1}", piece


# Texts.

@pytest.mark.parametrize(("game", "text", "warnings"), [
    ("contra", "d1d2", ()),
    ("contra", "d1-d2xd2#", ("d2 is marked as falling, but stays",
                             "the move is marked as winning (#), but does not win")),
    ("echek", "N@l12xQ", ("Q is marked as falling, but stays",)),
])
def test_what_a_text_claims_is_held_against_the_move(game, text, warnings):
    assert Board(game).read(text).warnings == warnings


def test_a_text_that_tells_half_of_what_a_move_does():
    board = Board("contra", "CWd3Be5ra6vd5")
    text = next(board.notation(move) for move in board.legal_moves if "x" in board.notation(move))
    assert board.read(text).warnings == ()
    assert board.read(text + "#").warnings == ("the move is marked as winning (#), but does not "
                                               "win",)


@pytest.mark.parametrize(("game", "options"), ALL)
def test_every_text_of_a_move_is_read_as_that_move(game, options):
    for board in random_games(game, options, [8], plies=30):
        moves = list(board.legal_moves)
        assert len({board.text(move) for move in moves}) == len(moves)
        for move in moves[::4]:
            assert board.parse(board.text(move)) == move
            assert board.read(board.notation(move)) == (move, ())


# The compiled board.

# Each of the others has to be compiled first.
@pytest.mark.parametrize(("game", "options"), [pytest.param(*one.values, id=one.id, marks=(
    [pytest.mark.long] if one.values[1] else [])) for one in ALL])
def test_a_compiled_board_plays_like_an_interpreted_one(game, options):
    *_, played = random_games(game, options, [9], plies=40)
    plain = Board(game, repetition=2, **options)
    fast = Board(game, repetition=2, compiled=True, **options)
    for move in played.move_stack:
        assert visible(fast) == visible(plain)
        if move not in plain.legal_moves:       # a draw by repetition
            break
        plain.push(move)
        fast.push(move)
    assert visible(fast) == visible(plain)
    while plain.ply:
        assert fast.pop() == plain.pop()
    assert visible(fast) == visible(plain)


def test_a_compiled_board_reads_positions_and_tells_about_moves():
    plain = Board("contra", "CMd3Ic5vd5vg7")
    fast = Board("contra", "CMd3Ic5vd5vg7", compiled=True)
    assert fast == plain
    move = fast.parse("d3d4")
    assert fast.describe(move) == plain.describe(move)
    assert fast.copy().legal_texts() == plain.legal_texts()
