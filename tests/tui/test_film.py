"""Moves that are seen: square by square, without holding anybody up."""
import itertools

from eckstein import Board
from eckstein.board.view import view
from eckstein.tui.choices import is_swap
from eckstein.tui.film import FLASH, frames

from .helpers import drawn, on_screen, place_of, session_of, text_of, typed, until
from .test_replay import walk


def film(game, move, position=None, *before):
    """The pictures of a move."""
    board = Board(game, position)
    for text in before:
        board.push_text(text)
    first = view(board)
    board.push_text(move)
    return frames(first, view(board))


def places(pictures, letters):
    """Where, picture by picture, these pieces are."""
    return ["".join(sorted(name for name, piece in picture.view["pieces"].items()
                           if piece["letter"] in letters)) for picture in pictures]


def test_a_die_of_duell_goes_square_by_square():
    pictures = film("duell", "D1-e6")
    tops = [(name, piece["faces"]["top"]) for picture in pictures
            for name, piece in picture.view["pieces"].items()
            if name in ("d1", "d2", "d3", "d4", "d5", "d6", "e6") and piece["colour"] == "white"]
    assert [name for name, _ in tops] == ["d1", "d2", "d3", "d4", "d5", "d6", "e6"]
    assert all(top != after for (_, top), (_, after) in itertools.pairwise(tops))
    assert pictures[0].marks.way["d1"] == "↑"


def test_what_leaves_is_pointed_out():
    before = ["c1c2", "a7a6", "d1d2", "c7c6", "d2d3", "c6c5", "d3d4", "c5c4"]
    pictures = film("contra", "c2c3", None, *before)
    assert len(pictures) == 2 + FLASH
    for picture in pictures[-FLASH:]:
        assert picture.marks.leaving == {"c4"} and "c4" in picture.view["pieces"]


def test_king_and_rook_change_squares():
    position = "1k/RK w QBNPqrbnp Ss l12"
    swap = next(move["text"] for move in view(Board("echek", position))["legal"] if is_swap(move))
    [picture] = film("echek", swap, position)
    assert len(picture.view["pieces"]) == 3 and len(picture.marks.way) == 2


def test_a_pass_is_no_film():
    board = Board("contra", "CAa2Ab3We5va3")
    board.push_text("e5e6")
    before = view(board)
    board.push_text("--")
    assert frames(before, view(board)) == []


def test_a_move_is_seen_and_then_the_position():
    async def play(app, pilot):
        await typed(pilot, "d1d2")
        assert app.shown.pictures_left == 2
        assert "(6)" in drawn(app)[19][24:31] and "(3)" not in drawn(app)[16]
        app.shown.next_picture()
        assert "(3)" in drawn(app)[16][24:31]
        app.shown.next_picture()
        assert app.shown.pictures_left == 0 and "(3)" in drawn(app)[16][24:31]
    on_screen(session_of(), play, speed=0.001)


def test_whoever_goes_on_does_not_wait():
    session = session_of()

    async def play(app, pilot):
        await typed(pilot, "d1d2")
        assert app.shown.pictures_left
        await pilot.click(app.shown, offset=place_of(app, "d7"))
        assert not app.shown.pictures_left and app.state.shown.picking.chosen == "d7"
        await pilot.click(app.shown, offset=place_of(app, "d6"))
        assert session.board.ply == 2 and app.shown.pictures_left
        await pilot.press("up")
        assert not app.shown.pictures_left
    on_screen(session, play, speed=0.001)


def test_a_film_ends_by_itself():
    async def play(app, pilot):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: not app.shown.pictures_left)
    on_screen(session_of(), play, speed=10)


def test_nothing_moves_if_nothing_shall(monkeypatch):
    async def play(app, pilot):
        await typed(pilot, "speed 0")
        await typed(pilot, "d1d2")
        assert not app.shown.pictures_left
        await typed(pilot, "speed 99")
        assert text_of(app.message) == (
            "Type speed and a number from 0 (nothing moves) to 10.")
    on_screen(session_of(), play, speed=1.0)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    on_screen(session_of(), nothing_moves, speed=1.0)


async def nothing_moves(app, pilot):
    await typed(pilot, "d1d2")
    assert app.state.speed == 0 and not app.shown.pictures_left


def test_a_step_in_a_replay_is_seen():
    async def go(app, pilot):
        await pilot.press("right_square_bracket")
        assert app.shown.pictures_left
        await pilot.press("left_square_bracket")
        assert app.state.replay.at == 0
    on_screen(None, go, walk=walk(), speed=0.001)
