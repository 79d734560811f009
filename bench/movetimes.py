"""How long the first moves of a new engine take against the clock, asked by `go movetime`.

    python -m bench.movetimes                       all games, 100 ms a move
    python -m bench.movetimes contra duell --milliseconds 20 --runs 20

Each run is a process of its own.  It says `readyok` at the first position of the game and is then
asked for two moves: at the start, or in a position with few pieces, which comes near the tables of
endings.  Told are the first and the second move, the median and the longest of all runs.
"""
import subprocess
import sys
import time
from statistics import median
from typing import Annotated

import typer

from eckstein.base.threads import aside
from eckstein.games import names

from .__main__ import conditions

COMMAND = (sys.executable, "-m", "eckstein", "engine")
ENDINGS = {"contra": ("cDd6Pa1ue7", "CWa1vg7"), "duell": ("DCb1Ze1Wd1zc8vf8", "DZd4ze6Wa1")}
SETTINGS = {"as it is": (), "without net": ("EvalFile value off",),
            "with book": ("OwnBook value true",), "without tables": ("Tables value false",)}


class Asked:
    """An engine that is ready, and how long its answers take."""

    def __init__(self, game: str, settings: tuple[str, ...]) -> None:
        self._engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self._say(f"setoption name UCI_Variant value {game}",
                  *(f"setoption name {setting}" for setting in settings), "isready")
        self._hear("readyok")

    def seconds(self, position: str, milliseconds: int) -> float:
        """From the command `go` until the move."""
        self._say(f"position {position}", "isready")
        self._hear("readyok")
        begin = time.perf_counter()
        self._say(f"go movetime {milliseconds}")
        self._hear("bestmove")
        return time.perf_counter() - begin

    def overstep(self, position: str, milliseconds: int) -> tuple[float, float]:
        """How long after the end of the time the move comes, by itself; below 0 if it is before.

        Returns:
            Seconds, and seconds of processor time that the engine takes after the end.

        Raises:
            RuntimeError: if there is not exactly one `bestmove`.
        """
        self._say("setoption name Clear Hash", f"position {position}", "isready")
        self._hear("readyok")
        end = time.perf_counter() + milliseconds / 1000
        self._say(f"go movetime {milliseconds}")
        moves = aside(lambda: (self._hear("bestmove"), time.perf_counter(), self._processor())[1:])
        time.sleep(max(0.0, end - time.perf_counter()))
        used = self._processor()
        came, used_then = moves.result()
        self._say("isready")
        if more := [line for line in self._hear("readyok") if line.startswith("bestmove")]:
            raise RuntimeError(f"in {position} there is a second {more[0]}")
        return came - end, max(0.0, used_then - used)

    def _processor(self) -> float:
        """Seconds of processor time that the engine has taken (clock_getcpuclockid)."""
        return time.clock_gettime(~self._engine.pid << 3 | 2)

    def end(self) -> None:
        """Let it end."""
        self._say("quit")
        self._engine.communicate()

    def _say(self, *lines: str) -> None:
        assert self._engine.stdin
        self._engine.stdin.write("".join(f"{line}\n" for line in lines))

    def _hear(self, word: str) -> list[str]:
        """Wait for a line that begins with a word; the lines before it."""
        assert self._engine.stdout
        lines = list[str]()
        while not (line := self._engine.stdout.readline()).startswith(word):
            if not line:
                raise RuntimeError(f"the engine ended before it said {word}")
            lines.append(line)
        return lines


def main(games: Annotated[list[str] | None, typer.Argument(help="all if left out")] = None,
         milliseconds: Annotated[int, typer.Option(min=1)] = 100,
         runs: Annotated[int, typer.Option(min=1)] = 5) -> None:
    """Print milliseconds."""
    print(conditions())
    print(f"{'game':8}{'position':20}{'settings':16}{'first':>7}{'longest':>9}{'second':>8}"
          f"{'longest':>9}")
    for game in games or names():
        for position in ("startpos", *(f"text {text}" for text in ENDINGS.get(game, ()))):
            for told, settings in SETTINGS.items():
                took = []
                for _ in range(runs):
                    engine = Asked(game, settings)
                    took.append([engine.seconds(position, milliseconds) for _ in range(2)])
                    engine.end()
                print(f"{game:8}{position.removeprefix('text '):20}{told:16}" + "".join(
                    f"{1000 * median(one):{width}.0f}{1000 * max(one):9.0f}"
                    for one, width in zip(zip(*took, strict=True), (7, 8), strict=True)),
                    flush=True)


if __name__ == "__main__":
    typer.run(main)
