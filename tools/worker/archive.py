"""The archive of Eckstein: which modules go into it."""
from __future__ import annotations

import importlib.metadata
import json
import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

import msgspec

from eckstein.ahead.build import all_jobs, is_made, stem_of
from eckstein.ahead.platforms import BROWSER, SHARED
from eckstein.engine.nets import read_net, write_net
from eckstein.games import names
from eckstein.kernel.options import defaults

from .compiled import compile_files, pack, squeeze
from .wheel import ROOT

PACKAGE = ROOT / "src" / "eckstein"
TABLES, NETS = "table_files", "engine/nets"
SUFFIX = ".zip.zst"
PLACE = "/eckstein"          # where a worker unpacks it (web/worker/python.ts)

# Parts of the server that run in a browser; of others it has what is to know of them.
PARTS = ("lobby", "puzzles")
# Words that a server tells itself; of all others, pages have theirs.
TOLD = ("coach.json", "language.json")
# What a browser has no use for: folders and modules of Eckstein.
WITHOUT = {
    "__main__.py", "ahead", "cli", "client", "lab/arena", "lab/benchmark", "lab/books",
    "lab/cluster.py", "lab/data", "lab/guessing/making.py", "lab/lazy_names.py", "lab/learning",
    "lab/logs.py", "lab/nets",
    "lab/proofs", "lab/tables", "lab/tuning.py", "lab/zero", "libraries",
    "search/batch", "search/solve", "session", "tui", "web",
    "base/guard.py", "base/parent_watch.py", "base/processes.py",
    "base/web_files.py", "browser/site.py",
    "engine/batch", "engine/comparison.py", "engine/process.py", "engine/tables/solution.py",
    "engine/tree_search.py",
    "engine/zero", "kernel/wasm.py",
    "lab/puzzles/making", "lab/puzzles/solving.py", "lab/puzzles/tally.py", "render/samples.py",
    "server/database", "server/game/likeness.py", "server/serving",
    *(str(file.relative_to(PACKAGE)) for part in (PACKAGE / "server/parts").iterdir()
      if part.name not in PARTS for file in part.glob("*.py")
      if file.name not in ("__init__.py", "events.py")),
    "server/parts/tournaments/rules",
    *(str(file.relative_to(PACKAGE)) for file in (PACKAGE / "words").glob("*/*")
      if file.name not in TOLD),
}
# Distributions that the server needs, and what it needs not of them.
NEEDED = {
    "starlette": {"authentication.py", "config.py", "endpoints.py", "graphql.py",
                  "middleware/authentication.py", "middleware/base.py", "middleware/cors.py",
                  "middleware/gzip.py", "middleware/httpsredirect.py",
                  "middleware/opentelemetry.py", "middleware/sessions.py",
                  "middleware/trustedhost.py", "middleware/wsgi.py", "schemas.py",
                  "staticfiles.py", "templating.py", "testclient.py"},
    "anyio": {"_backends/_trio.py", "pytest_plugin.py", "to_interpreter.py"},
    "fsrs": {"optimizer.py"}, "itsdangerous": set(), "structlog": {"_greenlets.py", "twisted.py"},
    "typing_extensions": set(),
}
# What reads its own source when it is imported, to import the rest only when it is used.
READ = {"anyio/__init__.py", "anyio/abc/__init__.py"}


def make(target: Path, wheel: Path) -> None:
    """Write the archive.

    Args:
        target: its file.
        wheel: msgspec for Pyodide.

    Raises:
        SystemExit: with a sentence, if something is missing.
    """
    with tempfile.TemporaryDirectory() as folder:
        staging, packed = Path(folder, "files"), Path(folder, "packed")
        packed.mkdir()
        sources = _copy_libraries(staging)
        _copy_package(staging)
        for distribution, without in NEEDED.items():
            _copy_distribution(staging, distribution, without)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(staging, [name for name in archive.namelist()
                                         if name.startswith("msgspec/")
                                         and name.endswith((".py", ".so"))])
        compile_files(staging, PLACE, [*sources, *READ])
        pack(staging, packed / target.name.removesuffix(".zst"), zipfile.ZIP_STORED)
        squeeze(packed)
        shutil.copyfile(packed / target.name, target)


def pack_rules(folder: Path) -> None:
    """Pack the games under other options than the usual ones that are compiled.

    Each has a file of its own, with its description, which pages load when it is played.  It is
    packed as what differs from the game by its usual rules, which they have (`bringRules` in
    web/worker/python.ts).

    Args:
        folder: where to; what else is there goes.
    """
    shutil.rmtree(folder, ignore_errors=True)
    others = [job for job in all_jobs() if job[1] and is_made(job, [BROWSER])]
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        packed = Path(name)
        for job in others:
            stem = stem_of(job)
            for path in _library(stem):
                _copy(path, packed / stem / path.name)
            pack(packed / stem, packed / f"{stem}.zip", zipfile.ZIP_STORED)
            (packed / f"{stem}.like").write_bytes(b"".join(
                path.read_bytes() for path in _library(job[0])))
        squeeze(packed)
        for path in packed.glob(f"*{SUFFIX}"):
            shutil.copyfile(path, folder / path.name)


def pack_nets(folder: Path) -> None:
    """Pack the nets, each into a file of its own, which pages load when an engine asks for it.

    Args:
        folder: where to; what else is there goes.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        packed = Path(name)
        for net in sorted((PACKAGE / NETS).glob("*.net")):
            _copy_net(net, packed / net.stem / net.name)
            pack(packed / net.stem, packed / f"{net.stem}.zip", zipfile.ZIP_STORED)
        squeeze(packed)
        for path in packed.glob(f"*{SUFFIX}"):
            shutil.copyfile(path, folder / path.name)


def _copy_net(path: Path, target: Path) -> None:
    """Copy a net as it was before it was compressed, since what pages load is compressed better."""
    net = read_net(path, path.stem, defaults(path.stem))
    target.parent.mkdir(parents=True, exist_ok=True)
    write_net(target, msgspec.structs.replace(net.header, packed=False), net.rows)


def _library(stem: str) -> tuple[Path, Path]:
    """A game compiled for Pyodide: its description, and its code."""
    folder = PACKAGE / "libraries"
    return folder / f"{stem}.json", folder / f"{stem}.{BROWSER}.so"


def _copy_libraries(staging: Path) -> list[str]:
    """The games compiled for Pyodide, and their tables; returns which sources have to stay."""
    sources = set[str]()
    for game in names():
        described, compiled = _library(game)
        files = described, compiled, described.with_name(f"{game}.{SHARED}.wasm")
        if not all(file.is_file() for file in files):
            raise SystemExit(f"{game} is not compiled for browsers: "
                             f"python -m eckstein.ahead --target {BROWSER} --target {SHARED}")
        sources |= {f"eckstein/{name}" for name in json.loads(described.read_text())["sources"]}
        for file in files:
            _copy(file, staging / "eckstein" / "libraries" / file.name)
        for table in sorted((PACKAGE / TABLES / game).glob("*.table")):
            _copy(table, staging / "eckstein" / table.relative_to(PACKAGE))
    return sorted(sources)


def _copy_package(staging: Path) -> None:
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in (".py", ".json", ".gz", ".book", ".md") and not is_in(name, WITHOUT):
            _copy(path, staging / "eckstein" / name)


def _copy_distribution(staging: Path, distribution: str, without: set[str]) -> None:
    for file in importlib.metadata.files(distribution) or []:
        if file.suffix == ".py" and not is_in("/".join(file.parts[1:]), without):
            _copy(Path(str(file.locate())), staging / file)


def is_in(name: str, folders: set[str]) -> bool:
    """Whether a file is one of these, or in one of these folders."""
    path = PurePosixPath(name)
    return any(str(part) in folders for part in (path, *path.parents))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
