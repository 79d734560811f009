"""Builds all packages, and tries those for this machine: plays in fresh environments, and serves.

    python -m tools.release [--jobs N]        (make release)

There is an archive of sources, a wheel for each platform that there are libraries for, one for all
others, and the wheel of Python for browsers.  What comes out lies in dist/, with SHA256SUMS, and in
TRIED.md what was tried, when, and by which Python.  Each Python on the path tries each wheel that
fits this machine, also together with that for browsers, and each extra by itself.  What was tried
before with the same bytes and the same versions of all packages is not tried again.  The status is
1 if anything is not as it should be.
"""
import argparse
import contextlib
import datetime
import functools
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

from .extras import TRIED as EXTRAS
from .extras import program, with_others

ROOT = Path(__file__).parent.parent
BROWSER = ROOT / "src" / "eckstein_browser"
DIST = ROOT / "dist"
LOCK = ROOT / "requirements.lock"
KNOWN = ROOT / "build" / "tried.json"       # what was tried before, and when
LIBRARIES, NATIVE = "src/eckstein/libraries", (".so", ".dll", ".dylib")
BROWSER_PLATFORM = "emscripten-wasm32"          # its libraries are called like machine code
# Bytes, by distribution and kind.
BOUNDS = {("eckstein", ".whl"): 8_000_000, ("eckstein", ".tar.gz"): 12_000_000,
          ("eckstein_browser", ".whl"): 9_000_000}
PROGRAMS = Path(__file__), Path(__file__).with_name("extras.py")
SUMS, TRIED = "SHA256SUMS", "TRIED.md"      # beside the packages
VERSIONS = 11, 12, 13, 14                   # of Python 3
ENVIRONMENT_BOUND = 40_000_000      # bytes of files, with no extras and without pip
PATIENCE = 900.0                                           # seconds
STOPPED = 130                       # the status of a command that was told to end
MOVES = "d1d2", "d7d6"
RESIGNS = "d1d2\nd7d6\nd2d3\nresign\nquit\n"


class UnfitError(Exception):
    """A package that is not as it should be."""


class Try(NamedTuple):
    """Something to be tried in an environment of its own.

    Attributes:
        told: what it is, as a sentence for TRIED.md.
        packages: those that are tried.
        work: does it, and raises UnfitError if something is not as it should be.
    """

    told: str
    packages: tuple[Path, ...]
    work: Callable[[], None]

    @property
    def key(self) -> str:
        """A digest of all that it depends on."""
        parts = [self.told.encode(), pinned().encode(), *(
            path.read_bytes() for path in (*self.packages, *PROGRAMS))]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def main() -> int:
    """Do all of it, and say how it went."""
    parser = argparse.ArgumentParser(prog="python -m tools.release")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tries at once")
    jobs = parser.parse_args().jobs
    try:
        packages = build()
        for package in packages:
            check_size(package)
            if package.suffix == ".whl":
                check_bill(package)
        for wheel in fitting(packages):
            check_environment(wheel)
        carry_out(list(tries(packages, dict(pythons()))), jobs)
        for package in packages:
            if package.suffix == ".whl" and not for_this_machine(package):
                note(f"{package.name}: for another machine, and not tried")
        for minor in VERSIONS:
            if not find_python(minor):
                note(f"Python 3.{minor}: not found on this machine, and nothing tried by it")
        write_sums(packages)
    except UnfitError as fault:
        print(f"not fit to be released: {fault}", file=sys.stderr)
        return 1
    return 0


def note(line: str) -> None:
    """Tell what was tried, and keep it beside the packages."""
    print(line, flush=True)
    with (DIST / TRIED).open("a", encoding="utf-8") as file:
        file.write(f"* {line}\n")


def find_python(minor: int) -> str | None:
    """A Python 3 of this machine, our own or one on the path, if it can make environments."""
    found = sys.executable if minor == sys.version_info.minor else shutil.which(f"python3.{minor}")
    works = found and subprocess.run([found, "-c", "import ensurepip, venv"], capture_output=True,
                                     check=False).returncode == 0
    return found if works else None


def pythons() -> Iterator[tuple[str, str]]:
    """The versions of Python on this machine that the packages are for, and where each is."""
    for minor in VERSIONS:
        if found := find_python(minor):
            told = "import platform; print(platform.python_version())"
            yield done(found, "-c", told).strip(), found


def fitting(packages: Sequence[Path]) -> list[Path]:
    """The wheels of the program that may be installed here."""
    return [one for one in packages if one.name.startswith("eckstein-") and one.suffix == ".whl"
            and for_this_machine(one)]


def tries(packages: Sequence[Path], found: dict[str, str]) -> Iterator[Try]:
    """All that is to be tried.

    Args:
        packages: all that were built.
        found: Pythons by their versions.
    """
    here = sorted(fitting(packages), key=lambda wheel: "-none-any" not in wheel.name)
    best = best_for_this_machine(packages)
    browser = [one for one in packages if one.name.startswith(BROWSER.name)]
    archives = [one for one in packages if one.name.endswith(".tar.gz")]
    for version, python in found.items():
        by = f"Python {version} on {platform.system()} {platform.machine()}"
        own = archives if python == sys.executable else []
        for together in (*((one,) for one in (*own, *here)), (best, *browser)):
            names = " and ".join(one.name for one in together)
            yield Try(f"{names}: played and served by {by}", together,
                      functools.partial(try_out, python, *together))
        for extra in EXTRAS:
            # Wheels for one platform have no WebAssembly of the usual rules.
            wheel = here[0] if extra == "wasm" else best
            yield Try(f"{wheel.name}[{','.join(with_others(extra))}]: did what it is for by {by}",
                      (wheel,), functools.partial(try_extra, python, wheel, extra))


def carry_out(todo: Sequence[Try], jobs: int) -> None:
    """Try what was not tried before, so many at once, and tell how much is left.

    Raises:
        UnfitError: by the first that fails; those that have not begun are left out.
    """
    today = datetime.date.today().isoformat()
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    days = {one.key: known.get(one.key, "") for one in todo}
    missing = [one for one in todo if not days[one.key]]
    with ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(one.work): one for one in missing}
        try:
            for number, future in enumerate(as_completed(running), 1):
                one = running[future]
                try:
                    future.result()
                except UnfitError as fault:
                    raise UnfitError(f"{one.told}: {fault}") from None
                print(f"{number} of {len(missing)}  {one.told}", flush=True)
                days[one.key] = known[one.key] = today
                KNOWN.parent.mkdir(exist_ok=True)
                KNOWN.write_text(json.dumps(known, indent=1))
        finally:
            pool.shutdown(cancel_futures=True)
    KNOWN.parent.mkdir(exist_ok=True)
    KNOWN.write_text(json.dumps(days, indent=1))        # others are of former packages
    for one in todo:
        note(f"{one.told}, {days[one.key]}")


def check_bill(wheel: Path) -> None:
    """Raise UnfitError unless a wheel says what of others lies in it."""
    with zipfile.ZipFile(wheel) as packed:
        bills = [name for name in packed.namelist() if ".dist-info/sboms/" in name]
        if not bills or not json.loads(packed.read(bills[0]))["components"]:
            raise UnfitError(f"{wheel.name} has no bill of materials")


def write_sums(packages: Sequence[Path]) -> None:
    """Write the digests of packages, as `sha256sum --check` reads them."""
    (DIST / SUMS).write_text("".join(
        f"{hashlib.sha256(package.read_bytes()).hexdigest()}  {package.name}\n"
        for package in packages), encoding="utf-8")


def try_out(python: str, *packages: Path) -> None:
    """Play and serve with these packages in an environment of their own."""
    with tempfile.TemporaryDirectory(prefix="eckstein-release-") as folder:
        home = Installed(python, packages, Path(folder))
        home.plays()
        home.serves()
        home.writes_a_site()


def try_extra(python: str, wheel: Path, extra: str) -> None:
    """Do what an extra is for in an environment that has nothing else."""
    with tempfile.TemporaryDirectory(prefix="eckstein-release-") as name:
        folder = Path(name)
        environment = bare_environment(python, folder,
                                       f"{wheel}[{','.join(with_others(extra))}]")
        expect("(?m)^done$", done(str(environment / "bin" / "python"), "-c", program(extra),
                                   cwd=folder, env=alone(folder, environment / "bin")))


def alone(folder: Path, programs: Path) -> dict[str, str]:
    """The variables of a process that has an environment for itself, and a folder for its home."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {
        "PATH": str(programs), "HOME": str(folder), "ECKSTEIN_DATA": str(folder / "data"),
        "ECKSTEIN_CACHE": str(folder / "cache"), "TERM": "dumb"}


def build() -> list[Path]:
    """The archive of sources, and all wheels, in a folder that holds nothing else."""
    shutil.rmtree(DIST, ignore_errors=True)
    done(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", str(DIST),
         str(ROOT))
    with tempfile.TemporaryDirectory(prefix="eckstein-release-") as folder:
        with tarfile.open(next(DIST.iterdir())) as packed:
            packed.extractall(folder, filter="data")
        source, = Path(folder).iterdir()
        for platform in ("any", *add_machine_code(source / LIBRARIES, ROOT / LIBRARIES)):
            done(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(DIST),
                 str(source), env=os.environ | {"ECKSTEIN_PLATFORM": platform})
    done(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(DIST),
         str(BROWSER))
    packages = sorted(DIST.iterdir())
    done(sys.executable, "-m", "twine", "check", "--strict", *map(str, packages))
    return packages


def add_machine_code(folder: Path, made: Path) -> list[str]:
    """Give unpacked sources what the archive leaves out, since it would be too large.

    Args:
        folder: the libraries of these sources.
        made: all libraries.

    Returns:
        The platforms that there is machine code for.

    Raises:
        UnfitError: if a game has machine code for some of them only.
    """
    found = [path for path in made.iterdir() if path.suffix in NATIVE
             and platform_of(path) != BROWSER_PLATFORM]
    for path in found:
        shutil.copyfile(path, folder / path.name)
    platforms = set(map(platform_of, found))
    for described in made.glob("*.json"):
        has = {platform_of(path) for path in found
               if path.name.rsplit(".", 2)[0] == described.stem}
        is_rare = "_" in described.stem             # its rules have options
        if has != platforms and (has or not is_rare):
            raise UnfitError(f"{described.stem} is not compiled for "
                             f"{', '.join(sorted(platforms - has))}")
    return sorted(platforms)


def platform_of(library: Path) -> str:
    """The platform of a file such as contra.solve.linux-x86_64.so."""
    return library.name.rsplit(".", 2)[1]


def for_this_machine(wheel: Path) -> bool:
    """Whether a wheel may be installed here."""
    *_, tags = parse_wheel_filename(wheel.name)
    return any(tag in tags for tag in sys_tags())


def best_for_this_machine(packages: Sequence[Path]) -> Path:
    """Of the wheels of the program, the one that pip would choose here."""
    order = list(sys_tags())
    return min(fitting(packages), key=lambda wheel: min(
        order.index(tag) for tag in parse_wheel_filename(wheel.name)[3] if tag in order))


def check_size(package: Path) -> None:
    """Tell how large a package is.

    Raises:
        UnfitError: if that is too large, or it is no package.
    """
    bound = next((most for (name, ending), most in BOUNDS.items()
                  if package.name.startswith(f"{name}-") and package.name.endswith(ending)), None)
    if bound is None:
        raise UnfitError(f"{package.name} is none of the packages that are released")
    within(package.name, package.stat().st_size, bound)


def check_environment(wheel: Path) -> None:
    """Tell how large an environment is that has a wheel, without extras, and nothing else.

    Raises:
        UnfitError: if that is too large.
    """
    with tempfile.TemporaryDirectory(prefix="eckstein-release-") as folder:
        environment = bare_environment(sys.executable, Path(folder), str(wheel))
        within(f"an environment with {wheel.name}",
               sum(path.lstat().st_size for path in environment.rglob("*") if path.is_file()
                   and not path.is_symlink()), ENVIRONMENT_BOUND)


def bare_environment(python: str, folder: Path, *wanted: str) -> Path:
    """An environment in a folder that has these packages, and not even pip."""
    environment, constraints = folder / "environment", folder / "constraints.txt"
    done(python, "-m", "venv", "--without-pip", str(environment))
    constraints.write_text(pinned())
    done(sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install",
         "--quiet", "--disable-pip-version-check", "--constraint", str(constraints), *wanted)
    return environment


def within(name: str, size: int, bound: int) -> None:
    """Tell a size in bytes; raise UnfitError if it is above its bound."""
    print(f"{name}: {size:,} bytes, at most {bound:,}", flush=True)
    if size > bound:
        raise UnfitError(f"{name} has {size:,} bytes, and may have {bound:,}")


def done(*command: str, **more: Any) -> str:
    """What a command prints.

    Raises:
        UnfitError: if it fails, with the end of what it said.
    """
    ran = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         timeout=PATIENCE, check=False, **more)
    if ran.returncode:
        raise UnfitError(f"{' '.join(command)} ended with status {ran.returncode}:\n"
                    f"{ran.stdout[-2000:]}")
    return ran.stdout


def pinned() -> str:
    """The versions of the lock file, as constraints: pip wants hashes of all or of none."""
    return "".join(f"{name}\n" for name in re.findall(r"^\S+==\S+", LOCK.read_text(), re.MULTILINE))


class Installed:
    """Packages in an environment of their own, with nothing else on the path.

    Args:
        python: which one.
        packages: the archive or a wheel, and perhaps Python for browsers.
        folder: an empty one.
    """

    def __init__(self, python: str, packages: Sequence[Path], folder: Path) -> None:
        package, *browser = packages
        self.thinks_in_browsers = bool(browser)
        self.folder = folder
        self.bin = folder / "environment" / "bin"
        done(python, "-m", "venv", str(self.bin.parent))
        (folder / "constraints.txt").write_text(pinned())
        self.variables = alone(folder, self.bin)
        pip = (str(self.bin / "python"), "-m", "pip", "install", "--quiet",
               "--disable-pip-version-check", "--constraint", str(folder / "constraints.txt"))
        caches = {"env": os.environ | {"PATH": str(self.bin)}}
        done(*pip, "hatchling", **caches)
        # A wheel for all platforms has WebAssembly alone, which needs something that runs it.
        extras = "server,wasm" if "-none-any" in package.name else "server"
        if browser:
            extras += ",browser"
        done(*pip, "--no-build-isolation", *map(str, browser), f"{package}[{extras}]", **caches)

    def eckstein(self, *arguments: str, **more: Any) -> str:
        """What the command prints, somewhere else than in the sources."""
        return done(str(self.bin / "eckstein"), *arguments, env=self.variables, cwd=self.folder,
                    **more)

    def plays(self) -> None:
        """Play games in lines of text: computers to the end, an engine too, and people by pipe.

        Raises:
            UnfitError: if a game does not end as it should.
        """
        told = self.eckstein("play", "contra", "--plain", "--white", "greedy", "--black", "random",
                             "--seed", "1", input="quit\n")
        expect("wins", told)
        expect("White resigns|Black resigns", self.eckstein(
            "play", "contra", "--plain", "--black", "human", input=RESIGNS))
        expect(r"depth \d+, [\d,]+ nodes", self.eckstein(
            "analyse", "contra", *MOVES, "--depth", "4"))
        expect(r"<svg", self.eckstein("render", "contra", *MOVES))

    def serves(self) -> None:
        """Serve the pages, and a game against a computer that answers.

        Raises:
            UnfitError: if the server does not do so.
        """
        with self._server() as address:
            page = fetched(f"{address}").lower()
            expect("<!doctype html>", page)
            if self.thinks_in_browsers != ("data-worker=" in page):
                raise UnfitError("the page thinks in browsers only where it can, but here it says "
                                 f"{page[:200]}")
            if self.thinks_in_browsers:
                fetched(f"{address}worker/worker.json")
            expect("svelte", fetched(f"{address}THIRD-PARTY-NOTICES.md"))
            fetched(f"{address}board.js")
            expect(r"\"well\": ?true", fetched(f"{address}api/v1/health"))
            made = json.loads(fetched(f"{address}api/v1/games", {
                "rules": "contra", "black": {"kind": "computer", "level": 1}}))
            game = f"{address}api/v1/games/{made['game']}"
            fetched(f"{game}/commands", {"id": "1", "what": "move", "move": "d1d2", "seq": 1,
                                         "seat": made["seats"]["white"]})
            deadline = time.monotonic() + PATIENCE
            while len(moves := json.loads(fetched(game))["moves"]) < 2:
                if time.monotonic() > deadline:
                    raise UnfitError("the computer player of the server has made no move")
                time.sleep(0.5)
            print(f"served: {' '.join(move['text'] for move in moves)}", flush=True)

    def writes_a_site(self) -> None:
        """Write the app as a folder, or say what that needs.

        Raises:
            UnfitError: if neither is so.
        """
        if self.thinks_in_browsers:
            expect("MB", self.eckstein("site", "pages"))
            expect("data-worker=", (self.folder / "pages" / "index.html").read_text())
            return
        try:
            self.eckstein("site", "pages")
        except UnfitError as refused:
            expect(r"pip install 'eckstein\[browser\]'", str(refused))
        else:
            raise UnfitError("a site is written without Python for browsers")

    @contextlib.contextmanager
    def _server(self) -> Iterator[str]:
        """The address of a running server, ending in a slash."""
        with (self.folder / "server.txt").open("w+") as said:
            server = subprocess.Popen(
                [str(self.bin / "eckstein"), "serve", "--port", "0", "--no-open"], cwd=self.folder,
                env=self.variables, stdout=subprocess.PIPE, stderr=said, text=True)
            assert server.stdout
            try:
                line = server.stdout.readline()
                if not line:
                    said.seek(0)
                    raise UnfitError(f"the server does not start: {said.read()[-2000:]}")
                yield line.split()[3]
            finally:
                server.terminate()
                server.communicate(timeout=PATIENCE)
        if server.returncode != STOPPED:
            raise UnfitError(f"the server has ended with status {server.returncode}")


def expect(pattern: str, text: str) -> None:
    """Raise UnfitError unless a text has what is expected."""
    if not re.search(pattern, text):
        raise UnfitError(f"expected {pattern!r} in:\n{text[-2000:]}")


def fetched(address: str, content: object = None) -> str:
    """What a server answers.

    Raises:
        UnfitError: if it does not, or refuses.
    """
    asked = urllib.request.Request(
        address, None if content is None else json.dumps(content).encode(),
        {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
    except OSError as error:
        raise UnfitError(f"{address}: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
