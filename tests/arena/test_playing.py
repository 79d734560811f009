"""One game: who crashes, breaks the rules or forgets the time loses it, and all of it is told."""
import itertools
import random

import pytest

from eckstein import Board
from eckstein.board.score import Score
from eckstein.engine.limits import Limits
from eckstein.engine.messages import Analysis, IllegalAnswerError, Played
from eckstein.engine.tables import TableError, probe
from eckstein.lab.arena import playing
from eckstein.lab.arena.games_file import GamesFile
from eckstein.lab.arena.match import Standing
from eckstein.lab.arena.openings import Opening
from eckstein.lab.arena.pace import Pace
from eckstein.lab.arena.plan import Adjudication, Plan
from eckstein.lab.arena.playing import play
from eckstein.record import read_record

PLAN = Plan("contra", ("random", "greedy"), 2, opening_plies=2)


class Scripted:
    """A player that plays at random until its `error` comes, in the move with this number."""

    def __init__(self, fails=None, error=None, score=None, note=""):
        self.note, self.limits = note, []
        self._info = None if score is None else Analysis(score=Score(score))
        self._fails, self._error, self._moves = fails, error, 0

    def new_game(self, seed):
        self._chance = random.Random(seed)

    def play(self, board, limits, lines=1):
        self._moves += 1
        self.limits.append(limits)
        if self._moves == self._fails:
            return Played(self._error(), self._info)
        move = self._chance.choice(list(board.legal_moves))
        board.push(move)            # what a player does to its board does not matter
        return Played(move, self._info)


def job(plan=PLAN, place=0):
    return list(plan.jobs(1))[place]


def crash():
    raise RuntimeError("out of\ncheese")


def mislead():
    raise IllegalAnswerError("it answered nonsense")


def test_a_game_by_the_rules():
    finished = play(PLAN, job(), (Scripted(), Scripted()))
    record = read_record(finished.record)
    assert record.outcome().result() == finished.result == record.result
    assert (finished.termination, finished.fault) == ("normal", "")
    assert record.tags["White"] == "random"
    assert record.tags["Black"] == "greedy"
    assert record.tags["Round"] == "1.1"
    opening = [node.move for node in itertools.islice(record.mainline(), 2)]
    assert tuple(opening) == job().opening


def test_the_same_seeds_play_the_same_game():
    one, two = (play(PLAN, job(), (Scripted(), Scripted())) for _ in range(2))
    assert one == two
    assert play(PLAN, job(place=1), (Scripted(), Scripted())).record != one.record


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(("error", "termination", "fault"), [
    (mislead, "rules infraction", "it answered nonsense"),
    (crash, "abandoned", "RuntimeError: out of cheese"),
    (lambda: 10**6, "rules infraction", "1000000 is not a legal move in"),
    (lambda: None, "rules infraction", "None is not a legal move in")])
def test_a_fault_loses(place, error, termination, fault):
    players = [Scripted(), Scripted()]
    players[place] = Scripted(3, error)
    finished = play(PLAN, job(), tuple(players))
    assert finished.result == ("0-1", "1-0")[place]
    assert finished.points(place) == 0
    assert finished.points(1 - place) == 1
    assert finished.termination == termination
    assert finished.fault.startswith(f"{('random', 'greedy')[place]}: {fault}")
    record = read_record(finished.record)
    assert record.tags["Fault"] == finished.fault
    assert record.result == finished.result
    assert record.end().ply == 2 + 4 + place


def test_who_cannot_even_begin_loses():
    player = Scripted()
    player.new_game = lambda seed: crash()
    finished = play(PLAN, job(), (Scripted(), player))
    assert (finished.result, finished.termination) == ("1-0", "abandoned")


def test_time_that_is_up(monkeypatch):
    """Every move takes a second by this clock; White's sixth is more than five seconds allow."""
    monkeypatch.setattr(playing, "perf_counter", itertools.count().__next__)
    plan = Plan("contra", ("random", "greedy"), 2, opening_plies=2, pace=Pace(clock=5))
    finished = play(plan, job(plan), (Scripted(), Scripted()))
    assert (finished.result, finished.termination) == ("0-1", "time forfeit")
    assert read_record(finished.record).end().ply == 2 + 10
    with_more = Plan("contra", ("random", "greedy"), 2, opening_plies=2,
                     pace=Pace(clock=5, increment=1))
    assert play(with_more, job(with_more), (Scripted(), Scripted())).termination == "normal"


@pytest.mark.parametrize(("took", "result"), [(0.5, None), (0.75, None), (0.8, "1-0")])
def test_a_move_that_takes_longer_than_it_may_loses(monkeypatch, took, result):
    """Black may think for half a second, with a margin of a quarter; White as long as he likes."""
    monkeypatch.setattr(playing, "perf_counter", itertools.count(0, took).__next__)
    plan = Plan("contra", ("random", "mcts:time=0.5"), 2, opening_plies=2,
                pace=Pace(margin=0.25))
    finished = play(plan, job(plan), (Scripted(), Scripted()))
    if result is None:
        assert finished.termination == "normal"
        return
    assert (finished.result, finished.termination) == (result, "time forfeit")
    assert finished.fault == "mcts:time=0.5: a move took 0.80 s, and 0.5 s are allowed"
    assert read_record(finished.record).end().ply == 2 + 1


def test_who_overdraws_within_the_margin_goes_on_with_his_increment(monkeypatch):
    """Every move takes 1.04 s of the second that there is, and adds a quarter of one."""
    monkeypatch.setattr(playing, "perf_counter", itertools.count(0, 1.04).__next__)
    plan = Plan("contra", ("random", "greedy"), 2, opening_plies=2,
                pace=Pace(clock=1, increment=0.25, margin=0.1))
    players = Scripted(), Scripted()
    finished = play(plan, job(plan), players)
    assert [limits.white_time for limits in players[0].limits] == [1, 0.25]
    assert (finished.result, finished.termination) == ("0-1", "time forfeit")


def test_what_went_wrong_between_two_games_is_told_and_costs_nothing():
    finished = play(PLAN, job(), (Scripted(), Scripted(note="it died meanwhile")))
    assert finished.note == "greedy: it died meanwhile"
    assert (finished.termination, finished.fault) == ("normal", "")
    assert read_record(finished.record).tags["Note"] == finished.note
    assert Standing.of([finished]).faults == (("1.1", finished.note),)


@pytest.mark.parametrize(("scores", "termination", "result"), [
    ((700, -700), "adjudication", "1-0"), ((-700, 650), "adjudication", "0-1"),
    ((700, 700), "normal", None), ((700, -500), "normal", None), ((700, None), "normal", None)])
def test_a_game_that_both_think_decided(scores, termination, result):
    plan = Plan("contra", ("random", "greedy"), 2, opening_plies=2,
                adjudication=Adjudication(600, 2))
    finished = play(plan, job(plan), tuple(Scripted(score=score) for score in scores))
    assert finished.termination == termination
    if result:
        assert finished.result == result
        assert read_record(finished.record).end().ply == 2 + 4


@pytest.mark.parametrize(("scores", "plies"), [
    ((10, -10), 4), ((0, 0), 4), ((11, 0), None), ((0, None), None)])
def test_a_game_that_both_think_level(scores, plies):
    plan = Plan("contra", ("random", "greedy"), 2, opening_plies=2, draws=Adjudication(10, 2))
    finished = play(plan, job(plan), tuple(Scripted(score=score) for score in scores))
    if plies is None:
        assert finished.termination == "normal"
        return
    assert (finished.termination, finished.result) == ("adjudication", "1/2-1/2")
    assert read_record(finished.record).end().ply == 2 + plies


def test_a_game_that_is_too_long_is_drawn():
    plan = Plan("contra", ("random", "greedy"), 2, opening_plies=2, longest=3)
    finished = play(plan, job(plan), (Scripted(), Scripted()))
    assert (finished.termination, finished.result) == ("adjudication", "1/2-1/2")
    assert read_record(finished.record).end().ply == 2 + 6


@pytest.mark.parametrize(("rules", "tag"), [
    ({}, None), ({"adjudication": Adjudication(600, 4)}, "600,4"),
    ({"draws": Adjudication(10, 8), "longest": 90}, "draws=10,8 longest=90")])
def test_how_games_may_end_is_told_in_their_records_and_tells_plans_apart(rules, tag):
    plain, plan = (Plan("contra", ("random", "greedy"), 2, **some) for some in ({}, rules))
    assert plan.tags(job(plan)).get("Adjudication") == tag
    assert (plan.fingerprint() == plain.fingerprint()) is (tag is None)


def test_options_of_the_rules_are_played_and_told():
    plan = Plan("contra", ("random", "greedy"), 2, {"no_progress": "7"}, opening_plies=2)
    finished = play(plan, job(plan), (Scripted(), Scripted()))
    assert read_record(finished.record).start.options == Board("contra", no_progress=7).options


@pytest.mark.parametrize(("wrong", "complaint"), [
    ({"games": 7}, "games come in pairs"), ({"games": 0}, "games come in pairs"),
    ({"game": "chess"}, "no game 'chess'"), ({"options": {"x": 1}}, "no option x"),
    ({"contestants": ("random",)}, "two contestants"),
    ({"contestants": ("random", "x")}, "no player 'x' here"),
    ({"contestants": ("random", "human")}, "no player 'human' here"),
    ({"contestants": ("engine", "random", "alphabeta")}, "only once"),
    ({"contestants": ("random", "greedy", "random")}, "only once")])
def test_plans_that_cannot_be(wrong, complaint):
    with pytest.raises(ValueError, match=complaint):
        Plan(**{"game": "contra", "contestants": ("random", "greedy"), "games": 2} | wrong)


ENDINGS = ("CWd6va5", "CWd3va2", "cWd3va2", "CWa1vg7", "cWa5vc4")


def from_position(position, **more):
    return Plan("contra", ("random", "greedy"), 2, openings=(Opening(position, ()),), **more)


@pytest.mark.usefixtures("with_tables")
@pytest.mark.parametrize("position", ENDINGS)
def test_a_game_ends_where_tables_know_how(position):
    plan = from_position(position, tables=True)
    finished = play(plan, job(plan), (Scripted(), Scripted()))
    value, turn = probe(Board("contra", position)).value, Board("contra", position).turn
    won = {"won": turn, "lost": {"white": "black", "black": "white"}[turn], "drawn": None}
    result = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[won[value.result]]
    assert (finished.result, finished.termination) == (result, "adjudication")
    record = read_record(finished.record)
    assert not list(record.mainline())
    assert record.tags["Adjudication"] == "tables"


@pytest.mark.usefixtures("with_tables")
def test_a_game_does_not_end_by_tables_before_they_know_it_nor_unasked():
    unasked = from_position(ENDINGS[0])
    assert play(unasked, job(unasked), (Scripted(), Scripted())).termination == "normal"
    unknown = Plan("contra", ("random", "greedy"), 2, tables=True)
    no_time_for_the_win = from_position("CWa1vg7", tables=True, options={"no_progress": 1})
    assert probe(Board("contra", "CWa1vg7")).value.plies > 1
    for plan in (unknown, no_time_for_the_win):
        finished = play(plan, job(plan), (Scripted(), Scripted()))
        record = read_record(finished.record)
        assert record.board().ply > len(job(plan).opening)


def test_a_table_that_is_damaged_ends_no_game_and_is_told(monkeypatch):
    def fail(board):
        raise TableError("it is\ndamaged")
    monkeypatch.setattr(playing, "certain", fail)
    plan = from_position(ENDINGS[0], tables=True)
    finished = play(plan, job(plan), (Scripted(), Scripted()))
    assert (finished.termination, finished.note) == ("normal", "it is damaged")


def test_plans_that_end_otherwise_have_other_files():
    plans = [from_position(ENDINGS[0]), from_position(ENDINGS[0], tables=True)]
    assert len({plan.fingerprint() for plan in plans}) == 2


@pytest.mark.parametrize(("text", "pace", "limits"), [
    ("engine", Pace(), Limits(time=0.1)), ("engine", Pace(margin=1), Limits(time=0.1)),
    ("engine", Pace(time=2), Limits(time=2)), ("cmd:x", Pace(nodes=9), Limits(nodes=9)),
    ("mcts:nodes=4", Pace(clock=60), Limits(nodes=4)),
    ("mcts", Pace(clock=60, increment=1),
     Limits(white_time=60, black_time=60, white_increment=1, black_increment=1)),
    ("level:10", Pace(clock=60, moves=40), Limits(white_time=60, black_time=60, moves_to_go=40))])
def test_a_player_has_limits_of_his_own_or_those_of_the_match(text, pace, limits):
    plan = Plan("contra", (text, "random"), 2, opening_plies=2, pace=pace)
    players = Scripted(), Scripted()
    play(plan, job(plan), players)
    assert players[0].limits[0] == limits


@pytest.mark.parametrize("text", ["alphabeta:hash=2,time=0.01", "engine:time=0.01,hash=2",
                                  "time=0.01,hash=2"])
def test_the_same_player_in_other_words_has_the_same_games(text, tmp_path):
    plan = Plan("contra", ("engine:time=0.01,hash=2", "random"), 2, opening_plies=2)
    finished = play(plan, job(plan), (Scripted(), Scripted()))
    with GamesFile(tmp_path / "games.txt") as file:
        file.append(finished)
        [kept] = file.finished(Plan("contra", (text, "random"), 2, opening_plies=2))
        with pytest.raises(ValueError, match="games of another match"):
            file.finished(Plan("contra", ("time=0.02,hash=2", "random"), 2, opening_plies=2))
    assert kept.job == finished.job
