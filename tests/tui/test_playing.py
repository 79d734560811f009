"""Whole games on the screen: by keys, by mouse, by typing; and what is said meanwhile."""
import functools

import pytest
from textual import events
from textual.widgets import Static

from eckstein import Board
from eckstein.engine.limits import Limits
from eckstein.engine.players import make_player
from eckstein.tui.dialogs import Page

from ..helpers import in_games
from .helpers import (
    LARGE,
    drawn,
    on_screen,
    place_of,
    saved_moves,
    session_of,
    text_of,
    typed,
    until,
    walk_to,
)


@functools.cache
def short_game(game):
    """The end of a game: the position it begins from, and the texts of its moves."""
    for seed in range(100):
        board, texts = Board(game), []
        players = [make_player(text, board) for text in ("greedy", "random")]
        for player in players:
            player.new_game(seed)
        while not board.is_game_over() and board.ply < 80:
            move = players[board.ply % 2].play(board, Limits()).move
            texts.append(board.text(move))
            board.push(move)
        if board.is_game_over() and board.ply > 9 and "--" not in texts[-10:]:
            for _ in range(10):
                board.pop()
            return board.position(), texts[-10:]
    raise AssertionError("no game was short enough")


async def enter_way(pilot, app, text):
    """Choose the way with this text, if there was a choice to make."""
    if app.state.shown.picking.ways:
        at = [way["text"] for way in app.state.shown.picking.ways].index(text)
        await pilot.pause()
        await pilot.press(*["tab"] * at, "enter")
        await pilot.pause()


def ends_of(app, text):
    """Where a move begins and ends, as it is picked."""
    for origin in app.state.shown.picking.choices.origins():
        for target, ways in app.state.shown.picking.choices.targets(origin).items():
            if any(way["text"] == text for way in ways):
                return origin, target
    raise AssertionError(f"{text} cannot be picked")


@pytest.mark.parametrize("game", ["contra", pytest.param("echek", marks=pytest.mark.long)])
def test_a_whole_game_by_keys(game):
    position, texts = short_game(game)
    session = session_of(game, position=position)

    async def play(app, pilot):
        while not session.saved.over():
            text = texts[session.board.ply]
            origin, target = ends_of(app, text)
            if len(origin) == 1:
                hand = [name for name in "QRBNP" if name in
                        [other.upper() for other in app.state.shown.picking.choices.origins()]]
                await pilot.press(str(hand.index(origin.upper()) + 1))
            else:
                await walk_to(app, pilot, origin)
                await pilot.press("enter")
            assert app.state.shown.picking.chosen == origin
            await walk_to(app, pilot, target)
            await pilot.press("enter")
            await enter_way(pilot, app, text)
        assert session.end() in text_of(app.message)
    on_screen(session, play)
    assert len(saved_moves(session)) == len(texts) == session.board.ply


@pytest.mark.parametrize("game", ["ecke", pytest.param("duell", marks=pytest.mark.long)])
def test_a_whole_game_by_mouse(game):
    position, texts = short_game(game)
    session = session_of(game, position=position)

    async def play(app, pilot):
        while not session.saved.over():
            text = texts[session.board.ply]
            for square in ends_of(app, text):
                await pilot.click(app.shown, offset=place_of(app, square))
            await enter_way(pilot, app, text)
    on_screen(session, play, size=LARGE)
    assert len(saved_moves(session)) == len(texts)


@in_games("contra", "echek")
def test_a_whole_game_by_typing(game):
    position, texts = short_game(game)
    session = session_of(game, position=position)

    async def play(app, pilot):
        while not session.saved.over():
            await typed(pilot, texts[session.board.ply])
    on_screen(session, play)
    assert len(saved_moves(session)) == len(texts)


def test_what_comes_all_at_once_is_typed_in_its_order():
    session = session_of()

    async def play(app, pilot):
        for key in ("slash", *"f1f2", "enter"):
            app.post_message(events.Key(key, {"slash": "/", "enter": "\r"}.get(key, key)))
        await until(pilot, lambda: session.board.ply)
        assert not app.state.shown.flipped and app.focused is app.shown
        await pilot.press("slash", "slash", "colon", "a", "escape", "question_mark", "slash")
        assert isinstance(app.screen, Page) and app.bottom.entry.value == "/:a"
    on_screen(session, play)
    assert saved_moves(session) == ["f1-f2"]


def test_dragging(tmp_path):
    session = session_of()

    async def play(app, pilot):
        await pilot.mouse_down(app.shown, offset=place_of(app, "d1"))
        await pilot.hover(app.shown, offset=place_of(app, "d2"))
        await pilot.mouse_up(app.shown, offset=place_of(app, "d2"))
        await pilot.pause()
    on_screen(session, play)
    assert saved_moves(session) == ["d1-d2"]


def test_a_move_is_on_disk_before_it_is_shown(monkeypatch):
    session = session_of()
    monkeypatch.setattr(session.saved, "_write", lambda: (_ for _ in ()).throw(
        OSError(28, "No space left on device")))

    async def play(app, pilot):
        await typed(pilot, "d1d2")
        assert "The move was not made" in text_of(app.message)
        assert "No space left" in app.state.said
        assert "5(6)2" in drawn(app)[19][24:31]
    on_screen(session, play)
    assert session.board.ply == 0


def test_what_is_taken_back_is_shown_though_it_cannot_be_written(monkeypatch):
    session = session_of("contra", "d1d2")
    monkeypatch.setattr(session.saved, "_write", lambda: (_ for _ in ()).throw(
        OSError(28, "No space left on device", "game.txt")))

    async def play(app, pilot):
        await typed(pilot, "undo")
        assert text_of(app.message) == "Cannot write game.txt: No space left on device."
        assert session.board.ply == 0 and "5(6)2" in drawn(app)[19][24:31]
    on_screen(session, play)


# What is said.

def test_what_a_move_will_do_is_said_before_it_is_made():
    session = session_of("contra", "c1c2", "a7a6", "d1d2", "c7c6", "d2d3", "c6c5", "d3d4", "c5c4")

    async def look(app, pilot):
        await walk_to(app, pilot, "c2")
        await pilot.press("enter")
        await walk_to(app, pilot, "c3")
        assert text_of(app.message).endswith(" ... (w shows all)")
        told = app.state.said
        assert told.startswith("c2-c3xc4: the die will show 1. Battle: c3 attacks with 5 (c3 + d4)"
                               " against 4 (c4): c4 falls.")
        assert "(1)" in drawn(app)[13][17:24]       # the ghost
        assert "c3" in text_of(app.panel.query_one("#die"))
    on_screen(session, look)
    assert session.board.ply == 8


def test_why_a_die_cannot_go_there():
    async def wrong(app, pilot):
        app.pick("d1")
        app.pick("d4")
        assert text_of(app.message) == (
            "A die tilts to an adjacent square, and d4 is farther away.")
        app.pick("d7")
        assert text_of(app.message) == "d7 is Black's; White is to move."
        app.pick("d4")
        assert text_of(app.message) == "d4 is empty."
    on_screen(session_of(), wrong)


BAD = ["xyzzy", "a1", "d1d9", "@", "save", "load nothing.txt", "goto x", "describe",
       "describe e5e6", "level 99", "white nobody", "new chess", "game 4", "list",
       "replay nothing.txt", "yes", "no", "level", "[red]", "save no/such/file",
       "load \\", "goto ²"]


def test_bad_input_gets_a_sentence():
    session = session_of("contra", "d1d2", "d7d6")

    async def wrong(app, pilot):
        for line in BAD:
            app.state.say("")
            app.do(line)
            await pilot.pause()
            told = app.state.said or text_of(app.screen.query(Static).first())
            assert told and told[0].isupper() and told[-1] in ".?", line
            if isinstance(app.screen, Page):
                await pilot.press("escape")
    on_screen(session, wrong)
    assert session.board.ply == 2


def test_several_ways_in_duell():
    session = session_of("duell", "D1-e6", "B8-b7")

    async def choose(app, pilot):
        app.pick("c1")
        await pilot.pause()
        await walk_to(app, pilot, "d2")
        assert "2 ways lead to d2" in text_of(app.message)
        await pilot.press("enter")
        await pilot.pause()
        assert app.focused is app.panel.ways
        assert app.panel.ways.option_count == 2
        await pilot.press("escape")
        await pilot.pause()
        assert app.focused is app.shown and app.state.shown.picking.chosen == "c1"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("tab")
        await pilot.pause()
        assert "c1-D2: the die will show 3." in text_of(app.message)
        await pilot.press("enter")
        await pilot.pause()
    on_screen(session, choose)
    assert saved_moves(session)[-1] == "c1-D2"


def test_ways_can_be_clicked():
    session = session_of("duell", "D1-e6", "B8-b7")

    async def choose(app, pilot):
        app.pick("c1")
        app.pick("d2")
        await pilot.pause()
        await pilot.click(app.panel.ways, offset=(2, 1))
        await pilot.pause()
    on_screen(session, choose)
    assert saved_moves(session)[-1] == "c1-D2"


def test_duel_is_said():
    async def look(app, pilot):
        await typed(pilot, "F1-e6")
        assert "DUEL!" in text_of(app.message)
        assert "DUEL!" in text_of(app.panel.query_one("#players"))
    on_screen(session_of("duell"), look)


def test_the_end_is_said():
    session = session_of("duell", "D1-D7", "I8-I3")

    async def win(app, pilot):
        await typed(pilot, "F1-e6")
        assert app.state.said == "White wins: DUEL-MATT. (Note: the mark ++ is missing.)"
        assert "White wins: DUEL-MATT." in text_of(app.panel.query_one("#players"))
    on_screen(session, win)
    assert "1-0" in session.saved.path.read_text()


def test_a_reserve_is_clicked_and_placed():
    session = session_of("echek")

    async def place(app, pilot):
        hands = app.panel.query_one("#hands")
        assert "White's hand: 1:Q 2:R 3:B 4:N 5:P" in text_of(hands)
        column = text_of(hands).splitlines()[1].index("4:N")
        await pilot.click(hands, offset=(column, 1))
        await pilot.pause()
        assert app.state.shown.picking.chosen == "N"
        await pilot.click(app.shown, offset=place_of(app, "l13"))
        await pilot.pause()
        assert "Black's hand: 1:q" in text_of(hands)
    on_screen(session, place)
    assert saved_moves(session) == ["N@l13"]


def test_a_pass_is_made_by_itself():
    session = session_of("contra", position="CAa2Ab3We5va3")

    async def play(app, pilot):
        await typed(pilot, "e5e6")
        assert "Black has no legal move and must pass" in text_of(app.message)
    on_screen(session, play)
    assert saved_moves(session) == ["e5-e6", "--"]
