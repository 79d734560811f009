"""Computers, hints, values and clocks on the whole screen."""
import pytest

from eckstein.session.clock import Clock

from .helpers import (
    drawn,
    on_screen,
    session_of,
    text_of,
    typed,
    until,
)


def test_a_computer_answers():
    session = session_of(players=("human", "level:3"))

    async def play(app, pilot):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: session.board.ply == 2)
        assert "Black plays a7-a6." in text_of(app.message)
        await pilot.press("u")
        assert session.board.ply == 0
    on_screen(session, play)


def test_simple_computers_play_to_the_end():
    session = session_of(players=("random", "greedy"))

    async def watch(app, pilot):
        await until(pilot, session.saved.over)
        await until(pilot, lambda: session.end() in text_of(app.message))
    on_screen(session, watch)


def test_two_computers_pause():
    session = session_of(players=("random", "random"))

    async def watch(app, pilot):
        await pilot.press("p")
        stood = session.board.ply
        await pilot.pause(0.5)
        assert session.board.ply == stood and "Paused" in text_of(app.message)
        await pilot.press("p")
        await until(pilot, lambda: session.board.ply > stood)
    on_screen(session, watch, pace=0.3)


@pytest.mark.long
def test_a_game_that_is_over_does_not_pause():
    session = session_of(players=("random", "random"))

    async def watch(app, pilot):
        await until(pilot, session.saved.over)
        await pilot.press("p")
        assert text_of(app.message) == "The game is over."
    on_screen(session, watch)


def test_the_board_stays_awake_while_a_computer_thinks():
    session = session_of(players=("human", "level:3"))

    async def meanwhile(app, pilot):
        await typed(pilot, "d1d2")
        await pilot.press("up", "f")
        app.pick("d7")
        assert text_of(app.message) == "It is the computer's turn."
        await pilot.press("u")
        assert session.board.ply == 0
        await pilot.press("q")
    on_screen(session, meanwhile, way="waits")


def test_an_engine_that_dies_is_told():
    session = session_of(players=("human", "level:3"))

    async def play(app, pilot):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: "has stopped" in app.state.said)
        await typed(pilot, "black human")
        await typed(pilot, "d7d6")
        assert session.board.ply == 2
    on_screen(session, play, way="dies")


def test_a_hint_is_shown_on_the_board():
    async def ask(app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: "Hint: a1-a2" in text_of(app.message))
        assert "+1.20" in text_of(app.message)
        assert "(3)" in drawn(app)[16]
    on_screen(session_of(), ask)


def test_the_value_follows_the_game():
    async def ask(app, pilot):
        value = app.panel.query_one("#value")
        await pilot.press("e")
        await until(pilot, lambda: "+1.20" in text_of(value))
        await typed(pilot, "d1d2")
        await until(pilot, lambda: "-1.20" in text_of(value))
        await pilot.press("e")
        assert not value.display
    on_screen(session_of(), ask)


# Clocks.

def test_time_that_is_up_ends_the_game():
    now = [0.0]
    clock = Clock(60, 0, lambda: now[0])
    session = session_of("contra", clock=clock)

    async def wait(app, pilot):
        assert "1:00" in text_of(app.panel.query_one("#players"))
        now[0] = 61.0
        await until(pilot, session.saved.over)
        assert "White's time is up. Black wins." in text_of(app.message)
    on_screen(session, wait)
    assert '[Termination "time forfeit"]' in session.saved.path.read_text()
