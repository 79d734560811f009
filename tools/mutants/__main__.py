"""Plants faults in a folder, and tells which of them the tests do not notice, and which are new.

    python -m tools.mutants src/eckstein/search --minutes 30        (make mutants FOLDER=...)
    python -m tools.mutants web/board/marks/paths.ts

A run that was stopped goes on where it was.  The list of survivors lies in tests/mutants/.
"""
from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from . import places, python, survivors, typescript
from .survivors import Change


def main() -> int:
    """Read the arguments, plant, and tell."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="a folder, or a file, of the sources")
    parser.add_argument("--minutes", type=float, default=30, help="begin no fault after so long")
    parser.add_argument("--tests", type=Path, help="for Python: other tests than those of its name")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    chosen = parser.parse_args()
    target = Path(chosen.folder.as_posix().rstrip("/"))
    if target.is_absolute() or not (places.ROOT / target).exists():
        parser.error(f"there is no {target} in this project; name a folder such as "
                     "src/eckstein/search or web/board")
    until = time.monotonic() + 60 * chosen.minutes
    try:
        if target.parts[0] == "web":
            change = in_typescript(target, until, chosen.jobs)
        elif target.parts[:2] == ("src", "eckstein"):
            change = in_python(target, chosen.tests or places.tests_of(target), until, chosen.jobs)
        else:
            parser.error(f"faults are planted below src/eckstein and web, not in {target}")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    tell(target, change)
    return 0


def in_python(target: Path, tests: Path, until: float, jobs: int) -> Change:
    """Plant in modules of the package, and write the list anew."""
    state = places.fingerprint(places.ROOT / "tests", places.ROOT / "src")
    paths = python.modules(places.ROOT / target)
    sessions = [python.Session(path.relative_to(places.ROOT), state) for path in paths]
    waiting = sum(len(session.waiting()) for session in sessions)
    print(f"{waiting} faults to be tried by {tests}; Ctrl-C stops, and what is done is kept",
          flush=True)
    done = noticed = 0
    try:
        for well in python.plant(sessions, tests, until, jobs):
            done, noticed = done + 1, noticed + well
            if not done % 10 or done == waiting:
                print(f"{done} of {waiting} tried, {noticed} noticed", flush=True)
    except KeyboardInterrupt:
        print("stopping, after what is under test")
    tried = [tried for session in sessions for tried in session.tried()]
    for session in sessions:
        session.close()
    if done < waiting:
        print(f"{waiting - done} are left; the same command goes on with them")
    return kept(target, tried, paths)


def in_typescript(target: Path, until: float, jobs: int) -> Change:
    """Plant in sources of the pages, and write the list anew."""
    paths = [path.relative_to(places.ROOT) for path in typescript.files(places.ROOT / target)]
    tried: list[python.Tried] = []
    seen: set[str] = set()
    try:
        for one in typescript.plant(paths, until, jobs):
            tried.append(one)
            if one.fault.path not in seen:
                seen.add(one.fault.path)
                print(f"{one.fault.path} is done", flush=True)
    except KeyboardInterrupt:
        print("stopped; the files that are done are kept")
    return kept(target, tried, [places.ROOT / path for path in paths])


def kept(target: Path, tried: Iterable[python.Tried], paths: Iterable[Path]) -> Change:
    """Write the list with what has been tried."""
    tried = list(tried)
    survived = {one.fault for one in tried if not one.noticed}
    noticed = {one.fault for one in tried if one.noticed} - survived
    stands = {path.relative_to(places.ROOT).as_posix():
              {line.strip() for line in path.read_text(encoding="utf-8").splitlines()}
              for path in paths}
    file = places.list_of(target)
    change = survivors.merged(survivors.read(file), survived, noticed, stands)
    survivors.write(file, target.as_posix(), change.now)
    print(f"tried so far: {len(survived) + len(noticed)}, not noticed: {len(survived)}")
    return change


def tell(target: Path, change: Change) -> None:
    """Say what is new since the list was written before."""
    for title, faults in (("new", change.new), ("no more in the list", change.gone)):
        print(f"{title}: {len(faults)}")
        for fault in faults:
            print(f"\n{fault}" if title == "new" else f"  {fault.path} {fault.place}")
    print(f"all {len(change.now)} are in {places.list_of(target).relative_to(places.ROOT)}")


if __name__ == "__main__":
    sys.exit(main())
