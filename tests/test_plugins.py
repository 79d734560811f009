"""Games that distributions bring by entry points (contract/plugins.py), each in a process."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = (Path(__file__).parents[1] / "examples" / "ferry" / "__init__.py").read_text()
FERRY = RULES.replace("from ...", "from ..")    # as one file
LISTED = "from eckstein import names\nprint(*names()[5:])\n"


@pytest.fixture
def site(tmp_path):
    """A function that lays a distribution into a folder of packages."""

    def lay(name, entries, **modules):
        info, package = tmp_path / f"{name}-1.0.dist-info", tmp_path / name
        for folder in (info, package):
            folder.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[eckstein.games]\n{entries}\n")
        for module, text in modules.items():
            (package / f"{module}.py").write_text(text)
        return tmp_path
    return lay


def python(folder, code):
    """What a process prints that finds the distributions in a folder."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120,
                          check=False, env=os.environ | {"PYTHONPATH": str(folder)})


def listed(folder):
    """The games that are added, and the sentences about those that are not."""
    done = python(folder, LISTED)
    assert done.returncode == 0, done.stderr
    told = [line.partition("PluginWarning: ")[2] for line in done.stderr.splitlines()
            if "PluginWarning" in line and "PluginWarning," not in line]
    return done.stdout.split(), told


def test_a_game_of_a_distribution_is_played(site):
    folder = site("crossing", "rafts = crossing.rafts", rafts=FERRY)
    done = python(folder, "from eckstein import Board\nboard = Board('rafts', points='10')\n"
                          "board.push_text('b1b2')\nprint(board.position())\n")
    assert (done.stdout, done.stderr) == ("fWc1Wd1Lb2vb5vc5vd5\n", "")


def test_it_brings_its_knowledge(site):
    folder = site("crossing", "rafts = crossing.rafts")
    rafts = folder / "crossing" / "rafts"
    rafts.mkdir()
    (rafts / "__init__.py").write_text(RULES)
    (rafts / "knowledge.py").write_text("SWING = 77\n")
    done = python(folder, "from eckstein.kernel.specialise import specialise\n"
                          "print(specialise('kernel', 'rafts', compiled=False).knowledge.SWING)\n")
    assert (done.stdout, done.stderr) == ("77\n", "")


def test_two_distributions_bring_games(site):
    site("one", "alpha = one.alpha", alpha=FERRY)
    assert listed(site("two", "beta = two.beta", beta=FERRY)) == (["alpha", "beta"], [])


@pytest.mark.parametrize(("entries", "modules", "why"), [
    ("rafts = broken.nowhere.rafts", {}, "broken.nowhere.rafts cannot be found"),
    ("rafts = broken.rafts", {}, "there is no file of the module broken.rafts"),
    ("rafts = broken.rafts", {"rafts": "1 +"}, "SyntaxError"),
    ("rafts = broken.rafts", {"rafts": "raise SystemExit"}, "SystemExit"),
    ("rafts = broken.rafts", {"rafts": "from ..nothing import it"}, "ModuleNotFoundError"),
    ("rafts = broken.rafts", {"rafts": FERRY.replace("TITLE, LETTER,", "TITLE, LETTRE,")},
     "it does not provide LETTER"),
    ("rafts = broken.other", {"other": FERRY}, "a module with the same last name"),
    ("rafts = broken.rafts:TITLE", {"rafts": FERRY}, "a module with the same last name"),
    ("pur = broken.pur", {"pur": FERRY}, "a game of that name exists already"),
    ("alpha = broken.alpha", {"alpha": FERRY}, "a game of that name exists already")])
def test_a_broken_plug_in_is_left_out_with_a_sentence_and_the_others_go_on(
        site, entries, modules, why):
    site("a_good_one", "alpha = a_good_one.alpha", alpha=FERRY)
    found, told = listed(site("broken", entries, **modules))
    assert found == ["alpha"]
    assert len(told) == 1 and "of broken is ignored" in told[0] and why in told[0]


def test_the_folder_of_a_broken_plug_in_is_searched_no_more(site):
    """Other modules that lie there are no games."""
    folder = site("broken", "rafts = broken.rafts", rafts="1 +", others=FERRY)
    done = python(folder, "from eckstein import Board, games\ngames.names()\n"
                          "games.look_again()\ntry: Board('others')\n"
                          "except ValueError as error: print(error)\n")
    assert done.stdout.startswith("there is no game 'others'")


def test_entry_points_that_cannot_be_read_are_told(site):
    site("a_good_one", "alpha = a_good_one.alpha", alpha=FERRY)
    found, told = listed(site("broken", "no equals sign"))
    assert found == ["alpha"]
    assert len(told) == 1 and "the entry points of broken cannot be read" in told[0]


def test_the_command_line_tells_it_in_one_line(site):
    folder = site("broken", "rafts = broken.rafts")
    done = subprocess.run([sys.executable, "-m", "eckstein", "games"], capture_output=True,
                          text=True, check=False, env=os.environ | {"PYTHONPATH": str(folder)})
    assert done.returncode == 0
    assert done.stderr == ("eckstein: the game rafts of broken is ignored: there is no file of "
                           "the module broken.rafts.\n")


@pytest.mark.parametrize("code", ["import eckstein", "import eckstein; eckstein.Board('pur')"])
def test_entry_points_are_not_read_before_they_are_needed(site, code):
    folder = site("broken", "rafts = broken.rafts")
    done = python(folder, f"{code}\nimport sys\n"
                  "print('eckstein.contract.plugins' in sys.modules)\n")
    assert (done.stdout, done.stderr) == ("False\n", "")
