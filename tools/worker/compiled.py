"""Files compiled by the Python that will run them, and packed: the same files give one archive.

Python itself reads its library from a zip.  All else is unpacked by web/worker/python.ts, and
compressed as a whole: zstd then sees what files have in common, as a zip by itself cannot.
"""
import json
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

from .wheel import ROOT

PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
DATE = 1980, 1, 1, 0, 0, 0


def compile_files(folder: Path, place: str, sources: Sequence[str] = ()) -> None:
    """Replace the Python files of a folder by what they are compiled to.

    Args:
        folder: with the files.
        place: where they will be.
        sources: the names of files that stay beside their compiled form.

    Raises:
        SystemExit: with what Pyodide says, if one cannot be compiled.
    """
    listed = folder / "sources.json"
    listed.write_text(json.dumps(sorted(sources)))
    _run("compile", folder, place)
    listed.unlink()


def squeeze(folder: Path) -> None:
    """Compress all zips of a folder as wholes, each NAME.zip into NAME.zip.zst.

    The contents of NAME.like, if it is there, are a dictionary that readers of NAME have already.

    Raises:
        SystemExit: with what Pyodide says, if one cannot be compressed.
    """
    _run("squeeze", folder)


def _run(task: str, folder: Path, *arguments: str) -> None:
    done = subprocess.run(["node", str(Path(__file__).with_name(f"{task}.mjs")), str(folder),
                           str(PYODIDE), *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"Pyodide cannot {task} the files: {done.stderr[-2000:]}")


def pack(folder: Path, target: Path, method: int = zipfile.ZIP_DEFLATED) -> None:
    """Put all files of a folder into a zip, each compressed by a method for itself."""
    with zipfile.ZipFile(target, "w", compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), DATE)
                info.compress_type = method
                archive.writestr(info, path.read_bytes())
