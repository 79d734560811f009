"""Libraries compiled ahead of time: they agree with the rules, and bad ones are refused."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import msgspec
import pytest

from eckstein import Board
from eckstein.ahead import build, kept
from eckstein.ahead.build import is_made
from eckstein.ahead.templates import files_of
from eckstein.kernel import binding as ahead
from eckstein.kernel.described import Described, digest_of
from eckstein.kernel.specialise import NoCompilerError, life_of, specialise

from ..helpers import random_games

AHEAD = ("library", "wasm")
CONTRA = ("contra", {}, "play")
GAMES = ("pur", "contra", "ecke", "duell", "echek")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of Contra's libraries, to be spoilt."""
    for path in ahead.FOLDER.glob("contra.*"):
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    return tmp_path


def rewrite(folder, stem="contra", **changes):
    path = folder / f"{stem}.json"
    found = msgspec.json.decode(path.read_bytes(), type=Described)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, **changes)))


def library_file(folder, target=None):
    return next(folder.glob(f"contra.{target or ahead.platform()}.*"))


def fresh(code, **environment):
    """What a fresh process prints that runs some code."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


HIDE = ("import importlib.util as u; find = u.find_spec;"
        "u.find_spec = lambda name, *a: None if name in {hidden} else find(name, *a);")


@pytest.mark.parametrize("life", AHEAD)
@pytest.mark.parametrize("game", GAMES)
def test_rules_agree_along_random_games(game, life):
    fast = specialise("search.play.playing", game, life=life)
    room = fast.new_moves()
    for board in random_games(game, {}, range(2), plies=40):
        p = board.state
        assert fast.game.outcome(p) == board.rules.outcome(p)
        assert fast.game.key(p) == board.rules.key(p)
        moves = list(board.legal_moves)
        if not moves:
            continue
        assert room[:fast.game.generate(p, room, 0)] == moves
        for move in moves:
            q = board.rules.apply(p, move)
            progress = board.rules.progress(p, move, q)
            stays = progress and board.rules.irreversible(p, move, q)
            counts = 0 if progress else 8, 0 if stays else 10
            assert fast.played(p, move, 7, 9) == (
                q, board.rules.outcome(q), board.rules.key(q), counts)


@pytest.mark.parametrize("life", AHEAD)
@pytest.mark.parametrize("game", GAMES)
def test_a_result_is_a_position_of_the_copy(game, life):
    fast = specialise("search.play.playing", game, life=life)
    assert type(fast.game.start()) is fast.game.Position
    assert fast.game.start() == Board(game).state


@pytest.mark.parametrize("life", AHEAD)
def test_threads_may_call_at_once(life):
    from concurrent.futures import ThreadPoolExecutor
    perft = specialise("search.play.perft", "contra", life=life)
    with ThreadPoolExecutor(4) as pool:
        counts = [pool.submit(perft.perft, perft.game.start(), perft.new_memory(), 0, 4)
                  for _ in range(8)]
        assert {count.result() for count in counts} == {5_329}


@pytest.mark.parametrize("life", AHEAD)
def test_a_memory_for_another_search_is_refused(life):
    perft = specialise("search.play.perft", "contra", life=life)
    playout = specialise("search.play.playout", "contra", life=life)
    with pytest.raises(TypeError, match="not a memory made for it"):
        perft.perft(perft.game.start(), playout.new_memory(1), 0, 1)


@pytest.mark.parametrize("life", AHEAD)
def test_an_inner_kernel_is_refused(life):
    alphabeta = specialise("search.play.alphabeta", "contra", life=life)
    with pytest.raises(TypeError, match="probe is an inner kernel"):
        alphabeta.probe(alphabeta.new_memory(), 1, 2)


def test_neither_numba_nor_numpy_is_imported():
    assert fresh(
        "import sys; from eckstein import Board; b = Board('contra', compiled=True);"
        "b.push_text('d1d2'); print({'numba', 'numpy', 'llvmlite'} & set(sys.modules))",
        ECKSTEIN_LIFE="library") == "set()"


def test_a_signal_reaches_a_running_search():
    import threading
    perft = specialise("search.play.perft", "contra", life="library")
    memory = perft.new_memory()
    memory.signals[perft.STOP] = 0
    counting = threading.Thread(target=perft.perft, args=(perft.game.start(), memory, 0, 20))
    counting.start()
    memory.signals[perft.STOP] = 1
    counting.join(60)
    assert not counting.is_alive()


# What is refused, and how.

def test_a_library_of_other_sources_is_refused(folder):
    rewrite(folder, sources={"games/contra/__init__.py": "0" * 32})
    with pytest.raises(ahead.UnusableError, match="built before games/contra"):
        ahead.described("contra")


def test_a_library_made_before_the_game_had_a_module_is_refused(folder):
    files = "games/contra/__init__.py", "games/_defaults/no_traits.py"
    rewrite(folder, sources={name: digest_of(ahead.HOME / name) for name in files})
    with pytest.raises(ahead.UnusableError, match=r"built before games/contra/traits\.py"):
        ahead.described("contra")
    rewrite(folder, sources={name: digest_of(ahead.HOME / name) for name in (
        "games/pur/__init__.py", "games/_defaults/no_endings.py")})
    assert ahead.described("contra")


def test_libraries_without_one_of_the_searches_are_made_again(folder):
    assert is_made(CONTRA, [])
    found = msgspec.json.decode((folder / "contra.json").read_bytes(), type=Described)
    rewrite(folder, sources={name: known for name, known in found.sources.items()
                             if name != "search/play/mate.py"})
    assert not is_made(CONTRA, [])


# Two libraries: what is done to one is not noticed by who uses the other.

@pytest.fixture
def solve_changed(folder):
    """As if a source were changed since Contra's library to solve by was made."""
    rewrite(folder, "contra.solve", sources={"search/solve/audit.py": "0" * 32})
    return (f"from eckstein.kernel import binding; from pathlib import Path; binding.FOLDER = Path("
            f"{str(folder)!r}); from eckstein.kernel.specialise import life_of, specialise\n")


def test_no_source_of_solving_belongs_to_the_library_to_play_by():
    play, solve = ahead.described("contra"), ahead.described("contra", "solve")
    assert not [name for name in play.sources if name.startswith("search/solve")]
    assert {"search/solve/audit.py", "search/play/proof.py"} <= set(solve.sources)
    assert "search/play/alphabeta.py" in play.sources and (
        "search/play/alphabeta.py" not in solve.sources)


def test_libraries_depend_on_no_other_game():
    for game in GAMES:
        others = tuple(f"games/{other}/" for other in GAMES if other != game)
        assert not [name for wing in ("play", "solve")
                    for name in ahead.described(game, wing).sources if name.startswith(others)]


def test_an_edit_in_solving_leaves_the_library_to_play_by_in_use(solve_changed):
    assert fresh(solve_changed + "print(life_of('contra'), "
                 "life_of('contra', ['search.solve.audit']),"
                 "specialise('search.play.perft', 'contra').__name__,"
                 "specialise('search.solve.audit', 'contra').__name__)", ECKSTEIN_LIFE="") == (
        "library jit eckstein<contra_library>.search.play.perft "
        "eckstein<contra>.search.solve.audit")


def test_searches_that_work_in_one_memory_come_from_one_life(solve_changed):
    assert fresh(solve_changed + "print(specialise('search.play.proof', 'contra', "
                 "beside=('search.solve.descent',)).__name__)",
                 ECKSTEIN_LIFE="") == "eckstein<contra>.search.play.proof"


def test_rare_rules_have_no_library_to_solve_by():
    assert [job for job in build.all_jobs() if job[1] and job[2] != "play"] == []


def test_where_nothing_else_has_a_search_a_sentence_says_so(solve_changed):
    said = fresh(HIDE.format(hidden={"numba"}) + solve_changed +
                 "try: specialise('search.solve.audit', 'contra')\n"
                 "except RuntimeError as error: print(error)", ECKSTEIN_LIFE="")
    assert "contra: its library was built before search/solve/audit.py was changed" in said
    assert "eckstein[compile]" in said


# What was made before.

def test_what_was_made_of_the_same_sources_is_fetched(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "cache"))
    targets, other = [ahead.platform(), ahead.WASM], tmp_path / "other"
    assert not kept.fetch("contra", targets, other)
    kept.keep("contra", folder)
    assert kept.fetch("contra", targets, other)
    for target in targets:
        assert library_file(other, target).read_bytes() == library_file(
            folder, target).read_bytes()
    told = [msgspec.json.decode((place / "contra.json").read_bytes(), type=Described)
            for place in (other, folder)]
    assert told[0] == told[1]


def test_what_is_kept_is_not_compiled_and_what_is_compiled_is_kept(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "cache"))
    compiled = []

    def make_all(todo, targets, at_once, tell):
        compiled.extend(todo)
        yield from todo
    monkeypatch.setattr(build, "make_all", make_all)
    monkeypatch.setattr(build, "FOLDER", folder)
    for _ in range(2):
        assert list(build.provide_all([CONTRA], [ahead.WASM], 1)) == [CONTRA]
    assert compiled == [CONTRA]


@pytest.mark.parametrize("change", [
    {"sources": {"games/contra/__init__.py": "0" * 32}}, {"libraries": {}}])
def test_what_was_made_of_others_is_not_fetched(folder, tmp_path, monkeypatch, change):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "cache"))
    rewrite(folder, **change)
    kept.keep("contra", folder)
    assert not kept.fetch("contra", [ahead.WASM], tmp_path / "other")


def test_what_lacks_a_search_is_not_fetched(folder, tmp_path, monkeypatch):
    """It was made before the search was written, of sources that are still as they were."""
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "cache"))
    kept.keep("contra", folder)
    known = files_of("play")
    assert not kept.fetch("contra", [ahead.WASM], tmp_path / "other", {*known, "search/play/x.py"})
    assert kept.fetch("contra", [ahead.WASM], tmp_path / "other", known)


def test_what_other_tools_made_is_not_fetched(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "cache"))
    kept.keep("contra", folder)
    monkeypatch.setattr(kept, "_makers", lambda: ["others"])
    assert not kept.fetch("contra", [ahead.WASM], tmp_path / "other")


def test_a_kept_library_that_is_damaged_is_not_fetched(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_CACHE", str(tmp_path / "cache"))
    kept.keep("contra", folder)
    next((tmp_path / "cache").rglob(f"*.{ahead.WASM}.gz")).write_bytes(b"")
    assert not kept.fetch("contra", [ahead.WASM], tmp_path / "other")


KILLED = """
import os, signal
from pathlib import Path
from eckstein.ahead import build, module, targets
from eckstein.kernel.described import Described

def make(target, text, symbols, path):
    path.write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
module.compile_game = lambda game, options, wing: (
    "", Described(game=game, options=options, wing=wing, sources={}, entries={}))
targets.make = make
build.make_one(("contra", {}, "play"), ["wasm32"], "made")
"""


def test_a_process_that_is_killed_leaves_nothing_beside_the_libraries(tmp_path):
    """What lies there would come into the packages."""
    (tmp_path / "scratch").mkdir()
    done = subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path, check=False,
                          env=os.environ | {"TMPDIR": str(tmp_path / "scratch")})
    assert done.returncode == -signal.SIGKILL
    assert list((tmp_path / "made").iterdir()) == []
    assert list((tmp_path / "scratch").iterdir())


def test_who_lets_others_compile_removes_what_they_leave(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(build, "MAKE", "import os, tempfile; print(tempfile.mkdtemp(), flush=True);"
                                       "os.kill(os.getpid(), 9)")
    with pytest.raises(ChildProcessError, match="contra could not be compiled"):
        list(build.make_all([CONTRA], ["wasm32"], 1, tmp_path / "made"))
    assert list(tmp_path.iterdir()) == []


def test_a_description_of_another_version_is_refused(folder):
    rewrite(folder, version=0)
    with pytest.raises(ahead.UnusableError, match="another version"):
        ahead.described("contra")


def test_a_damaged_description_is_refused(folder):
    (folder / "contra.json").write_text('{"game": "contra"')
    with pytest.raises(ahead.UnusableError, match="cannot be read"):
        ahead.described("contra")


@pytest.mark.parametrize("target", [ahead.platform(), ahead.WASM])
def test_a_truncated_library_is_refused(folder, target):
    path = library_file(folder, target)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(ahead.UnusableError, match="is damaged"):
        ahead.checked_file(ahead.described("contra"), target)


def test_a_missing_library_is_refused(folder):
    library_file(folder).unlink()
    with pytest.raises(ahead.UnusableError, match=r"there is no contra\."):
        ahead.checked_file(ahead.described("contra"), ahead.platform())


def test_a_platform_without_a_library_is_refused(folder):
    with pytest.raises(ahead.UnusableError, match="no library of it for amiga-68000"):
        ahead.checked_file(ahead.described("contra"), "amiga-68000")


def test_a_file_for_another_processor_is_refused_and_does_not_crash(folder):
    """Its digest is right, so that it comes to the loader."""
    from eckstein.kernel.described import Library, digest
    from eckstein.kernel.library import LibraryBinding
    path = library_file(folder)
    data = bytearray(path.read_bytes())
    data[18] = 0x16                     # the ELF header's machine: none that runs here
    path.write_bytes(data)
    rewrite(folder, libraries={ahead.platform(): Library(path.name, digest(bytes(data)))})
    with pytest.raises(ahead.UnusableError, match="cannot be loaded"):
        LibraryBinding(ahead.described("contra"), sys)


def test_only_files_of_the_folder_are_loaded(folder, tmp_path_factory):
    from eckstein.kernel.described import Library, digest
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "strange.so"
    elsewhere.write_bytes(b"strange")
    rewrite(folder, libraries={ahead.platform(): Library(str(elsewhere), digest(b"strange"))})
    with pytest.raises(ahead.UnusableError, match="strange"):
        ahead.checked_file(ahead.described("contra"), ahead.platform())


# Which life is taken.

def test_a_library_comes_first():
    assert fresh("from eckstein.kernel.specialise import life_of; print(life_of('contra'))",
                 ECKSTEIN_LIFE="") == "library"


def test_without_one_numba_compiles():
    assert fresh("from eckstein.kernel import binding as ahead; from pathlib import Path;"
                 "ahead.FOLDER = Path('nowhere');"
                 "from eckstein.kernel.specialise import life_of; print(life_of('contra'))",
                 ECKSTEIN_LIFE="") == "jit"


def test_without_library_and_numba_webassembly_is_run():
    assert fresh(HIDE.format(hidden={"numba"}) + "from eckstein.kernel import binding as ahead;"
                 "ahead.platform = lambda: 'amiga-68000';"
                 "import eckstein.kernel.library as l; l.platform = ahead.platform;"
                 "from eckstein.kernel.specialise import life_of; print(life_of('contra'))",
                 ECKSTEIN_LIFE="") == "wasm"


BARE = (HIDE.format(hidden={"numba"}) + "from eckstein.kernel import binding as ahead;"
        "import os; from pathlib import Path; ahead.FOLDER = Path(os.environ['LIBRARIES']);"
        "from eckstein import Board; from eckstein.kernel.specialise import specialise\n"
        "board = Board('contra'); board.push_text('d1d2')\n"
        "def told(name):\n"
        "    try: search = specialise(name, 'contra')\n"
        "    except RuntimeError as error: return print(error)\n"
        "    print(search.perft(search.game.start(), search.new_memory(), 0, 2))\n"
        "told('search.play.perft'); told('search.solve.closure')\n")


def bare(folder, more=""):
    """What is said where nothing but these libraries is at hand."""
    said = fresh(BARE + more, ECKSTEIN_LIFE="", LIBRARIES=str(folder))
    assert "Traceback" not in said
    return said.splitlines()


def test_with_nothing_at_all_a_sentence_says_what_to_install_and_boards_go_on():
    """Where not even a description is, as in a source tree, a library may come at any moment."""
    said = bare("nowhere")
    assert len(said) == 2 and all("eckstein[compile]" in line for line in said)


def test_a_platform_without_a_library_plays_in_plain_python_and_cannot_solve(tmp_path):
    for path in ahead.FOLDER.glob("contra*.json"):
        shutil.copy(path, tmp_path)
    counted, refused = bare(tmp_path)
    assert counted == "49" and "eckstein[compile]" in refused


def test_a_library_that_comes_later_is_taken_by_a_process_that_had_none(tmp_path):
    """As with `make play`, whose server runs before games are compiled."""
    (tmp_path / "now").mkdir()
    more = ("import shutil\n"
            f"for path in Path({str(ahead.FOLDER)!r}).glob('contra.*'): "
            f"shutil.copy(path, {str(tmp_path / 'now')!r})\n"
            "told('search.play.perft')\n"
            "from eckstein.kernel.specialise import life_of; print(life_of('contra'))\n")
    *_, counted, life = bare(tmp_path / "now", more)
    assert (counted, life) == ("49", "library")


def test_a_life_that_does_not_exist_is_refused(monkeypatch):
    monkeypatch.setenv("ECKSTEIN_LIFE", "afterlife")
    with pytest.raises(NoCompilerError, match="afterlife"):
        life_of("ecke", chains=True, ties_protect=True)
