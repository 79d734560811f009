"""Each form of player in each place where one can be named plays, or is refused with a sentence."""
import io
import json
import random
import sys
from pathlib import Path

import pytest

from eckstein import Board
from eckstein.cli import online, run
from eckstein.client.remote import RemoteGame
from eckstein.engine.players import KINDS, make_player, on_servers, read_player, thinkers
from eckstein.lab.puzzles.making.grading import Grader
from eckstein.record import read_records
from eckstein.session.saved_game import SavedGame
from eckstein.session.session import Session

PROGRAM = f"cmd:{sys.executable} -m eckstein engine"
STORED = Path(__file__).parent / "stored"
FORMS = ["human", "random", "greedy", "plain:depth=1,quiesce=on", "flat:playouts=20", "level:1",
         "2", "level:9,book=off", "alphabeta:nodes=50,hash=1,threads=1,tables=off", "nodes=50",
         "engine:movetime=0.01", "mcts:nodes=50,hash=1", "mcts,nodes=50",
         f"zero:net={STORED / 'network-1-contra.network'},nodes=20,hash=1", PROGRAM]
QUICK = ("--nodes", "50")
IN_TIME = ("--margin", "600")        # on a busy machine, too


def test_the_forms_are_of_all_kinds():
    assert {read_player(form).kind for form in FORMS} == set(KINDS)


@pytest.fixture
def called(monkeypatch, capsys):
    """Runs a command without input, and returns its status and what was printed."""
    def call(*words):
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        return run(list(words)), *capsys.readouterr()
    return call


def refused(form, kinds):
    """The beginning of the sentence by which a form is refused; "" if it is of these kinds."""
    return "" if read_player(form).kind in kinds else f"there is no player {form!r} here"


@pytest.mark.parametrize("form", FORMS)
def test_play(form, called, tmp_path):
    path = tmp_path / "game.txt"
    status, _, err = called("play", "contra", "--plain", "--white", form, "--black", "human",
                            "--record", str(path))
    assert (status, err) == (0, "")
    if form == "human":
        assert not path.exists()
        return
    [record] = read_records(path.read_text())
    assert record.tags["White"] == str(read_player(form))
    assert len(list(record.mainline())) == 1


@pytest.mark.parametrize("form", FORMS)
def test_a_player_of_a_session(form):
    session = Session(SavedGame.open(Board("contra"), ("human", "random"), None))
    [told] = session.obey("black", form).told
    assert session.saved.players == ("human", str(read_player(form)))
    assert str(read_player(form)) in told


@pytest.mark.parametrize("form", FORMS)
def test_match(form, called, tmp_path):
    path = tmp_path / "games.txt"
    status, out, err = called("match", "contra", form, "random", "--games", "2", *QUICK,
                              *IN_TIME, "--longest", "2", "--record", str(path), "--json")
    if why := refused(form, thinkers()):
        assert (status, out) == (2, "") and why in err
        return
    told = json.loads(out)
    assert (status, told["games"], told["faults"]) == (0, 2, [])
    assert [game.tags["White"] for game in read_records(path.read_text())] == [form, "random"]


@pytest.mark.parametrize("form", ["human", "time=0.01", PROGRAM])
def test_tournament(form, called, tmp_path):
    status, out, err = called("tournament", "contra", "random", "greedy", form, "--games", "2",
                              *QUICK, *IN_TIME, "--longest", "1", "--json",
                              "--record", str(tmp_path / "games.txt"))
    if why := refused(form, thinkers()):
        assert (status, out) == (2, "") and why in err
        return
    assert (status, json.loads(out)["games"]) == (0, 6)


@pytest.mark.parametrize("form", FORMS)
def test_analyse(form, called):
    status, out, err = called("analyse", "contra", *QUICK, "--hash", "1", "--compare", form,
                              "--json")
    if why := refused(form, thinkers()):
        assert (status, out) == (2, "") and why in err
        return
    _, told, differ = map(json.loads, out.splitlines())
    assert status == 0 and "differ" in differ
    assert read_player(told["settings"]).kind == read_player(form).kind
    Board("contra").push_text(told["lines"][0]["moves"][0])


@pytest.mark.parametrize("form", FORMS)
def test_a_board_in_a_notebook(form):
    pytest.importorskip("anywidget")
    from eckstein.session.notebook import BoardWidget
    if why := refused(form, thinkers()):
        with pytest.raises(ValueError, match=why):
            BoardWidget(Board("contra"), against=form)
        return
    widget = BoardWidget(Board("contra"), against=form)
    widget.push_text("d1d2")
    assert widget.board.ply == 2


@pytest.mark.parametrize("form", FORMS)
def test_tuning(form):
    tuning = pytest.importorskip("eckstein.lab.tuning")
    start = Board("contra")
    if why := refused(form, thinkers()):
        with pytest.raises(ValueError, match=why):
            make_player(form, start)
        return
    player = make_player(form, start)
    positions, result = tuning._one_game("contra", player, 5, random.Random(1))
    player.close()
    assert result in (0, 0.5, 1) and (positions or result == 0.5)


@pytest.mark.parametrize("form", FORMS)
def test_a_game_on_a_server(form, monkeypatch):
    monkeypatch.setattr(RemoteGame, "create", lambda server, **wish: wish)
    board = Board("contra")
    if why := refused(form, on_servers()):
        with pytest.raises(ValueError, match=why):
            online.new_game("http://localhost", "contra", "white", form, False, board)
        return
    wish = online.new_game("http://localhost", "contra", "white", form, False, board)
    assert wish["black"] == {"kind": "computer", "level": int(read_player(form).detail)}


def test_puzzles_are_graded_by_levels():
    grader = Grader(Board("contra"))
    try:
        board = Board("contra", "CWd6va5")
        level, _ = grader.grade(board, board.parse("d6d7"))
    finally:
        grader.close()
    assert level <= 3
