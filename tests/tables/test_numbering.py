"""How positions of endings are numbered, and how the numbers before them are found."""
import functools
import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board, names
from eckstein.contract.pieces import COLOURS
from eckstein.engine.tables import endings_of
from eckstein.engine.tables.endings import ending_named, numbering
from eckstein.games import _dice_endings as _dice
from eckstein.kernel.codes import ALL_CLOSED, NOWHERE, STEP
from eckstein.kernel.dice import FIRST, KING, ROLLED
from eckstein.kernel.options import complete
from eckstein.kernel.specialise import specialise
from eckstein.notation.positions import write_position

VARIANTS = [("duell", {}), ("duell", {"board": "9x9"}), ("contra", {}),
            ("contra", {"size": "3"}), ("contra", {"size": "6", "arrival_wins": True})]
STRIDE = 10_000_019           # from a number without a position to the next one that is asked
every_ending = pytest.mark.parametrize("ending", [
    pytest.param(ending, id=str(ending)) for game, options in VARIANTS
    for ending in endings_of(game, complete(game, options))])


def drawn(ending, data):
    """A number that has a position, that position, and a board with it."""
    numbers = numbering(ending.game, ending.options)
    number = data.draw(st.integers(0, ending.entries - 1))
    while not numbers.possible(ending.number, number):
        number = (number + STRIDE) % ending.entries
    p = numbers.position(ending.number, number)
    rules = specialise(f"games.{ending.game}", ending.game, compiled=False,
                       **dict(ending.options))
    return number, p, Board(ending.game, write_position(rules, p), **dict(ending.options))


def material(board):
    """How many kings and dice each player has, the stronger one first."""
    pieces = board.contents().pieces.values()
    told = ["".join(sorted(piece.kind.replace("D", "d") for piece in pieces
                           if piece.colour == colour)) for colour in COLOURS]
    return "-".join(sorted(told, key=len, reverse=True))


@every_ending
@given(data=st.data())
def test_a_number_is_that_of_its_position(ending, data):
    number, p, _ = drawn(ending, data)
    assert numbering(ending.game, ending.options).place(p) == (ending.number, number)


@every_ending
@given(data=st.data())
def test_a_position_has_the_material_that_the_ending_is_named_after(ending, data):
    assert material(drawn(ending, data)[2]) == ending.name


@every_ending
@given(data=st.data())
def test_a_position_that_is_turned_keeps_its_number(ending, data):
    number, _, board = drawn(ending, data)
    place = numbering(ending.game, ending.options).place
    assert place(board.turned().state) == (ending.number, number)


@every_ending
@given(data=st.data())
def test_a_move_stays_in_its_group_or_leads_to_an_earlier_ending_or_ends_the_game(ending, data):
    number, p, board = drawn(ending, data)
    size = ending.part_entries
    for move in board.legal_moves:
        q = board.rules.apply(p, move)
        place, next_number = numbering(ending.game, ending.options).place(q)
        if place == ending.number:
            assert ending.group_of(next_number // size) == ending.group_of(number // size)
        elif place < 0:
            assert board.rules.outcome(q)
        else:
            assert place in ending.needs and place < ending.number


def slice_of(ending, number):
    """The group and the slice that a number falls into."""
    part = number // ending.part_entries
    return (ending.group_of(part),
            number % ending.part_entries // (ending.part_entries // ending.slices))


def after(ending, p, board):
    """For each move from a position: the position after it, its ending and its number."""
    place = numbering(ending.game, ending.options).place
    found = [board.rules.apply(p, move) for move in board.legal_moves]
    return [(q, *place(q)) for q in found]


@every_ending
@given(data=st.data())
def test_a_move_leads_to_no_later_slice_of_its_part(ending, data):
    number, p, board = drawn(ending, data)
    for _, place, after_it in after(ending, p, board):
        if place == ending.number:
            assert slice_of(ending, after_it)[1] <= slice_of(ending, number)[1]


@every_ending
@given(data=st.data())
def test_a_move_without_progress_stays_in_its_slice(ending, data):
    number, p, board = drawn(ending, data)
    for move, (q, place, after_it) in zip(board.legal_moves, after(ending, p, board), strict=True):
        if not board.rules.progress(p, move, q):
            assert place == ending.number
            assert slice_of(ending, after_it) == slice_of(ending, number)


@every_ending
@given(data=st.data())
def test_all_moves_within_a_slice_lead_into_one_lane(ending, data):
    number, p, board = drawn(ending, data)
    size = ending.part_entries // ending.slices // ending.lanes
    lanes = {after_it // size % ending.lanes for _, place, after_it in after(ending, p, board)
             if place == ending.number and slice_of(ending, after_it) == slice_of(ending, number)}
    assert len(lanes) <= 1


def test_threads_share_the_large_endings():
    lanes = {ending.name: ending.lanes for ending in endings_of("duell", complete("duell", {}))}
    assert lanes["Kd-Kd"] == 72 and lanes["Kdd-K"] == 144


def before(ending, number):
    """The numbers from which a move may have led to one, as the numbering says of its lines."""
    numbers = numbering(ending.game, ending.options)
    rows, columns = ending.tile
    found, row, column = [], *lines_of(ending, number)
    for line, place in ((row, column - rows), (column, row)):
        assert 0 <= line < rows + columns <= numbers.LINES
        words = [0] * numbers.MOST_PREDECESSORS
        end = numbers.predecessors(ending.number, tile_of(ending, number), line,
                                   prepared_of(ending), words, 0)
        found += [word % (1 << STEP) + (word >> STEP) * place for word in words[:end]]
        if ending.tile == (1, 1):
            break
    return found


def lines_of(ending, number):
    """The row and the column that a number is on."""
    rows, columns = ending.tile
    return number // columns % rows, rows + number % columns


def tile_of(ending, number):
    """The first number of its tile."""
    return number - number % math.prod(ending.tile)


@functools.cache
def prepared_of(ending):
    """What `predecessors` looks up."""
    numbers = numbering(ending.game, ending.options)
    prepared = [0] * numbers.PREPARED
    numbers.prepare(prepared)
    return prepared


@every_ending
@given(data=st.data())
def test_who_has_made_a_move_can_take_it_back(ending, data):
    number, p, board = drawn(ending, data)
    found = Counter(after_it for _, place, after_it in after(ending, p, board)
                    if place == ending.number and slice_of(ending, after_it) == slice_of(
                        ending, number))
    for after_it, moves in found.items():
        assert before(ending, after_it).count(number) == moves


@every_ending
@given(data=st.data())
def test_what_is_before_a_position_has_a_move_to_it(ending, data):
    number, _, _ = drawn(ending, data)
    numbers = numbering(ending.game, ending.options)
    rules = specialise(f"games.{ending.game}", ending.game, compiled=False, **dict(ending.options))
    for one, moves in Counter(before(ending, number)).items():
        assert slice_of(ending, one) == slice_of(ending, number)
        if not numbers.possible(ending.number, one):
            continue
        q = numbers.position(ending.number, one)
        if rules.outcome(q):
            continue
        made = [0] * rules.MAX_MOVES
        places = [numbers.place(rules.apply(q, move))
                  for move in made[:rules.generate(q, made, 0)]]
        assert places.count((ending.number, number)) == moves


@every_ending
@given(data=st.data())
def test_in_a_tile_all_numbers_have_a_position_or_none_has(ending, data):
    number = data.draw(st.integers(0, ending.entries - 1))
    numbers, first = numbering(ending.game, ending.options), tile_of(ending, number)
    assert len({numbers.possible(ending.number, first + i)
                for i in range(math.prod(ending.tile))}) == 1


tiled = pytest.mark.parametrize("ending", [
    pytest.param(ending, id=str(ending))
    for options in ({}, {"board": "9x9"}, {"king_captures": False}, {"mate_ends": False})
    for ending in endings_of("duell", complete("duell", options)) if ending.tile != (1, 1)])


@tiled
@given(data=st.data())
def test_what_a_tile_tells_of_moves_is_what_the_rules_say(ending, data):
    number, p, board = drawn(ending, data)
    numbers, rules = numbering(ending.game, ending.options), board.rules
    if board.outcome():
        assert closed(ending, number) == ALL_CLOSED
        return
    quiet, captures = told_of_lines(ending, number)
    expected = set()
    for move in board.legal_moves:
        q = rules.apply(p, move)
        place, after_it = numbers.place(q)
        if not rules.progress(p, move, q):
            quiet -= 1
        elif place >= 0:
            expected.add((place, after_it))
        else:
            assert rules.outcome(q) == 1 + p.side
            expected.add((NOWHERE, 0))
    assert quiet == 0
    assert captures == expected


def lines_told(ending, number):
    """What `after` tells of the tile of a number, and the lines that the number is on."""
    numbers = numbering(ending.game, ending.options)
    quiet, shut, words = [0] * numbers.LINES, [0] * numbers.LINES, [0] * numbers.MOST_CAPTURES
    end = numbers.successors(ending.number, tile_of(ending, number), quiet, shut, words)
    return quiet, shut, words[:end], lines_of(ending, number)


def closed(ending, number):
    """The bits that its row and its column have together."""
    _, shut, _, (row, column) = lines_told(ending, number)
    return shut[row] | shut[column]


def told_of_lines(ending, number):
    """How many moves of a number stay in its slice, and where the others lead."""
    quiet, _, words, lines = lines_told(ending, number)
    captures = {(words[i + 1], words[i + 2] if words[i + 1] >= 0 else 0)
                for i in range(0, len(words), 3) if words[i] in lines}
    return sum(quiet[line] for line in lines), captures


@pytest.mark.parametrize("options", [{}, {"board": "9x9"}, {"king_captures": False},
                                     {"mate_ends": False}], ids=str)
@pytest.mark.parametrize("name", ["Kd-K", "Kd-Kd", "Kdd-K"])
def test_the_rules_are_asked_about_every_finished_position(name, options):
    chance = random.Random(1)
    ending = ending_named("duell", complete("duell", options), name)
    numbers = numbering("duell", ending.options)
    rules = specialise("games.duell", "duell", compiled=False, **dict(ending.options))
    drawn = (chance.randrange(ending.entries) for _ in range(8000))
    over = [number for number in drawn if numbers.possible(ending.number, number)
            and rules.outcome(numbers.position(ending.number, number))]
    assert len(over) > 100
    assert all(closed(ending, number) == ALL_CLOSED for number in over)


def test_the_rules_are_asked_about_few_positions_of_a_tile():
    """Where no line says that a position may be finished, it is not looked at."""
    ending = endings_of("duell", complete("duell", {}))[3]
    numbers = numbering("duell", ())
    asked = [closed(ending, number) == ALL_CLOSED
             for number in range(0, ending.entries, ending.entries // 2000)
             if numbers.possible(3, number)]
    assert len(asked) > 1500 and sum(asked) < 0.1 * len(asked)


@every_ending
@given(data=st.data())
def test_there_are_no_more_moves_than_the_numbering_says(ending, data):
    _, _, board = drawn(ending, data)
    most = ending.most_moves
    assert len(list(board.legal_moves)) <= most


@pytest.mark.parametrize("shape", ["9x8", "9x9"])
def test_there_is_room_for_all_ways_back_of_any_die(shape):
    """Compiled code does not see where a row ends."""
    ending = endings_of("duell", complete("duell", {"board": shape}))[-1]
    numbers = numbering(ending.game, ending.options)
    first = prepared_of(ending)[:numbers.SQUARES * _dice.ORIENTATIONS + 1]
    most = max(after - before for before, after in itertools.pairwise(first))
    assert 0 < most <= numbers.DIE_WAYS_BACK
    assert len(first) + 2 * first[-1] <= numbers.PREPARED


def test_a_game_without_endings_steps_back_to_nothing():
    numbers = numbering("pur", ())
    assert numbers.ENDINGS == () and numbers.predecessors(0, 0, 0, [0], [0], 0) == 0


@given(data=st.data())
def test_a_forward_tilt_of_three_dice_leads_to_an_earlier_slice(data):
    ending = endings_of("contra", complete("contra", {}))[1]
    number, p, board = drawn(ending, data)
    size = ending.entries // ending.parts // ending.slices
    for move in board.legal_moves:
        q = board.rules.apply(p, move)
        place, after = numbering("contra", ()).place(q)
        if place == ending.number:
            assert (after // size < number // size) == board.rules.progress(p, move, q)


def test_dice_have_a_number_where_they_lie_on_squares_of_their_own_and_nowhere_else():
    numbers = numbering("contra", (("size", "3"),))
    squares = 9 * 8 // 2 * 7
    on_goal_rows = (3 + 9) * 3 + 9 * 2          # of the two none, or one, is on row 1, too
    found = sum(numbers.possible(1, first) for first in range(0, numbers.PART, 12 ** 3))
    assert found == 2 * 2 * (squares - on_goal_rows)


@pytest.mark.parametrize("game", names())
def test_the_start_of_a_game_is_no_ending(game):
    board = Board(game)
    assert numbering(game, ()).place(board.state)[0] < 0


def test_a_tilt_leads_to_the_other_half_of_the_orientations():
    for number in range(FIRST, KING):
        for direction in range(4):
            tilted = ROLLED[32 * number + 8 * direction + 1]
            assert _dice.HALF_OF[tilted] == 1 - _dice.HALF_OF[number]


def test_each_half_has_twelve_orientations():
    assert sorted(_dice.MEMBER) == list(range(FIRST, KING))
    for number in range(FIRST, KING):
        assert _dice.MEMBER[_dice.HALF * _dice.HALF_OF[number] + _dice.RANK[number]] == number


def test_a_die_seen_from_the_other_side_is_in_the_same_half():
    for number in range(FIRST, KING):
        assert _dice.HALF_OF[_dice.AROUND[number]] == _dice.HALF_OF[number]


# Two dice W on a1 and b1 against v on g7: part 3, the last pair, row 7, parity 1, columns a, b, g.
TWO_TO_ONE = ((((3 * 28 + 27) * 7 + 6) * 4 + 1) * 7**3 + 7 + 6) * 12**3 + (11 * 12 + 11) * 12 + 10


# The numbers are worked out by hand, as docs/formats/tables.md tells it.
@pytest.mark.parametrize(("position", "ending", "number"), [
    ("DZe1ze8", 0, 72 * 4 + 67),
    ("dZe1ze8", 0, 72 * 4 + 67),
    ("DZe1Wa1ze8", 1, ((4 * 72 + 67) * 72 + 0) * 12 + 11),
    ("dZe1Wa1ze8", 1, (((72 + 4) * 72 + 67) * 72 + 0) * 12 + 11),
    ("DZe1Wb1ze8", 1, (((2 * 72 + 4) * 72 + 67) * 72 + 1) * 12 + 11),
    ("dZe1ze8vi8", 1, ((4 * 72 + 67) * 72 + 0) * 12 + 11),
    ("DZe1Wa1ze8vi8", 2, ((((0 * 72 + 4) * 72 + 4) * 72 + 0) * 72 + 0) * 144 + 11 * 12 + 11),
    ("DZe1Wb1ze8vi8", 2, ((((3 * 72 + 4) * 72 + 4) * 72 + 1) * 72 + 0) * 144 + 11 * 12 + 11),
    ("dZe1Wb1ze8vi8", 2, ((((2 * 72 + 4) * 72 + 4) * 72 + 0) * 72 + 1) * 144 + 11 * 12 + 11),
    ("DZe1Wa1Wb1ze8", 3, (((2 * 144 + 4) * 72 + 67) * 2556 + 0) * 144 + 11 * 12 + 11),
    ("dZe1ze8vi8vh8", 3, (((2 * 144 + 4) * 72 + 67) * 2556 + 0) * 144 + 11 * 12 + 11),
    ("dZe1Wa1Wd1ze8", 3, (((2 * 144 + 72 + 67) * 72 + 4) * 2556 + 3) * 144 + 11 * 12 + 11),
    ("CWa1vg7", 0, 1176 * 22 + 24 * 48 + 21),
    ("cWa1vg7", 0, 1176 * 22 + 24 * 48 + 21),
    ("CWa1Wb1vg7", 1, TWO_TO_ONE),
    ("cWa1vf7vg7", 1, TWO_TO_ONE),
    ("cWa1Wb1vg7", 1, TWO_TO_ONE + 2 * 7**3 * 12**3),
    ("CWa1vf7vg7", 1, TWO_TO_ONE + 2 * 7**3 * 12**3),
    ("CWb1Wd6vg7", 1, (((((3 * 28 + 22) * 7 + 6) * 4 * 7 + 1) * 7 + 3) * 7 + 6) * 12**3
                      + (11 * 12 + 11) * 12 + 10),
])
def test_a_number_is_what_the_page_about_tables_says(position, ending, number):
    game = {"d": "duell", "c": "contra"}[position[0].lower()]
    assert numbering(game, ()).place(Board(game, position).state) == (ending, number)


@pytest.mark.parametrize("position", [
    "DZe1", "DZe1ze8za8", "DZe1ze8Wa1Wb1Wc1", "DZe1ze8Wa1Wb1va8", "DZe1Zd1Wb1",
    "CWa1", "CWa1Wb1", "CWa1Wb1vf7vg7", "CWa1Wb1Wc1vg7"])
def test_other_material_has_no_number(position):
    game = {"d": "duell", "c": "contra"}[position[0].lower()]
    assert numbering(game, ()).place(Board(game, position).state)[0] < 0
