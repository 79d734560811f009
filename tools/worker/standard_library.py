"""Pyodide's standard library, compiled: as sources, each module would be compiled at each start.

What nothing in a browser can use, or only people who write programs, is left out.
"""
import tempfile
import zipfile
from pathlib import Path

from .compiled import PYODIDE, compile_files, pack

PLACE = "/lib/python314.zip"
WITHOUT = {
    "_pyrepl", "bdb", "cProfile", "cmd", "code", "doctest", "ensurepip", "ftplib", "idlelib",
    "imaplib", "lib2to3", "mailbox", "multiprocessing", "optparse", "pdb", "pip", "poplib",
    "profile", "pstats", "pydoc", "pydoc_data", "smtplib", "sqlite3", "test", "tkinter", "trace",
    "turtle", "turtledemo", "unittest", "venv", "wave", "wsgiref", "xmlrpc", "zipapp",
}
# The encodings that are left: all that Python itself, archives and addresses of the web use.
ENCODINGS = {"__init__", "aliases", "ascii", "charmap", "cp1252", "cp437", "idna", "latin_1",
             "punycode", "raw_unicode_escape", "undefined", "unicode_escape", "utf_16", "utf_16_be",
             "utf_16_le", "utf_32", "utf_8", "utf_8_sig"}


def make(target: Path) -> None:
    """Write the library."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
            archive.extractall(folder, filter(is_wanted, archive.namelist()))
        compile_files(folder, PLACE)
        pack(folder, target)


def is_wanted(member: str) -> bool:
    """Whether a file of the library is taken."""
    top, *below = member.removesuffix(".py").split("/")
    return below[0] in ENCODINGS if top == "encodings" and below else top not in WITHOUT
