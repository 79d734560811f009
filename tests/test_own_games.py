"""Games in folders of ECKSTEIN_GAMES: what is wrong with one is told, and the others go on."""
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
FERRY = (EXAMPLES / "ferry" / "__init__.py").read_text().replace("from ...", "from ..")


def eckstein(*words, games, said="", **environment):
    return subprocess.run([sys.executable, "-m", "eckstein", *words], capture_output=True,
                          input=said, text=True, check=False,
                          env=os.environ | {"ECKSTEIN_GAMES": str(games)} | environment)


@pytest.fixture
def folder(tmp_path):
    """A folder with a good game."""
    (tmp_path / "rafts.py").write_text(FERRY)
    return tmp_path


BAD = {                         # by the name of its file; what is told of it
    "bracket": ("x = (\n", "{file}, line 1: SyntaxError: '(' was never closed"),
    "divided": ("\n\ny = 1 / 0\n", "{file}, line 3: ZeroDivisionError: division by zero"),
    "leaving": ("def f():\n    raise SystemExit\nf()\n", "{file}, line 2: SystemExit"),
    "lacking": ("from ..nothing import it\n", "{file}, line 1: ModuleNotFoundError: "),
    "naught": ("x = '\0'\n", "{file} cannot be imported: SyntaxError: "),
    "surrogates": ("# \udce9\n", "{file}"),
    "titled": ('TITLE = "Mine"\n', "{file}: it does not provide LETTER, "),
    "wanting": (FERRY.replace("def outcome(p", "def outcome(p, q"),
                "{file}: outcome (line 93) must take 1 argument")}
OTHERS = [["show", "contra"], ["show", "rafts"], ["perft", "rafts", "1"],
          ["check-game", "rafts", "--games", "1", "--no-compiled"]]


@pytest.fixture(scope="module")
def among_bad(tmp_path_factory):
    """A folder with a good game, and all bad ones beside it."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "rafts.py").write_text(FERRY)
    for name, (text, _) in BAD.items():
        (folder / f"{name}.py").write_text(text, errors="surrogateescape")
    return folder


def test_each_bad_file_is_told_in_a_line_and_the_good_one_is_a_game(among_bad):
    listed = eckstein("games", games=among_bad)
    assert listed.returncode == 0 and "rafts" in listed.stdout
    told = listed.stderr.splitlines()
    assert len(told) == len(BAD)
    for name, (_, why) in BAD.items():
        assert name not in listed.stdout
        begins = (f"eckstein: the game {name} is ignored: "
                  f"{why.format(file=among_bad / f'{name}.py')}")
        assert len([line for line in told if line.startswith(begins)]) == 1, name


@pytest.mark.parametrize("words", OTHERS, ids=" ".join)
def test_the_others_go_on(among_bad, words):
    done = eckstein(*words, games=among_bad)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr


def test_a_game_that_is_not_there_is_none(among_bad):
    done = eckstein("show", "nothing", games=among_bad)
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_with_a_file_is_told_with_its_place(among_bad, name):
    file, (_, why) = among_bad / f"{name}.py", BAD[name]
    shown = eckstein("show", name, games=among_bad)
    assert shown.returncode == 2 and "Traceback" not in shown.stderr, shown.stderr
    assert shown.stderr.splitlines()[-1].count(why.format(file=file)) == 1
    for called in (name, str(file)):
        done = eckstein("check-game", called, games=among_bad)
        assert done.returncode == 1 and done.stdout.startswith(f"broken: {why.format(file=file)}")


def test_a_bad_file_beside_the_rules_of_a_game_is_told(folder):
    game = folder / "mine"
    game.mkdir()
    (game / "__init__.py").write_text(FERRY.replace("from ..", "from ..."))
    (game / "knowledge.py").write_text("\nSWING = [\n")
    listed = eckstein("games", games=folder)
    assert listed.returncode == 0 and "rafts" in listed.stdout
    assert listed.stderr == (f"eckstein: the game mine is ignored: {game / 'knowledge.py'}, line "
                             "2: SyntaxError: '[' was never closed.\n")


def test_a_folder_that_is_not_there_and_a_name_that_is_taken_are_told(folder):
    (folder / "pur.py").write_text(FERRY)
    nowhere = folder / "nowhere"
    done = eckstein("show", "contra", games=f"{nowhere}{os.pathsep}{folder}{os.pathsep}{folder}")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        f"eckstein: ECKSTEIN_GAMES names {nowhere}, and there is no such folder.",
        f"eckstein: the game pur in {folder} is ignored: a game of that name exists already."]


def test_a_file_that_was_mended_is_a_game_without_a_new_process(folder):
    code = ("import pathlib, warnings\nfrom eckstein import Board, games\n"
            "file = pathlib.Path('mine.py')\nfile.write_text('x = (')\n"
            "warnings.simplefilter('ignore')\nassert 'mine' not in games.names()\n"
            "try: Board('mine')\nexcept games.UnknownGameError as error: print(error)\n"
            "file.write_text(pathlib.Path('rafts.py').read_text())\n"
            "games.look_again()\nprint(Board('mine').position())\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder,
                          check=False, env=os.environ | {"ECKSTEIN_GAMES": str(folder)})
    assert done.stdout.startswith("mine is no game: ") and done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """The folder of a game that has just been begun."""
    folder = tmp_path_factory.mktemp("begun") / "paper_boats"
    done = eckstein("new-game", "paper_boats", "--folder", str(folder), games="")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert {line for line in done.stdout.splitlines() if line.startswith(str(folder))} == {
        str(path) for path in folder.rglob("*") if path.is_file()}
    return folder


def test_a_game_to_begin_with_passes_its_tests_and_keeps_the_contract(begun):
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", begun],
                          capture_output=True, text=True, check=False,
                          env=os.environ | {"ECKSTEIN_LIFE": "plain"})
    assert done.returncode == 0, done.stdout
    done = eckstein("check-game", str(begun / "games/paper_boats"), games="")
    assert done.returncode == 0 and "broken" not in done.stdout, done.stdout
    shown = eckstein("rules", "paper_boats", games=begun / "games")
    assert shown.stdout.startswith("# Paper boats\n") and "{{" not in shown.stdout


def test_a_game_to_begin_with_can_be_installed(begun):
    told = tomllib.loads((begun / "pyproject.toml").read_text(encoding="utf-8"))
    assert told["project"]["entry-points"]["eckstein.games"] == {
        "paper_boats": "eckstein_paper_boats.paper_boats"}
    included = told["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert all((begun / path).is_dir() for path in included)


@pytest.mark.parametrize(("words", "told"), [
    (("play", "{game}", "--white", "level:5", "--black", "level:1", "--seed", "3"), " wins: "),
    (("play", "{game}", "--white", "alphabeta:nodes=200", "--black", "mcts:nodes=50"), " wins: "),
    (("analyse", "{game}", "--nodes", "1000"), "depth "),
    (("perft", "{game}", "3"), "175"),
    (("match", "{game}", "level:3", "random", "--games", "2"), "Elo"),
    (("check-game", "{game}", "--games", "2"), "ok: undo restores exactly")],
    ids=lambda one: one[0] if isinstance(one, tuple) else None)
def test_a_game_is_played_and_analysed_without_a_compiler(begun, tmp_path, words, told):
    done = eckstein(*(word.format(game="paper_boats") for word in words), games=begun / "games",
                    ECKSTEIN_LIFE="plain", ECKSTEIN_DATA=str(tmp_path))
    assert done.returncode == 0 and told in done.stdout, done.stdout + done.stderr


def test_the_engine_says_that_plain_python_searches(begun):
    said = "setoption name UCI_Variant value paper_boats\ngo depth 2\ngo depth 2\n"
    done = eckstein("engine", games=begun / "games", said=said, ECKSTEIN_LIFE="plain")
    assert done.stdout.count("info string the search is slow: nothing is compiled for") == 1
    assert done.stdout.count("bestmove ") == 2


@pytest.mark.parametrize(("name", "why"), [
    ("contra", "there is a game contra already"), ("Boats", "is no name for a game"),
    ("two-boats", "is no name for a game"), ("class", "is no name for a game"),
    ("böte", "is no name for a game"), ("_boats", "is no name for a game"),
    ("full", "holds something already")])
def test_a_game_is_not_begun_where_that_cannot_be(tmp_path, name, why):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/own.txt").write_text("mine")
    done = eckstein("new-game", name, "--folder", str(tmp_path / name), games="")
    assert done.returncode == 2 and why in done.stderr, done.stderr
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "own.txt"]


def test_all_that_is_wrong_is_told_at_once_and_with_its_line(begun, tmp_path):
    rules = (begun / "games/paper_boats/__init__.py").read_text(encoding="utf-8")
    for right, wrong in (("if target < 0 or not", "if target < 0 or"),
                         ('"""A die has arrived, or none is left."""', "return 1 / 0"),
                         ("is behind it\"", "is behind it.\"")):
        rules = rules.replace(right, wrong)
    (tmp_path / "boats").mkdir()
    (tmp_path / "boats/__init__.py").write_text(rules, encoding="utf-8")
    line = 1 + rules[:rules.index("return 1 / 0")].count("\n")
    done = eckstein("check-game", "boats", "--games", "20", games=tmp_path, ECKSTEIN_LIFE="plain")
    broken = [one for one in done.stdout.splitlines() if one.startswith("broken: ")]
    for why in ("is removed, but", f"line {line}: ZeroDivisionError",
                "refusal gives 'a die never goes backward"):
        assert sum(why in one for one in broken) == 1, done.stdout
    assert done.returncode == 1
