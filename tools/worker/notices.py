"""The licences of what the worker loads, which ask that their notices come with every copy."""
import importlib.metadata
import json
import sysconfig
from collections.abc import Iterable
from pathlib import Path

from .compiled import PYODIDE

MOZILLA = """The Mozilla Public License, version 2.0, is at https://mozilla.org/MPL/2.0/.
The source of Pyodide {version} is at https://github.com/pyodide/pyodide/tree/{version}.
Its files are copied here unchanged, but for the standard library of Python, which is compiled, and
without parts that nothing here uses.
"""


def text(distributions: Iterable[str]) -> str:
    """All notices.

    Args:
        distributions: those with files in the archive.

    Raises:
        SystemExit: if one comes without its licence.
    """
    pyodide = json.loads((PYODIDE / "package.json").read_text())
    parts = ["# What the worker loads, and its licences\n",
             _part("Pyodide", pyodide["version"], pyodide["license"],
                   MOZILLA.format(version=pyodide["version"])),
             _part("Python", "3.14", "PSF-2.0",
                   (Path(sysconfig.get_path("stdlib")) / "LICENSE.txt").read_text())]
    gifenc = PYODIDE.with_name("gifenc")
    about_gifenc = json.loads((gifenc / "package.json").read_text())
    parts.append(_part("gifenc", about_gifenc["version"], about_gifenc["license"],
                       (gifenc / "LICENSE.md").read_text()))
    for name in sorted(distributions):
        files = [file for file in importlib.metadata.files(name) or []
                 if ".dist-info" in file.parts[0] and file.stem.startswith(("LICENSE", "NOTICE"))]
        if not files:
            raise SystemExit(f"{name} comes without its licence, which its files need")
        about = importlib.metadata.metadata(name)
        parts.append(_part(name, about["Version"], about["License-Expression"] or "see below",
                           "\n".join(file.read_text() for file in files)))
    return "\n".join(parts)


def _part(name: str, version: str, licence: str, words: str) -> str:
    return f"## {name} {version} ({licence})\n\n{words}"
