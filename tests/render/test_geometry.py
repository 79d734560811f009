"""The mathematics of pictures: projection, tilts and pips."""
import json
from itertools import pairwise
from math import hypot
from pathlib import Path

import pytest

from eckstein.kernel import dice
from eckstein.render.geometry import (
    CORNERS,
    EDGE,
    HALF,
    SIDES,
    Camera,
    Pose,
    across,
    brightness,
    circle,
    dot,
    ease,
    hull,
    pips,
    scaled,
    swollen,
    turned,
)
from eckstein.render.samples import samples

STORED = json.loads((Path(__file__).parent / "geometry.json").read_text(encoding="utf-8"))
STRAIGHT = {dice.NORTH: (0, 1), dice.EAST: (1, 0), dice.SOUTH: (0, -1), dice.WEST: (-1, 0)}
WAYS = STRAIGHT | {dice.NORTH_EAST: (1, 1), dice.SOUTH_EAST: (1, -1), dice.SOUTH_WEST: (-1, -1),
                   dice.NORTH_WEST: (-1, 1)}
ORIENTATIONS = range(dice.FIRST, dice.KING)


def flat(value):
    """All numbers in an object, pips in an order of their own."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(sorted(inner) if key == "pips" else inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from flat(inner)
    else:
        yield value


@pytest.mark.parametrize("what", ["easing", "points", "dice"])
def test_the_stored_samples_are_what_the_geometry_gives(what):
    now = json.loads(json.dumps(samples()[what]))
    assert len(now) == len(STORED[what])
    for one, stored in zip(now, STORED[what], strict=True):
        assert list(flat(one)) == [pytest.approx(value, abs=2e-6) if isinstance(value, float)
                                   else value for value in flat(stored)]


def dots(faces, pose):
    """All pips of a die as (face, x, y, z)."""
    return sorted((faces[side], *(round(value, 6) + 0.0 for value in pose.place(pip)))
                  for side in SIDES for pip in pips(faces, side))


@pytest.mark.parametrize("number", ORIENTATIONS)
@pytest.mark.parametrize("direction", WAYS)
def test_a_tilted_die_lies_pip_by_pip_as_the_rules_say(number, direction):
    dx, dy = WAYS[direction]
    after = dice.NUMBER[dice.tilted(dice.DICE[number], direction)]
    assert dots(dice.faces(number), Pose.tilting(2, 1, (dx, dy), 1)) == dots(
        dice.faces(after), Pose.resting(2 + dx, 1 + dy))


@pytest.mark.parametrize("direction", STRAIGHT)
def test_a_die_tipped_four_times_round_lies_as_before(direction):
    number, (dx, dy) = dice.FIRST, WAYS[direction]
    start = dots(dice.faces(number), Pose.resting(0, 0))
    for step in range(4):
        pose = Pose.tilting(step * dx, step * dy, (dx, dy), 1)
        seen = dots(dice.faces(number), pose)
        number = dice.NUMBER[dice.tilted(dice.DICE[number], direction)]
        assert seen == dots(dice.faces(number), Pose.resting((step + 1) * dx, (step + 1) * dy))
    back = [(face, round(x - 4 * dx, 6), round(y - 4 * dy, 6), z) for face, x, y, z in seen]
    assert back == start


@pytest.mark.parametrize("t", [0, 0.1, 0.5, 0.9, 1])
@pytest.mark.parametrize("way", WAYS.values())
def test_a_tilting_die_stays_whole_and_touches_the_board(t, way):
    pose = Pose.tilting(0, 0, way, t)
    corners = [pose.place(scaled(corner, HALF)) for corner in CORNERS]
    assert min(z for _, _, z in corners) == pytest.approx(0, abs=1e-9)
    for a in pose.axes:
        assert [dot(a, b) for b in pose.axes] == pytest.approx(
            [1.0 if a is b else 0.0 for b in pose.axes])


def test_a_tilt_ends_in_the_middle_of_the_next_square():
    assert Pose.tilting(1, 1, (0, 1), 1).centre == pytest.approx((1, 2, HALF))


@pytest.mark.parametrize("number", ORIENTATIONS)
def test_a_face_bears_as_many_pips_as_its_number_within_the_face(number):
    faces = dice.faces(number)
    for side, normal in SIDES.items():
        found = pips(faces, side)
        assert len(set(found)) == faces[side]
        for pip in found:
            assert dot(pip, normal) == pytest.approx(HALF)
            assert max(abs(dot(pip, axis)) for axis in across(normal)) < HALF - 0.1 * EDGE


@pytest.mark.parametrize("number", ORIENTATIONS)
def test_pips_of_two_and_three_point_to_the_corner_of_one_two_and_three(number):
    faces = dice.faces(number)
    where = {faces[side]: normal for side, normal in SIDES.items()}
    corner = tuple(HALF * sum(axis) for axis in zip(where[1], where[2], where[3], strict=True))
    for face in (2, 3):
        side = next(side for side in SIDES if faces[side] == face)
        nearest = min(hypot(*(a - b for a, b in zip(pip, corner, strict=True)))
                      for pip in pips(faces, side))
        assert nearest == pytest.approx((0.5 - 0.27) * EDGE * 2 ** 0.5)


@pytest.mark.parametrize("number", ORIENTATIONS)
def test_the_rows_of_the_six_run_from_three_to_four(number):
    faces = dice.faces(number)
    where = {faces[side]: normal for side, normal in SIDES.items()}
    six = next(side for side in SIDES if faces[side] == 6)
    along = [round(dot(pip, where[3]), 6) for pip in pips(faces, six)]
    assert len(set(along)) == 3
    assert len({round(dot(pip, where[2]), 6) for pip in pips(faces, six)}) == 2


def test_turning_twice_is_as_before():
    faces = dice.faces(9)
    assert turned(turned(faces)) == faces
    assert turned(faces)["north"] == faces["south"] and turned(faces)["top"] == faces["top"]


def test_what_is_farther_appears_smaller_and_higher():
    camera = Camera.above(7, 7)
    rows = [(camera.project((-0.5, y, 0)), camera.project((0.5, y, 0))) for y in range(-3, 4)]
    widths = [right[0] - left[0] for left, right in rows]
    heights = [left[1] for left, _ in rows]
    assert all(wider > narrower for wider, narrower in pairwise(widths))
    assert all(lower > higher for lower, higher in pairwise(heights))


def test_the_eye_sees_the_top_and_what_faces_it():
    camera = Camera.above(7, 7)

    def visible(x, y):
        pose = Pose.resting(x, y)
        return {side for side, normal in SIDES.items()
                if camera.sees(pose.place(scaled(normal, HALF)), normal)}

    for x in range(-4, 5):
        for y in range(-4, 5):
            assert visible(x, y) == {"top", "south", "east"}


def test_brightness_and_easing_keep_their_bounds():
    assert [brightness(SIDES[side]) for side in ("top", "south", "east", "west", "bottom")] == [
        1, 0.5, 0, 0, 0]
    assert [ease(0), ease(0.5), ease(1)] == [0, 0.5, 1]
    assert ease(0.1) < 0.1 and ease(0.9) > 0.9


def test_a_circle_is_round():
    for points in circle((1, 2, 0), (1, 0, 0), (0, 1, 0), 0.5):
        x, y, _ = points[-1]
        assert hypot(x - 1, y - 2) == pytest.approx(0.5)


def test_hull_and_swelling():
    corners = hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 0)])
    assert sorted(corners) == [(0, 0), (0, 2), (2, 0), (2, 2)]
    grown = [point for pair in swollen(corners, 0.5) for point in pair]
    assert {round(max(abs(x - 1), abs(y - 1)), 6) for x, y in grown} == {1.5}
