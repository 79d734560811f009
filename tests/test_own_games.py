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


BAD = pytest.mark.parametrize(("text", "why"), [
    ("x = (\n", "{file}, line 1: SyntaxError: '(' was never closed"),
    ("\n\ny = 1 / 0\n", "{file}, line 3: ZeroDivisionError: division by zero"),
    ("def f():\n    raise SystemExit\nf()\n", "{file}, line 2: SystemExit"),
    ("from ..nothing import it\n", "{file}, line 1: ModuleNotFoundError: "),
    ("x = '\0'\n", "{file} cannot be imported: SyntaxError: "),
    ("# \udce9\n", "{file}"),
    ('TITLE = "Mine"\n', "{file}: it does not provide LETTER, "),
    (FERRY.replace("def outcome(p", "def outcome(p, q"), "{file}: outcome must take 1 argument")])


@BAD
def test_what_is_wrong_with_a_file_is_told_with_its_place_and_the_others_go_on(folder, text, why):
    file = folder / "mine.py"
    file.write_text(text, errors="surrogateescape")
    told = f"eckstein: the game mine is ignored: {why.format(file=file)}"
    listed = eckstein("games", games=folder)
    assert listed.returncode == 0 and "rafts" in listed.stdout and "mine" not in listed.stdout
    assert listed.stderr.startswith(told) and len(listed.stderr.splitlines()) == 1
    for words in (["show", "contra"], ["show", "rafts"], ["perft", "rafts", "1"],
                  ["check-game", "rafts", "--games", "1", "--no-compiled"]):
        done = eckstein(*words, games=folder)
        assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    for words in (["show", "mine"], ["show", "nothing"]):
        done = eckstein(*words, games=folder)
        assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    assert why.format(file=file) in eckstein("show", "mine", games=folder).stderr
    for name in ("mine", str(file)):
        done = eckstein("check-game", name, games=folder)
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
