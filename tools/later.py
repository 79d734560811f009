"""What `make play` leaves for later: the games are compiled, then Python for browsers is packed.

It says in a line what has become ready.  What was done before is not done again, and what is
stopped goes on from there.
"""
import os
import subprocess
import sys
import threading

from eckstein.ahead.build import Job, default_jobs, is_made, provide_all, stem_of
from eckstein.ahead.platforms import BROWSER, SHARED
from eckstein.base.parent_watch import end_with_parent
from eckstein.engine.levels import FULL, SEEING
from eckstein.kernel import coming
from eckstein.kernel.binding import platform
from eckstein.kernel.specialise import specialise

FIRST = 90.0                # seconds, about, until the first game is compiled
TOLD = 5.0                  # seconds between two words on that
TARGETS = [platform(), BROWSER, SHARED]
JOBS = os.cpu_count() or 1


def make(target: str) -> None:
    """Let `make` make something, with libraries for TARGETS alone."""
    subprocess.run([os.environ.get("MAKE", "make"), "--no-print-directory", "--silent", target,
                    f"TARGETS={' '.join(TARGETS)}"], check=True, stdin=subprocess.DEVNULL)


def install(todo: list[Job]) -> None:
    """Install what compiling needs; meanwhile other processes see what will be compiled."""
    done = threading.Event()

    def tell() -> None:
        while not done.is_set():
            coming.announce({stem_of(job): FIRST for job in todo})
            done.wait(TOLD)

    telling = threading.Thread(target=tell)
    telling.start()
    try:
        make(".venv/compiling")
    finally:
        done.set()
        telling.join()


def compile_games() -> None:
    """Make the libraries that are missing."""
    todo = [job for job in default_jobs() if not is_made(job, TARGETS)]
    if not todo:
        return
    install(todo)
    for game, options, wing in provide_all(todo, TARGETS, JOBS):
        if wing == "play" and not options:
            title = specialise(f"games.{game}", game, compiled=False).TITLE
            print(f"{title} is compiled: levels {SEEING} to {FULL} are ready.", flush=True)


def main() -> None:
    """Do it all, or say what went wrong."""
    end_with_parent()
    try:
        compile_games()
        make("web")
    except (ChildProcessError, subprocess.CalledProcessError) as error:
        print(f"Not everything could be made ready; the next `make play` tries again: {error}",
              file=sys.stderr)
    finally:
        coming.withdraw()


if __name__ == "__main__":
    main()
