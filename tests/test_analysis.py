"""What the engine thinks of positions and of recorded games (analysis.py)."""
import json
from itertools import pairwise

import pytest

from eckstein import BLACK, WHITE, Board, names
from eckstein.board.score import Score
from eckstein.engine.analysis import (
    CAP,
    Value,
    Verdict,
    annotate,
    as_json,
    judge,
    judge_record,
    spoken_line,
    value_of,
)
from eckstein.engine.info import Info
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.record import Evaluation, Record, read_record, write_record

from .helpers import after, random_games

DEEP = Limits(depth=4)

# White wins with c5c6 and c6c7 whatever Black does, and strolls instead; then Black strolls, too.
RACE = ("CWc5vg4", ["c5b5", "g4f4", "b5b6", "f4f3", "b6b7"])


@pytest.fixture(scope="module")
def searcher():
    """A searcher for Contra."""
    one = Searcher("contra", Board("contra").options, megabytes=1)
    yield one
    one.close()


def judged(searcher, board, limits=DEEP):
    """The record of a board's game, and what is said about its moves."""
    searcher.clear()
    record = Record.from_board(board)
    return record, list(judge_record(record, searcher, limits))


# Values.

def test_a_value_is_white_s(searcher):
    ahead, behind = Board("contra", "cWa2Wb2Wc2ve6"), Board("contra", "CWc2va6vb6vc6")
    assert value_of(ahead, searcher, DEEP)[0].score > 100
    assert value_of(behind, searcher, DEEP)[0].score < -100


@pytest.mark.parametrize(("position", "mate"), [
    ("CWd6va5", 1), ("cWd6va2", -1), ("CWd3va2", -1), ("cWd6va4", 1)])
def test_mates_are_white_s_too(searcher, position, mate):
    value, info = value_of(Board("contra", position), searcher, DEEP)
    assert value == (CAP if mate > 0 else -CAP, mate)
    assert info.pv


@pytest.mark.parametrize(("board", "value"), [
    (Board("contra", "CWd7va5"), Value(CAP, 0)),
    (Board("contra", "CWd3va1"), Value(-CAP, 0)),
    (after("contra", "CWd3va7", "d3e3", no_progress=1), Value(0))])
def test_a_finished_game_has_a_value_without_a_search(board, value):
    assert board.outcome()
    assert value_of(board, None, DEEP) == (value, None)


@pytest.mark.parametrize(("score", "value"), [
    (Score(0), Value(0)), (Score(37), Value(37)), (Score(-37), Value(-37)),
    (Score(5_000), Value(CAP)), (Score(mate=3), Value(CAP, 3)), (Score(mate=-2), Value(-CAP, -2))])
def test_a_value_is_white_s_and_capped(score, value):
    assert Value.of(score, WHITE) == value
    assert Value.of(-score, BLACK) == value


@pytest.mark.parametrize(("value", "mate", "text"), [
    (120, None, "+1.20"), (-5, None, "-0.05"), (0, None, "+0.00"), (CAP, 3, "White wins in 3"),
    (-CAP, -2, "Black wins in 2"), (CAP, 0, "+10.00")])
def test_values_as_people_read_them(value, mate, text):
    assert Value(value, mate).told == text


def test_a_line_for_people_ends_where_it_is_not_legal():
    board = Board("contra")
    move = board.parse("d1d2")
    assert spoken_line(board, (move, move)) == ("d1-d2",)
    assert spoken_line(board, ()) == ()


# Games.

@pytest.mark.parametrize("game", names())
def test_every_move_of_a_game_is_judged(request, game):
    *_, board = random_games(game, {}, [6], plies=9)
    searcher = Searcher(game, board.options, megabytes=1)
    request.addfinalizer(searcher.close)
    record, verdicts = judged(searcher, board, Limits(depth=2))
    assert [verdict.ply for verdict in verdicts] == list(range(1, board.ply + 1))
    assert [verdict.notation for verdict in verdicts] == [node.text for node in record.mainline()]
    assert [verdict.turn for verdict in verdicts[:2]] == ["white", "black"]
    for verdict, following in pairwise(verdicts):
        assert following.before == verdict.after
    for verdict in verdicts:
        assert verdict.loss >= 0
        assert verdict.loss == 0 or verdict.move != verdict.best
        assert verdict.line[0] == verdict.best_notation


def test_a_win_that_is_given_away_is_a_loss(searcher):
    _, verdicts = judged(searcher, after("contra", "CWd6va3", "d6e6", "a3a2", "e6f6", "a2a1"))
    assert (verdicts[0].mate_before, verdicts[0].best) == (1, "d6d7")
    assert verdicts[0].loss == 0            # White still wins, only later
    assert verdicts[2].best == "f6f7" or verdicts[2].best == "e6e7"
    assert verdicts[2].loss == 2 * CAP
    assert (verdicts[3].after, verdicts[3].mate_after, verdicts[3].loss) == (-CAP, 0, 0)


# Where a table of endings knows the position, moves are judged by exact values.

@pytest.mark.parametrize(("move", "judgement"), [
    ("b1b2", None), ("b1c1", "missed-win"), ("b1a1", "missed-win")])
def test_a_win_given_away_far_from_the_end_is_a_mistake_by_the_table(with_tables, move, judgement):
    board = Board("contra", "CHb1ub5")          # won in 15, drawn, and lost in 16
    searcher = Searcher("contra", board.options, megabytes=1, tables=True)
    board.push_text(move)
    _, [verdict] = judged(searcher, board, Limits(nodes=1))
    searcher.close()
    assert (verdict.judgement, verdict.best, verdict.mate_before) == (judgement, "b1b2", 8)


def test_a_draw_given_away_far_from_the_end_is_a_mistake_by_the_table(with_tables):
    board = Board("contra", "cWd1gd6")          # two moves draw, and one loses in 14
    searcher = Searcher("contra", board.options, megabytes=1, tables=True)
    board.push_text("d6e6")
    _, [verdict] = judged(searcher, board, Limits(nodes=1))
    searcher.close()
    assert (verdict.judgement, verdict.before, verdict.mate_after) == ("allowed-loss", 0, 7)


# What decides a game is a blunder, however few dice it seems to cost.

class Scripted:
    """A searcher that says what it is told to: the score, the mate and the move of positions."""

    def __init__(self, told):
        self.told = told

    def best(self, board, limits):
        score, mate, text = self.told[board.position()]
        move = board.parse(text) if text else board.legal_moves[0]
        return Info(1, 1, 1, score, mate, 1, 0.0, 0, (move,))


# A position, what is taken for the best move there, another one, and what each leads to.
CHOICES = {"white": ("CWd1We4va7", "e4e5", "d1d2", "cWd1Le5va7", "cLd2We4va7"),
           "black": ("cWa1ve4vd7", "e4e3", "d7d6", "CWa1ie3vd7", "CWa1ve4id6")}


def judged_choice(colour, before, after_it, after_best=(0, None)):
    """The record of the other move, and its verdict, by values of the players to move."""
    position, best, move, led_to, instead = CHOICES[colour]
    told = {position: (*before, best), led_to: (*after_best, None), instead: (*after_it, None)}
    record = Record.from_board(after("contra", position, move))
    [verdict] = judge_record(record, Scripted(told), DEEP)
    return record, verdict


@pytest.mark.parametrize("colour", CHOICES)
@pytest.mark.parametrize(("score", "loss"), [(-990, 10), (-2_000, 0), (0, 1_000)])
def test_a_forced_win_that_is_missed_is_a_blunder(colour, score, loss):
    record, verdict = judged_choice(colour, (30_999, 1), (score, None))
    assert (verdict.loss, verdict.decisive, verdict.glyph) == (loss, True, 4)
    annotate(record, [verdict])
    [node] = record.mainline()
    assert node.glyphs == [4]
    assert [one.text for one in node.parent.variations] == [node.text, verdict.best_notation]


@pytest.mark.parametrize("colour", CHOICES)
def test_a_win_that_only_comes_later_is_no_blunder(colour):
    _, verdict = judged_choice(colour, (30_999, 1), (-30_990, -9))
    assert (verdict.loss, verdict.decisive, verdict.glyph) == (0, False, None)


@pytest.mark.parametrize("colour", CHOICES)
@pytest.mark.parametrize(("after_best", "loss", "glyph"), [
    ((980, None), 20, 4), ((-500, None), 20, 4), ((30_980, 10), 0, None)])
def test_a_forced_loss_is_a_blunder_only_if_it_could_be_avoided(colour, after_best, loss, glyph):
    _, verdict = judged_choice(colour, (-980, None), (30_990, 5), after_best)
    assert (verdict.loss, verdict.decisive, verdict.glyph) == (loss, glyph == 4, glyph)


@pytest.mark.parametrize("colour", CHOICES)
def test_who_is_lost_already_loses_nothing_more(colour):
    _, verdict = judged_choice(colour, (-30_990, -5), (30_995, 2))
    assert (verdict.loss, verdict.decisive, verdict.glyph) == (0, False, None)


@pytest.mark.parametrize(("position", "move", "later"), [
    ("CWd6Wa1Wb1Wc1We1Wf1Wg1va7vg7", "d6e6", "d6c6"),
    ("cWa1Wg1vd2va7vb7vc7ve7vf7vg7", "d2c2", "d2e2")], ids=["white", "black"])
def test_the_engine_sees_a_win_in_one_that_is_missed(searcher, position, move, later):
    _, [verdict] = judged(searcher, after("contra", position, move), Limits(depth=2))
    assert (abs(verdict.mate_before), verdict.mate_after, verdict.glyph) == (1, None, 4)
    _, [verdict] = judged(searcher, after("contra", position, later), Limits(depth=2))
    assert (verdict.loss, verdict.glyph) == (0, None)


def test_the_best_move_loses_nothing(searcher):
    _, verdicts = judged(searcher, after("contra", "CWd6va3", "d6d7"))
    assert [(verdict.best, verdict.loss) for verdict in verdicts] == [("d6d7", 0)]
    assert (verdicts[0].after, verdicts[0].mate_after) == (CAP, 0)


def test_a_record_without_moves_has_no_verdicts(searcher):
    assert judged(searcher, Board("contra"))[1] == []


def test_annotations(searcher):
    record, verdicts = judged(searcher, after("contra", "CWd6va3", "d6e6", "a3a2", "e6f6", "a2a1"))
    annotate(record, verdicts)
    nodes = list(record.mainline())
    assert nodes[2].glyphs == [4]
    assert nodes[2].evaluation == Evaluation(None, -1)
    better = nodes[2].parent.variations
    assert [node.text for node in better] == ["e6-f6", "e6-e7#"]
    assert nodes[1].evaluation == Evaluation(None, 1)
    assert not any(node.comments for node in nodes)
    assert nodes[3].glyphs == []
    text = write_record(record)
    assert "(" in text
    assert write_record(read_record(text)) == text


BAD = Verdict(1, "white", "d1d2", "d1-d2", 0, -100, None, None, 100, "a1a2", "a1-a2",
              ("a1-a2", "a7-a6"), "mistake")
GOOD = Verdict(1, "white", "d1d2", "d1-d2", 0, 20, None, None, 0, "d1d2", "d1-d2", ("d1-d2",))
JUDGED = """[Game "contra"]
[White ""]
[Black ""]
[Date ""]
[Result "*"]

1. d1-d2 $2 {[%eval -1.00] [%engine]} (1. a1-a2 {[%engine]} 1... a7-a6) *
"""


def annotated(text, *verdicts):
    record = read_record(text)
    annotate(record, list(verdicts))
    return write_record(record)


def test_annotating_twice_is_annotating_once():
    once = annotated('[Game "contra"] 1. d1-d2 *', BAD)
    assert once == JUDGED
    assert annotated(once, BAD) == once


def test_what_an_earlier_analysis_wrote_is_replaced_by_another_verdict():
    assert annotated(JUDGED, GOOD).endswith("\n1. d1-d2 {[%eval 0.20]} *\n")


def test_values_that_were_once_comments_are_replaced():
    old = '[Game "contra"] 1. d1-d2 $2 {Why?} {-1.00} (1. e1-e2) (1. a1-a2 a7-a6) *'
    assert annotated(old, GOOD).endswith("\n1. d1-d2 {[%eval 0.20]} {Why?} (1. e1-e2) *\n")


@pytest.mark.parametrize("human", [
    "1. d1-d2 $1 {[%eval -1.00]} (1. a1-a2 {[%engine]} 1... a7-a6) *",
    "1. d1-d2 $2 {[%eval -1.00]} {Hm.} (1. a1-a2 {[%engine]} {Better.} 1... a7-a6) *",
    "1. d1-d2 $2 {[%eval -1.00] [%engine]} (1. a1-a2 $1 {Mine.}) *"],
    ids=["a glyph", "words", "a line"])
def test_what_a_person_wrote_stays(human):
    assert annotated(f'[Game "contra"] {human}', BAD).endswith(f"\n{human}\n")


# Judgements: 43 hundredths of a die from an even position are 9 % of the chances to win, 90 are
# 18 %, 166 are 30 %, and ten dice ahead nothing is.
@pytest.mark.parametrize(("before", "after_it", "judgement"), [
    (0, 0, None), (0, -43, None), (0, -44, "inaccuracy"), (0, -90, "inaccuracy"),
    (0, -91, "mistake"), (0, -166, "mistake"), (0, -167, "blunder"), (1_000, 650, None),
    (300, 0, "blunder"), (-600, -1_000, None), (0, 200, None)])
def test_judgements_grow_with_the_chances_that_are_lost(before, after_it, judgement):
    assert judge("white", Value(before), Value(after_it)) == judgement
    assert judge("black", Value(-before), Value(-after_it)) == judgement


@pytest.mark.parametrize(("before", "after_it", "instead", "judgement"), [
    (Value(CAP, 1), Value(279), None, "missed-win"),
    (Value(CAP, 1), Value(CAP), None, "missed-win"),
    (Value(CAP, 1), Value(-CAP, -3), None, "missed-win"),
    (Value(CAP, 1), Value(0), None, "missed-win"),
    (Value(CAP, 1), Value(CAP, 9), None, None),
    (Value(CAP, 1), Value(CAP, 0), None, None),
    (Value(-980), Value(-CAP, -2), None, "allowed-loss"),
    (Value(-980), Value(-CAP, -2), Value(-900), "allowed-loss"),
    (Value(-980), Value(-CAP, -2), Value(-CAP, -4), None),
    (Value(-CAP, -9), Value(-CAP, -1), None, None),
    (Value(-CAP, -9), Value(-CAP, 0), None, None),
    (Value(0), Value(CAP, 3), None, None)])
def test_exact_wins_are_judged_whatever_the_scores(before, after_it, instead, judgement):
    def turned(value):
        return value and Value(-value.score, None if value.mate is None else -value.mate)
    assert judge("white", before, after_it, instead) == judgement
    assert judge("black", turned(before), turned(after_it), turned(instead)) == judgement


@pytest.mark.parametrize(("judgement", "glyphs"), [
    (None, []), ("inaccuracy", [6]), ("mistake", [2]), ("blunder", [4]), ("missed-win", [4]),
    ("allowed-loss", [4])])
def test_a_judgement_has_a_glyph_and_a_better_line(judgement, glyphs):
    record = Record.from_board(after("contra", None, "d1d2"))
    annotate(record, [Verdict(1, "white", "d1d2", "d1-d2", 0, -100, None, None, 100, "a1a2",
                              "a1-a2", ("a1-a2", "a7-a6"), judgement)])
    node = next(record.mainline())
    assert node.glyphs == glyphs
    assert len(node.parent.variations) == 1 + bool(glyphs)


def test_a_verdict_as_json(searcher):
    _, verdicts = judged(searcher, after("contra", *RACE[:1], *RACE[1]))
    for verdict in verdicts:
        plain = json.loads(json.dumps(as_json(verdict)))
        assert plain["move"] == verdict.move
        assert list(plain) == list(Verdict.__slots__)
