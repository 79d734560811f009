"""Where the program keeps what belongs to its user, and finds what came with it.

His folder is `$ECKSTEIN_DATA`, else `eckstein` under `$XDG_DATA_HOME` or `~/.local/share`.  Tables
of endings, opening books and nets come with the package; `$ECKSTEIN_TABLES`, `$ECKSTEIN_BOOKS` and
`$ECKSTEIN_NETS` name other folders of them.  The distribution `eckstein-tables` holds larger
tables.
"""
import functools
import importlib.util
import os
from pathlib import Path

HOME = Path(__file__).parent.parent      # of the package
TABLES_PACKAGE = "eckstein_tables"


def data_folder() -> Path:
    """The folder for games and other things worth keeping; it need not exist yet."""
    if chosen := os.environ.get("ECKSTEIN_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "eckstein"


def tables_folder() -> Path:
    """The folder of the tables that the package contains; it need not exist."""
    return Path(os.environ.get("ECKSTEIN_TABLES") or HOME / "table_files")


def tables_folders() -> tuple[Path, ...]:
    """All folders of tables that were installed, those of `eckstein-tables` first.

    `$ECKSTEIN_TABLES` stands for all of them.
    """
    larger = None if os.environ.get("ECKSTEIN_TABLES") else tables_of_package()
    return (larger, tables_folder()) if larger else (tables_folder(),)


@functools.cache
def tables_of_package() -> Path | None:
    """The folder of the tables of `eckstein-tables`; None if that is not installed."""
    return next(filter(Path.is_dir, folders_of(TABLES_PACKAGE, "files")), None)


def folders_of(package: str, name: str) -> list[Path]:
    """Where a package has a folder of this name, if it is installed and has it."""
    found = importlib.util.find_spec(package)
    return [Path(place, name) for place in (found and found.submodule_search_locations) or ()]


def books_folder() -> Path:
    """The folder of the opening books that the package contains; it need not exist."""
    return Path(os.environ.get("ECKSTEIN_BOOKS") or HOME / "engine/books")


def nets_folder() -> Path:
    """The folder of the nets that the package contains; it need not exist."""
    return Path(os.environ.get("ECKSTEIN_NETS") or HOME / "engine/nets")
