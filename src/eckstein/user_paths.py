"""Where the program keeps what belongs to its user.

The folder is `$ECKSTEIN_DATA`, else `eckstein` under `$XDG_DATA_HOME` or `~/.local/share`.
"""
import os
from pathlib import Path


def data_folder() -> Path:
    """The folder for games and other things worth keeping; it need not exist yet."""
    if chosen := os.environ.get("ECKSTEIN_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "eckstein"
