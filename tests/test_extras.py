"""Each extra does what it is for in an environment that has what it names, and nothing else.

The environments are made of links to what is installed here, so nothing is downloaded.
"""
import functools
import importlib.metadata
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from tools.weight import needed

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"]
# They are made of others, or are no packages for users.
APART = {"all", "dev", "browser"}
# What each of them is for: how it is tried.  Others than `server` are of use with it alone.
TRIED = {
    "compile": """
from eckstein.kernel.specialise import specialise
assert specialise("kernel", "contra", life="jit").game.start().side == 0
""",
    "wasm": """
from eckstein.kernel.specialise import specialise
assert specialise("search.play.alphabeta", "contra", life="wasm").new_memory is not None
""",
    "arena": """
run("tournament", "contra", "random", "greedy", "--games", "2", "--record", "t.txt")
run("data", "make", "contra", "--games", "2", "--player", "random", "--out", "c.games")
run("benchmark", "contra", "--player", "random", "--positions", "5", "--json", "b.json")
from eckstein.lab.learning import BatchGame, TreeSearch
batch = BatchGame("contra", 4)
batch.step(TreeSearch(batch, 5).run().actions)
try:
    from eckstein.lab.learning import JaxEnv
except ImportError as error:
    assert "JaxEnv needs the package jax; install it with pip install 'eckstein[nets]'" in str(
        error)
else:
    raise AssertionError
""",
    "learning": """
import gymnasium, pyspiel
from gymnasium.utils.env_checker import check_env
from eckstein import names
from eckstein.lab.learning import GameEnv, GameVectorEnv, TwoPlayerEnv, register
for game in names():
    check_env(gymnasium.make(f"eckstein/{game}-v0").unwrapped)
assert GameEnv.metadata["render_modes"] == ["ansi"]
for kind in (GameEnv, GameVectorEnv, TwoPlayerEnv):
    try:
        kind("contra", render_mode="rgb_array")
    except ImportError as error:
        assert "pip install 'eckstein[pictures]'" in str(error)
    else:
        raise AssertionError(kind)
env = TwoPlayerEnv("contra", render_mode="ansi")
env.reset()
env.step(int(env.observe("player_0")["action_mask"].argmax()))
assert env.render()
register()
assert pyspiel.load_game("eckstein_contra").new_initial_state().legal_actions()
run("data", "make", "contra", "--games", "2", "--player", "random", "--out", "c.games")
run("data", "convert", "c.games", "--out", "c.parquet")
run("data", "solve", "contra", "-o", "size=3", "--out", "s.parquet")
run("benchmark", "contra", "-o", "size=3", "--solution", "s.parquet")
""",
    "nets": """
import eckstein.lab.nets.generations
import jax
from eckstein.lab.learning import JaxEnv
env = JaxEnv("contra")
assert env.step(env.init(jax.random.key(0)), -1).terminated
run("learn", "zero", "contra", "--out", "made", "--hidden", "2", "--hours", "0.000001",
    "--games", "2", "--simulations", "2")
""",
    "server": """
import eckstein.server.serving.hosting, eckstein.server.serving.serving
""",
    "mail": "import aiosmtplib, eckstein.server.parts.mail.sender",
    "postgres": "import asyncpg, eckstein.server.serving.serving",
    "swiss": """
import eckstein.server.parts.tournaments.arbiter, py4swiss
from eckstein.server.tournaments import swiss
""",
    "push": "import eckstein.server.parts.push.sender",
    "telemetry": """
import os
os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9"
from eckstein.server.machine import telemetry
with telemetry.exported():
    pass
""",
    "tui": "import eckstein.tui.board_app, eckstein.tui.online_app",
    "pictures": """
from eckstein import Board
from eckstein.render import gif, png
board = Board("contra")
assert png(board).startswith(b"\\x89PNG")
board.push_text("d1d2")
assert gif(board).startswith(b"GIF8")
""",
    "notebook": """
from eckstein import Board
from eckstein.session.notebook import BoardWidget
assert BoardWidget(Board("contra")).board.legal_moves
"""}
WITHOUT_NUMPY = """
import sys

class Lacking:
    def find_spec(self, name, *_):
        if name == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

sys.meta_path.insert(0, Lacking())
from eckstein.cli import run
"""
COMMAND = """
import sys
def run(*words):
    from eckstein.__main__ import main
    sys.argv = ["eckstein", *words]
    try:
        main()
    except SystemExit as end:
        assert not end.code, (words, end.code)
"""
WITH_SERVER = {"mail", "postgres", "swiss", "push", "telemetry"}


def test_each_extra_is_tried():
    assert set(TRIED) == set(EXTRAS) - APART


@functools.cache
def files_of(distribution):
    """The files of a distribution below the folder of packages, by their places there."""
    found = importlib.metadata.distribution(distribution)
    return {str(file): Path(str(file.locate())) for file in found.files or ()
            if ".." not in file.parts and file.suffix != ".pyc"}


def environment(folder, *extras):
    """The Python of an environment that has what these extras need, and our sources."""
    venv.create(folder)
    packages, = (folder / "lib").glob("python*/site-packages")
    for distribution in needed(*extras):
        for place, file in files_of(distribution).items():
            link = packages / place
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(file)
    (packages / "eckstein.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    for place, file in files_of("eckstein").items():
        if place.partition("/")[0].endswith(".dist-info"):
            (packages / place).parent.mkdir(parents=True, exist_ok=True)
            (packages / place).symlink_to(file)
    return folder / "bin" / "python"


@pytest.mark.long
@pytest.mark.parametrize("extra", sorted(TRIED))
def test_an_extra_is_enough_for_what_it_is_for(extra, tmp_path):
    extras = (extra, "server") if extra in WITH_SERVER else (extra,)
    variables = {name: value for name, value in os.environ.items()
                 if not name.startswith(("PYTHON", "ECKSTEIN_LIFE"))}
    done = subprocess.run(
        [environment(tmp_path / "environment", *extras), "-c",
         f"{COMMAND}{TRIED[extra]}\nprint('done')"],
        env=variables | {"HOME": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True,
        timeout=600, check=False)
    assert (done.returncode, done.stdout[-5:]) == (0, "done\n"), done.stderr[-3000:]


@pytest.mark.parametrize("words", [
    ["data", "make", "contra", "--games", "1"], ["data", "solve", "contra", "-o", "size=3"],
    ["benchmark", "contra"], ["benchmark", "contra", "--player", "random"]])
def test_a_command_says_which_package_it_lacks(words, tmp_path):
    """Of what is imported only when it is needed; other names would hide faults of ours."""
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_NUMPY}sys.exit(run({words!r}))"], cwd=tmp_path,
        capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("eckstein: this needs the package numpy; install it with pip install "
                           "'eckstein[arena]'.\n")


def test_an_environment_has_nothing_else(tmp_path):
    """Otherwise an extra could lack a package, and nobody would see it."""
    python = environment(tmp_path / "environment")
    done = subprocess.run([python, "-c", "import eckstein, typer; print(eckstein.__file__); "
                           "import numpy"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=60, env={"PATH": os.environ["PATH"]}, check=False)
    assert done.stdout.strip() == str(ROOT / "src" / "eckstein" / "__init__.py")
    assert done.stderr.endswith("ModuleNotFoundError: No module named 'numpy'\n")
