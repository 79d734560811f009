"""Pyodide's standard library, compiled: as sources, each module would be compiled at each start.

What nothing in a browser can use, or only people who write programs, is left out.
"""
import tempfile
import zipfile
from pathlib import Path

from .compiled import PYODIDE, compile_files, pack

PLACE = "/lib/python314.zip"
WITHOUT = {
    "_pyio", "_pyrepl", "asyncio/proactor_events", "asyncio/windows_events",
    "asyncio/windows_utils", "bdb", "cProfile", "cmd", "code", "configparser", "doctest",
    "ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3", "logging/config", "logging/handlers",
    "mailbox", "multiprocessing", "optparse", "pdb", "pickletools", "pip", "plistlib", "poplib",
    "profile", "pstats", "pty", "pydoc", "pydoc_data", "smtplib", "sqlite3", "statistics", "test",
    "tkinter", "trace", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser",
    "wsgiref", "xml/dom", "xml/etree", "xmlrpc", "zipapp",
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
    parts = member.removesuffix(".py").split("/")
    if parts[0] == "encodings":
        return parts[1] in ENCODINGS
    return not any("/".join(parts[:count]) in WITHOUT for count in range(1, len(parts) + 1))
