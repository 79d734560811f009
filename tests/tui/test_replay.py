"""Walking through records on the screen, and looking back in a game."""
from eckstein.record import read_records
from eckstein.session.replay import Replay

from .helpers import drawn, on_screen, place_of, session_of, text_of, typed, until

GAMES = """\
[Game "contra"]
[White "Ada"]
[Black "Ben"]
[Result "1-0"]

1. d1-d2 {A start.} d7-d6 (1... a7-a6 {Or so.}) 2. d2-d3 d6-d5 1-0

[Game "duell"]
[Result "*"]

1. D1-e6 *
"""


def walk():
    return Replay(list(read_records(GAMES)))


def test_keys_walk_and_comments_are_told():
    async def go(app, pilot):
        assert "Cublino Contra 1/2, replay" in text_of(app.panel.query_one("#players"))
        assert "(White) Ada" in text_of(app.panel.query_one("#players"))
        await pilot.press("]")
        assert app.state.replay.at == 1
        assert text_of(app.message) == "Move 1 of 4: 1. d1-d2 A start."
        assert "(3)" in drawn(app)[16]
        await pilot.press("]")
        assert "Instead: a7-a6 (Or so.)." in text_of(app.panel.query_one("#preview"))
        await pilot.press("}")
        assert "Result 1-0" in text_of(app.panel.query_one("#players"))
        await pilot.press("{", "[")
        assert app.state.replay.at == 0
    on_screen(None, go, walk=walk())


def test_the_slider():
    async def slide(app, pilot):
        assert app.bottom.slider.display
        end = app.bottom.slider.size.width - len(" ] 0/4") - 1
        await pilot.click(app.bottom.slider, offset=(end, 0))
        await until(pilot, lambda: app.state.replay.at == 4)
        assert text_of(app.bottom.slider).endswith("4/4")
        await pilot.mouse_down(app.bottom.slider, offset=(end, 0))
        await pilot.hover(app.bottom.slider, offset=(end // 2 + 1, 0))
        await pilot.mouse_up(app.bottom.slider, offset=(end // 2 + 1, 0))
        await until(pilot, lambda: app.state.replay.at == 2)
    on_screen(None, slide, walk=walk())


def test_games_of_a_file():
    async def turn(app, pilot):
        await pilot.press("pagedown")
        assert app.state.board.game == "duell"
        await pilot.press("pagedown")
        assert app.state.said == "There are games 1 to 2."
        await typed(pilot, "game 1")
        assert app.state.board.game == "contra"
        await typed(pilot, "goto 3")
        assert app.state.replay.at == 3
        await typed(pilot, "d6d5")
        assert "There is no command d6d5 for records" in app.state.said
        await pilot.press("enter", "n", "u", "r", "p")
        assert app.is_running
    on_screen(None, turn, walk=walk())


def test_looking_back_in_a_game_changes_nothing():
    session = session_of("contra", "d1d2", "d7d6")

    async def look(app, pilot):
        await pilot.press("[")
        assert app.state.replay.at == 1 and app.bottom.slider.display
        app.pick("a1")
        assert "You are viewing earlier moves" in app.state.said
        await pilot.press("escape")
        assert app.state.replay is None and not app.bottom.slider.display
        await pilot.click(app.panel.moves, offset=(6, 0))
        await until(pilot, lambda: app.state.replay is not None and app.state.replay.at == 1)
        await typed(pilot, "undo")
        assert app.state.replay is None and session.board.ply == 1
    on_screen(session, look)


def test_a_click_after_looking_back_plays_on():
    session = session_of("contra", "d1d2")

    async def look(app, pilot):
        await pilot.press("[", "escape")
        await pilot.click(app.shown, offset=place_of(app, "d7"))
        await pilot.click(app.shown, offset=place_of(app, "d6"))
    on_screen(session, look)
    assert session.board.ply == 2


BRANCHES = """\
[Game "contra"]

1. d1-d2 d7-d6 (1... a7-a6 {Or so.} 2. e1-e2 (2. f1-f2 f7-f6) 2... a6-a5) (1... b7-b6) 2. d2-d3 *
"""


def test_variations_are_entered_and_left():
    async def go(app, pilot):
        replay = app.state.replay
        players = app.panel.query_one("#players")
        await pilot.press("]", "]", "v")
        assert app.state.said == "In a variation, move 2 of 4: 1... a7-a6 Or so."
        told = text_of(app.panel.query_one("#preview"))
        assert "Instead (1): d7-d6 d2-d3." in told and "Instead (2): b7-b6." in told
        assert "variation" in text_of(players)
        assert "a6-a5" in text_of(app.panel.moves.query_one("#list"))
        await pilot.press("]", "v", "]")
        assert replay.nodes[-1].text == "f7-f6" and replay.at == 4
        await typed(pilot, "leave")
        assert (replay.nodes[replay.at].text, replay.length) == ("e1-e2", 4)
        await pilot.press("escape")
        assert replay.nodes[replay.at].text == "d7-d6" and not replay.in_variation()
        assert "replay" in text_of(players)
        await typed(pilot, "leave")
        assert app.state.said == "This is the main line."
        await pilot.press("v", "v")
        assert replay.nodes[replay.at].text == "b7-b6"
        await pilot.press("v")
        assert not replay.in_variation()
        await typed(pilot, "variation 3")
        assert app.state.said == "There are variations 1 to 2 here."
        await pilot.press("{", "v")
        assert app.state.said == "This move has no variations."
    on_screen(None, go, walk=Replay(list(read_records(BRANCHES))))


def test_battles_of_a_record_are_told():
    session = session_of("contra", "c1c2", "a7a6", "d1d2", "c7c6", "d2d3", "c6c5", "d3d4", "c5c4",
                         "c2c3")

    async def look(app, pilot):
        await pilot.press("[", "]")
        assert text_of(app.panel.query_one("#preview")) == (
            "Battle: c3 attacks with 5 (c3 + d4) against 4 (c4): c4 falls.")
    on_screen(session, look)


def test_a_variation_is_clicked():
    async def go(app, pilot):
        await pilot.press("]", "]")
        said = app.panel.query_one("#preview")
        line = text_of(said).splitlines().index("Instead (2): b7-b6.")
        await pilot.click(said, offset=(3, line))
        await until(pilot, lambda: app.state.replay.in_variation())
        assert app.state.replay.nodes[app.state.replay.at].text == "b7-b6"
    on_screen(None, go, size=(140, 45), walk=Replay(list(read_records(BRANCHES))))


def test_a_hint_about_the_position_that_is_looked_at():
    async def ask(app, pilot):
        await pilot.press("]", "h")
        await until(pilot, lambda: "Hint: a7-a6  -1.20" in text_of(app.message))
        assert "[3]" in drawn(app)[4]       # the ghost
        await pilot.press("]")
        assert app.state.shown.picking.hint is None
        await pilot.press("}", "h")
        await until(pilot, lambda: "Hint: a1-a2" in text_of(app.message))
    on_screen(None, ask, walk=walk())


def test_the_value_of_the_position_that_is_looked_at():
    async def ask(app, pilot):
        value = app.panel.query_one("#value")
        await pilot.press("e")
        await until(pilot, lambda: "+1.20" in text_of(value))
        await pilot.press("]")
        await until(pilot, lambda: "-1.20" in text_of(value))
    on_screen(None, ask, walk=walk())
