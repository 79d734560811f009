"""Files compiled by the Python that will run them, and packed so that the same ones give one zip."""
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
    done = subprocess.run(["node", str(Path(__file__).with_name("compile.mjs")), str(folder),
                           str(PYODIDE), place], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"Pyodide cannot compile the files: {done.stderr[-2000:]}")
    listed.unlink()


def pack(folder: Path, target: Path) -> None:
    """Put all files of a folder into a zip."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), DATE)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
