"""Runs in Pyodide: which of a worker's modules cannot be imported there, and their sources."""
import hashlib
import importlib
import zipfile
from pathlib import Path

PLACE = Path("/eckstein")
LIBRARY = "/lib/python314.zip"
# What is imported only for one game (`eckstein.kernel.specialise`), or is run.
APART = ("eckstein.games.", "eckstein.search.")


def failing():
    """The names of these modules, each with the reason."""
    packed = [path.relative_to(PLACE).as_posix() for path in PLACE.rglob("*.py*")
              if path.parent.name != "__pycache__"]
    with zipfile.ZipFile(LIBRARY) as library:
        packed += library.namelist()
    for name in sorted({path.partition(".py")[0].removesuffix("/__init__").replace("/", ".")
                        for path in packed if ".py" in path}):
        if not name.startswith(APART):
            try:
                importlib.import_module(name)
            except ImportError as error:
                yield f"{name}: {error}"


def digests(game):
    """The digest of each source that a game's library was made from."""
    from eckstein.kernel.binding import described
    for name in sorted(described(game).sources):
        yield f"{name} {hashlib.sha256((PLACE / 'eckstein' / name).read_bytes()).hexdigest()}"
