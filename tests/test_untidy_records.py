"""Files of games as they come from elsewhere: damage spoils one game, and untidiness none."""
import itertools
import json
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from eckstein import Board
from eckstein.notation.pgn import RecordError, begins, plain_text
from eckstein.record import Record, read_last, read_record, write_record
from eckstein.record import read_each as read_each_record
from eckstein.record.conversion import convert, read_each

from .helpers import after

HEAD = '[Game "contra"]\n[White "Ada"]\n\n'
TIDY = HEAD + "1. d1-d2 {Fine.} 1... d7-d6 $5 (1... c7-c6) 2. d2-d3 *\n"


def games(text, source=None):
    return [game for game in read_each(text, source) if isinstance(game, Record)]


def faults(text):
    return [(fault.game, fault.line) for fault in read_each(text) if isinstance(fault, RecordError)]


# One fault spoils no neighbour.

GOOD = [write_record(Record.from_board(board, White=name)) for board, name in [
    (after("contra", None, "d1d2", "d7d6"), "Ada"), (after("duell", None, "D1-e6"), "Ben"),
    (after("contra", "CWd6va7", "d6d7"), "Cleo"), (Board("echek"), "Dan")]]
SHREDS = ["{", "}", "(", ")", "[", "]", '"', ";", "\\", "$", "*", "1-0", "\n", "\n\n", "%", "x",
          "[White", '[Game "', "{[", "\n{", "\n[", "\ufeff", "\0", "d1-d9 ", "((", "\n;"]


@st.composite
def damaged(draw, text):
    """A game with something taken out and put in, but not where games are divided: at its end, or
    as a comment before its first tag, which makes that a comment of the game before.
    """
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        end = draw(st.integers(place, min(len(text), place + 40)))
        new = draw(st.sampled_from(["", *SHREDS]) | st.text(max_size=3))
        text = text[:place] + new + text[end:]
    assume(not re.match(r"[^\[]*;", text))
    return text


@settings(max_examples=300)
@given(st.lists(st.sampled_from(GOOD), max_size=3), st.sampled_from(GOOD).flatmap(damaged),
       st.lists(st.sampled_from(GOOD), max_size=3))
def test_damage_in_one_game_leaves_all_others(before, bad, behind):
    found = games("\n".join([*before, bad + "\n", *behind]), "record")
    wanted = [read_record(text) for text in [*before, *behind]]
    assert found[:len(before)] == wanted[:len(before)]
    assert not behind or found[-len(behind):] == wanted[len(before):]


@pytest.mark.parametrize("bad", [
    '[Game "contra"\n[White "x"]\n\n1. d1-d2 *\n', '[Game contra]\n\n1. d1-d2 *\n',
    HEAD + "1. d1-d2 {open *\n", HEAD + "{open\n\n1. d1-d2 *\n", HEAD + "1. d1-d2 (1. a1-a2 *\n",
    HEAD + "1. d1-d9 *\n", HEAD + "1. d1-d2 } *\n", HEAD + "1. d1-d2 [x\n"])
@pytest.mark.parametrize("between", ["", "\n", "\n\n\n"])
@pytest.mark.parametrize("good", [TIDY, TIDY.replace(" *", "")])
def test_good_games_stand_before_and_behind_bad_ones(good, bad, between):
    text = between.join([good, bad, good, bad, good.replace("Fine.", "{ Fine.")])
    assert [game.end().text for game in games(text)] == ["d2-d3"] * 3
    lines = [text[:at].count("\n") + 1 for at in begins(text)]
    found = faults(text)
    assert [game for game, _ in found] == [2, 4]
    assert all(lines[game - 1] <= line < lines[game] for game, line in found)


def test_a_comment_that_is_not_closed_ends_where_tags_begin():
    text = f"{HEAD}1. d1-d2 {{open\n\n{TIDY}\n{TIDY}"
    assert len(games(text)) == 2 and faults(text) == [(1, 4)]


def test_comments_may_quote_tags():
    for comment in ['[White "x"]', "so [Game \"contra\"] it is " * 9]:
        record = read_record(f"{HEAD}1. d1-d2 {{{comment}}} *")
        assert read_record(write_record(record)) == record
        assert max(map(len, write_record(record).splitlines())) < 110


@settings(max_examples=60)
@given(st.lists(st.sampled_from([*GOOD, TIDY, HEAD + "1. d1-d2 ( *\n", "{over}\n"]), max_size=6))
def test_a_text_that_is_cut_where_games_begin_is_read_to_the_same_games(texts):
    text = "\n".join(texts)
    whole = [found if isinstance(found, Record) else found.reason
             for found in read_each_record(text)]
    cuts = [0, *begins(text), len(text)]
    parts = [found if isinstance(found, Record) else found.reason
             for start, end in itertools.pairwise(cuts)
             for found in read_each_record(text[start:end])]
    assert parts == whole


def test_the_last_game_and_all_that_stands_before_it():
    bad = HEAD + "1. d1-d9 *\n"
    found = read_last(f"{bad}\n{{note}}\n{TIDY}")
    assert (found.before, found.record.end().text) == (f"{bad}\n{{note}}\n", "d2-d3")
    assert read_last("") == ("", None)
    with pytest.raises(RecordError, match="game 2, line 9"):
        read_last(f"{TIDY}\n{bad}")


# Untidiness spoils nothing.

UNTIDY = {
    "returns": TIDY.replace("\n", "\r"),
    "returns and feeds, mixed": TIDY.replace("\n", "\r\n", 1),
    "a mark of byte order": "\ufeff" + TIDY,
    "two marks": "\ufeff\ufeff" + TIDY,
    "a mark in a tag": TIDY.replace("[Game", "[\ufeffGame"),
    "a percent line": "% made by hand\n" + TIDY.replace("\n\n", "\n\n%more\n"),
    "zero width": TIDY.replace("d1-d2", "\u200bd1\u200b-d2\u200b").replace("[Game", "\u200b[Game"),
    "soft hyphens": TIDY.replace("d1-d2", "d1\u00ad-d2"),
    "hard blanks": TIDY.replace(" ", "\u00a0"),
    "separators of lines": TIDY.replace("1... d7-d6", "1...\u2028d7-d6\u2029"),
    "form feeds": "\f" + TIDY.replace("\n\n", "\n\f\n"),
    "zeros": TIDY.replace(" d7", "\0 \0d7"),
    "tabs": TIDY.replace(" ", "\t"),
    "numbers without blanks": TIDY.replace("1. d", "1.d").replace("1... d", "1...d"),
    "an ellipsis": TIDY.replace("1...", "1\u2026"),
    "no blank line": TIDY.replace("\n\n", "\n"),
    "no result": TIDY.replace(" *", ""),
    "typographic quotes": TIDY.replace('"Ada"', "\u201cAda\u201d"),
    "a glyph": TIDY.replace("$5", "\u2049"),
}


@pytest.mark.parametrize("text", UNTIDY.values(), ids=UNTIDY)
def test_untidy_files(text):
    for found in (read_record(text), *games(text)):
        assert found == read_record(TIDY) and not found.warnings


def test_several_untidy_games():
    text = "\r\n".join(UNTIDY.values())
    assert [game.end().text for game in games(text)] == ["d2-d3"] * len(UNTIDY)


@pytest.mark.parametrize(("tag", "name", "value"), [
    ('[White-Elo "2000"]', "White-Elo", "2000"), ('[Wei\u00df "x"]', "Wei\u00df", "x"),
    ('[Event "The "old" cup"]', "Event", 'The "old" cup'), ('[A.b "c"]', "A.b", "c")])
def test_odd_tags(tag, name, value):
    record = read_record(f'[Game "contra"]\n{tag}\n\n*')
    assert record.tags[name] == value
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize(("comment", "text"), [
    ("{ a { b } c }", "a { b } c"), ("{a {b {c} d} e}", "a {b {c} d} e"), ("{a { b}", "a { b")])
def test_comments_in_comments(comment, text):
    record = read_record(f"{HEAD}1. d1-d2 {comment} d7-d6 *")
    assert next(record.mainline()).comments == [text]
    assert record.end().text == "d7-d6"
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize(("tag", "result"), [
    ("?", "*"), ("", "*"), ("1\u20130", "1-0"), ("\u00bd-\u00bd", "1/2-1/2"), (" 0-1 ", "0-1")])
def test_odd_results(tag, result):
    assert read_record(f'{HEAD}[Result "{tag}"]\n1. d1-d2').result == result


@pytest.mark.parametrize(("moves", "comment"), [
    ("d6-d7 a7-a6 $2 {so} (a7-b7 {hm}) d7-d8 0-1", "a7-a6 $2 so ( a7-b7 hm ) d7-d8"),
    ("d6-d7 White wins! *", "White wins $1")])
def test_what_follows_the_end_of_a_game_is_kept_as_a_comment(moves, comment):
    record = read_record(f'[Position "CWd6va7"]\n[Score "1-0"]\n{moves}')
    assert record.end().comments[0] == comment and record.result == "1-0"
    [warning] = record.warnings
    assert (warning.line, warning.column) == (3, 7)
    assert read_record(write_record(record)) == record


def test_what_follows_the_end_of_a_variation_is_kept_as_a_comment():
    record = read_record('[Position "CWd6va7"]\nd6-c6 (d6-d7 a7-a6) a7-a6 *')
    assert [node.text for node in record.mainline()] == ["d6-c6", "a7-a6"]
    assert record.root.variations[1].comments == ["a7-a6"] and len(record.warnings) == 1


def test_a_replay_that_goes_on_after_its_end():
    text = "C\nAda\nBen\ncWd6va7\nCLd7va7\ncLd7va6\nCLd7va5\n"
    [record] = games(text)
    assert [node.text for node in record.mainline()] == ["d6-d7#"]
    assert record.end().comments == ["cLd7va6 CLd7va5"]
    assert [(warning.line, warning.column) for warning in record.warnings] == [(6, 1)]


# JSON.

def test_json_is_read_back():
    text = convert("\n".join(GOOD), "record", "json")
    assert games(text) == [read_record(game) for game in GOOD]
    values = [json.loads(line) for line in text.splitlines()]
    assert games(json.dumps(values)) == games(json.dumps(values, indent=1)) == games(text)


@pytest.mark.parametrize(("value", "text"), [
    ({"game": "contra", "moves": "d1d2 d7d6"}, "d7-d6"),
    ({"position": "CWd6va7", "moves": ["d6d7"]}, "d6-d7#"),
    ({"game": "duell", "moves": ["D1-e6"], "comment": {"a": [1]}, "tags": {"White": "x"}}, "D1-e6"),
    ({"game": "contra", "options": {"arrival_wins": True, "size": "5"}, "moves": ["a1a2"]},
     "a1-a2")])
def test_json_of_others(value, text):
    [record] = games(json.dumps(value))
    assert record.end().text == text


def test_what_is_wrong_in_json_spoils_no_neighbour():
    good, *_ = convert(GOOD[0], "record", "json").splitlines()
    lines = [good, '{"game": "contra", "moves": [1]}', good, '{"game": "contra", "mov', good,
             '{"game": "contra", "moves": ["d1d9"]}', good, "17", '{"moves": []}', good]
    text = "\n".join(lines)
    assert len(games(text)) == 5
    assert faults(text) == [(2, 2), (4, 4), (6, 6), (8, 8), (9, 9)]


# Positions.

def test_positions_that_are_wrong_are_named():
    text = "CWd6va7\n\nnonsense\n\ufeffDWd4Ze1ze8\nCWd6Wd6va7\n"
    assert [game.start.game for game in games(text)] == ["contra", "duell"]
    assert faults(text) == [(2, 3), (4, 5)]


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "{only words} ; here"])
def test_texts_without_games(text):
    assert list(read_each(text)) == []


@settings(max_examples=100)
@given(st.sampled_from([*GOOD, TIDY, convert(TIDY, "record", "json")]).flatmap(damaged))
def test_places_of_faults_lie_in_the_text(text):
    lines = plain_text(text).split("\n")
    for found in read_each(text, "record"):
        for error in [found] if isinstance(found, RecordError) else found.warnings:
            assert 1 <= error.line <= len(lines)
            assert 1 <= error.column <= len(lines[error.line - 1]) + 1
