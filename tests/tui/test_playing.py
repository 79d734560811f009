"""Whole games on the screen: by keys, by mouse, by typing; and what is said meanwhile."""
import functools

import pytest
from textual import events

from eckstein import Board, names
from eckstein.players import greedy_player, random_player
from eckstein.table.clock import Clock
from eckstein.tui.dialogs import LongText, NewGame, Question

from .helpers import (
    LARGE,
    SMALL,
    drawn,
    kept_moves,
    on_screen,
    place_of,
    table_of,
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
        players = greedy_player(seed), random_player(seed)
        while not board.is_game_over() and board.ply < 80:
            move = players[board.ply % 2](board)
            texts.append(board.text(move))
            board.push(move)
        if board.is_game_over() and board.ply > 9 and "--" not in texts[-10:]:
            for _ in range(10):
                board.pop()
            return board.position(), texts[-10:]
    raise AssertionError("no game was short enough")


async def enter_way(pilot, app, text):
    """Choose the way with this text, if there was a choice to make."""
    if app.picking.ways:
        at = [way["text"] for way in app.picking.ways].index(text)
        await pilot.pause()
        await pilot.press(*["tab"] * at, "enter")
        await pilot.pause()


def ends_of(app, text):
    """Where a move begins and ends, as it is picked."""
    for origin in app.picking.choices.origins():
        for target, ways in app.picking.choices.targets(origin).items():
            if any(way["text"] == text for way in ways):
                return origin, target
    raise AssertionError(f"{text} cannot be picked")


@pytest.mark.parametrize("game", ["contra", "echek"])
def test_a_whole_game_by_keys(game):
    position, texts = short_game(game)
    table = table_of(game, position=position)

    async def play(app, pilot):
        while not table.kept.over():
            text = texts[table.board.ply]
            origin, target = ends_of(app, text)
            if len(origin) == 1:
                hand = [name for name in "QRBNP" if name in
                        [other.upper() for other in app.picking.choices.origins()]]
                await pilot.press(str(hand.index(origin.upper()) + 1))
            else:
                await walk_to(app, pilot, origin)
                await pilot.press("enter")
            assert app.picking.chosen == origin
            await walk_to(app, pilot, target)
            await pilot.press("enter")
            await enter_way(pilot, app, text)
        assert table.end() in text_of(app.message)
    on_screen(table, play)
    assert len(kept_moves(table)) == len(texts) == table.board.ply


@pytest.mark.parametrize("game", ["ecke", "duell"])
def test_a_whole_game_by_mouse(game):
    position, texts = short_game(game)
    table = table_of(game, position=position)

    async def play(app, pilot):
        while not table.kept.over():
            text = texts[table.board.ply]
            for square in ends_of(app, text):
                await pilot.click(app.shown, offset=place_of(app, square))
            await enter_way(pilot, app, text)
    on_screen(table, play, size=LARGE)
    assert len(kept_moves(table)) == len(texts)


@pytest.mark.parametrize("game", names())
def test_a_whole_game_by_typing(game):
    position, texts = short_game(game)
    table = table_of(game, position=position)

    async def play(app, pilot):
        while not table.kept.over():
            await typed(pilot, texts[table.board.ply])
    on_screen(table, play)
    assert len(kept_moves(table)) == len(texts)


def test_what_comes_all_at_once_is_typed_in_its_order():
    table = table_of()

    async def play(app, pilot):
        for key in ("slash", *"f1f2", "enter"):
            app.post_message(events.Key(key, {"slash": "/", "enter": "\r"}.get(key, key)))
        await until(pilot, lambda: table.board.ply)
        assert not app.shown.flipped and app.focused is app.shown
        await pilot.press("slash", "slash", "colon", "a", "escape", "question_mark", "slash")
        assert isinstance(app.screen, LongText) and app.entry.value == "/:a"
    on_screen(table, play)
    assert kept_moves(table) == ["f1-f2"]


def test_dragging(tmp_path):
    table = table_of()

    async def play(app, pilot):
        await pilot.mouse_down(app.shown, offset=place_of(app, "d1"))
        await pilot.hover(app.shown, offset=place_of(app, "d2"))
        await pilot.mouse_up(app.shown, offset=place_of(app, "d2"))
        await pilot.pause()
    on_screen(table, play)
    assert kept_moves(table) == ["d1-d2"]


def test_a_move_is_on_disk_before_it_is_shown(monkeypatch):
    table = table_of()
    monkeypatch.setattr(table.kept, "_keep", lambda: (_ for _ in ()).throw(
        OSError(28, "No space left on device")))

    async def play(app, pilot):
        await typed(pilot, "d1d2")
        assert "The move was not made" in text_of(app.message)
        assert "No space left" in text_of(app.message)
        assert "5(6)2" in drawn(app)[19][24:31]
    on_screen(table, play)
    assert table.board.ply == 0


def test_what_is_taken_back_is_shown_though_it_cannot_be_written(monkeypatch):
    table = table_of("contra", "d1d2")
    monkeypatch.setattr(table.kept, "_keep", lambda: (_ for _ in ()).throw(
        OSError(28, "No space left on device", "game.txt")))

    async def play(app, pilot):
        await typed(pilot, "undo")
        assert text_of(app.message) == "Cannot use game.txt: No space left on device."
        assert table.board.ply == 0 and "5(6)2" in drawn(app)[19][24:31]
    on_screen(table, play)


# What is said.

def test_what_a_move_will_do_is_said_before_it_is_made():
    table = table_of("contra", *["c1c2", "a7a6", "d1d2", "c7c6", "d2d3", "c6c5", "d3d4", "c5c4"])

    async def look(app, pilot):
        await walk_to(app, pilot, "c2")
        await pilot.press("enter")
        await walk_to(app, pilot, "c3")
        told = text_of(app.message)
        assert told.startswith("c2-c3xc4: the die will show 1. Battle: c3 attacks with 5 (c3 + d4)"
                               " against 4 (c4): c4 falls.")
        assert "(1)" in drawn(app)[13][17:24]       # the ghost
        assert "c3" in text_of(app.panel.query_one("#die"))
    on_screen(table, look)
    assert table.board.ply == 8


def test_why_a_die_cannot_go_there():
    async def wrong(app, pilot):
        app.pick("d1")
        app.pick("d4")
        assert text_of(app.message) == ("A die tilts to the next square, and d4 is farther away.")
        app.pick("d7")
        assert text_of(app.message) == "d7 is Black's; White is to move."
        app.pick("d4")
        assert text_of(app.message) == "d4 is empty."
    on_screen(table_of(), wrong)


BAD = ["xyzzy", "a1", "d1d9", "@", "save", "load nothing.txt", "goto x", "describe",
       "describe e5e6", "level 99", "white nobody", "new chess", "game 4", "list",
       "replay nothing.txt", "yes", "no", "level", "[red]", "save no/such/file",
       "load \\", "goto ²"]


def test_bad_input_gets_a_sentence():
    table = table_of("contra", "d1d2", "d7d6")

    async def wrong(app, pilot):
        for line in BAD:
            app.say("")
            app.typed.do(line)
            told = app.said
            assert told and told[0].isupper() and told[-1] in ".?", line
    on_screen(table, wrong)
    assert table.board.ply == 2


def test_several_ways_in_duell():
    table = table_of("duell", "D1-e6", "B8-b7")

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
        assert app.focused is app.shown and app.picking.chosen == "c1"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("tab")
        await pilot.pause()
        assert "c1-D2: the die will show 3." in text_of(app.message)
        await pilot.press("enter")
        await pilot.pause()
    on_screen(table, choose)
    assert kept_moves(table)[-1] == "c1-D2"


def test_ways_can_be_clicked():
    table = table_of("duell", "D1-e6", "B8-b7")

    async def choose(app, pilot):
        app.pick("c1")
        app.pick("d2")
        await pilot.pause()
        await pilot.click(app.panel.ways, offset=(2, 1))
        await pilot.pause()
    on_screen(table, choose)
    assert kept_moves(table)[-1] == "c1-D2"


def test_duel_is_said():
    async def look(app, pilot):
        await typed(pilot, "F1-e6")
        assert "DUEL!" in text_of(app.message)
        assert "DUEL!" in text_of(app.panel.query_one("#players"))
    on_screen(table_of("duell"), look)


def test_the_end_is_said():
    table = table_of("duell", "D1-D7", "I8-I3")

    async def win(app, pilot):
        await typed(pilot, "F1-e6")
        assert app.said == "White wins: DUEL-MATT. (Note: the mark ++ is missing.)"
        assert "White wins: DUEL-MATT." in text_of(app.panel.query_one("#players"))
    on_screen(table, win)
    assert "1-0" in table.kept.path.read_text()


def test_a_reserve_is_clicked_and_placed():
    table = table_of("echek")

    async def place(app, pilot):
        hands = app.panel.query_one("#hands")
        assert "White's hand: 1:Q 2:R 3:B 4:N 5:P" in text_of(hands)
        column = text_of(hands).splitlines()[1].index("4:N")
        await pilot.click(hands, offset=(column, 1))
        await pilot.pause()
        assert app.picking.chosen == "N"
        await pilot.click(app.shown, offset=place_of(app, "l13"))
        await pilot.pause()
        assert "Black's hand: 1:q" in text_of(hands)
    on_screen(table, place)
    assert kept_moves(table) == ["N@l13"]


def test_a_pass_is_made_by_itself():
    table = table_of("contra", position="CAa2Ab3We5va3")

    async def play(app, pilot):
        await typed(pilot, "e5e6")
        assert "Black has no move and is skipped" in text_of(app.message)
    on_screen(table, play)
    assert kept_moves(table) == ["e5-e6", "--"]


# Commands.

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


# Computers.

def test_a_computer_answers():
    table = table_of(players=("human", "level:3"))

    async def play(app, pilot):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: table.board.ply == 2)
        assert "Black plays a7-a6." in text_of(app.message)
        await pilot.press("u")
        assert table.board.ply == 0
    on_screen(table, play)


def test_simple_computers_play_to_the_end():
    table = table_of(players=("random", "greedy"))

    async def watch(app, pilot):
        await until(pilot, table.kept.over)
        await until(pilot, lambda: table.end() in text_of(app.message))
    on_screen(table, watch)


def test_two_computers_pause():
    table = table_of(players=("random", "random"))

    async def watch(app, pilot):
        await pilot.press("p")
        stood = table.board.ply
        await pilot.pause(0.05)
        assert table.board.ply == stood and "Paused" in text_of(app.message)
        await pilot.press("p")
        await until(pilot, lambda: table.board.ply > stood)
    on_screen(table, watch)


def test_the_board_stays_awake_while_a_computer_thinks():
    table = table_of(players=("human", "level:3"))

    async def meanwhile(app, pilot):
        await typed(pilot, "d1d2")
        await pilot.press("up", "f")
        app.pick("d7")
        assert text_of(app.message) == "It is the computer's turn."
        await pilot.press("u")
        assert table.board.ply == 0
        await pilot.press("q")
    on_screen(table, meanwhile, way="waits")


def test_an_engine_that_dies_is_told():
    table = table_of(players=("human", "level:3"))

    async def play(app, pilot):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: "has died" in text_of(app.message))
        await typed(pilot, "black human")
        await typed(pilot, "d7d6")
        assert table.board.ply == 2
    on_screen(table, play, way="dies")


def test_a_hint_is_shown_on_the_board():
    async def ask(app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: "Hint: a1-a2" in text_of(app.message))
        assert "+1.20" in text_of(app.message)
        assert "(3)" in drawn(app)[16]
    on_screen(table_of(), ask)


def test_the_value_follows_the_game():
    async def ask(app, pilot):
        value = app.panel.query_one("#value")
        await pilot.press("e")
        await until(pilot, lambda: "+1.20" in text_of(value))
        await typed(pilot, "d1d2")
        await until(pilot, lambda: "-1.20" in text_of(value))
        await pilot.press("e")
        assert not value.display
    on_screen(table_of(), ask)


# Clocks.

def test_time_that_is_up_ends_the_game():
    now = [0.0]
    clock = Clock(60, 0, lambda: now[0])
    table = table_of("contra", clock=clock)

    async def wait(app, pilot):
        assert "1:00" in text_of(app.panel.query_one("#players"))
        now[0] = 61.0
        await until(pilot, table.kept.over)
        assert "White's time is up. Black wins." in text_of(app.message)
    on_screen(table, wait)
    assert '[Termination "time forfeit"]' in table.kept.path.read_text()


# Sizes and colours.

def test_the_list_shows_the_last_move_and_wraps_none():
    position, texts = "PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7", []
    board = Board("pur", position)
    while board.ply < 50:
        move = max(board.legal_moves, key=lambda move: (len(board.text(move)), board.text(move)))
        texts.append(board.text(move))
        board.push(move)
    table = table_of("pur", *texts)

    async def look(app, pilot):
        await pilot.pause()
        moves = app.panel.moves
        lines = text_of(moves.query_one("#list")).splitlines()
        assert max(map(len, lines)) <= moves.size.width
        assert len(lines) > 25 and moves.scroll_y == len(lines) - moves.size.height
    on_screen(table, look)


def test_resizing_keeps_everything_in_place():
    table = table_of("duell", "D1-e6")

    async def resize(app, pilot):
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: len(drawn(app)) == 17)
        assert app.shown.region.bottom <= app.message.region.y
        assert app.panel.region.width >= 20
        await pilot.resize_terminal(140, 50)
        await until(pilot, lambda: len(drawn(app)) == 41)
        await pilot.resize_terminal(40, 12)
        await until(pilot, lambda: len(drawn(app)) == 9)
    on_screen(table, resize, size=LARGE)


def test_without_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(app, pilot):
        await pilot.press("tab", "enter", "tab")
        colours = {style.color for style in styles(app)} | {style.bgcolor for style in styles(app)}
        assert {colour.name for colour in colours if colour} <= {"default"}
        assert ">" in drawn(app)[16][3] and "*" in drawn(app)[19][3]
    on_screen(table_of(), look)


def test_with_sixteen_colours(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM")

    async def look(app, pilot):
        assert all(colour is None or colour.is_default or colour.number < 16
                   for style in styles(app) for colour in (style.color, style.bgcolor))
    on_screen(table_of(), look)


def styles(app):
    """The styles of all that is on the screen."""
    return [segment.style for line in app.screen._compositor.render_strips() for segment in line
            if segment.style]
