"""Files of other programs: what they say, and what is wrong with those that say nothing."""
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board, NotationError, OptionError
from eckstein.kernel import dice
from eckstein.kernel.specialise import specialise
from eckstein.record.exchange import FORMATS, cublino, detect, ramapo, studer
from eckstein.record.exchange.ramapo import Ramapo
from eckstein.record.exchange.studer import CODE_OF_DIE, DIE_OF_CODE, Studer

from ..helpers import after, random_games

DUELL_START = Board("duell").position()

RAMAPO_START = """Board:
C56 C15 C21 C62 C11 C62 C21 C15 C56
0   0   0   0   0   0   0   0   0
0   0   0   0   0   0   0   0   0
0   0   0   0   0   0   0   0   0
0   0   0   0   0   0   0   0   0
0   0   0   0   0   0   0   0   0
0   0   0   0   0   0   0   0   0
H56 H15 H21 H62 H11 H62 H21 H15 H56

Computer Wins: 0
Human Wins: 0

Next Player: Human
"""
RAMAPO_EXAMPLE = """Board:
C56 0 0 0 0 0 0 0 0
0 H36 C54 0 C11 0 C23 0 0
0 0 0 0 0 C14 H13 0 H62
0 0 C62 0 0 0 H46 0 0
0 0 0 0 C41 0 0 0 0
0 0 H23 0 H42 0 C42 0 0
0 0 0 0 0 0 0 0 0
C35 H12 0 0 H11 0 0 0 H56
Computer Wins: 2
Human Wins: 3
Next Player: {}
"""
HUMAN, COMPUTER = RAMAPO_EXAMPLE.format("Human"), RAMAPO_EXAMPLE.format("Computer")

# Faces north, east, south, west of every TP in Studer's files.
STUDER_TABLE = {
    11: (3, 2, 4, 5), 12: (2, 4, 5, 3), 13: (4, 5, 3, 2), 14: (5, 3, 2, 4),
    21: (3, 6, 4, 1), 22: (6, 4, 1, 3), 23: (4, 1, 3, 6), 24: (1, 3, 6, 4),
    31: (6, 2, 1, 5), 32: (2, 1, 5, 6), 33: (1, 5, 6, 2), 34: (5, 6, 2, 1),
    41: (1, 2, 6, 5), 42: (2, 6, 5, 1), 43: (6, 5, 1, 2), 44: (5, 1, 2, 6),
    51: (3, 1, 4, 6), 52: (1, 4, 6, 3), 53: (4, 6, 3, 1), 54: (6, 3, 1, 4),
    61: (4, 2, 3, 5), 62: (2, 3, 5, 4), 63: (3, 5, 4, 2), 64: (5, 4, 2, 3),
}
STUDER_START = """0 1 1
-51 -11 -21 -63 -15 -63 -21 -11 -51
  0   0   0   0   0   0   0   0   0
  0   0   0   0   0   0   0   0   0
  0   0   0   0   0   0   0   0   0
  0   0   0   0   0   0   0   0   0
  0   0   0   0   0   0   0   0   0
  0   0   0   0   0   0   0   0   0
 53  13  23  61  15  61  23  13  53
"""


def refused(read, text, **arguments):
    """Why a file cannot be read, as people see it."""
    with pytest.raises(NotationError) as caught:
        read(text, **arguments)
    return str(caught.value)


def perft(text, depth):
    """Move sequences from a Ramapo file, where mate does not end a game."""
    rules = specialise("search.play.perft", "duell", compiled=False, mate_ends=False)
    board = Board("duell", ramapo.read(text).position, mate_ends=False)
    return rules.perft(board.rules.position(board.contents()), rules.new_memory(), 0, depth)


def duell_positions():
    """Positions of random games of Duell."""
    return [board.position() for board in random_games("duell", {}, range(3), 25)]


# Ramapo.

def test_ramapo_start():
    assert ramapo.read(RAMAPO_START) == Ramapo(DUELL_START, 0, 0)
    assert ramapo.write(DUELL_START) == RAMAPO_START


def test_ramapo_wins_and_next_player():
    assert ramapo.read(HUMAN)[1:] == (2, 3)
    assert ramapo.read(HUMAN).position[0] == "D"
    assert ramapo.read(COMPUTER).position[0] == "d"


@pytest.mark.parametrize(("text", "counts"), [(HUMAN, [47, 1912]), (COMPUTER, [41, 1940])])
def test_ramapo_example_has_as_many_moves_as_it_should(text, counts):
    assert [perft(text, depth) for depth in (1, 2)] == counts


def test_ramapo_example_lets_a_die_take_the_king():
    board = Board("duell", ramapo.read(HUMAN).position)
    board.push_text("g5xE7")
    assert str(board.outcome()) == "White wins (king taken)"


def test_ramapo_digit_is_on_the_owners_right():
    # The computer looks south: its right is west, so these dice show 6 to the west, the human's
    # to the east.
    board = Board("duell", ramapo.read(RAMAPO_START).position)
    faces = [dice.faces(board.contents().pieces[square].die) for square in ((0, 0), (0, 7))]
    assert [(face["top"], face["east"], face["west"]) for face in faces] == [(5, 6, 1), (5, 1, 6)]


def test_ramapo_digit_is_on_the_right_of_the_board_in_some_files():
    board = Board("duell", ramapo.read(RAMAPO_START, frame="board").position)
    faces = [dice.faces(board.contents().pieces[square].die) for square in ((0, 0), (0, 7))]
    assert [(face["top"], face["east"]) for face in faces] == [(5, 6), (5, 6)]


@pytest.mark.parametrize("text", [
    HUMAN.replace("Board:", "Board"), HUMAN.replace("Board:\n", ""), HUMAN.lower(), HUMAN.upper(),
    HUMAN.replace(" ", "\t"), HUMAN.replace("\n", "\n\n"), HUMAN.replace("\n", "\r\n"),
    "\ufeff\n" + HUMAN, HUMAN.replace("Wins:", "Wins :")])
def test_ramapo_files_vary(text):
    assert ramapo.read(text) == ramapo.read(HUMAN)


@pytest.mark.parametrize(("old", "new", "error"), [
    ("H36", "H33", "line 3, column 3: no die shows 3 on top and 3 on a side"),
    ("H36", "H34", "line 3, column 3: no die shows 3 on top and 4 on a side"),
    ("H36", "X36", "line 3, column 3: X36 is not a cell"),
    ("H36", "H3", "line 3, column 3: H3 is not a cell"),
    ("H36", "H76", "line 3, column 3: H76 is not a cell"),
    ("H36", "H11", "line 9, column 13: this is a second king of H"),
    ("H36 ", "", "line 3, column 1: expected the 9 cells of row 7, not 8"),
    ("0 0 0 0 0 0 0 0 0\n", "", "line 9, column 1: expected the 9 cells of row 1, not 3"),
    ("Human Wins: 3", "Human Wins: -3", "line 11, column 1: expected Computer Wins, Human Wins or"),
    ("Human Wins: "
     "3", "Human Wins: "
                      "many", "line 11, column 13: human wins must be a number from 0 "
                                          "up"),
    ("Human Wins: 3\n", "", "line 11, column 1: the line for human wins is missing"),
    ("Human Wins", "Computer Wins", "line 11, column 1: computer wins is given twice"),
    ("Player: Human", "Player: Nobody", "line 12, column 14: the next player is Human or")])
def test_ramapo_files_with_a_mistake(old, new, error):
    assert refused(ramapo.read, HUMAN.replace(old, new, 1)).startswith(error)


def test_ramapo_has_nine_dice_a_side():
    more = RAMAPO_START.replace("0   0   0   0   0   0   0   0   0", "0 0 H23 0 0 0 0 0 0", 1)
    assert refused(ramapo.read, more) == "line 9, column 33: H has more than 9 dice"


def test_ramapo_file_that_stops_early():
    assert refused(ramapo.read, "") == "line 1, column 1: expected 8 rows of cells, not 0"
    assert refused(ramapo.read, "Board:\n0 0 0 0 0 0 0 0 0") == (
        "line 2, column 1: expected 8 rows of cells, not 1")


def test_ramapo_holds_positions_of_duell_only():
    assert "a position of Duell begins with D" in refused(ramapo.write, Board("pur").position())
    nine_rows = Board("duell", board="9x9").position()
    assert "expected a square from a1 to i8" in refused(ramapo.write, nine_rows)


@pytest.mark.parametrize("position", duell_positions())
def test_positions_survive_ramapo_and_studer(position):
    assert ramapo.read(ramapo.write(position, 4, 5)) == (position, 4, 5)
    assert studer.read(studer.write(position, 12)) == (position, 12)


# Studer.

def test_studer_codes_are_dice():
    faces = {code: dice.faces(die) for code, die in DIE_OF_CODE.items()}
    assert {code: tuple(face[side] for side in ("north", "east", "south", "west"))
            for code, face in faces.items()} == STUDER_TABLE
    assert all(face["top"] == code // 10 for code, face in faces.items())


def test_studer_codes_tell_all_dice():
    assert sorted(CODE_OF_DIE) == list(range(dice.FIRST, dice.KING))


def test_studer_start():
    assert studer.read(STUDER_START) == Studer(DUELL_START, 1)
    assert studer.write(DUELL_START) == STUDER_START


def test_studer_side_to_move_and_move_number():
    assert studer.read(STUDER_START.replace("0 1 1", "7 30 -1", 1)) == (
        "d" + DUELL_START[1:], 30)


def test_studer_passes_over_what_follows():
    assert studer.read(STUDER_START + "99 any thing\n").position == DUELL_START


@pytest.mark.parametrize(("old", "new", "error"), [
    ("0 1 1", "0 1 2", "line 1, column 5: the side to move is 1 for White or -1 for Black, not 2"),
    ("0 1 1", "0 1", "line 1, column 1: expected a return code, the move number and the side to "),
    ("-63", "-65", "line 2, column 13: -65 is not a die"),
    ("-63", "-x3", "line 2, column 13: expected an integer, not -x3"),
    (" 53", "", "line 9, column 1: expected the squares of row 1, which is 9 integers, not 8"),
    (" 53  13  23  61  15  61  23  13  53", "", "line 8, column 1: expected 8 rows of numbers")])
def test_studer_files_with_a_mistake(old, new, error):
    assert refused(studer.read, STUDER_START.replace(old, new, 1)).startswith(error)


def test_studer_file_without_anything():
    assert refused(studer.read, " \n") == "line 1, column 1: the file is empty"


# Replays of Cublino.

def replay(letter, *positions):
    return "\n".join([letter, "Ann", "Bob", *positions, ""])


def shown(board):
    """The position in which a replay shows it: its letter tells who has just moved."""
    text = board.position()
    return text[0].swapcase() + text[1:]


def shows(game, *moves, position=None, **options):
    """The positions of a replay, the start and one after every move."""
    board = Board(game, position, **options)
    found = [shown(board)]
    for move in moves:
        board.push_text(move)
        found.append(shown(board))
    return found


def plain(record):
    """The plain texts of a record's moves."""
    board, found = record.start.copy(), []
    for node in record.mainline():
        found.append(board.text(node.move))
        board.push(node.move)
    return found


def test_replay_of_contra():
    moves = ["c1c2", "c7c6", "c2d2"]
    record = cublino.read(replay("C", *shows("contra", *moves)))
    assert plain(record) == moves
    assert (record.tags["White"], record.tags["Black"], record.result) == ("Ann", "Bob", "*")


@pytest.mark.parametrize("game", ["pur", "contra", "ecke"])
def test_replays_of_random_games(game):
    *_, board = random_games(game, {}, range(1), 60)
    walk, lines = Board(game, repetition=0, no_progress=0), []
    for move in board.move_stack:
        lines.append(shown(walk))
        walk.push(move)
    record = cublino.read(replay(board.rules.LETTER, *lines, shown(walk)), repetition=0,
                          no_progress=0)
    assert record.board().position() == board.position()


def test_replay_may_begin_with_the_start_or_after_the_first_move():
    positions = shows("contra", "c1c2", "c7c6")
    assert plain(cublino.read(replay("c", *positions[1:]))) == ["c1c2", "c7c6"]
    assert plain(cublino.read(replay("c", positions[0], *positions))) == ["c1c2", "c7c6"]
    upper = positions[0].replace("c", "C", 1)
    assert plain(cublino.read(replay("c", upper, *positions[1:]))) == ["c1c2", "c7c6"]


def test_replay_may_begin_elsewhere():
    positions = shows("contra", "a7a6", position="cWd4va7")
    record = cublino.read(replay("C", *positions))
    assert (record.start.position(), plain(record)) == ("cWd4va7", ["a7a6"])


# White's die goes a1, a3, c3, c5 by jumps; the Black die on g7 moves after it.
CHAIN = "PWa1We1Wf1Wg1Wa2Wb3Wc4va7vb7vc7vd7ve7vf7vg7"


def chain_lines():
    """The replay of this chain, a line for every step."""
    steps = [shows("pur", move, position=CHAIN)[1] for move in ("a1a3", "a1a3c3", "a1a3c3c5")]
    reply = shows("pur", "a1a3c3c5", "g7g6", position=CHAIN)[2]
    return [shows("pur", position=CHAIN)[0], *steps, reply]


def test_steps_of_pur_are_one_move():
    assert plain(cublino.read(replay("P", *chain_lines()))) == ["a1a3c3c5", "g7g6"]


def test_a_step_of_the_wrong_player_is_refused():
    lines = chain_lines()
    lines[2] = lines[2].replace("P", "p", 1)
    assert refused(cublino.read, replay("P", *lines)) == (
        "line 6, column 1: no legal move of Black's leads from the position before to this one")


def test_lines_that_stand_twice_are_one():
    lines = [line for line in chain_lines() for _ in range(2)]
    assert plain(cublino.read(replay("P", *lines))) == ["a1a3c3c5", "g7g6"]


# White's die on b1 jumps to d1 and back.
HOP = "PWb1Wc1Wa4Wb4Wc4Wf4Wg4va7vb7vc7vd7ve7vf7vg7"


def test_a_chain_may_come_back_to_where_it_began():
    start, there, reply = shows("pur", "b1d1", "g7g6", position=HOP)
    back = start.replace("p", "P", 1)
    assert plain(cublino.read(replay("P", start, there, back, there, reply))) == ["b1d1", "g7g6"]


def test_a_chain_may_not_end_where_it_began():
    start, there, reply = shows("pur", "b1d1", "g7g6", position=HOP)
    back = start.replace("p", "P", 1)
    assert refused(cublino.read, replay("P", start, there, back, reply)) == (
        "line 7, column 1: Black has just moved here, says the letter, but it was White's turn")


def test_another_die_is_no_step_of_the_same_move():
    lines = [shows("pur", *moves)[-1] for moves in ([], ["a1a2"], ["g1g2"])]
    assert refused(cublino.read, replay("P", *lines)) == (
        "line 6, column 1: White has just moved here, says the letter, but it was Black's turn")


def test_a_player_who_must_pass_is_skipped_with_a_line_or_without():
    # Six of Black's dice are at home, and the seventh has a die before it and two beside it.
    start = "Pva1vb1vc1vd1ve1vf1Wg1We2Wf2vg2Wa4Wb4Wc4Wd6"
    board = after("pur", start, "d6d7", "--", "d7e7")
    lines = shows("pur", "d6d7", "--", "d7e7", position=start)
    assert plain(cublino.read(replay("P", *lines))) == ["d6d7", "--", "d7e7"]
    del lines[2]
    assert cublino.read(replay("P", *lines)).board() == board


def test_of_moves_that_lead_to_the_same_position_the_alphabetically_first_is_taken():
    # Whether White's die on d3 goes to c3, e3 or d4, it falls there to a 6.
    start = "CWa1Ad3vb3vf3vd5va7"
    ends = [shows("contra", move, position=start)[1] for move in ("d3d4", "d3e3", "d3c3")]
    assert len(set(ends)) == 1
    assert plain(cublino.read(replay("C", shows("contra", position=start)[0], ends[0]))) == ["d3c3"]


@pytest.mark.parametrize(("lines", "error"), [
    (["PP", "", ""], "line 1, column 1: expected the letter of a variant"),
    (["X", "", ""], "line 1, column 1: this is not a position of a known game"),
    (["P", "Ann", "Bob"], "line 4, column 1: expected positions, one a line, after the two names"),
    (["P"], "line 4, column 1: expected positions"),
    (["P", "", "", "CWa1"], "line 4, column 1: a position of Cublino Pur begins with P"),
    (["P", "", "", "", "PWa1Yb1"], "line 5, column 5: expected a die"),
    (["C", "", "", *shows("contra", "c1c2"), shows("contra", "c1c2", "d7d6", "c2c3")[3]],
     "line 6, column 1: White has just moved here, says the letter, but it was Black's turn"),
    (["C", "", "", *shows("contra", "c1c2"), "cWd4va7"],
     "line 6, column 1: no legal move of Black's leads from the position before to this one")])
def test_replays_with_a_mistake(lines, error):
    assert refused(cublino.read, "\n".join(lines)).startswith(error)


def test_replays_under_options():
    start = "EWa1Wb2Wc4va7vb7"
    lines = shows("ecke", "a1c3c5", position=start, chains=True)
    assert plain(cublino.read(replay("E", *lines), chains=True)) == ["a1c3c5"]
    assert "no legal move" in refused(cublino.read, replay("E", *lines))
    with pytest.raises(OptionError, match="ecke has no option jumps"):
        cublino.read(replay("E", *lines), jumps=True)


# Which format it is.

@pytest.mark.parametrize(("name", "text"), [
    ("position", DUELL_START), ("position", Board("echek").position()), ("position", "k/K w"),
    ("position", " CWa1 vb2\nCWa1\n"), ("ramapo", HUMAN), ("ramapo", RAMAPO_START.lower()),
    ("ramapo", HUMAN.replace("Board:\n", "\n")), ("studer", STUDER_START),
    ("replay", replay("C", *shows("contra", "c1c2"))), ("replay", "p\r\n\r\n\r\nPWa1va7\r\n"),
    ("record", '\ufeff[Game "pur"] *'), ("record", "{a} 1. c1-c2"), ("record", "1.c1-c2"),
    ("record", "*\n"), (None, ""), (None, "Please read me"), (None, "\x00\ud800"), (None, "12 3")])
def test_the_first_lines_tell_the_format(name, text):
    assert detect(text) == name


@given(st.text())
def test_any_text_has_one_format_or_none(text):
    assert detect(text) in {*FORMATS, None}


def test_an_error_survives_its_way_to_another_process():
    with pytest.raises(NotationError) as caught:
        studer.read("x")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


REPLAY = replay("C", *shows("contra", "c1c2", "c7c6"))


@settings(max_examples=200)
@given(st.sampled_from([(ramapo.read, HUMAN), (studer.read, STUDER_START),
                        (cublino.read, REPLAY)]), st.data())
def test_any_file_is_read_or_refused(way, data):
    read, good = way
    place = data.draw(st.integers(0, len(good)))
    insert = data.draw(st.text(max_size=3) | st.sampled_from(["0", "-1", "H", " ", "\n", "İ", "W"]))
    text = data.draw(st.just(good[:place] + insert + good[place + data.draw(st.integers(0, 3)):])
                     | st.text())
    try:
        assert read(text)
    except NotationError as error:
        assert error.reason
