"""Rooms, each of which imports only from those before it: what tests hold, and docs/house.md shows.

What lies in a room of Python, its docstring says.
"""
from __future__ import annotations

import ast
import re
from pathlib import Path

from eckstein.server.installed import PARTS

SOURCES = Path(__file__).parents[2] / "src" / "eckstein"
FLOORS = {
    "ground": ("base", "words"),
    "kernel": ("contract", "kernel"),
    "games": ("games",),
    "search": ("search",),
    "board": ("notation", "board", "record"),
    "pictures": ("render",),
    "engine": ("engine",),
    "research": ("lab", "ahead"),
    "at the board": ("wire", "session", "client"),
    "houses": ("server", "browser", "tui", "cli"),
}
"""The rooms of src/eckstein/, by floor."""
SERVER = ("ops", "game", "hub", "work", "store", "rooms", "database", "settings", "opened", "part",
          "net", "parts", "installed", "connection", "service", "api", "described", "app",
          "serving")
"""The folders and files of src/eckstein/server/."""
WEB = {
    "wire": "types of all messages, made from those of the server",
    "board/view": "what the board is told: positions, what a move does, recorded games",
    "board/words": "what the board says, in any language",
    "board/space": "projection, squares, how pieces lie and move",
    "board/state": "what is shown, picked, asked and set up; settings",
    "board/drawing": "colours, dice, ground, and the stage on which they move",
    "board/marks": "hints, ways, arrows, battles, premoves; the squares as a grid",
    "board/panels": "reserves, the unfolded die, questions, the palette, a film's buttons",
    "board/renderer.ts": "draws everything anew when the state has changed",
    "board/heard": "announcements and sounds",
    "board/input": "pointer, keys, looking around, setting up by hand, premoves",
    "board": "the element, and its interaction, which is loaded later",
    "worker": "the server in a worker, its engines, and their helpers",
    "app/src/browser": "storage, settings, the address bar, the window, keys, the clipboard",
    "app/src/net": "questions and messages to a server, or to the worker",
    "app/src/words": "the words of the language; names of players, games and levels; reasons",
    "app/src/places": "which of server and worker answers; notices; addresses of positions",
    "app/src/basic": "buttons, dialogs, tabs and the like, which know no games",
    "app/src/study": "chapters, trees of moves, values, merging two versions, storing",
    "app/src/choice": "games, levels, clocks and rules to choose from",
    "app/src/kept": "what this browser keeps, and a file with all of it",
    "app/src/room": "a board that is always in sight, with moves and tools around it",
    "app/src/people": "the visitor, and opponents: challenges, seeks, calls to a tournament",
    "app/src/game": "a game that is played, how one begins, how it is shared",
    "app/src/frame": "bars, notices, and dialogs that open anywhere",
    "app/src/pages": "a folder for each page",
    "app": "where all pages begin, and the service worker",
    "game": "the board to play on, for other people's pages",
}
"""The rooms of web/."""


def _about(path: Path) -> str:
    """The first sentence of the docstring of a module, or of a package."""
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=\.)\s", " ".join(told.split()))[0].removesuffix(".")


def _rooms() -> str:
    rows = [f"| {floor if room == rooms[0] else ''} | `{room}/` | {_about(SOURCES / room)} |"
            for floor, rooms in FLOORS.items() for room in rooms]
    return "\n".join(["| floor | room | what is there |", "|-|-|-|", *rows])


def _server() -> str:
    rows = [f"| `{name}{'/' if (SOURCES / 'server' / name).is_dir() else '.py'}` | "
            f"{_about(SOURCES / 'server' / name)} |" for name in SERVER]
    return "\n".join(["| in `server/` | what is there |", "|-|-|", *rows])


def _parts() -> str:
    return "\n".join(["| part | needs | about |", "|-|-|-|", *(
        f"| `{part.name}` | {', '.join(part.needs)} | {part.about} |" for part in PARTS)])


def _pages() -> str:
    return "\n".join(["| in `web/` | what is there |", "|-|-|", *(
        f"| `{room}{'' if '.' in room else '/'}` | {told} |" for room, told in WEB.items())])


TABLES = {"rooms": _rooms, "the server": _server, "parts": _parts, "the pages": _pages}
