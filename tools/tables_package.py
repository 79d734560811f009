"""Builds `eckstein-tables`: the tables of endings that are too large for the wheel of the program.

    python -m tools.tables_package        (make tables-package)

Tables that are missing, or of other rules, are built and checked entry by entry; then all are read
once more and packed, and the wheel is tried beside one of the program in a fresh environment.  It
lies in dist/.  The status is 1 if anything is not as it should be, and 130 after Ctrl-C; tables
that are done by then are not built again.
"""
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from eckstein.ahead.build import all_jobs
from eckstein.ahead.tables import is_contained, make
from eckstein.engine.tables.endings import Ending, endings_of
from eckstein.engine.tables.table_file import Table, TableError, is_sound
from eckstein.kernel.options import complete

from .release import DIST, ROOT, UnfitError, bare_environment, done, expect, within

HOME = ROOT / "src" / "eckstein_tables"
FILES = HOME / "files"
MOST = 300_000_000          # entries of a table; such a one takes about ten megabytes
BOUND = 80_000_000          # bytes of the wheel; indexes take no file of more than 100 MB
# A position of an ending that the program's own wheel has not, and what is to be said of it.
ASKED = ("duell", "--position", "DZd4ze6Wa1"), r"Kd-K, white to move: \w+ in \d+"


def main(
    jobs: Annotated[int, typer.Option(
        min=1, help="How many threads solve and check a table.")] = os.cpu_count() or 1,
) -> None:
    """Build the package of large tables."""
    try:
        endings = wanted()
        build(endings, jobs)
        wheel = pack(endings)
        try_out(wheel)
    except (UnfitError, TableError, ChildProcessError) as fault:
        print(f"not fit to be released: {fault}", file=sys.stderr)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        print("stopped; tables that are done are kept", file=sys.stderr)
        raise typer.Exit(130) from None


def wanted() -> list[Ending]:
    """The endings with tables in the package, under all options that change the rules."""
    return [ending for game, options, wing in all_jobs() if wing == "play"
            for ending in endings_of(game, complete(game, options))
            if ending.entries <= MOST and not is_contained(ending)]


def file_of(ending: Ending) -> Path:
    """Where the package has the table of an ending."""
    return FILES / ending.place


def build(endings: list[Ending], jobs: int) -> None:
    """Build and check the tables that are missing; what does not belong to them goes.

    Raises:
        ChildProcessError: if one cannot be built, or is not right.
    """
    shutil.copyfile(ROOT / "LICENSE", made_folder(FILES) / "LICENSE")
    lacking = [ending for ending in endings if not is_sound(ending, file_of(ending))]
    keep = {file_of(ending) for ending in endings}
    for path in list(FILES.rglob("*.table")):
        if path not in keep:
            path.unlink()
    with Progress(TextColumn("Building {task.fields[label]}"), BarColumn(), MofNCompleteColumn(),
                  TimeElapsedColumn()) as progress:
        task = progress.add_task("", total=len(lacking), label="tables")
        for ending in lacking:
            progress.update(task, label=str(ending))
            make(ending, file_of(ending), jobs, check=True)
            progress.advance(task)


def made_folder(folder: Path) -> Path:
    """A folder, made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pack(endings: list[Ending]) -> Path:
    """Read all tables to the end, and make the wheel.

    Raises:
        TableError: if one is damaged.
        UnfitError: if the wheel is too large.
    """
    for ending in endings:
        table = Table(ending, file_of(ending))
        for _ in table.codes():
            pass
        table.close()
    with tempfile.TemporaryDirectory(prefix="eckstein-tables-") as folder:
        done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=HOME)
        found, = Path(folder).iterdir()
        wheel = Path(shutil.copyfile(found, made_folder(DIST) / found.name))
    within(wheel.name, wheel.stat().st_size, BOUND)
    return wheel


def try_out(wheel: Path) -> None:
    """Ask tables in an environment that has the program and this wheel, and nothing else.

    Raises:
        UnfitError: if they do not answer, or come from elsewhere.
    """
    with tempfile.TemporaryDirectory(prefix="eckstein-tables-") as folder:
        home = Path(folder)
        done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(home / "program"),
             cwd=ROOT)
        program, = (home / "program").iterdir()
        python = bare_environment(home, program, wheel) / "bin" / "python"
        bare = {name: value for name, value in os.environ.items()
                if not name.startswith(("PYTHON", "ECKSTEIN_"))} | {
            "HOME": folder, "XDG_DATA_HOME": folder}
        words, answer = ASKED
        expect(answer, done(str(python), "-m", "eckstein", "tables", "probe", *words, env=bare,
                            cwd=folder))
        expect("duell Kd-K .* in eckstein-tables", done(str(python), "-m", "eckstein", "tables",
                                                        "list", env=bare, cwd=folder))
    print(f"{wheel.name}: good", flush=True)


if __name__ == "__main__":
    typer.run(main)
