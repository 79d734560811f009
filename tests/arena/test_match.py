"""A match: nothing is lost and nothing repeated, however it is cut short."""
import re
from pathlib import Path

import pytest

from eckstein.lab.arena.games_file import GamesFile
from eckstein.lab.arena.match import Standing, play_on
from eckstein.lab.arena.plan import Job, Plan
from eckstein.lab.arena.playing import Finished
from eckstein.record import read_records

from ..nets.sample import write_sample

PLAN = Plan("contra", ("random", "greedy"), 6, seed=3)


class CutError(Exception):
    """What happens to a match in the middle."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of a match that was not disturbed."""
    path = tmp_path_factory.mktemp("matches") / "whole.txt"
    with GamesFile(path) as file:
        assert len(list(play_on(PLAN, file))) == 6
    return path


def games(path):
    """The games of a file by their rounds."""
    texts = path.read_text().split("\n\n[Game ")
    found = {record.tags["Round"]: [node.move for node in record.mainline()]
             for record in read_records(path.read_text())}
    assert len(found) == len(texts)
    return found


def test_a_match_plays_every_game_once(whole):
    assert sorted(games(whole)) == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]
    with GamesFile(whole) as file:
        standing = Standing.of(file.finished(PLAN))
    assert standing.games == 6
    assert sum(standing.pairs) == 3
    assert standing.losses > standing.wins


def test_a_match_that_is_cut_goes_on(whole, tmp_path):
    path = tmp_path / "cut.txt"
    with pytest.raises(CutError), GamesFile(path) as file:
        for number, _ in enumerate(play_on(PLAN, file, concurrency=2)):
            if number == 2:
                raise CutError
    assert len(games(path)) == 3
    before = path.read_bytes()
    with GamesFile(path) as file:
        assert len(list(play_on(PLAN, file))) == 3
    assert path.read_bytes().startswith(before)
    assert games(path) == games(whole)


def test_a_match_goes_on_in_the_file_that_is_still_open(whole, tmp_path):
    path = tmp_path / "open.txt"
    with GamesFile(path) as file:
        first = play_on(PLAN, file)
        next(first)
        first.close()
        assert len(file.finished(PLAN)) == 1
        assert len(list(play_on(PLAN, file))) == 5
    assert games(path) == games(whole)


@pytest.mark.parametrize("lost", [1, 3, 7, 40, 160])
def test_a_game_that_was_half_written_is_played_again(whole, tmp_path, lost):
    path = tmp_path / "torn.txt"
    path.write_bytes(whole.read_bytes()[:-lost])
    with GamesFile(path) as file:
        kept = file.finished(PLAN)
        assert len(kept) == (6 if lost == 1 else 5)
        for _ in play_on(PLAN, file):
            pass
    assert games(path) == games(whole)


@pytest.mark.parametrize("junk", [b"[Ga", b"\0" * 30, b'\n[Game "contra"]\n[White "ran'])
def test_the_beginning_of_a_game_is_not_in_the_way(whole, tmp_path, junk):
    path = tmp_path / "torn.txt"
    path.write_bytes(whole.read_bytes() + junk)
    with GamesFile(path) as file:
        assert len(file.finished(PLAN)) == 6
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("text", ["some notes of mine\n", '[Event "x"]\n\n1. d1d2 *\n', "1-0 x"])
def test_a_file_of_something_else_is_left_alone(tmp_path, text):
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match="not a file of a match"):
        GamesFile(path)
    assert path.read_text() == text


@pytest.mark.parametrize("place", ["/dev/null", "/dev/full", "."])
def test_only_a_file_is_read_and_written(place):
    with pytest.raises(ValueError, match=f"{place} is a folder, a device or a pipe"):
        GamesFile(Path(place))


@pytest.mark.parametrize(("good", "bad"), [
    ('[Round "2.1"]', "[Round 2.1]"), ('[Round "2.1"]', '[Round "2.1]'),
    ("1. ", "1. {"), ("\n[Game", "\nnotes of mine\n[Game"), ("1-0\n", "1\n"), ("0-1\n", ")\n")])
def test_a_game_that_is_broken_is_named_and_played_again_and_stays(whole, tmp_path, good, bad):
    path = tmp_path / "broken.txt"
    before = whole.read_text().replace(good, bad, 1)
    path.write_text(before)
    for played in (1, 0):
        with GamesFile(path) as file:
            [fault] = file.faults
            assert 1 <= fault.line <= before.count("\n")
            if "notes" not in bad:
                assert len(list(play_on(PLAN, file))) == played
            assert len(file.finished(PLAN)) == 6
    assert path.read_text().startswith(before)


def test_what_somebody_has_written_after_the_last_game_stays(whole, tmp_path):
    path = tmp_path / "noted.txt"
    path.write_text(whole.read_text() + "\nnotes of mine\n")
    before = path.read_bytes()
    with GamesFile(path) as file:
        assert len(file.finished(PLAN)) == 6
        assert len(file.faults) == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("other", [
    {"seed": 4}, {"opening_plies": 2}, {"contestants": ("greedy", "random")},
    {"options": {"arrival_wins": True}}, {"game": "pur"}])
def test_another_match_does_not_go_on_with_these_games(whole, other):
    plan = Plan(**{"game": "contra", "contestants": ("random", "greedy"), "games": 6,
                   "seed": 3} | other)
    with GamesFile(whole) as file, pytest.raises(ValueError, match="games of another match"):
        file.finished(plan)


def test_a_match_does_not_go_on_with_another_net(whole, tmp_path, monkeypatch):
    folder, path = tmp_path / "nets", tmp_path / "match.txt"
    monkeypatch.setenv("ECKSTEIN_NETS", str(folder))
    folder.mkdir()
    write_sample(folder / "contra.net")

    def plan():
        return Plan("contra", ("alphabeta:nodes=9,tables=off", "greedy"), 2)
    net = plan().learnt[0]
    assert re.fullmatch(r"net \w{8}", net) and plan().learnt[1] == ""
    with GamesFile(path) as file:
        assert len(list(play_on(plan(), file))) == 2
    records = list(read_records(path.read_text()))
    assert [{name: tag for name, tag in record.tags.items() if "Learnt" in name}
            for record in records] == [{"WhiteLearnt": net}, {"BlackLearnt": net}]
    with GamesFile(path) as file:
        assert len(file.finished(plan())) == 2
    (folder / "contra.net").unlink()
    with GamesFile(path) as file, pytest.raises(
            ValueError, match=f"has played with {net}, and would go on with no net"):
        file.finished(plan())
    early = tmp_path / "early.txt"          # which does not tell
    early.write_text(re.sub(r"\[\w+Learnt .*\n", "", path.read_text()))
    with GamesFile(early) as file:
        assert len(file.finished(plan())) == 2


def test_a_longer_match_goes_on_with_a_shorter_one(whole):
    with GamesFile(whole) as file:
        assert len(file.finished(Plan("contra", ("random", "greedy"), 60, seed=3))) == 6
        assert len(file.finished(Plan("contra", ("random", "greedy"), 2, seed=3))) == 6


def test_a_file_has_one_writer(whole):
    with GamesFile(whole), pytest.raises(ValueError, match="in use by another match"):
        GamesFile(whole)


def test_a_contestant_that_cannot_start_ends_the_match(tmp_path):
    plan = Plan("contra", ("random", "cmd:no-such-program-anywhere"), 2)
    with GamesFile(tmp_path / "none.txt") as file, pytest.raises(ValueError, match="cannot start"):
        list(play_on(plan, file))


def test_a_standing_by_hand():
    """A wins both games of pair 1, draws and loses pair 2, and has won the first of pair 3."""
    results = [(1, 1, "1-0"), (2, 2, "1-0"), (1, 2, "0-1"), (2, 1, "1/2-1/2"), (3, 1, "1-0")]
    played = [Finished(Job((game + 1) % 2, game % 2, pair, game, ()), result, "normal")
              for pair, game, result in results]
    standing = Standing.of(played)
    assert (standing.wins, standing.draws, standing.losses) == (3, 1, 1)
    assert standing.pairs == (0, 1, 0, 0, 1)
    assert standing.points == 3.5
    assert Standing.of(played[:1]).counts() == (0, 0, 1)
