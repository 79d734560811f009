"""Animated games: every move ends where the rules say, and animations have no idle frames."""
import io
import random

import pytest

from eckstein import Board, names
from eckstein.board.view import view
from eckstein.record import Record
from eckstein.render import Look, gif, png, theme_names
from eckstein.render.bodies import Body
from eckstein.render.geometry import HALF
from eckstein.render.layout import Layout
from eckstein.render.motion import FRAME, REST, TILT, Action, Frames
from eckstein.render.pictures import views
from eckstein.render.scene import resting
from eckstein.render.themes import theme

from ..helpers import first, random_games

TIMES = (0.25, 0.5, 0.75)
Image = pytest.importorskip("PIL.Image")
pytest.importorskip("resvg_py")


def played(game, *moves, position=None):
    board = Board(game, position)
    for move in moves:
        board.push_text(move)
    return board


def acted(before, move, black=False):
    """The bodies of each frame of a move, and what lies on the board at its end."""
    action = Action(before, move, Layout.of(before, black, True))
    frames = list(action.frames(lambda _: TIMES))
    return frames, action.lying


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("black", first(1, [True, False]))
def test_a_move_in_motion_ends_as_the_rules_say(game, black):
    chance = random.Random(game)
    for board in random_games(game, {}, range(2), 25):
        before = view(board)
        if not before["legal"]:
            continue
        told = chance.choice(before["legal"])
        after = board.copy()
        after.push_text(told["text"])
        then = {**view(after, legal=False), "board": before["board"]}
        frames, lying = acted(before, told, black)
        assert len(frames) % len(TIMES) == 0
        try:
            wanted = resting(then, Layout.of(before, black, True))
        except ValueError:      # it went beyond what was shown of an endless board
            continue
        assert {body.pose: body.figure for body in lying.values()} == {
            body.pose: body.figure for body in wanted}


def test_a_tilting_die_rises_and_a_jumping_one_flies():
    board = Board("contra")
    frames, _ = acted(view(board), view(board)["legal"][0])
    assert [max(body.pose.centre[2] for body in bodies) > HALF for bodies in frames] == [True] * 3
    board = Board("pur", "PWa1Wb1ve7")
    jump = next(told for told in view(board)["legal"] if told["steps"][0]["kind"] == "jump")
    frames, _ = acted(view(board), jump)
    assert max(body.pose.centre[2] for body in frames[1]) == pytest.approx(HALF + 0.9)


def test_a_die_that_loses_its_battle_shrinks_and_fades():
    board = played("contra", "d1d2", "d7d6", "d2d3", "d6d5")
    told = next(told for told in view(board)["legal"] if told["text"] == "d3d4")
    frames, lying = acted(view(board), told)
    falling = [body for bodies in frames[3:] for body in bodies if body.opacity < 1]
    assert [body.figure.colour for body in falling] == ["black"] * 3
    sizes = [body.pose.size for body in falling]
    assert sizes == sorted(sizes, reverse=True) and "d5" not in lying


def test_frames_of_one_tilt():
    record = Record.from_board(played("contra", "d1d2"))
    frames = list(Frames(views(record), Look(size=100), 1))
    assert len(frames) == 1 + (TILT // FRAME - 1) + 1
    assert [length for _, length in frames[:2]] == [REST, FRAME]
    assert len({svg for svg, _ in frames}) == len(frames)


def test_pieces_stay_where_they_are_while_the_board_of_echek_moves():
    board = played("echek", "B@l12", "Q@n15", "N@k13")
    record = Record.from_board(board)
    shown = Frames(views(record), Look(), 1)._views
    assert len({(told["board"]["first"], told["board"]["columns"], told["board"]["rows"])
                for told in shown}) == 1
    for told in shown:
        assert len(resting(told, Layout.of(told, False, True))) == len(told["pieces"])


def test_an_animation_holds_its_frames_and_ends_as_the_position_is():
    board = played("contra", "d1d2", "d7d6")
    data = gif(board, size=160)
    picture = Image.open(io.BytesIO(data))
    assert picture.size[0] == 160 and picture.info["loop"] == 0
    assert picture.n_frames == 1 + 2 * (TILT // FRAME)
    picture.seek(picture.n_frames - 1)
    still = Image.open(io.BytesIO(png(board, size=160, background="#fffaf0"))).convert("RGB")
    differences = [abs(a - b) for a, b in zip(picture.convert("RGB").tobytes(), still.tobytes(),
                                              strict=True)]
    assert sum(differences) / len(differences) < 3


@pytest.mark.parametrize("name", theme_names())
def test_the_background_of_an_animation_is_exactly_the_theme_s(name):
    picture = Image.open(io.BytesIO(gif(played("contra", "d1d2"), size=100, theme=name)))
    page = theme(name).page
    assert picture.convert("RGB").getpixel((0, 0)) == tuple(bytes.fromhex(page[1:]))


def test_a_part_of_a_game_and_another_pace():
    board = played("contra", "d1d2", "d7d6", "d2d3")

    def seconds(**words):
        picture = Image.open(io.BytesIO(gif(board, size=60, **words)))
        total = 0
        for frame in range(picture.n_frames):
            picture.seek(frame)
            total += picture.info["duration"]
        return total / 1000

    assert seconds(speed=2) < 0.7 * seconds()
    assert seconds(first_ply=2) < seconds(first_ply=1) < seconds()
    assert Image.open(io.BytesIO(gif(board, size=60, first_ply=1, last_ply=1))).n_frames == 1


def test_it_is_told_how_far_an_animation_is():
    told = []
    gif(played("contra", "d1d2", "d7d6"), size=60, told=lambda *plies: told.append(plies))
    assert told == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize(("words", "sentence"), [
    ({"speed": 0}, "the speed is 0.1 to 20, and not 0"),
    ({"speed": float("nan")}, "the speed is 0.1 to 20"),
    ({"first_ply": 3}, "there is no ply 3; plies are 0 to 1"),
    ({"last_ply": -1}, "there is no ply -1"),
    ({"first_ply": 1, "last_ply": 0}, "ply 1 comes after ply 0"),
    ({"size": 1}, "a picture is 40 to 4000 pixels wide"),
])
def test_an_animation_that_cannot_be(words, sentence):
    with pytest.raises(ValueError, match=sentence):
        gif(played("contra", "d1d2"), **words)


def test_an_animation_that_would_be_too_large():
    board = played("contra", "d1d2", "d7d6", "d2c2", "d6c6", "c2d2", "c6d6")
    with pytest.raises(ValueError, match="of 6 moves can be at most 2927 pixels wide"):
        gif(board, size=3000)


def test_bodies_are_told_apart():
    board = Board("contra")
    bodies = resting(view(board), Layout.of(view(board), False, True))
    assert len(set(bodies)) == 14 and all(isinstance(body, Body) for body in bodies)
