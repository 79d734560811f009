"""The grammar of game records (docs/rules.md), which knows no rules."""
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.notation.pgn import RecordError, escaped, parse
from eckstein.notation.pgn_tokens import LONGEST_WORD, plain_text

# Texts made of what means something in a record.
SHREDS = st.lists(st.sampled_from(
    ["[", "]", '[Game "x"]', '[A "', '"', "\\", "{", "}", "(", ")", ";", "\n", " ", "$", "$3", "!?",
     "1.", "...", "12", "*", "1-0", "0-1", "1/2-1/2", "c1-c2", "--", "P@l13", "%", "\r", "\ufeff"]),
    max_size=30).map("".join)


def only(text):
    """The one game of a text."""
    games = list(parse(text))
    assert len(games) == 1
    return games[0]


def moves(line):
    """The texts of a line's moves; a variation is a list after the move that it replaces."""
    found = []
    for move in line.moves:
        found += [move.text, *map(moves, move.variations)]
    return found


def refused(text):
    """Where a text is not a record, and why: game, line, column, reason."""
    with pytest.raises(RecordError) as caught:
        list(parse(text))
    error = caught.value
    return error.game, error.line, error.column, error.reason


# Tags.

def test_a_tag_pair_has_a_name_a_value_and_a_place():
    game = only('\n  [White "Ann"]\n*')
    assert game.tags["White"] == ("White", "Ann", 2, 3)


def test_a_backslash_in_a_tag_protects_quotes_and_backslashes_only():
    assert only(r'[White "A \"B\" \\ C:\d"] *').tags["White"].value == r'A "B" \ C:\d'


@given(st.text())
def test_an_escaped_value_reads_back_with_blanks_for_line_breaks(value):
    read = only(f'[White "{escaped(value)}"] *').tags["White"].value
    assert read == value.replace("\r\n", " ").replace("\r", " ").replace("\n", " ")


@pytest.mark.parametrize("text", ["[White]", '[White "Ann]', "[White 'Ann']", '[2 "x"]',
                                  '[White "A\nB"]'])
def test_what_begins_like_a_tag_and_is_none(text):
    assert refused(f"  {text}") == (1, 1, 3, 'expected a tag on one line, such as [White "name"]')


def test_a_tag_stands_once():
    assert refused('[A "1"]\n[A "2"] *') == (
        1, 2, 1, "the tag A is given twice in one game; a game without moves ends with a result, "
                 "such as *")


# Moves.

@pytest.mark.parametrize("text", [
    "1. c1-c2 c7-c6 2. d1-d2 *", "1.c1-c2 c7-c6 2.d1-d2 *", "c1-c2 c7-c6 d1-d2",
    "1 c1-c2 1... c7-c6 2 d1-d2", "1. c1-c2 1. ... c7-c6\n\n2.\td1-d2 *",
    "17... c1-c2 1...c7-c6 . d1-d2"])
def test_move_numbers_are_read_and_forgotten(text):
    assert moves(only(text).main) == ["c1-c2", "c7-c6", "d1-d2"]


def test_a_move_has_its_line_and_column():
    second = only("1. c1-c2\n 1...c7-c6 *").main.moves[1]
    assert (second.line, second.column) == (2, 6)


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert only("\ufeff1. c1-c2").main.moves[0].column == 4


@pytest.mark.parametrize("move", ["D1-e6+", "F1-c4++", "e3xh3", "b7:d7:f7", "c5-d5xd6", "a6-a7#",
                                  "P@l13-m12", "B@l13*m12", "Qb2-d4", "Km13-n13xQxq", "RK", "--",
                                  "A1×b3", "%", "a]b"])
def test_a_move_is_any_run_of_characters(move):
    assert moves(only(f"1. {move} *").main) == [move]


def test_a_word_too_long_for_a_move():
    word = "a" * (LONGEST_WORD + 1)
    assert moves(only(word[1:]).main) == [word[1:]]
    assert refused(word) == (1, 1, 1, "aaaaaaaaaaaaaaaaaaaa... is 256 characters long, and no move "
                                      "is longer than 255")


# Glyphs.

@pytest.mark.parametrize(("text", "numbers"), [
    ("a1-a2!", [1]), ("a1-a2?", [2]), ("a1-a2!!", [3]), ("a1-a2??", [4]), ("a1-a2!?", [5]),
    ("a1-a2?!", [6]), ("a1-a2 $14", [14]), ("a1-a2$1$255", [1, 255]), ("a1-a2! $0 ??", [1, 0, 4])])
def test_glyphs(text, numbers):
    move = only(text).main.moves[0]
    assert (move.text, [glyph.number for glyph in move.glyphs]) == ("a1-a2", numbers)


def test_a_glyph_has_its_place():
    assert only("1. a1-a2!").main.moves[0].glyphs[0] == (1, 1, 9)


@pytest.mark.parametrize("glyph", ["!!!", "?!?", "$256"])
def test_other_glyphs_are_kept_as_comments(glyph):
    game = only(f"1. a1-a2 {glyph} a7-a6")
    assert [comment.text for comment in game.main.moves[0].comments] == [glyph]
    assert [str(warning) for warning in game.warnings] == [
        f"game 1, line 1, column 10: {glyph} is not a glyph, and is kept as a comment; glyphs are "
        "$0 to $255, and ! ? !! ?? !? ?! after a move"]
    assert moves(game.main) == ["a1-a2", "a7-a6"]


@pytest.mark.parametrize(("signs", "numbers"), [
    ("\u00b1", [16]), ("!?\u00b1", [5, 16]), ("\u2049\ufe0f", [5]), ("\u203c", [3]), (" +-", [18]),
    (" =", [10]), (" \u221e $140", [13, 140])])
def test_signs_of_chess_programs_are_glyphs(signs, numbers):
    move = only(f"1. a1-a2{signs} *").main.moves[0]
    assert (move.text, [glyph.number for glyph in move.glyphs]) == ("a1-a2", numbers)


def test_a_glyph_needs_a_move():
    assert refused("1. $3 a1-a2") == (1, 1, 4, "the glyph $3 stands before any move")


# Comments.

def test_comments_belong_to_the_move_before_them():
    main = only("{before} 1. a1-a2 {first} {second} a7-a6 ; to the end\n 2. b1-b2 *").main
    assert [comment.text for comment in main.comments] == ["before"]
    assert [[comment.text for comment in move.comments] for move in main.moves] == [
        ["first", "second"], ["to the end"], []]


def test_white_space_in_a_comment_is_single_blanks():
    assert only("a1-a2 {\n one\t two\n}").main.moves[0].comments[0].text == "one two"


def test_a_comment_may_hold_anything_but_its_end():
    text = '( [A "b"] ; { 1-0 $1 \\'
    assert only(f"a1-a2 {{{text}}} *").main.moves[0].comments[0].text == text


def test_a_comment_to_the_end_of_a_line_may_hold_braces():
    assert only("a1-a2 ; {a} b } (\n*").main.moves[0].comments[0].text == "{a} b } ("


def test_a_comment_is_in_words_of_its_own_but_ends_a_move():
    assert moves(only("a1-a2{x}a7-a6;y").main) == ["a1-a2", "a7-a6"]


def test_a_comment_that_is_not_closed():
    assert refused("1. a1-a2\n {never") == (1, 2, 2, "this comment is not closed with }")
    assert refused("1. a1-a2 }") == (1, 1, 10, "there is no comment to close here")


# Variations.

def test_a_variation_follows_the_move_that_it_replaces():
    assert moves(only("1. a (1. b c (1... d)) (1. e) 1... f *").main) == [
        "a", ["b", "c", ["d"]], ["e"], "f"]


def test_comments_at_the_start_of_a_variation():
    variation = only("1. a ({why} 1. b {so})").main.moves[0].variations[0]
    assert [comment.text for comment in variation.comments] == ["why"]
    assert [comment.text for comment in variation.moves[0].comments] == ["so"]


@pytest.mark.parametrize(("text", "place", "reason"), [
    ("(a)", (1, 1), "a variation stands before any move that it could replace"),
    ("a ((b))", (1, 4), "a variation stands before any move that it could replace"),
    ("a ()", (1, 3), "this variation has no moves"),
    ("a )", (1, 3), "there is no variation to close here"),
    ("a\n(b (c)", (2, 1), "this variation is not closed with )"),
    ("a (b\n[A \"\"]", (1, 3), "this variation is not closed with )"),
    ("a (b 1-0", (1, 3), "this variation is not closed with )")])
def test_variations_that_do_not_close_or_begin_well(text, place, reason):
    assert refused(text) == (1, *place, reason)


def test_variations_may_be_as_deep_as_anyone_likes():
    depth = 50_000
    game = only("a (" * depth + "a" + ")" * depth)
    line = game.main
    for _ in range(depth):
        line = line.moves[0].variations[0]
    assert moves(line) == ["a"]


# Games.

@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_results(result):
    assert only(f"1. a\n{result}").result == (result, 2, 1)


def test_a_result_in_a_variation_is_kept_as_a_comment():
    game = only("a (b 1-0) (c *) d *")
    assert [comment.text for comment in game.main.moves[0].variations[0].moves[0].comments] == [
        "1-0"]
    assert moves(game.main) == ["a", ["b"], ["c"], "d"]
    assert [(warning.column, warning.reason) for warning in game.warnings] == [
        (6, "the result 1-0 stands in a variation, and is kept as a comment")]


@pytest.mark.parametrize(("text", "result"), [
    ("1\u20130", "1-0"), ("\u00bd-\u00bd", "1/2-1/2"), ("0:1", "0-1"), ("1/2", "1/2-1/2")])
def test_results_as_others_write_them(text, result):
    assert only(f"1. a {text}").result == (result, 1, 6)


def test_a_game_may_stop_without_a_result():
    assert only("1. a").result is None


def test_a_game_ends_with_its_result_or_before_the_tags_of_the_next():
    games = list(parse('[A "1"] a *\n[A "2"] b\n[A "3"]\n* c 1-0 d'))
    assert [(game.number, game.tags["A"].value if game.tags else "", moves(game.main))
            for game in games] == [(1, "1", ["a"]), (2, "2", ["b"]), (3, "3", []), (4, "", ["c"]),
                                   (5, "", ["d"])]


def test_comments_after_a_result_belong_to_the_game_before_it():
    first, second = parse("a 1-0 {over} b *")
    assert [comment.text for comment in first.main.moves[0].comments] == ["over"]
    assert second.main.comments == []


def test_a_text_without_games():
    assert list(parse(" \n {nothing} ; at all")) == []


def test_games_before_a_mistake_are_there():
    games = parse("a * b * c }")
    assert [moves(next(games).main), moves(next(games).main)] == [["a"], ["b"]]
    with pytest.raises(RecordError, match="game 3, line 1, column 11"):
        next(games)


def test_an_error_survives_its_way_to_another_process():
    error = pickle.loads(pickle.dumps(RecordError("why", 2, 3, 4)))
    assert str(error) == "game 2, line 3, column 4: why"


@given(st.text() | SHREDS)
def test_any_text_is_games_or_a_record_error_with_a_place_in_the_text(text):
    lines = plain_text(text).split("\n")
    try:
        for game in parse(text):
            assert game.line <= len(lines)
    except RecordError as error:
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1])
