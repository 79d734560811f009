"""Where the program keeps what belongs to its user, and finds tables and books that came with it.

His folder is `$ECKSTEIN_DATA`, else `eckstein` under `$XDG_DATA_HOME` or `~/.local/share`.  Tables
of endings and opening books come with the package; `$ECKSTEIN_TABLES` and `$ECKSTEIN_BOOKS` name
other folders of them.
"""
import os
from pathlib import Path


def data_folder() -> Path:
    """The folder for games and other things worth keeping; it need not exist yet."""
    if chosen := os.environ.get("ECKSTEIN_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "eckstein"


def tables_folder() -> Path:
    """The folder of the tables that the package contains; it need not exist."""
    return Path(os.environ.get("ECKSTEIN_TABLES") or Path(__file__).parent / "table_files")


def books_folder() -> Path:
    """The folder of the opening books that the package contains; it need not exist."""
    return Path(os.environ.get("ECKSTEIN_BOOKS") or Path(__file__).parent / "book")
