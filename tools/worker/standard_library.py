"""Pyodide's standard library, compiled: as sources, each module would be compiled at each start.

Modules without use in a browser, or for programmers alone, are left out.
"""
import tempfile
import zipfile
from pathlib import Path

from .compiled import PYODIDE, compile_files, pack

PLACE = "/lib/python314.zip"
WITHOUT = {
    "__hello__", "__phello__", "_markupbase", "_pydatetime", "_pydecimal", "_pyio", "_pyrepl",
    "antigravity", "asyncio/__main__", "asyncio/proactor_events", "asyncio/tools",
    "asyncio/windows_events", "asyncio/windows_utils", "bdb", "cProfile", "cmd", "code",
    "colorsys", "compileall", "concurrent/futures/interpreter", "concurrent/futures/process",
    "concurrent/interpreters", "configparser", "ctypes/_aix", "ctypes/macholib", "ctypes/util",
    "ctypes/wintypes", "doctest", "email/mime", "ensurepip", "filecmp", "fileinput", "fractions",
    "ftplib", "getpass", "graphlib", "html/parser", "http/server", "idlelib", "imaplib",
    "json/__main__", "json/tool", "lib2to3", "logging/config", "logging/handlers", "mailbox",
    "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb", "pickletools",
    "pip", "plistlib", "poplib", "profile", "pstats", "pty", "pyclbr", "pydoc", "pydoc_data",
    "sched", "shelve", "smtplib", "socketserver", "sqlite3", "sre_compile", "sre_constants",
    "sre_parse", "statistics", "symtable", "sysconfig/__main__", "tabnanny", "test", "this",
    "timeit", "tkinter", "trace", "tty", "turtle", "turtledemo", "unittest", "urllib/robotparser",
    "venv", "wave", "webbrowser", "wsgiref", "xml/dom", "xml/etree", "xmlrpc", "zipapp",
    "zipfile/__main__",
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
