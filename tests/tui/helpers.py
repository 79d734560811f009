"""Games on a screen that nobody sees."""
import asyncio
import sys
import time
from pathlib import Path

from eckstein import Board
from eckstein.record import read_records
from eckstein.session.saved_game import SavedGame
from eckstein.session.session import Session
from eckstein.session.thinking import Thinking
from eckstein.tui.board_app import BoardApp
from eckstein.tui.cells import LABEL
from eckstein.tui.state import PlayState

from ..helpers import PATIENCE

PEOPLE = ("human", "human")
SMALL, LARGE = (80, 24), (140, 45)


def quick(way=""):
    """The command of an engine that answers at once, or misbehaves."""
    return [sys.executable, str(Path(__file__).with_name("quick_engine.py")), *([way] * bool(way))]


def session_of(game="contra", *moves, players=PEOPLE, position=None, clock=None, **options):
    """A session in which these moves have been made."""
    kept = SavedGame.open(Board(game, position, **options), players, None)
    session = Session(kept, clock)
    for move in moves:
        session.make(session.read(move).move)
    return session


def on_screen(session, scenario, size=SMALL, walk=None, way="", speed=0.0, ask=False,
              pace=0.0):
    """Let a scenario (an async function of app and pilot) happen on a screen; return the app."""
    async def happen():
        app = BoardApp(PlayState(session, walk, speed, ask), Thinking(1, quick(way)), pace)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scenario(app, pilot)
        return app
    return asyncio.run(happen())


async def typed(pilot, text):
    """Type a line at the bottom of the screen."""
    await pilot.press("slash")
    pilot.app.bottom.entry.value = text[:-1]
    pilot.app.bottom.entry.cursor_position = len(text) - 1
    await pilot.press(text[-1], "enter")


async def walk_to(app, pilot, square):
    """Bring the cursor to a square with the arrow keys."""
    lines = app.state.shown.squares()
    places = {name: (x, y) for y, line in enumerate(lines) for x, name in enumerate(line)}
    (x, y), (u, v) = places[app.state.shown.cursor], places[square]
    await pilot.press(*["right" if u > x else "left"] * abs(u - x),
                      *["down" if v > y else "up"] * abs(v - y))
    assert app.state.shown.cursor == square


def place_of(app, square):
    """Where a square is on the board, as (x, y) of its middle."""
    for y, line in enumerate(app.state.shown.squares()):
        if square in line:
            width, height = app.shown.cell
            return LABEL + line.index(square) * width + width // 2, y * height + height // 2
    raise AssertionError(f"{square} is not shown")


async def until(pilot, condition):
    """Let the screen live until something holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        await pilot.pause(0.01)


def text_of(widget):
    """What a text on the screen says."""
    return str(widget.render())


def drawn(app):
    """The board as it is drawn, without colours."""
    return ["".join(span.text for span in line) for line in app.shown._lines]


def saved_moves(session):
    """The moves that are on disk."""
    [*_, record] = read_records(session.saved.path.read_text(encoding="utf-8"))
    return [node.text for node in record.mainline()]
