"""What keys, windows and words do on the whole screen."""
import pytest

from eckstein.tui.dialogs import LongText, NewGame, Question

from .helpers import (
    drawn,
    kept_moves,
    on_screen,
    table_of,
    text_of,
    typed,
    until,
    walk_to,
)


def test_taking_back():
    table = table_of("contra", "d1d2", "d7d6")

    async def back(app, pilot):
        await pilot.press("u")
        assert "Took back 1 move." in text_of(app.message)
        await pilot.press("u", "u")
        assert "There is no move to take back." in text_of(app.message)
    on_screen(table, back)
    assert table.board.ply == 0


def test_resigning_asks():
    table = table_of("contra", "d1d2")

    async def give_up(app, pilot):
        await pilot.press("r")
        assert isinstance(app.screen, Question)
        await pilot.press("n", "r", "y")
        await pilot.pause()
        assert "Black resigns. White wins." in text_of(app.message)
        await pilot.press("r")
        assert "There is no game to give up." in text_of(app.message)
        await pilot.press("enter")
        assert "n begins a new game." in text_of(app.message)
    on_screen(table, give_up)
    assert "[Termination \"resignation\"]" in table.kept.path.read_text()


def test_a_draw_between_people():
    table = table_of("contra", "d1d2")

    async def agree(app, pilot):
        await pilot.press("d", "n", "d", "y")
        await pilot.pause()
        assert "Draw by agreement." in text_of(app.message)
    on_screen(table, agree)
    assert "1/2-1/2" in table.kept.path.read_text()


def test_a_new_game_is_asked_for():
    table = table_of("contra", "d1d2")
    first = table.kept.path

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
        await until(pilot, lambda: table.board.game == "duell")
        assert table.kept.clock.increment == 3
        assert "5:00" in text_of(app.panel.query_one("#players"))
    on_screen(table, again)
    assert table.kept.path != first and first.exists()


def test_a_clock_that_is_none_is_quoted_as_it_was_typed():
    async def again(app, pilot):
        await pilot.press("n")
        app.screen.query_one("#clock").value = "[b]5[/x]"
        app.screen.query_one("#clock").focus()
        await pilot.press("enter")
        assert "'[b]5[/x]' is not a clock" in text_of(app.screen.query_one("#complaint"))
    on_screen(table_of("contra", "d1d2"), again)


def test_the_first_game_is_asked_for():
    table = table_of("contra")

    async def first(app, pilot):
        assert isinstance(app.screen, NewGame)
        app.screen.query_one("#game").value = "pur"
        await pilot.press("enter")
        await until(pilot, lambda: table.board.game == "pur")
    on_screen(table, first, ask=True)


@pytest.mark.parametrize("key", ["question_mark", "f1", "m"])
def test_pages_open_and_close(key):
    async def read(app, pilot):
        await pilot.press(key)
        if key == "m":
            assert "7 moves: a1-a2" in app.said
        else:
            assert isinstance(app.screen, LongText)
            await pilot.press("escape")
        assert app.focused is app.shown
    on_screen(table_of(), read)


def test_rules_can_be_read():
    async def read(app, pilot):
        await typed(pilot, "rules")
        assert isinstance(app.screen, LongText)
        await pilot.press("q")
        assert app.is_running
    on_screen(table_of("duell"), read)


def test_saving_loading_and_other_players(tmp_path):
    table = table_of("contra", "d1d2", "d7d6")

    async def words(app, pilot):
        await typed(pilot, "save copy.txt")
        assert text_of(app.message) == "Saved in copy.txt."
        await typed(pilot, "undo")
        await typed(pilot, "load copy.txt")
        assert table.board.ply == 2
        await typed(pilot, "black 4")
        assert table.kept.players == ("human", "level:4")
        await typed(pilot, "level 5")
        assert table.kept.players == ("human", "level:5")
        await typed(pilot, "clock")
        assert "no clock" in text_of(app.message)
        await typed(pilot, "position")
        assert table.board.position() in text_of(app.message)
    on_screen(table, words)


def test_turning_the_board():
    async def turn(app, pilot):
        await pilot.press("f")
        assert drawn(app)[1].startswith(" 1  5(6)2")
        await walk_to(app, pilot, "d1")
        await pilot.press("enter", "down", "enter")
    table = table_of()
    on_screen(table, turn)
    assert kept_moves(table) == ["d1-d2"]


def test_quitting_keeps_the_game():
    table = table_of("contra", "d1d2")

    async def leave(app, pilot):
        await pilot.press("q")
        await pilot.pause()
    app = on_screen(table, leave)
    assert "The game is kept in" in app.farewell()
    assert "--resume" in app.farewell()
