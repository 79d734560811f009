"""Walking through records on the screen, and looking back in a game."""
from eckstein.record import read_records
from eckstein.table.replay import Replay

from .helpers import drawn, on_screen, place_of, table_of, text_of, typed, until

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
        assert app.walk.at == 1
        assert text_of(app.message) == "Move 1 of 4: 1. d1-d2 A start."
        assert "(3)" in drawn(app)[16]
        await pilot.press("]")
        assert "Instead: a7-a6 (Or so.)." in text_of(app.panel.query_one("#preview"))
        await pilot.press("}")
        assert "Result 1-0" in text_of(app.panel.query_one("#players"))
        await pilot.press("{", "[")
        assert app.walk.at == 0
    on_screen(None, go, walk=walk())


def test_the_slider():
    async def slide(app, pilot):
        assert app.slider.display
        end = app.slider.size.width - len(" ] 0/4") - 1
        await pilot.click(app.slider, offset=(end, 0))
        await until(pilot, lambda: app.walk.at == 4)
        assert text_of(app.slider).endswith("4/4")
        await pilot.mouse_down(app.slider, offset=(end, 0))
        await pilot.hover(app.slider, offset=(end // 2 + 1, 0))
        await pilot.mouse_up(app.slider, offset=(end // 2 + 1, 0))
        await until(pilot, lambda: app.walk.at == 2)
    on_screen(None, slide, walk=walk())


def test_games_of_a_file():
    async def turn(app, pilot):
        await pilot.press("pagedown")
        assert app.board.game == "duell"
        await pilot.press("pagedown")
        assert app.said == "There are games 1 to 2."
        await typed(pilot, "game 1")
        assert app.board.game == "contra"
        await typed(pilot, "goto 3")
        assert app.walk.at == 3
        await typed(pilot, "d6d5")
        assert "There is no command d6d5 for records" in app.said
        await pilot.press("enter", "n", "u", "r", "p")
        assert app.is_running
    on_screen(None, turn, walk=walk())


def test_looking_back_in_a_game_changes_nothing():
    table = table_of("contra", "d1d2", "d7d6")

    async def look(app, pilot):
        await pilot.press("[")
        assert app.walk.at == 1 and app.slider.display
        app.pick("a1")
        assert "This is a look back" in app.said
        await pilot.press("escape")
        assert app.walk is None and not app.slider.display
        await pilot.click(app.panel.moves, offset=(6, 0))
        await until(pilot, lambda: app.walk is not None and app.walk.at == 1)
        await typed(pilot, "undo")
        assert app.walk is None and table.board.ply == 1
    on_screen(table, look)


def test_a_click_after_looking_back_plays_on():
    table = table_of("contra", "d1d2")

    async def look(app, pilot):
        await pilot.press("[", "escape")
        await pilot.click(app.shown, offset=place_of(app, "d7"))
        await pilot.click(app.shown, offset=place_of(app, "d6"))
    on_screen(table, look)
    assert table.board.ply == 2
