"""Starting: imports, first legal moves, first thoughts, and compiling where there is no library.

    python -m bench starting
    python -m bench.starting --fresh    `make play` in a fresh clone, with an empty home (fresh.py)
"""
import os
import subprocess
import sys
import tempfile
import time

GAMES = ("pur", "contra", "ecke", "duell", "echek")
IMPORT = "import time; t = time.perf_counter(); import eckstein; print(time.perf_counter() - t)"
FIRST = "import eckstein; len(eckstein.Board('{}').legal_moves)"
ENGINE = ("from eckstein import Board; from eckstein.engine.searcher import Searcher;"
          "from eckstein.engine.levels import LevelPlayer; options = Board('{0}').options;"
          "Searcher('{0}', options).warm(); LevelPlayer('{0}', options, 5).warm()")
COMMAND = (sys.executable, "-m", "eckstein")
HELLO = "uci\nsetoption name UCI_Variant value {}\nisready\n"
RUNS = 5


def environment(folder: str, life: str) -> dict[str, str]:
    """That of a new user: an empty home, and nothing in any cache."""
    return {name: value for name, value in os.environ.items() if name != "XDG_CACHE_HOME"} | {
        "HOME": folder, "ECKSTEIN_CACHE": f"{folder}/cache", "ECKSTEIN_LIFE": life}


def seconds(program: str, variables: dict[str, str], runs: int = RUNS) -> float:
    """The wall time of a fresh process, the best of some runs."""
    fastest = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, env=variables,
                       stdout=subprocess.DEVNULL)
        fastest = min(fastest, time.perf_counter() - begin)
    return fastest


def ready(game: str, variables: dict[str, str]) -> tuple[float, float]:
    """Seconds until an engine says `readyok`: from its start, and from the question; the best."""
    begun, asked = float("inf"), float("inf")
    for _ in range(RUNS):
        start = time.perf_counter()
        with subprocess.Popen([*COMMAND, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True, env=variables, bufsize=1) as engine:
            assert engine.stdin and engine.stdout
            engine.stdin.write("uci\n")
            while engine.stdout.readline() != "uciok\n":
                pass
            question = time.perf_counter()
            engine.stdin.write(HELLO.format(game).removeprefix("uci\n"))
            while engine.stdout.readline() != "readyok\n":
                pass
            now = time.perf_counter()
            begun, asked = min(begun, now - start), min(asked, now - question)
            engine.stdin.write("quit\n")
    return begun, asked


def main() -> None:
    """Print seconds."""
    inside = min(float(subprocess.run([sys.executable, "-c", IMPORT], check=True, text=True,
                                      capture_output=True).stdout) for _ in range(RUNS))
    print(f"import eckstein, in a running Python      {inside:6.3f} s")
    print("                  first     searches     engine:      it is"
          "    searches, by Numba:")
    print("                  moves     are ready    readyok      asked"
          "         from nothing   cached")
    for game in GAMES:
        with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as other:
            new, jit = environment(home, "library"), environment(other, "jit")
            figures = [seconds(FIRST.format(game), new), seconds(ENGINE.format(game), new),
                       *ready(game, new)]
            compiled = seconds(ENGINE.format(game), jit, 1)
            print(f"{game:12}" + "".join(f"{figure:10.2f} s" for figure in figures)
                  + f"{compiled:18.2f} s"
                  f"{seconds(ENGINE.format(game), jit):10.2f} s", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--fresh"]:
        from . import fresh
        fresh.main()
    else:
        main()
