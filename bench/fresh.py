"""The first minutes after `make play`: each stage in a fresh clone, with an empty home.

    python -m bench.starting --fresh

For each stage it prints the wall time and that of the processor, what pip and npm download
included; then how long level 2 takes to reply while the games are compiled behind the board.
"""
import contextlib
import json
import os
import re
import resource
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
STAGES = {"environment": ".venv/bin/pip", "Node": ".venv/node",
          "what the board needs": ".venv/playing",
          "packages of the pages": "web/node_modules/ready", "pages": "pages"}
LEVEL = 2
LONGEST = 1800.0            # seconds until everything must be ready


def processor() -> float:
    """Seconds of the processor that all children have taken that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def surroundings(home: str) -> dict[str, str]:
    """The environment of a new user."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith(("ECKSTEIN_", "XDG_", "VIRTUAL_ENV", "PYTHON", "MAKE"))} | {
                "HOME": home}


def stage(name: str, target: str, clone: Path, home: str) -> float:
    """Make something, and print how long that took; its wall time."""
    begin, used = time.perf_counter(), processor()
    subprocess.run(["make", "--silent", target], check=True, cwd=clone, env=surroundings(home),
                   stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - begin
    print(f"{name:28}{seconds:8.1f} s{processor() - used:8.1f} s", flush=True)
    return seconds


@contextlib.contextmanager
def played(clone: Path, home: str) -> Iterator[tuple[str, float]]:
    """`make play`: the address of its board, and how long it took until that answered."""
    begin = time.perf_counter()
    with subprocess.Popen(["make", "play", "ARGS=--port 0 --no-open"], cwd=clone, text=True,
                          env=surroundings(home), stdout=subprocess.PIPE,
                          start_new_session=True) as play:
        assert play.stdout
        try:
            address = next(found[0] for line in play.stdout
                           if (found := re.search(r"http://\S+", line)))
            urllib.request.urlopen(address).read()
            yield address, time.perf_counter() - begin
        finally:
            os.killpg(play.pid, signal.SIGINT)
            play.stdout.read()


def ask(address: str, path: str, wish: object = None) -> dict[str, object]:
    """What the server answers."""
    request = urllib.request.Request(
        f"{address}api/v1/{path}", None if wish is None else json.dumps(wish).encode(),
        {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def reply(address: str, game: str) -> float:
    """Seconds until a computer has made the first move of a new game."""
    begin = time.perf_counter()
    made = ask(address, "games", {"rules": game, "white": {"kind": "computer", "level": LEVEL}})
    while not ask(address, f"games/{made['game']}")["moves"]:
        time.sleep(0.02)
    return time.perf_counter() - begin


def is_packed(address: str) -> bool:
    """Whether the page can have its own Python."""
    try:
        urllib.request.urlopen(f"{address}worker/worker.json").close()
    except urllib.error.HTTPError:
        return False
    return True


def main() -> None:
    """Print seconds."""
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder, "clone"), str(Path(folder, "home"))
        os.mkdir(home)
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        print(f"{'':28}{'wall':>10}{'processor':>10}")
        whole = sum(stage(name, target, clone, home) for name, target in STAGES.items())
        with played(clone, home) as (address, seconds):
            print(f"{'the server answers':28}{seconds:8.1f} s")
            print(f"{'board, in all':28}{whole + seconds:8.1f} s")
            begin, replies, seen = time.perf_counter(), [reply(address, "contra")], False
            print(f"{f'first reply of level {LEVEL}':28}{replies[0]:8.1f} s", flush=True)
            while time.perf_counter() < begin + LONGEST:
                preparing = ask(address, "games-known")["preparing"]
                packed = is_packed(address)
                if seen and not preparing and packed:
                    break
                seen = seen or bool(preparing)
                replies.append(reply(address, "contra"))
                time.sleep(1)
            print(f"{'all compiled and packed':28}{time.perf_counter() - begin:8.1f} s later")
            print(f"{len(replies)} replies of level {LEVEL} meanwhile: "
                  f"{statistics.median(replies):.2f} s in the median, {max(replies):.2f} s at most")
        with played(clone, home) as (_, seconds):
            print(f"{'the second make play':28}{seconds:8.1f} s")
