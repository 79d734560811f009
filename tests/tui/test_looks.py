"""The whole screen in all sizes, and with all numbers of colours."""
from eckstein import Board

from .helpers import (
    LARGE,
    SMALL,
    drawn,
    on_screen,
    session_of,
    text_of,
    until,
)


def test_the_list_shows_the_last_move_and_wraps_none():
    position, texts = "PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7", []
    board = Board("pur", position)
    while board.ply < 50:
        move = max(board.legal_moves, key=lambda move: (len(board.text(move)), board.text(move)))
        texts.append(board.text(move))
        board.push(move)
    session = session_of("pur", *texts)

    async def look(app, pilot):
        await pilot.pause()
        moves = app.panel.moves
        lines = text_of(moves.query_one("#list")).splitlines()
        assert max(map(len, lines)) <= moves.size.width
        assert len(lines) > 25 and moves.scroll_y == len(lines) - moves.size.height
    on_screen(session, look)


def test_resizing_keeps_everything_in_place():
    session = session_of("duell", "D1-e6")

    async def resize(app, pilot):
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: len(drawn(app)) == 17)
        assert app.shown.region.bottom <= app.message.region.y
        assert app.panel.region.width >= 20
        await pilot.resize_terminal(140, 50)
        await until(pilot, lambda: len(drawn(app)) == 41)
        await pilot.resize_terminal(40, 12)
        await until(pilot, lambda: len(drawn(app)) == 9)
    on_screen(session, resize, size=LARGE)


def test_board_and_panel_stand_in_the_middle_of_a_large_screen():
    async def look(app, pilot):
        left = app.shown.region.x
        right = app.size.width - app.panel.region.right
        assert left > 0 and abs(left - right) <= 1
    on_screen(session_of(), look, size=(180, 45))


def test_without_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(app, pilot):
        await pilot.press("tab", "enter", "tab")
        colours = {style.color for style in styles(app)} | {style.bgcolor for style in styles(app)}
        assert {colour.name for colour in colours if colour} <= {"default"}
        assert ">" in drawn(app)[16][3] and "*" in drawn(app)[19][3]
    on_screen(session_of(), look)


def test_with_sixteen_colours(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM")

    async def look(app, pilot):
        assert all(colour is None or colour.is_default or colour.number < 16
                   for style in styles(app) for colour in (style.color, style.bgcolor))
    on_screen(session_of(), look)


def styles(app):
    """The styles of all that is on the screen."""
    return [segment.style for line in app.screen._compositor.render_strips() for segment in line
            if segment.style]
