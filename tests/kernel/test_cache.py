"""Where compiled code is kept, and when it is not (kernel/cache.py).

Every test here works in a cache folder of its own, most of them in fresh processes.
"""
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import eckstein
from eckstein.kernel import cache

PACKAGE = Path(eckstein.__file__).parent

# Run perft for some games; print counts, cache hits and misses, and warnings as JSON.
PERFT = '''\
import json, sys, warnings
from eckstein.kernel.specialise import specialise
found = []
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for game, depth, compiled, options in json.loads(sys.argv[1]):
        template = specialise("search.play.perft", game, compiled=compiled, **options)
        rules = sys.modules[template.__name__.split(".")[0] + ".kernel"].game
        count = template.perft(rules.start(), template.new_memory(), 0, depth)
        stats = getattr(template.perft, "stats", None)
        found.append([count, *(sum(part.values()) for part in (stats.cache_hits,
                      stats.cache_misses))] if stats else [count, 0, 0])
print(json.dumps([found, [warning.category.__name__ for warning in caught]]))
'''


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The package's sources as they are now, in a folder where nobody edits them meanwhile."""
    folder = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, folder / "eckstein", ignore=shutil.ignore_patterns("__pycache__"))
    return str(folder)


def run(program, *arguments, **environment):
    """What a fresh process prints."""
    result = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True,
                            text=True, check=False,
                            env=os.environ | {"ECKSTEIN_LIFE": "jit"} | environment)
    assert result.returncode == 0, result.stderr
    return result.stdout


def perft(runs, **environment):
    """Counts, hits and misses for each run, and the names of warnings."""
    return json.loads(run(PERFT, json.dumps(runs), **environment))


ONE = [["contra", 3, True, {}]]
OTHERS = [["pur", 3, True, {}], ["ecke", 3, True, {}], ["duell", 2, True, {"mate_ends": False}],
          ["echek", 3, True, {}]]


@pytest.mark.parametrize(("games", "counts"), [
    (ONE, [511]), pytest.param(OTHERS, [805, 8_645, 1_293, 33_491], marks=pytest.mark.long)],
    ids=["one", "others"])
def test_games_run_again_from_the_cache(tmp_path, source, games, counts):
    where = {"ECKSTEIN_CACHE": str(tmp_path), "PYTHONPATH": source}
    first, first_warnings = perft(games, **where)
    second, second_warnings = perft(games, **where)
    assert [count for count, _, _ in first] == [count for count, _, _ in second] == counts
    assert all(hits == 0 and misses > 0 for _, hits, misses in first)
    assert all(hits > 0 and misses == 0 for _, hits, misses in second)
    assert first_warnings == second_warnings == []


@pytest.mark.long
def test_two_specialisations_do_not_take_each_others_entries(tmp_path, source):
    where = {"ECKSTEIN_CACHE": str(tmp_path), "PYTHONPATH": source}
    both = [["ecke", 4, True, {}], ["ecke", 4, True, {"chains": True}]]
    first, _ = perft(both, **where)
    second, _ = perft(both[::-1], **where)
    assert [count for count, _, _ in first] == [207_025, 330_625]
    assert [count for count, _, _ in second] == [330_625, 207_025]
    assert all(hits == 0 for _, hits, _ in first)
    assert all(hits > 0 and misses == 0 for _, hits, misses in second)


def test_without_a_writable_cache_there_is_a_warning_and_the_right_count(tmp_path, source):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    found, warnings = perft([["contra", 3, True, {}]], ECKSTEIN_CACHE=str(in_the_way),
                            PYTHONPATH=source)
    assert found[0][0] == 511
    assert warnings == ["CacheWarning"]
    assert not list(Path(source).rglob("*.nbi"))    # not beside the sources either


@pytest.mark.long
@pytest.mark.parametrize(("file", "old", "new"), [
    ("games/_cublino/__init__.py", "ROW_1 = (1 << 7) - 1", "ROW_1 = (1 << 6) - 1"),
    pytest.param("kernel/dice.py", "(east, north, 7 - top)", "(north, 7 - top, east)",
                 marks=pytest.mark.long),
])
def test_an_edit_in_a_called_module_is_noticed(tmp_path, source, file, old, new):
    shutil.copytree(source, tmp_path, dirs_exist_ok=True)
    both = [["contra", 4, True, {}], ["contra", 4, False, {}]]
    where = {"ECKSTEIN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    before, _ = perft(both, **where)
    edited = tmp_path / "eckstein" / file
    assert old in edited.read_text()
    edited.write_text(edited.read_text().replace(old, new))
    after, _ = perft(both, **where)
    assert before[0][0] == before[1][0] == 5_329
    assert after[0][0] == after[1][0]
    assert after[0][1] == 0                         # nothing old was taken
    assert len(list((tmp_path / "cache").glob("code-*"))) == 2


def test_the_fingerprint_depends_on_every_source(tmp_path):
    (tmp_path / "one.py").write_text("a = 1")
    first = cache.fingerprint((str(tmp_path),))
    assert cache.fingerprint((str(tmp_path),)) == first
    (tmp_path / "one.py").write_text("a = 2")
    second = cache.fingerprint((str(tmp_path),))
    (tmp_path / "two.py").write_text("")
    assert len({first, second, cache.fingerprint((str(tmp_path),))}) == 3


def test_the_fingerprint_depends_on_bounds_checking(tmp_path, monkeypatch):
    import numba
    checked = cache.fingerprint((str(tmp_path),))
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 0)
    assert cache.fingerprint((str(tmp_path),)) != checked


def make_aged(folder, days):
    folder.mkdir()
    (folder / "something.nbi").write_text("")
    moment = time.time() - days * 86_400
    os.utime(folder, (moment, moment))


def test_directories_that_nobody_used_for_long_are_pruned(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path))
    for number in range(cache.KEPT + 3):
        make_aged(tmp_path / f"code-{number}", cache.UNUSED_DAYS + 1 + number)
    make_aged(tmp_path / "other", 1_000)
    cache.prune()
    kept = {f"code-{number}" for number in range(cache.KEPT)} | {"other"}
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_directories_in_use_are_kept_however_many_there_are(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path))
    for number in range(cache.KEPT + 3):
        make_aged(tmp_path / f"code-{number}", number)
    cache.prune()
    assert len(list(tmp_path.iterdir())) == cache.KEPT + 3


def test_pruning_where_there_is_nothing_does_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "missing"))
    cache.prune()
    assert not (tmp_path / "missing").exists()


def test_the_folder_is_chosen_by_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "own"))
    assert cache.base() == tmp_path / "own"
    monkeypatch.delenv("ECKSTEIN_CACHE")
    assert cache.base() == tmp_path / "xdg" / "eckstein"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.base() == Path.home() / ".cache" / "eckstein"


def test_using_a_directory_makes_it_young(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path))
    directory = cache.root.__wrapped__((str(PACKAGE),))
    os.utime(directory, (0, 0))
    assert cache.root.__wrapped__((str(PACKAGE),)) == directory
    assert directory.stat().st_mtime > 0


@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "duell", "echek"])
def test_a_board_needs_neither_numba_nor_numpy(game):
    program = ("import sys, eckstein; board = eckstein.Board(sys.argv[1]); "
               "moves = board.legal_texts(); board.push_text(moves[0]); board.outcome(); "
               "str(board); board.describe(board.legal_moves[0]); "
               "print(len(moves), sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))")
    assert run(program, game).split(maxsplit=1)[1].strip() == "[]"
