"""Starting: imports, first legal moves, and compiling from nothing and from the cache."""
import os
import subprocess
import sys
import tempfile
import time

GAMES = ("pur", "contra", "ecke", "duell", "echek")
IMPORT = "import time; t = time.perf_counter(); import eckstein; print(time.perf_counter() - t)"
FIRST = "import eckstein; len(eckstein.Board('{}').legal_moves)"
PERFT = "from eckstein.kernel import specialise; specialise('search.perft', '{}').warm()"
ALL = "from eckstein.warming import warm_game; warm_game('{}')"
ENGINE = ("from eckstein import Board; from eckstein.engine.searcher import Searcher;"
          "from eckstein.engine.levels import LevelPlayer; options = Board('{0}').options;"
          "Searcher('{0}', options).warm(); LevelPlayer('{0}', options, 5).warm()")


def seconds(program: str, cache: str, runs: int = 1) -> float:
    """The wall time of a fresh process, the best of some runs."""
    fastest = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True,
                       env=os.environ | {"ECKSTEIN_CACHE": cache}, stdout=subprocess.DEVNULL)
        fastest = min(fastest, time.perf_counter() - begin)
    return fastest


def main() -> None:
    """Print seconds."""
    inside = min(float(subprocess.run([sys.executable, "-c", IMPORT], check=True, text=True,
                                      capture_output=True).stdout) for _ in range(5))
    print(f"import eckstein, in a running Python      {inside:6.3f} s")
    print("fresh process                   first    perft,    perft,    all,      all,      engine,"
          "   engine,")
    print("                                moves    nothing   cached    nothing   cached    nothing"
          "   cached")
    for game in GAMES:
        with tempfile.TemporaryDirectory() as cold, tempfile.TemporaryDirectory() as other:
            figures = [seconds(FIRST.format(game), cold, 3), seconds(PERFT.format(game), cold),
                       seconds(PERFT.format(game), cold, 3), seconds(ALL.format(game), other),
                       seconds(ALL.format(game), other, 3)]
        with tempfile.TemporaryDirectory() as cold:
            figures += [seconds(ENGINE.format(game), cold), seconds(ENGINE.format(game), cold, 3)]
        print(f"{game:28}" + "".join(f"{figure:8.2f} s" for figure in figures))
