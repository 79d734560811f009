"""What each extra is for, as a program that tries it where nothing else is installed."""

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
from eckstein.server.parts.tournaments.rules import swiss
""",
    "push": "import eckstein.server.parts.push.sender",
    "telemetry": """
import os
os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9"
from eckstein.server.serving import telemetry
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


def program(extra: str) -> str:
    """A program that does what an extra is for, and then says that it is done."""
    return f"{COMMAND}{TRIED[extra]}\nprint('done')"


def with_others(extra: str) -> tuple[str, ...]:
    """An extra, and that without which it is of no use."""
    return (extra, "server") if extra in WITH_SERVER else (extra,)
