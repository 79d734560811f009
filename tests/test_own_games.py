"""Games in folders of ECKSTEIN_GAMES: what is wrong with one is told, and the others go on."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
FERRY = (EXAMPLES / "ferry" / "__init__.py").read_text().replace("from ...", "from ..")


def eckstein(*words, games):
    return subprocess.run([sys.executable, "-m", "eckstein", *words], capture_output=True,
                          text=True, check=False, env=os.environ | {"ECKSTEIN_GAMES": str(games)})


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
                "{file}: outcome must take 1 argument")}
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
