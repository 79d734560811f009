"""Faults in TypeScript: Stryker plants them, file by file, in a copy of the project.

Tests of the pages read sources of the server, so the whole project is copied.  Stryker remembers
what it knows of each file, and tries again only what has changed.
"""
from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .python import Tried
from .survivors import Fault
from .user_paths import ROOT, WORK, copied, fingerprint

STRYKER = ROOT / "web/mutants/node_modules/@stryker-mutator/core/bin/stryker.js"
NOTICED, SURVIVED = {"Killed", "Timeout"}, {"Survived", "NoCoverage"}


def files(target: Path) -> list[Path]:
    """The sources of a folder, or the one that is named."""
    return [target] if target.suffix else sorted(
        path for path in target.rglob("*.ts") if "tests" not in path.parts)


def plant(paths: list[Path], until: float, jobs: int) -> Iterator[Tried]:
    """Try all faults of some files; a file that was begun in time is finished.

    Args:
        paths: of the files, from the root of the project.
        until: when to begin no other, by the monotonic clock.
        jobs: how many processes.

    Raises:
        ValueError: if Stryker fails, which it does where tests fail without any fault.
    """
    state = fingerprint(ROOT / "web", ROOT / "src")
    copy = None
    for path in paths:
        report = WORK / "sessions" / f"{'.'.join(path.parts)}-{state}.json"
        if not report.exists():
            if time.monotonic() >= until:
                continue
            if copy is None:
                copy = copied("web")
                (copy / "web/node_modules").symlink_to(ROOT / "web/node_modules")
            _run(copy / "web", path, report, jobs)
        yield from _tried(path, json.loads(report.read_text(encoding="utf-8")))


def _run(web: Path, path: Path, report: Path, jobs: int) -> None:
    """Let Stryker try one file."""
    report.parent.mkdir(parents=True, exist_ok=True)
    settings = {
        "testRunner": "vitest", "plugins": ["@stryker-mutator/vitest-runner"],
        "vitest": {"configFile": "vitest.config.ts", "related": False},
        "mutate": [path.relative_to("web").as_posix()], "inPlace": True, "concurrency": jobs,
        "ignorePatterns": ["mutants"], "tempDirName": str(web.parent.parent / "stryker"),
        "incremental": True, "allowEmpty": True, "timeoutMS": 60_000,
        "incrementalFile": str(WORK / "sessions" / f"{'.'.join(path.parts)}-incremental.json"),
        "reporters": ["json"], "jsonReporter": {"fileName": f"{report}.part"}}
    config = web / "stryker.config.json"
    config.write_text(json.dumps(settings), encoding="utf-8")
    ran = subprocess.run(["node", str(STRYKER), "run", config.name], cwd=web, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if ran.returncode:
        raise ValueError(f"Stryker fails on {path}:\n{ran.stdout[-2000:]}")
    Path(f"{report}.part").rename(report)


def _tried(path: Path, report: dict[str, Any]) -> Iterator[Tried]:
    """The faults of a report, each with the lines before and after."""
    for file in report["files"].values():
        lines = file["source"].splitlines()
        for mutant in file["mutants"]:
            if mutant["status"] in NOTICED | SURVIVED:
                yield Tried(_fault(path, lines, mutant), mutant["status"] in NOTICED)


def _fault(path: Path, lines: list[str], mutant: dict[str, Any]) -> Fault:
    start, end = mutant["location"]["start"], mutant["location"]["end"]
    before = lines[start["line"] - 1:end["line"]]
    after = (before[0][:start["column"] - 1] + mutant.get("replacement", "")
             + before[-1][end["column"] - 1:])
    return Fault(path.as_posix(), "", tuple(line.strip() for line in before),
                 tuple(line.strip() for line in after.splitlines()))
