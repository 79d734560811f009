"""Libraries that another process is making: what is told of them, and what waits for them."""
import io
import json
import time

import pytest

from eckstein import Board
from eckstein.ahead import build
from eckstein.engine.levels import LevelPlayer
from eckstein.engine.protocol import Protocol
from eckstein.kernel import binding, coming, specialise
from eckstein.kernel.specialise import NoCompilerError

GAMES = ("contra", "duell", "echek", "ecke", "pur")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder without libraries, and no life that has been chosen yet."""
    found = specialise._name_of_copy

    def name_of_copy(game, life, options, wing):
        if life == "library":
            raise NoCompilerError("there is no library")
        return found(game, life, options, wing)
    monkeypatch.setattr(binding, "FOLDER", tmp_path)
    monkeypatch.setattr(specialise, "_lives", {})
    monkeypatch.setattr(specialise, "_name_of_copy", name_of_copy)
    monkeypatch.delenv(specialise.CHOICE, raising=False)
    return tmp_path


def test_nothing_is_coming_where_nobody_has_said_so(folder):
    assert coming.coming() == {} and coming.asked_for() == ""


def test_what_is_announced_is_coming_until_it_is_withdrawn(folder):
    coming.announce({"contra": 12.3, "duell.solve": 0.0})
    assert coming.coming() == {"contra": 15, "duell.solve": 5}
    coming.ask_for("contra")
    coming.withdraw()
    assert coming.coming() == {} and coming.asked_for() == ""


@pytest.mark.parametrize("age", [coming.STALE + 1, -coming.STALE])
def test_an_announcement_of_a_process_that_was_killed_does_not_count(folder, age):
    (folder / coming.FILE).write_text(json.dumps({"at": time.time() - age,
                                                  "seconds": {"contra": 500}}))
    assert coming.coming() == {}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"at": 1}', '{"at": "x", "seconds": {}}', "\0"])
def test_a_damaged_announcement_is_none(folder, text):
    (folder / coming.FILE).write_text(text)
    assert coming.coming() == {}


def test_what_is_coming_is_asked_for_and_not_compiled_once_more(folder):
    coming.announce({"contra": 40.0})
    with pytest.raises(NoCompilerError, match=r"contra is being compiled.* about 40 s more"):
        specialise.life_of("contra")
    assert coming.asked_for() == "contra"
    assert specialise.life_of("duell") == "jit"


@pytest.fixture(scope="module")
def compiled():
    """The first moves of each game between quick levels, when it is compiled."""
    return {(game, number): moves_of(game, number, False)
            for game in GAMES for number in range(1, 5)}


def moves_of(game, number, plain):
    """What a level finds in the first positions of a game against itself."""
    board = Board(game)
    player, found = LevelPlayer(game, board.options, number, seed=7), []
    assert player.is_plain == plain
    for _ in range(6):
        found.append(player.choose(board))
        board.push(found[-1].pv[0])
    return [(one.pv, one.score, one.nodes) for one in found]


@pytest.mark.parametrize("number", range(1, 5))
@pytest.mark.parametrize("game", GAMES)
def test_quick_levels_play_before_a_game_is_compiled_as_they_do_later(compiled, folder, game,
                                                                      number):
    coming.announce({game: 40.0})
    assert moves_of(game, number, True) == compiled[game, number]


def test_the_engine_plays_quick_levels_meanwhile_and_says_by_what(folder):
    coming.announce({"contra": 40.0})
    told = io.StringIO()
    engine = Protocol(told)
    for line in ("setoption name Level value 2", "isready", "debug on", "go movetime 500"):
        engine.obey(line)
    engine._work.finish()
    engine.end()
    assert "error" not in told.getvalue()
    assert "searches by plain" in told.getvalue() and "bestmove " in told.getvalue()


@pytest.mark.parametrize("number", [5, 9])
def test_other_levels_wait_for_it(folder, number):
    coming.announce({"contra": 40.0})
    with pytest.raises(NoCompilerError, match="being compiled"):
        LevelPlayer("contra", Board("contra").options, number)


# In which order they are made.

class Maker:
    """A process that makes nothing, and is done at once."""

    returncode = 0

    def poll(self):
        return 0

    def kill(self):
        pass

    def wait(self):
        pass


def test_what_is_asked_for_is_made_next_and_all_are_told(folder, monkeypatch):
    jobs, told = build.default_jobs(), []
    monkeypatch.setattr(build, "_maker", lambda *arguments: Maker())
    monkeypatch.setattr(build, "TOLD", 0.0)
    made = []
    for job in build.make_all(jobs, ["nowhere"], 1, tell=told.append):
        made.append(job)
        if len(made) == 2:
            coming.ask_for("echek.solve")
    assert build.stem_of(made[2]) == "echek.solve"
    assert sorted(map(build.stem_of, made)) == sorted(map(build.stem_of, jobs))
    assert set(told[0]) == set(map(build.stem_of, jobs))
    assert len(told[-1]) == 1


def test_all_games_can_be_played_before_any_is_solved():
    assert [wing for _, _, wing in build.default_jobs()[:5]] == ["play"] * 5


@pytest.mark.parametrize(("running", "took", "expected"), [
    ({}, [], {"a": 30, "b": 30, "c": 60}),
    ({"x": 10.0}, [], {"x": 20, "a": 50, "b": 50, "c": 80}),
    ({"x": 10.0, "y": 4.0}, [20.0, 10.0], {"x": 5, "y": 11, "a": 20, "b": 20, "c": 35}),
    ({"x": 99.0}, [15.0], {"x": 0, "a": 15, "b": 15, "c": 30})])
def test_when_each_is_likely_to_be_there(monkeypatch, running, took, expected):
    monkeypatch.setattr(build, "stem_of", lambda job: job)
    assert build._expected(["a", "b", "c"], running, took, 2) == expected
