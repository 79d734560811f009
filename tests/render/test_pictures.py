"""Pictures of positions: as they were when somebody looked at them, and as they are asked for."""
import itertools
import re
import struct
import xml.etree.ElementTree as xml

import msgspec
import pytest

from eckstein import Board, IllegalMoveError, NotationError, names
from eckstein.board.view import view
from eckstein.render import Look, png, svg, theme_names
from eckstein.render.bodies import Body, Figure, body_elements
from eckstein.render.geometry import Camera, Pose
from eckstein.render.themes import luminance, strokes, symbol, theme

from .pictures import FIGHT, FOLDER, pictures

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NOW = pictures()


@pytest.mark.parametrize("name", NOW)
def test_a_stored_picture_is_drawn_again(name):
    stored = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert NUMBER.sub("0", NOW[name]) == NUMBER.sub("0", stored)
    assert [float(found) for found in NUMBER.findall(NOW[name])] == pytest.approx(
        [float(found) for found in NUMBER.findall(stored)], abs=0.25)


def test_every_stored_picture_has_its_position():
    assert {path.stem for path in FOLDER.iterdir()} == set(NOW)


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("black", [False, True])
def test_every_game_is_drawn_within_its_picture(game, flat, black):
    root = xml.fromstring(svg(Board(game), flat=flat, black=black))
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    shapes = [path.attrib["d"] for path in root.iter("{http://www.w3.org/2000/svg}path")
              if "fill" in path.attrib and path.attrib["fill"] != "none"]
    assert len(shapes) > 40
    for x, y in (map(float, spot) for shape in shapes if re.fullmatch(r"[ML\d. -]+Z", shape)
                 for spot in re.findall(r"(-?[\d.]+) (-?[\d.]+)", shape)):
        assert left <= x <= left + wide and top <= y <= top + high


def test_a_view_makes_the_same_picture_as_its_board():
    board = Board("contra")
    board.push_text("d1d2")
    told = msgspec.json.decode(msgspec.json.encode(view(board)))
    assert svg(told, move="d7d6") == svg(board, move="d7-d6")


def test_what_is_pointed_out_is_in_the_picture():
    board, colours = Board("contra", FIGHT), theme("slate")
    plain = svg(board, theme="slate")
    for words, colour in (({"marks": ["d3:red"]}, colours.check),
                          ({"arrows": ["d3d4"]}, colours.arrow),
                          ({"arrows": ["d3-d4:#123456"]}, "#123456"),
                          ({"move": "d3d4"}, colours.target)):
        assert colour not in plain
        assert colour in svg(board, theme="slate", **words)


@pytest.mark.parametrize(("game", "position", "plan"), [
    ("contra", FIGHT, "c3c4"), ("ecke", "EWa1Mc2vd4ve7", "c2d3")])
def test_only_dice_that_fall_are_framed_in_red_and_dashed(game, position, plan):
    board, colours = Board(game, position), theme("wood")
    move = next(one for one in view(board)["legal"] if one["text"] == plan)
    losers = {battle["loser"] for battle in move["battles"]}
    counted = [name for battle in move["battles"]
               for name in (*battle["attackers"], *battle["defenders"])]
    frames = [(path.attrib["stroke"], "stroke-dasharray" in path.attrib)
              for path in xml.fromstring(svg(board, move=plan)).iter(
                  "{http://www.w3.org/2000/svg}path")
              if path.attrib.get("fill-opacity") == "0.16" and path.attrib["stroke-width"] == "7"]
    assert None not in losers and len(frames) == len(counted)
    assert frames.count((colours.check, True)) == sum(name in losers for name in counted) > 0
    assert {colour for colour, dashed in frames if not dashed} <= {colours.target, colours.arrow}
    assert (colours.target, False) in frames


def test_the_last_move_is_marked_unless_it_is_not_wanted():
    board = Board("contra")
    assert theme("wood").last not in svg(board)
    board.push_text("d1d2")
    assert theme("wood").last in svg(board)
    assert theme("wood").last not in svg(board, last=False)


def test_pictures_have_no_fonts():
    for picture in NOW.values():
        assert "<text" not in picture and "font" not in picture


def words(picture):
    """The title and the description of a picture, found as a screen reader finds them."""
    root = xml.fromstring(picture)
    assert root.attrib["role"] == "img"
    names = root.attrib["aria-labelledby"].split()
    found = {element.attrib["id"]: element.text for element in root.iter()
             if "id" in element.attrib}
    assert sorted(found) == sorted(names)
    return tuple(found[name] for name in names)


def test_a_picture_says_what_it_shows():
    board = Board("contra", FIGHT)
    title, told = words(svg(board, marks=["c5"], arrows=["d3d4:red"], move="c3c4"))
    assert title == "Cublino Contra, White to move"
    assert told == (
        "White: a1 6, g1 6, c3 4, d3 6, d5 1. Black: b4 2, c5 1, e7 6. White plans c3-c4xb4c5, "
        "which brings 6 up. Battle of c4 with b4, 6 against 3: b4 falls. Battle of c4 with c5, "
        "7 against 3: c5 falls. Marked: c5. Arrows: d3-d4.")
    board.push_text("g1g2")
    assert words(svg(board))[0] == "Cublino Contra, Black to move after 1. g1-g2"
    assert words(svg(board, last=False))[0] == "Cublino Contra, Black to move"
    board.push_text("e7e6")
    assert words(svg(board))[0] == "Cublino Contra, White to move after 1... e7-e6"


def test_a_picture_tells_checks_ends_areas_and_hands():
    title, told = words(NOW["duell-check"])
    assert title == "Duell, Black to move"
    assert "f1 king" in told and "Black's king is attacked from c5." in told
    title, told = words(NOW["echek-area"])
    assert "In White's hand: rook. In Black's hand: rook, bishop." in told
    assert told.endswith("The area is 3 by 4 squares from k13; borders: north, south.")
    won = Board("contra", "CWd6va5")
    won.push_text("d6d7")
    assert words(svg(won))[0] == "Cublino Contra, White wins (goal) after 1. d6-d7#"


def test_pictures_on_one_page_do_not_mix_their_names():
    names = [xml.fromstring(picture).attrib["aria-labelledby"] for picture in NOW.values()]
    told = [words(picture) for picture in NOW.values()]
    assert len(set(names)) == len(set(told))


def test_numerals_are_those_of_the_view():
    one, = strokes("1")
    board = Board("contra", "CDd5ve7")
    assert svg(board, numerals=True, coordinates=False).count(one[1]) == 1
    assert svg(board, coordinates=False).count(one[1]) == 0
    assert svg(board, flat=True, coordinates=False).count(one[1]) == 1


@pytest.mark.parametrize(("words", "error", "sentence"), [
    ({"theme": "pink"}, ValueError, "there is no theme pink"),
    ({"size": 10}, ValueError, "a picture is 40 to 4000 pixels wide"),
    ({"size": 5000}, ValueError, "a picture is 40 to 4000 pixels wide"),
    ({"background": "blue"}, ValueError, "blue is not a colour"),
    ({"arrows": ["d1"]}, NotationError, "an arrow leads from one square to another"),
    ({"arrows": ["d1d1"]}, NotationError, "an arrow leads from one square to another"),
    ({"arrows": ["d1d9"]}, NotationError, "there is no such square; squares are a1 to g7"),
    ({"arrows": ["d1d2:pink"]}, ValueError, "there is no colour pink"),
    ({"marks": ["d"]}, NotationError, "this is not a square; squares are a1 to g7"),
    ({"marks": ["d3:"], "theme": ""}, ValueError, "there is no theme"),
    ({"move": "d1d3"}, IllegalMoveError, "d3 is farther away"),
])
def test_what_cannot_be_drawn_is_told_in_a_sentence(words, error, sentence):
    with pytest.raises(error, match=re.escape(sentence)):
        svg(Board("contra"), **words)


def test_a_move_must_be_among_those_of_a_view():
    told = view(Board("contra"))
    with pytest.raises(IllegalMoveError, match="d1d3 is not one of the legal moves"):
        svg(told, move="d1d3")
    with pytest.raises(ValueError, match="made without legal moves"):
        svg({**told, "legal": None}, move="d1d2")


def test_squares_of_an_endless_board_wrap():
    board = Board("echek", "k/K w QRBNPqrbnp Ss a1")
    picture = svg(board, marks=["z26", "a1", "b2"])
    assert picture.count(theme("wood").target) == 2 * 3         # a frame and its filling each
    with pytest.raises(NotationError, match="squares are x24 to e5"):
        svg(board, marks=["m13"])


@pytest.mark.parametrize("size", [40, 333, 800])
def test_a_png_is_as_wide_as_it_is_asked_to_be(size):
    pytest.importorskip("resvg_py")
    data = png(Board("contra"), size=size)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", data[16:24])
    assert wide == size
    assert high == pytest.approx(size * 749 / 907, abs=1)


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize("colour", ["white", "black"])
def test_the_three_sides_of_a_die_can_be_told_apart(name, colour):
    camera, pip = Camera.above(7, 7), theme(name).side(colour).pip
    die = Body(Figure(colour, "die", "W", (6, 4, 2, 3, 5, 1)), Pose.resting(0, 0))
    _, *fills = re.findall(r'fill="(#......)"', body_elements(camera, theme(name), die, False))
    faces = [fill for fill in fills if fill != pip]
    assert len(faces) == 3
    for one, other in itertools.combinations(faces, 2):
        assert contrast(one, other) >= 1.5


@pytest.mark.parametrize("name", theme_names())
def test_the_sides_can_be_told_apart_without_colour(name):
    colours = theme(name)
    assert luminance(colours.white.body) > 0.9 > 0.25 > luminance(colours.black.body)
    for side in (colours.white, colours.black):
        assert contrast(side.body, side.pip) > 7
    assert contrast(colours.frame, colours.text) > 4.5
    assert contrast(colours.page, colours.ink) > 7


def contrast(first, second):
    """The contrast of two colours as accessibility rules count it."""
    def light(colour):
        parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
                  for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    high, low = sorted((light(first), light(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_there_is_a_symbol_for_every_piece_and_strokes_for_every_name():
    assert len({symbol(letter) for letter in "KQRBNP"}) == 6
    assert len(list(strokes("abcdefghijklmnopqrstuvwxyz0123456789:"))) == 37


def test_dice_bear_pips_unless_the_picture_is_flat():
    assert [Look().figures, Look(flat=True).figures] == [False, True]
    assert [Look(numerals=True).figures, Look(flat=True, numerals=False).figures] == [True, False]


def test_a_board_shows_itself_in_a_notebook():
    assert Board("duell")._repr_svg_().startswith("<svg ")
