"""The whole screen in all sizes, and with all numbers of colours."""
import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from eckstein import Board
from eckstein.record import read_records
from eckstein.session.replay import Replay
from eckstein.tui.dialogs import Page

from .helpers import (
    LARGE,
    SMALL,
    drawn,
    on_screen,
    session_of,
    text_of,
    typed,
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


def shown_on(app):
    """All that stands on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return ["".join(span.text for span in strip) for strip in strips]


async def read_to_the_end(pilot, page):
    """All that a page shows while the keys scroll it."""
    scroll, read = page.query_one(VerticalScroll), "\n".join(shown_on(pilot.app))
    while scroll.scroll_y < scroll.max_scroll_y:
        before = scroll.scroll_y
        await pilot.press("pagedown")
        await until(pilot, lambda before=before: scroll.scroll_y > before and (
            not pilot.app.animator.is_being_animated(scroll, "scroll_y")))
        read += "\n".join(shown_on(pilot.app))
    return read


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (140, 45)])
def test_no_message_is_cut(size):
    told = " ".join(f"word{number}" for number in range(150))

    async def read(app, pilot):
        app.state.say(told)
        app.show()
        await pilot.pause()
        message = text_of(app.message)
        assert message.endswith(" ... (w shows all)")
        shown = "".join(shown_on(app)[app.message.region.y:app.message.region.bottom])
        assert "(w shows all)" in shown                     # also after lines were broken
        for way in ("w", "click"):
            if way == "click":
                await pilot.click("#message")
            else:
                await pilot.press(way)
            page = app.screen
            assert isinstance(page, Page)
            seen = await read_to_the_end(pilot, page)
            assert all(f"{word} " in seen for word in told.split())
            await pilot.press("enter")
            assert app.focused is app.shown
    on_screen(session_of(), read, size=size)


def test_an_answer_without_room_opens_a_window():
    session = session_of("echek")

    async def ask(app, pilot):
        await typed(pilot, "standing")
        assert isinstance(app.screen, Page)
        [text] = [str(part.render()) for part in app.screen.query(Static)
                  if "foot" not in part.classes]
        assert text == "\n".join(session.standing(""))
    on_screen(session, ask, size=(60, 20))

    async def ask_for_less(app, pilot):
        await typed(pilot, "clock")
        assert not isinstance(app.screen, Page)
        assert text_of(app.message) == " ".join(session.obey("clock", "").told)
    on_screen(session, ask_for_less, size=LARGE)


def test_in_a_walk_all_that_is_told_of_a_move_can_be_read():
    text = '[Game "contra"]\n\n1. d1-d2 {%s} (1. c1-c2) d7-d6 *' % ("much to say " * 60 + "the end")

    async def read(app, pilot):
        await pilot.press("right_square_bracket", "w")
        [told] = [str(part.render()) for part in app.screen.query(Static)
                  if "foot" not in part.classes]
        assert "the end" in told and "c1-c2" in told and told.count("the end") == 1
    on_screen(None, read, walk=Replay(list(read_records(text))))
