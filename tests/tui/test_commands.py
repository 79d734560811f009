"""What keys, windows and words do on the whole screen."""
import pytest

from eckstein.tui.dialogs import NewGame, Page, Question

from .helpers import (
    drawn,
    on_screen,
    saved_moves,
    session_of,
    text_of,
    typed,
    until,
    walk_to,
)


def test_taking_back():
    session = session_of("contra", "d1d2", "d7d6")

    async def back(app, pilot):
        await pilot.press("u")
        assert "Took back 1 move." in text_of(app.message)
        await pilot.press("u", "u")
        assert "There is no move to take back." in text_of(app.message)
    on_screen(session, back)
    assert session.board.ply == 0


def test_resigning_asks():
    session = session_of("contra", "d1d2")

    async def give_up(app, pilot):
        await pilot.press("r")
        assert isinstance(app.screen, Question)
        await pilot.press("n", "r", "y")
        await pilot.pause()
        assert "Black resigns. White wins." in text_of(app.message)
        await pilot.press("r")
        assert "There is no game to resign." in text_of(app.message)
        await pilot.press("enter")
        assert "Press n for a new game." in text_of(app.message)
    on_screen(session, give_up)
    assert "[Termination \"resignation\"]" in session.saved.path.read_text()


def test_moves_of_an_ending_are_listed_by_what_they_are_worth(with_tables):
    async def listed(app, pilot):
        await pilot.press("m")
        assert "Won in 2: D7-D8 d7-e7. Won in 4: D7-D6 d7-c7." in " ".join(
            text_of(app.message).split())
    on_screen(session_of("duell", position="DZd7za2"), listed)


def test_a_draw_between_people():
    session = session_of("contra", "d1d2")

    async def agree(app, pilot):
        await pilot.press("d", "n", "d", "y")
        await pilot.pause()
        assert "Draw by agreement." in text_of(app.message)
    on_screen(session, agree)
    assert "1/2-1/2" in session.saved.path.read_text()


def test_a_new_game_is_asked_for():
    session = session_of("contra", "d1d2")
    first = session.saved.path

    async def again(app, pilot):
        await pilot.press("n")
        assert isinstance(app.screen, NewGame)
        app.screen.query_one("#game").value = "duell"
        app.screen.query_one("#clock").value = "abc"
        await pilot.press("enter")
        await pilot.pause()
        assert "is not a clock" in text_of(app.screen.query_one("#complaint"))
        app.screen.query_one("#clock").value = "5+3"
        app.screen.query_one("#clock").focus()
        await pilot.press("enter")
        await until(pilot, lambda: session.board.game == "duell")
        assert session.saved.clock.increment == 3
        assert "5:00" in text_of(app.panel.query_one("#players"))
    on_screen(session, again)
    assert session.saved.path != first and first.exists()


def test_a_clock_that_is_none_is_quoted_as_it_was_typed():
    async def again(app, pilot):
        await pilot.press("n")
        app.screen.query_one("#clock").value = "[b]5[/x]"
        app.screen.query_one("#clock").focus()
        await pilot.press("enter")
        assert "'[b]5[/x]' is not a clock" in text_of(app.screen.query_one("#complaint"))
    on_screen(session_of("contra", "d1d2"), again)


def test_the_first_game_is_asked_for():
    session = session_of("contra")

    async def first(app, pilot):
        assert isinstance(app.screen, NewGame)
        app.screen.query_one("#game").value = "pur"
        await pilot.press("enter")
        await until(pilot, lambda: session.board.game == "pur")
    on_screen(session, first, ask=True)


@pytest.mark.parametrize("key", ["question_mark", "f1", "m"])
def test_pages_open_and_close(key):
    async def read(app, pilot):
        await pilot.press(key)
        if key == "m":
            assert "7 moves: a1-a2" in app.state.said
        else:
            assert isinstance(app.screen, Page)
            await pilot.press("escape")
        assert app.focused is app.shown
    on_screen(session_of(), read)


def test_rules_can_be_read():
    async def read(app, pilot):
        await typed(pilot, "rules")
        assert isinstance(app.screen, Page)
        await pilot.press("q")
        assert app.is_running
    on_screen(session_of("duell"), read)


def test_saving_loading_and_other_players(tmp_path):
    session = session_of("contra", "d1d2", "d7d6")

    async def words(app, pilot):
        await typed(pilot, "save copy.txt")
        assert text_of(app.message) == "Saved in copy.txt."
        await typed(pilot, "undo")
        await typed(pilot, "load copy.txt")
        assert session.board.ply == 2
        await typed(pilot, "black 4")
        assert session.saved.players == ("human", "level:4")
        await typed(pilot, "level 5")
        assert session.saved.players == ("human", "level:5")
        await typed(pilot, "clock")
        assert "no clock" in text_of(app.message)
        await typed(pilot, "position")
        assert session.board.position() in text_of(app.message)
    on_screen(session, words)


def test_turning_the_board():
    async def turn(app, pilot):
        await pilot.press("f")
        assert drawn(app)[1].startswith(" 1  5(6)2")
        await walk_to(app, pilot, "d1")
        await pilot.press("enter", "down", "enter")
    session = session_of()
    on_screen(session, turn)
    assert saved_moves(session) == ["d1-d2"]


def test_quitting_keeps_the_game():
    session = session_of("contra", "d1d2")

    async def leave(app, pilot):
        await pilot.press("q")
        await pilot.pause()
    app = on_screen(session, leave)
    assert "The game is saved in" in app.state.session.farewell()
    assert "--resume" in app.state.session.farewell()
