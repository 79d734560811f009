"""Records of games: what is read is legal, and what is written reads back (docs/rules.md)."""
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board, IllegalMoveError, NotationError, PositionError
from eckstein.notation.pgn import RecordError
from eckstein.record import (
    Evaluation,
    Record,
    move_number,
    read_record,
    read_records,
    save_records,
    write_record,
    write_records,
)

from .helpers import VARIANTS, after

CONTRA = '[Game "contra"]\n\n'
DUEL_MATT = ("A1-d3", "D8-i7", "F1-c4")
# White has six dice at home and brings the seventh, which then shows 3; Black has a 6 at home.
LAST_STEP = "Pva1va2vb2vc2vd2ve2vf2Wg6Wa7Wb7Wc7Wd7We7Wf7"
# White steps onto the goal row, and nobody is near.
GOAL = "CWd6va7"


def refused(text):
    """Why a text is not a record, as people read it."""
    with pytest.raises(RecordError) as caught:
        list(read_records(text))
    return str(caught.value)


def tree(node):
    """What follows a node: the texts of its moves, each with what follows it."""
    return {child.text: tree(child) for child in node.variations}


# What a record is made from.

def test_a_record_holds_the_moves_of_a_board_for_people():
    record = Record.from_board(after("duell", None, *DUEL_MATT))
    assert [node.text for node in record.mainline()] == ["A1-d3+", "D8-i7", "F1-c4++"]


def test_the_rules_tell_the_result_if_they_ended_the_game():
    assert Record.from_board(after("duell", None, *DUEL_MATT)).result == "1-0"
    assert Record.from_board(Board("duell")).result == "*"


def test_a_game_that_the_rules_did_not_end_may_have_any_result():
    assert Record.from_board(after("contra", None, "c1c2"), Result="0-1").result == "0-1"


def test_a_result_may_not_contradict_the_rules():
    with pytest.raises(NotationError, match="the result is 0-1, but the game ended 1-0"):
        Record.from_board(after("duell", None, *DUEL_MATT), Result="0-1")


def test_tags_that_the_board_tells_cannot_be_given():
    with pytest.raises(NotationError, match="the tag Position follows from the board"):
        Record.from_board(Board("pur"), Position="P")


def test_a_record_does_not_begin_at_an_impossible_position():
    with pytest.raises(PositionError, match="there is no king on the board"):
        Record.from_board(Board("duell", "DWa1"))


def test_the_board_that_was_played_on_stays_as_it_is():
    board = after("contra", None, "c1c2", "c7c6")
    Record.from_board(board)
    assert board.ply == 2


def test_records_from_other_starts_are_not_equal():
    here, there = (Record.from_board(Board("echek", f"k/K w QRBNPqrbnp Ss {corner}"))
                   for corner in ("m13", "m14"))
    assert here != there
    assert Record.from_board(Board("pur")) != Record.from_board(Board("pur", repetition=0))


def test_a_board_at_every_node():
    record = Record.from_board(after("contra", None, "c1c2", "c7c6"))
    first = next(record.mainline())
    assert record.board() == after("contra", None, "c1c2", "c7c6")
    assert record.board(first) == after("contra", None, "c1c2")
    assert record.board(record.root).ply == 0


def test_the_first_move_added_at_a_node_is_its_main_line():
    record = Record.from_board(Board("contra"))
    board = record.board()
    for text in ("c1c2", "d1d2"):
        record.root.add(board, board.parse(text))
    assert [node.text for node in record.mainline()] == ["c1-c2"]
    assert tree(record.root) == {"c1-c2": {}, "d1-d2": {}}


def test_an_illegal_move_cannot_be_added():
    record = Record.from_board(Board("contra"))
    with pytest.raises(IllegalMoveError):
        record.root.add(record.board(), -5)
    assert record.root.variations == []


@pytest.mark.parametrize(("turn", "ply", "number"), [
    ("white", 0, "1."), ("white", 1, "1..."), ("white", 4, "3."), ("black", 0, "1..."),
    ("black", 1, "2."), ("black", 4, "3...")])
def test_move_numbers(turn, ply, number):
    first = Board("contra", {"white": "CWa1va7", "black": "cWa1va7"}[turn]).turn
    assert move_number(first, ply) == number


# Writing.

def test_the_tags_have_an_order():
    board = after("contra", "cWd4va7", "a7a6", arrival_wins=True)
    record = Record.from_board(board, Site="Bern", Black="B", Event="E", Date="2024", White="A")
    assert list(record.tag_pairs()) == ["Game", "Options", "White", "Black", "Date", "Result",
                                        "Position", "Event", "Site"]


def test_a_whole_record():
    board = after("contra", None, "c1c2", "c7c6", repetition=2)
    assert write_record(Record.from_board(board, White='"Q" \\')) == (
        '[Game "contra"]\n[Options "repetition=2"]\n[White "\\"Q\\" \\\\"]\n[Black ""]\n'
        '[Date ""]\n[Result "*"]\n\n1. c1-c2 c7-c6 *\n')


def test_a_finished_game_of_pur_has_its_score():
    text = write_record(Record.from_board(after("pur", LAST_STEP, "g6g7")))
    assert f'[Result "1-0"]\n[Position "{LAST_STEP}"]\n[Score "39-6"]' in text
    assert text.endswith("1. g6-g7# 1-0\n")


def test_an_unfinished_game_of_pur_has_no_score():
    assert "Score" not in write_record(Record.from_board(Board("pur")))


@pytest.mark.parametrize("text", [
    "1. c1-c2 (1. d1-d2) (1. e1-e2 e7-e6) 1... c7-c6 2. c2-c3 *",
    "{a} 1. c1-c2 $1 $14 {b} {c} 1... c7-c6 *",
    "1. c1-c2 ({a} 1. d1-d2 d7-d6 {b} 2. d2-d3 (2. c1-c2)) 1... c7-c6 0-1",
    "1. c1-c2 c7-c6 (1... d7-d6) (1... e7-e6) *", "*", "{alone} *"])
def test_texts_in_normal_form_are_written_as_they_are_read(text):
    assert write_record(read_record(CONTRA + text)).split("\n\n")[1] == text + "\n"


def test_a_variation_of_a_variation_at_its_first_move_is_one_more_variation():
    text = "1. c1-c2 (1. d1-d2 (1. e1-e2)) (1. f1-f2) *"
    assert write_record(read_record(CONTRA + text)).endswith(
        "1. c1-c2 (1. d1-d2) (1. e1-e2) (1. f1-f2) *\n")


def test_black_moves_first_with_three_dots():
    record = Record.from_board(after("contra", "cWd4va7", "a7a6", "d4d5", "a6a5"))
    assert write_record(record).endswith("\n\n1... a7-a6 2. d4-d5 a6-a5 *\n")


@pytest.mark.parametrize("length", range(1, 12))
def test_lines_are_at_most_eighty_long_and_full(length):
    moves = "1. c1-c2 {" + f"{'a' * length} " * 100 + "} *"
    lines = write_record(read_record(CONTRA + moves)).split("\n\n")[1].splitlines()
    assert max(map(len, lines)) <= 80
    assert all(len(line) + 1 + length > 80 for line in lines[:-1])


def test_a_comment_with_a_closing_brace_goes_to_the_end_of_its_line():
    record = read_record(CONTRA + "1. c1-c2 ; a } b\n(1. d1-d2 ; } ( )\n) c7-c6 *")
    text = write_record(record)
    assert text.endswith("1. c1-c2 ; a } b\n(1. d1-d2 ; } ( )\n) 1... c7-c6 *\n")
    assert read_record(text) == record


def test_words_like_parentheses_in_comments_keep_their_blanks():
    record = read_record(CONTRA + "1. c1-c2 {a ( b ) ; c} *")
    assert read_record(write_record(record)).root.variations[0].comments == ["a ( b ) ; c"]


def test_what_cannot_be_written():
    record = Record.from_board(Board("contra"))
    record.tags["my tag"] = "x"
    with pytest.raises(NotationError, match="'my tag' cannot be the name of a tag"):
        write_record(record)
    record = Record.from_board(after("contra", None, "c1c2"))
    record.end().glyphs = [256]
    with pytest.raises(NotationError, match="256 is not a glyph"):
        write_record(record)


def test_a_file_of_records(tmp_path):
    records = [Record.from_board(Board(game)) for game in ("pur", "echek")]
    save_records(tmp_path / "games.txt", records)
    text = (tmp_path / "games.txt").read_text()
    assert text == write_records(records)
    assert list(read_records(text)) == records


def test_what_cannot_be_written_leaves_the_old_file(tmp_path):
    (tmp_path / "games.txt").write_text("old")
    good, bad = Record.from_board(Board("pur")), Record.from_board(Board("pur"))
    bad.result = "2-0"
    with pytest.raises(NotationError, match="2-0 is not a result"):
        save_records(tmp_path / "games.txt", [good, bad])
    assert (tmp_path / "games.txt").read_text() == "old"


# Reading: which game it is.

def test_the_position_tells_the_game_if_no_tag_does():
    assert read_record(f'[Position "{GOAL}"] *').start == Board("contra", GOAL)
    assert read_record('[Position "k/K w QRBNPqrbnp"] *').start.game == "echek"


def test_nothing_tells_the_game():
    assert refused('[White "A"]\n*') == (
        'game 1, line 1, column 1: the tag Game is missing, such as [Game "contra"], and there is '
        "no tag Position to identify the game")


@pytest.mark.parametrize(("tags", "place", "reason"), [
    ('[Game "chess"]', "line 1, column 1", "there is no game 'chess'; the games are pur, contra"),
    ('[Game "pur"] [Options "chains=1"]', "line 1, column 14", "pur has no option chains"),
    ('[Game "pur"]\n[Options "repetition"]', "line 2, column 1", "expected an option as name="),
    ('[Game "pur"]\n[Options "compiled=1"]', "line 2, column 1", "pur has no option compiled"),
    ('[Game "echek"]\n\n [Options "bishop=pope"]', "line 3, column 2",
     "bishop is one of draft, final, basic, not pope"),
    ('[Game "pur"]\n[Position "PYa1"]', "line 2, column 1",
     "expected a die, a letter from A to X, not Y (character 2)"),
    ('[Game "duell"]\n[Position "DWa1"]', "line 2, column 1", "there is no king on the board"),
    ('[Position "hello"]', "line 1, column 1", "this is not a position of a known game"),
    ('[Game "pur"]\n[Result "2-0"]', "line 2, column 1", "2-0 is not a result; results are 1-0")])
def test_tags_that_cannot_be(tags, place, reason):
    assert refused(f"{tags}\n*").startswith(f"game 1, {place}: {reason}")


# Reading: the moves.

def test_the_options_of_a_record_hold_for_its_moves():
    diagonal = '[Game "ecke"]\n[Options "chains={}"]\n[Position "EWa1Wb2Wc4vg7vf7"]\n1. a1c3c5 *'
    assert read_record(diagonal.format(1)).end().text == "a1:c3:c5"
    assert "move 1. a1c3c5" in refused(diagonal.format(0))


def test_plain_moves_and_any_numbers_are_read_too():
    assert read_record(CONTRA + "c1c2 9. c7c6").end().text == "c7-c6"


@pytest.mark.parametrize(("moves", "error"), [
    ("1. c1-c3 *", "game 1, line 3, column 4: move 1. c1-c3: "),
    ("1. c1-c2 d7-d6\n  2. c2-c1",
     "game 1, line 4, column 6: move 2. c2-c1: c2 to c1 is a move back"),
    ("1. c1-c2 hello", "game 1, line 3, column 10: move 1... hello: expected the squares"),
    ("1. c1-c2 (1. d1-d2 c1-c2) c7-c5",
     "game 1, line 3, column 20: move 1... c1-c2: the die on c1 is White's"),
    ("1. c1-c2 (1. d1-d2 (1. d1-d3) e7-e5) --", "game 1, line 3, column 24: move 1. d1-d3:"),
    ("1. c1-c2 -- *", "game 1, line 3, column 10: move 1... --: a pass is legal only when")])
def test_the_first_illegal_move_is_named(moves, error):
    assert refused(CONTRA + moves).startswith(error)


def test_the_game_with_the_bad_move_is_counted():
    games = read_records(CONTRA + "1. c1-c2 *\n" + CONTRA + "1. c1-c4 *")
    assert next(games).end().text == "c1-c2"
    with pytest.raises(RecordError) as caught:
        next(games)
    assert (caught.value.game, caught.value.line, caught.value.column) == (2, 6, 4)


def test_numbers_of_bad_moves_count_from_the_side_that_begins():
    assert "move 2. d4-d4" in refused('[Position "cWd4va7"] a7-a6 d4-d4')


def test_variations_go_on_from_the_move_before_the_one_they_replace():
    record = read_record(CONTRA + "1. c1-c2 c7-c6 (1... d7-d6 2. c2-c3 (2. e1-e2)) 2. d1-d2 *")
    assert tree(record.root) == {
        "c1-c2": {"c7-c6": {"d1-d2": {}}, "d7-d6": {"c2-c3": {}, "e1-e2": {}}}}


def test_variations_may_be_as_deep_as_the_game_is_long():
    # One die each, far apart, rolls to and fro without end.
    cycle = ["a1-b1", "a7-b7", "b1-a1", "b7-a7"]
    depth = 1500
    text = "".join(f"{cycle[i % 4]} ({cycle[i % 4]} " for i in range(depth)) + "a1-b1"
    text = '[Position "CWa1va7"][Options "repetition=0 no_progress=0"]' + text + ")" * depth
    record = read_record(text)
    assert sum(1 for _ in record.nodes()) == 2 * depth + 2
    assert read_record(write_record(record)) == record


# Reading: the end.

@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_any_result_goes_with_a_game_that_has_not_ended(result):
    assert read_record(f'{CONTRA}[Result "{result}"] 1. c1-c2 {result}').result == result


def test_the_tag_or_the_end_of_the_text_may_be_silent():
    assert read_record(f"{CONTRA}1. c1-c2 1-0").result == "1-0"
    assert read_record(f'{CONTRA}[Result "1-0"] 1. c1-c2').result == "1-0"
    assert read_record(f'{CONTRA}[Result "1-0"] 1. c1-c2 *').result == "1-0"


def test_the_tag_and_the_end_of_the_text_may_not_contradict_each_other():
    assert refused(f'{CONTRA}[Result "1-0"] 1. c1-c2\n0-1') == (
        "game 1, line 4, column 1: the game ends with 0-1, but its tag Result says 1-0")


@pytest.mark.parametrize(("rest", "error"), [
    ("d6-d7# 0-1", "game 1, line 2, column 8: the result is 0-1"),
    (' [Result "0-1"] d6-d7# *', "game 1, line 2, column 2: the result is 0-1"),
    ("d6-d7# 1/2-1/2", "game 1, line 2, column 8: the result is 1/2-1/2")])
def test_a_result_that_contradicts_the_rules(rest, error):
    assert refused(f'[Position "{GOAL}"]\n{rest}') == (
        f"{error}, but the game ended 1-0: White wins (goal)")


def test_an_ended_game_without_a_result_gets_it():
    assert read_record(f'[Position "{GOAL}"] d6-d7 *').result == "1-0"


def test_draws_by_repetition_count_as_ended():
    moves = "a1-b1 a7-b7 b1-a1 b7-a7 " * 2
    assert read_record(f'[Position "CWa1va7"] {moves} *').result == "1/2-1/2"
    assert "but the game ended 1/2-1/2: draw (repetition)" in refused(
        f'[Position "CWa1va7"] {moves} 1-0')


def test_a_score_that_contradicts_the_end():
    text = '[Position "{}"]\n[Score "{}"]\n1. g6-g7'
    assert read_record(text.format(LAST_STEP, "39-6")).result == "1-0"
    assert refused(text.format(LAST_STEP, "39-7")) == (
        "game 1, line 2, column 1: the score is 39-7, but the game ended 39-6")


def test_a_score_of_a_game_that_did_not_end_is_kept():
    text = write_record(read_record('[Game "pur"][Score "3-0"][Result "1-0"] 1-0'))
    assert '[Score "3-0"]' in text


@pytest.mark.parametrize(("text", "error"), [
    ("", "game 1, line 1, column 1: there is no game in this text"),
    (f"{CONTRA}*\n{CONTRA}*",
     "game 2, line 4, column 1: expected one game, but here a second one begins")])
def test_one_game_is_expected(text, error):
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value).startswith(error)


# Properties.

COMMENTS = st.lists(st.text(max_size=20).map(lambda text: " ".join(text.split())).filter(bool),
                    max_size=2)
SQUARES = st.from_regex(r"[a-z][1-9][0-9]?", fullmatch=True)
DRAWN = st.sampled_from("GRBY")
MARKS = st.lists(st.builds(str.__add__, DRAWN, SQUARES), max_size=3, unique=True)
ARROWS = st.lists(st.tuples(DRAWN, SQUARES, SQUARES).map("".join), max_size=12, unique=True)
CLOCKS = st.none() | st.integers(0, 10**7).map(lambda thousandths: thousandths / 1000)
DEPTHS = st.none() | st.integers(0, 99)
VALUES = st.none() | st.builds(
    Evaluation, st.integers(-10**4, 10**4), st.none(), DEPTHS) | st.builds(
    Evaluation, st.none(), st.integers(-99, 99), DEPTHS)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,5}", fullmatch=True).filter(
        lambda name: name not in {"Game", "Options", "Position", "Result", "Score"}),
    st.text(max_size=10).map(lambda text: text.replace("\n", " ").replace("\r", " ")), max_size=3)


@st.composite
def records(draw):
    """A record with moves anywhere in its tree, and things said about them."""
    game, options = draw(st.sampled_from(VARIANTS))
    record = Record.from_board(Board(game, repetition=draw(st.sampled_from([0, 3])), **options))
    record.root.comments = draw(COMMENTS)
    record.root.marks, record.root.arrows = draw(MARKS), draw(ARROWS)
    nodes = [record.root]
    for back, choice in draw(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 9999)),
                                      max_size=12)):
        parent = nodes[-min(back, len(nodes))]
        board = record.board(parent)
        if not board.legal_moves:
            break
        node = parent.add(board, board.legal_moves[choice % len(board.legal_moves)])
        node.comments = draw(COMMENTS)
        node.glyphs = draw(st.lists(st.integers(0, 255), max_size=2))
        node.marks, node.arrows = draw(MARKS), draw(ARROWS)
        node.clock, node.evaluation = draw(CLOCKS), draw(VALUES)
        node.by_engine = draw(st.booleans())
        if node is not parent.variations[0]:
            node.opening = draw(COMMENTS)
        nodes.append(node)
    result = draw(st.sampled_from(["*", "1-0", "0-1", "1/2-1/2"]))
    record.settle(record.outcome(), draw(TAGS) | {"Result": result})
    return record


@settings(max_examples=60)
@given(records())
def test_what_is_written_reads_back_and_is_written_alike(record):
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert write_record(again) == text


def say_more(record, node):
    node.comments = [*node.comments, "more"]


def mark_more(record, node):
    node.marks = [*node.marks, "Ga99"]


def point_more(record, node):
    node.arrows = [*node.arrows, "Ga98a99"]


def take_time(record, node):
    node.clock = 1.0 if node.clock is None else node.clock + 1


def value_otherwise(record, node):
    node.evaluation = Evaluation(1) if node.evaluation is None else None


def judge_by_engine(record, node):
    node.by_engine = not node.by_engine


def say_more_before(record, node):
    node.opening = [*node.opening, "more"]


def judge_more(record, node):
    node.glyphs = [*node.glyphs, 1]


def judge_otherwise(record, node):
    node.glyphs = [255 - glyph for glyph in node.glyphs] or [2]


def go_on(record, node):
    board = record.board(node)
    if board.legal_moves:
        node.add(board, board.legal_moves[0])
    else:
        node.comments = [*node.comments, "the end"]


def name_somebody(record, node):
    record.tags["White"] = record.tags.get("White", "") + "!"


def decide_otherwise(record, node):
    record.result = "1-0" if record.result != "1-0" else "0-1"


CHANGES = [say_more, say_more_before, mark_more, point_more, take_time, value_otherwise,
           judge_by_engine, judge_more, judge_otherwise, go_on,
           name_somebody, decide_otherwise]


@settings(max_examples=30)
@given(records(), st.data())
def test_records_that_differ_are_not_equal(record, data):
    text = write_record(record)
    for change in CHANGES:
        other = read_record(text)
        assert other == record
        change(other, data.draw(st.sampled_from(list(other.nodes()))))
        assert other != record, change.__name__


@settings(max_examples=150)
@given(st.sampled_from([name for name, _ in VARIANTS]), st.lists(st.sampled_from(
    ["1. ", "(", ")", "{a}", " ", "\n", "a1-a2 ", "c1c2 ", "a7-a6 ", "A1-d3 ", "P@l13-m12 ", "RK ",
     "k", "--", "++", "İ1-a1 ", "ß", "1-0", "*", '[Game "pur"]', '[Options "', '"]', "$5", "xQ "]),
    max_size=12).map("".join) | st.text())
def test_any_text_is_records_or_a_record_error(game, text):
    try:
        for record in read_records(f'[Game "{game}"]\n{text}'):
            assert record.start.game in {name for name, _ in VARIANTS}
    except RecordError as error:
        assert error.line >= 1
