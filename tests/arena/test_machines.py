"""Games that the machines of a cluster play (lab/arena/machines.py)."""
import sys

import pytest

from eckstein.cli import run
from eckstein.lab.arena import machines
from eckstein.lab.arena.games_file import GamesFile
from eckstein.lab.arena.machines import play_there
from eckstein.lab.arena.match import Standing, play_on
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.workers import ArenaError
from eckstein.record import read_records

from ..cluster.fake import LostError, connect

PLAN = Plan("contra", ("random", "greedy"), 6, seed=3)


@pytest.fixture
def ray(monkeypatch):
    yield connect(monkeypatch)
    for seats in machines._seats:
        seats.close()
    machines._seats.clear()


def games(path):
    """The games of a file by what no two of them share."""
    found = list(read_records(path.read_text()))
    by_place = {(record.tags["Round"], record.tags["White"]): (
        record.tags, [node.move for node in record.mainline()]) for record in found}
    assert len(by_place) == len(found)
    return by_place


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """The file of the match as processes of this machine play it."""
    path = tmp_path_factory.mktemp("matches") / "here.txt"
    with GamesFile(path) as file:
        assert len(list(play_on(PLAN, file, 2))) == 6
    return path


@pytest.mark.parametrize("order", [0, -1])
def test_a_cluster_plays_the_very_same_games_and_each_is_kept_at_once(ray, here, tmp_path, order):
    ray.order, path = order, tmp_path / "there.txt"
    with GamesFile(path) as file:
        for number, game in enumerate(play_on(PLAN, file, cluster="auto"), 1):
            assert game.record in path.read_text()
            assert path.read_text().count("[Round") == number
        assert Standing.of(file.finished(PLAN)).games == 6
    assert games(path) == games(here)


def test_a_match_goes_on_where_it_was_whoever_plays(ray, here, tmp_path):
    path = tmp_path / "both.txt"
    for cluster, count in (("auto", 1), (None, 2), ("auto", 3)):
        with GamesFile(path) as file:
            played = play_on(PLAN, file, cluster=cluster)
            for _ in range(count):
                next(played)
            played.close()
    assert games(path) == games(here)
    with GamesFile(path) as file:
        assert list(play_on(PLAN, file, cluster="auto")) == []


def test_a_game_that_has_lost_too_many_machines_ends_the_match_and_the_others_stay(
        ray, here, tmp_path):
    path = tmp_path / "lost.txt"
    with GamesFile(path) as file:
        played = play_on(PLAN, file, cluster="auto")
        next(played)
        ray.lost = [LostError("the machine is gone")]
        with pytest.raises(ArenaError, match="the machine is gone"):
            next(played)
        assert len(list(play_on(PLAN, file, cluster="auto"))) == 5
    assert games(path) == games(here)


def test_a_program_that_a_machine_lacks_is_told_with_its_name(ray, tmp_path):
    plan = Plan("contra", ("random", "cmd:no-such-program-anywhere"), 2)
    with GamesFile(tmp_path / "none.txt") as file, pytest.raises(
            ArenaError, match=r"on the machine .*: cmd:no-such-program-anywhere: cannot start"):
        list(play_on(plan, file, cluster="auto"))
    assert ray.is_down


def play_by_chance(plan, job):
    """The same game without engines."""
    players = Plan("contra", ("random", "random"), plan.games)
    return play_there(players, job._replace(white=0, black=1))._replace(job=job)


def test_a_game_takes_the_cores_and_the_memory_of_its_players(ray, monkeypatch, tmp_path):
    monkeypatch.setattr(machines, "play_there", play_by_chance)
    plan = Plan("contra", ("random", "threads=3,hash=100", "level:10,hash=50"), 2)
    with GamesFile(tmp_path / "games.txt") as file:
        list(play_on(plan, file, cluster="auto"))
    needed = {tuple(task.needs.values()) for task in ray.tasks}
    assert needed == {(3, 116 << 20), (1, 66 << 20), (3, 150 << 20)}


def test_a_process_keeps_its_contestants_for_the_next_game_of_the_same_plan(monkeypatch):
    class Seats:
        made, closed = [], []

        def __init__(self, plan):
            self.plan = plan
            self.made.append(plan.seed)

        def play(self, job):
            return job

        def close(self):
            self.closed.append(self.plan.seed)
    monkeypatch.setattr(machines, "Seats", Seats)
    monkeypatch.setattr(machines, "_seats", [])
    one, other = Plan("contra", ("random",) * 2, 2), Plan("contra", ("random",) * 2, 2, seed=7)
    again = Plan("contra", ("random",) * 2, 2)
    assert [play_there(plan, 5) for plan in (one, again, other)] == [5, 5, 5]
    assert (Seats.made, Seats.closed) == ([1, 7], [1])


@pytest.mark.parametrize("words", [
    ("match", "contra", "random", "greedy", "--games", "2"),
    ("tournament", "contra", "random", "greedy", "--games", "2")])
def test_commands_play_on_a_cluster(ray, capsys, tmp_path, words):
    assert run([*words, "--ray", "auto", "--record", str(tmp_path / "games.txt"), "--json"]) == 0
    assert '"games":2' in capsys.readouterr().out
    assert len(ray.tasks) == 2


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_without_ray_a_command_says_what_to_install(monkeypatch, capsys, tmp_path, command):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run([command, "contra", "random", "greedy", "--games", "2", "--ray", "auto",
                "--record", str(tmp_path / "games.txt")]) == 2
    assert capsys.readouterr().err.endswith(
        "eckstein: work on a cluster needs the package ray; install it with pip install ray.\n")
