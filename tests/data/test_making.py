"""Making data: the same games whatever the number of processes, and after a stop at any moment."""
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from eckstein import Board
from eckstein.engine.nets import net_for, policy_for
from eckstein.kernel.options import complete
from eckstein.lab.cluster import ClusterError
from eckstein.lab.data import NO_VALUE, DataError, check, read_games
from eckstein.lab.data import making as making_module
from eckstein.lab.data.data_file import open_games
from eckstein.lab.data.making import Making, begun_folder, keep, make, played, unit_path
from eckstein.lab.data.records import boards

from ..cluster.fake import LostError, connect
from ..nets.policies import write_random_policy
from ..nets.sample import write_sample
from ..sealed import flip
from ..zero.networks import network, written
from . import reader
from .played import told


def wanted(game="contra", player="random", games=5, options=(), **more):
    options = dict(options)
    return Making(game, tuple(complete(game, options).items()), player, games, **more)


def made(path, making, jobs=1):
    make(path, making, jobs, lambda games: None)
    return path.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of all that is wanted, made at one go."""
    return made(tmp_path_factory.mktemp("whole") / "whole.games", wanted())


def units(path, making, numbers):
    """Make some units, as a call that is stopped then leaves them."""
    begun_folder(path).mkdir(exist_ok=True)
    for number, unit in enumerate(making.units()):
        if number in numbers:
            keep(path, making, unit, played(making, unit))


def test_a_game_is_told_whole(tmp_path):
    path = tmp_path / "a.games"
    made(path, wanted("contra", "plain:depth=1", 3, {"no_progress": 9}, random_plies=3,
                      seed=5))
    games = read_games(path)
    check(games)
    header, theirs = reader.read(path.read_bytes())
    assert header["how"] == ("eckstein data make contra -o no_progress=9 --player plain:depth=1 "
                             "--games 3 --random-plies 3 --max-plies 400 --seed 5")
    assert header["options"] == {"no_progress": 9}
    for game, board in zip(theirs, boards(games), strict=True):
        assert game["random_plies"] == 3
        assert game["result"] == board.outcome().result()
        assert game["values"][:3] == [NO_VALUE] * 3
        assert NO_VALUE not in game["values"][3:]
    assert not begun_folder(path).exists()


def test_what_the_player_has_learnt_is_told_and_must_stay_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_NETS", str(tmp_path / "nets"))
    folder, path, board = tmp_path / "nets", tmp_path / "a.games", Board("contra")
    folder.mkdir()
    making = wanted("contra", "alphabeta:nodes=9,tables=off", 2)
    made(path, making)
    assert "#" not in open_games(path)[0].how
    write_sample(folder / "contra.net")
    write_random_policy(folder / "contra.policy")
    with pytest.raises(DataError, match=r"was made by .* not by .*  # net \w{8}"):
        made(path, replace(making))
    net, policy = (find("on", "contra", board.options).name for find in (net_for, policy_for))
    file, known = written(tmp_path / "a.network"), network()[0].name
    assert network(seed=2)[0].name != known
    for player, learnt in (("alphabeta:nodes=9,tables=off", f"  # net {net}"),
                           ("alphabeta:nodes=9,tables=off,net=off", ""),
                           ("mcts:nodes=9,net=on,policy=on", f"  # net {net}, policy {policy}"),
                           ("mcts:nodes=9,policy=on", f"  # policy {policy}"),
                           ("level:10", f"  # net {net}"), ("mcts:nodes=9", ""), ("level:3", ""),
                           ("greedy", ""), (f"zero:net={file},nodes=9", f"  # network {known}")):
        assert wanted("contra", player, 2).how.endswith(f"--seed 1{learnt}")
    path.unlink()
    made(path, replace(making))
    more = replace(making, games=3)
    made(path, more)
    assert len(read_games(path)) == 3 and open_games(path)[0].how == more.how
    with pytest.raises(ValueError, match=r"the net .*none\.net cannot be read"):
        assert wanted("contra", f"alphabeta:net={tmp_path / 'none.net'}", 2).how


def test_values_are_what_the_player_thinks(tmp_path):
    path = tmp_path / "a.games"
    made(path, wanted("contra", "alphabeta:depth=2,tables=off", 2, random_plies=2))
    games = read_games(path)
    won = [int(games.values[games.offsets[i + 1] - 1]) for i in range(len(games))
           if games.results[i] in (1, 2)]
    assert won
    assert set(won) <= {30999}              # the last move of a game that is won wins at once


def test_a_tree_search_tells_what_it_visited(tmp_path):
    path = tmp_path / "a.games"
    made(path, wanted("contra", "mcts:nodes=40,tables=off", 2, random_plies=2, max_plies=8))
    for game in told(read_games(path)):
        assert game["visits"][:2] == [[], []]
        for action, visits in zip(game["actions"][2:], game["visits"][2:], strict=True):
            counts = dict(visits)
            assert counts[action] == max(counts.values())
            assert sum(counts.values()) <= 40


def test_a_player_who_tells_nothing_leaves_no_column(tmp_path):
    made(tmp_path / "a.games", wanted(max_plies=6))
    games = read_games(tmp_path / "a.games")
    assert games.values is None
    assert games.visit_offsets is None
    assert set(games.results.tolist()) == {0}
    assert set(games.plies.tolist()) == {8}     # the random ones are made in any case


def test_games_depend_on_their_numbers_and_the_seed_alone(tmp_path):
    def games(**more):
        making = wanted(**more)
        return [played(making, unit) for unit in making.units()]
    assert games(games=5)[:3] == games(games=3) != games(games=3, seed=2)
    assert len(set(games(games=5))) == 5


def test_any_number_of_processes_makes_the_same_file(tmp_path):
    making = wanted(player="alphabeta:nodes=50,tables=off", games=4, random_plies=6, max_plies=12)
    assert made(tmp_path / "a.games", making, 3) == made(tmp_path / "b.games", making)


@pytest.mark.parametrize("numbers", [[1, 4], [0, 1, 2, 3, 4]], ids=str)
def test_what_was_begun_is_gone_on_with(tmp_path, whole, numbers):
    making = wanted()
    path = tmp_path / "whole2.games"
    units(path, making, numbers)
    reported = []
    make(path, making, 1, reported.append)
    assert path.read_bytes() == whole
    assert reported == list(range(len(numbers), 6))
    assert not begun_folder(path).exists()


def test_a_finished_file_is_left_as_it_is(tmp_path):
    path, making = tmp_path / "a.games", wanted()
    before = made(path, making)
    units(path, making, [0])                # the process was killed before it had cleaned up
    assert not make(path, making, 1, lambda games: None)
    assert path.read_bytes() == before
    assert not begun_folder(path).exists()


def test_units_that_are_written_survive_a_kill(tmp_path, whole):
    path = tmp_path / "a.games"
    program = ("import os, sys\n"
               "from pathlib import Path\n"
               "from eckstein.lab.data import making\n"
               "from tests.data.test_making import wanted\n"
               "def report(games):\n"
               "    if games == int(sys.argv[2]):\n"
               "        os.kill(os.getpid(), 9)\n"
               "if __name__ == '__main__':\n"
               "    making.make(Path(sys.argv[1]), wanted(), 1, report)\n")
    (tmp_path / "program.py").write_text(program)
    root = Path(__file__).parent.parent.parent
    killed = subprocess.run(
        [sys.executable, str(tmp_path / "program.py"), str(path), "2"], cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)}, timeout=200)
    assert killed.returncode == -signal.SIGKILL
    assert sum(unit_path(path, unit).exists() for unit in wanted().units()) == 2
    (begun_folder(path) / ".0123.tmp").write_bytes(b"a draft that a killed process has left")
    assert made(path, wanted()) == whole
    assert not begun_folder(path).exists()


def test_other_games_are_not_gone_on_with(tmp_path):
    path = tmp_path / "a.games"
    units(path, wanted(seed=2), [0])
    with pytest.raises(DataError, match=r'000000000\.games was made by "eckstein data make contra '
                                        r'.*--seed 2" of version .*, not by ".*--seed 1" of'):
        made(path, wanted())
    made(tmp_path / "b.games", wanted(seed=2))
    with pytest.raises(DataError, match=r"b\.games was made by .* name another file with --out"):
        made(tmp_path / "b.games", wanted())


def test_another_version_does_not_go_on(tmp_path, monkeypatch):
    path = tmp_path / "a.games"
    units(path, wanted(), [0])
    monkeypatch.setattr(making_module, "__version__", "9.9.9")
    with pytest.raises(DataError, match=r"of version 9\.9\.9; name another file"):
        made(path, wanted())


@pytest.mark.parametrize("change", [
    flip, lambda path: path.write_bytes(path.read_bytes()[:-1]), lambda path: path.write_bytes(b""),
    lambda path: path.write_bytes(b"nothing of ours")])
def test_a_damaged_unit_is_set_aside_and_made_again(tmp_path, whole, change):
    path, notes, reported = tmp_path / "a.games", [], []
    units(path, wanted(), [0, 1])
    there = unit_path(path, next(iter(wanted().units())))
    change(there)
    broken = there.read_bytes()
    make(path, wanted(), 1, reported.append, note=notes.append)
    assert path.read_bytes() == whole and reported == [1, 2, 3, 4, 5]
    assert there.with_name("000000000.games.damaged").read_bytes() == broken
    note, = notes
    assert note.startswith(f"{there} is ") and note.endswith(
        "; it is 000000000.games.damaged now, and is made again")


def test_a_damaged_file_is_set_aside_and_made_again(tmp_path):
    path, notes = tmp_path / "a.games", []
    for number in range(3):
        whole = made(path, wanted())
        flip(path)
        assert make(path, wanted(), 1, lambda games: None, note=notes.append)
        assert path.read_bytes() == whole and len(notes) == number + 1
    assert {one.name for one in tmp_path.iterdir()} == {
        "a.games", "a.games.damaged", "a.games.damaged-2", "a.games.damaged-3"}


def test_a_file_of_something_else_stays_where_it_is(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    with pytest.raises(DataError, match="is not a file of games"):
        made(path, wanted())
    assert path.read_text() == "mine"


@pytest.mark.parametrize(("fewer", "more"), [(3, 5), (600, 1030)])
def test_more_games_go_on_with_those_that_are_there(tmp_path, fewer, more):
    """600 and 1030 games make units of other sizes."""
    path, reported = tmp_path / "a.games", []
    made(path, wanted(games=fewer, max_plies=2, random_plies=1))
    units(path, wanted(games=more, max_plies=2, random_plies=1), [])
    make(path, wanted(games=more, max_plies=2, random_plies=1), 1, reported.append)
    assert path.read_bytes() == made(tmp_path / "b.games",
                                     wanted(games=more, max_plies=2, random_plies=1))
    assert fewer - 3 < reported[0] <= fewer and reported[-1] == more


def test_units_of_fewer_games_are_gone_on_with(tmp_path):
    path, reported = tmp_path / "a.games", []
    units(path, wanted(games=3), [0, 2])
    make(path, wanted(games=5), 1, reported.append)
    assert path.read_bytes() == made(tmp_path / "b.games", wanted(games=5))
    assert reported == [2, 3, 4, 5]


@pytest.mark.parametrize("other", [{"games": 4}, {"games": 6, "seed": 2}, {"games": 6,
                                                                           "max_plies": 9}])
def test_other_games_do_not_go_on(tmp_path, other):
    path = tmp_path / "a.games"
    before = made(path, wanted())
    with pytest.raises(DataError, match=r"was made by \"eckstein data make contra .* --games 5 "):
        made(path, wanted(**other))
    assert path.read_bytes() == before


def test_units_are_whole_and_few():
    for games in (1, 511, 513, 1_000_000):
        found = list(wanted(games=games).units())
        assert [number for unit in found for number in unit] == list(range(games))
        assert len({len(unit) for unit in found[:-1]} or {1}) == 1
        assert max(map(len, found)) <= 256


def test_games_that_end_in_the_opening_are_not_begun():
    with pytest.raises(DataError, match="echek is over after 300 random plies, nearly always"):
        played(wanted("echek", random_plies=300), range(1))


def test_who_cannot_play_is_refused():
    with pytest.raises(ValueError, match="there is no player 'human' here"):
        wanted(player="human")


@pytest.mark.parametrize("order", [0, -1])
def test_a_cluster_makes_the_same_file_and_goes_on_where_it_was(tmp_path, monkeypatch, order):
    making, one, other = wanted(games=6, seed=2), tmp_path / "a.games", tmp_path / "b.games"
    here = made(one, making)
    ray = connect(monkeypatch)
    ray.order = order
    units(other, making, {1, 4})
    told = []
    make(other, making, 1, told.append, "auto")
    assert other.read_bytes() == here
    assert told == [2, 3, 4, 5, 6] and len(ray.tasks) == 4 and ray.is_down


def test_what_a_cluster_made_stays_where_a_later_unit_fails(tmp_path, monkeypatch):
    making, path = wanted(games=6, seed=2), tmp_path / "a.games"
    ray = connect(monkeypatch)

    def fail(games):
        if games == 2:
            ray.lost = [LostError("the machine is gone")]
    with pytest.raises(ClusterError, match="the machine is gone"):
        make(path, making, 1, fail, "auto")
    assert len(list(begun_folder(path).iterdir())) == 2 and ray.is_down


def test_games_of_a_cluster_take_the_cores_of_their_player(tmp_path, monkeypatch):
    ray = connect(monkeypatch)
    ray.machines = [{"CPU": 2.0, "memory": 1e9}]
    making = wanted(player="alphabeta:threads=3,depth=1,hash=9", games=2)
    with pytest.raises(ClusterError, match="needs 3 cores and 10 MB of memory"):
        make(tmp_path / "a.games", making, 1, lambda games: None, "auto")
