"""Reference counts: the table of docs/rules.md, and one ply more as a regression.

Of the numbers beyond the table the twin (tests/twin) has confirmed Pur 5 and Contra 5; the others
were computed once by this package and only guard against change.
"""
import pytest

from eckstein import Board
from eckstein.kernel.specialise import specialise

from ..helpers import rules_of

CROWDED = "2b/rkR/1K1/Qn1 w BNPqp Ss"

COUNTS = [
    ("pur", {}, None, [7, 49, 805, 13_225]),
    ("contra", {}, None, [7, 49, 511, 5_329]),
    ("ecke", {}, None, [19, 361, 8_645, 207_025]),
    ("duell", {"mate_ends": False}, None, [37, 1_293, 47_873, 1_702_613]),
    ("duell", {"mate_ends": False, "board": "9x9"}, None, [37, 1_329, 50_759, 1_889_171]),
    ("echek", {"bishop": "draft"}, None, [31, 939, 33_491, 1_092_849]),
    ("echek", {"bishop": "final"}, None, [31, 939, 34_017, 1_224_144]),
    ("echek", {"bishop": "basic"}, None, [31, 939, 32_519, 1_000_081]),
    ("echek", {"bishop": "draft"}, CROWDED, [47, 1_294, 31_615]),
    ("echek", {"bishop": "final"}, CROWDED, [64, 1_962, 57_641]),
    ("echek", {"bishop": "basic"}, CROWDED, [34, 849, 17_118]),
]
DEEPER = [
    ("pur", {}, None, 236_836),
    ("contra", {}, None, 61_247),
    ("contra", {"arrival_wins": True}, None, 61_247),
    ("contra", {"size": "4"}, None, 4_586),
    ("contra", {"size": "3"}, None, 334),
    ("ecke", {}, None, 5_415_865),
    ("echek", {"bishop": "draft"}, CROWDED, 644_101),
    ("echek", {"bishop": "final"}, CROWDED, 1_326_276),
    ("echek", {"bishop": "basic"}, CROWDED, 291_686),
]
DEEPEST = [
    ("contra", {"size": "6"}, None, 31_802),
    ("contra", {"size": "5"}, None, 14_446),
    ("duell", {"mate_ends": False}, None, 64_749_934),
    ("duell", {"mate_ends": False, "board": "9x9"}, None, 75_511_771),
    ("echek", {"bishop": "draft"}, None, 36_157_502),
    ("echek", {"bishop": "final"}, None, 46_888_125),
    ("echek", {"bishop": "basic"}, None, 30_698_722),
]


def cases(rows, *marks):
    """The rows of a table with readable names."""
    return [pytest.param(*row, marks=marks, id=" ".join(
        [row[0], *(f"{name}={value}" for name, value in row[1].items()), *filter(None, [row[2]])]))
        for row in rows]


def counts(game, options, position, depths, compiled):
    """Perft from 1 to so many plies."""
    template = specialise("search.play.perft", game, compiled=compiled, **options)
    start = Board(game, position, **options)
    p = rules_of(template).Position(*start.state)
    return [template.perft(p, template.new_memory(), 0, depth)
            for depth in range(1, depths + 1)]


@pytest.mark.parametrize(("game", "options", "position", "expected"), cases(COUNTS))
def test_compiled_counts(game, options, position, expected):
    assert counts(game, options, position, len(expected), compiled=True) == expected


@pytest.mark.parametrize(("game", "options", "position", "expected"),
                         cases(DEEPER) + cases(DEEPEST, pytest.mark.long))
def test_one_ply_more(game, options, position, expected):
    depth = 4 if position else 5
    assert counts(game, options, position, depth, compiled=True)[-1] == expected


@pytest.mark.parametrize(("game", "options", "position", "expected"), cases(COUNTS))
def test_interpreted_counts_to_two_plies(game, options, position, expected):
    assert counts(game, options, position, 2, compiled=False) == expected[:2]


def test_a_finished_game_has_no_moves():
    over = "PAa7Ab7Ac7Ad7Ae7Af7Ag7va6"
    assert counts("pur", {}, over, 2, compiled=False) == [0, 0]


def test_a_forced_pass_is_a_move():
    assert counts("pur", {}, "PWa7vb7vc7", 1, compiled=False) == [1]


@pytest.mark.parametrize("life", ["plain", "jit", "library", "wasm"])
def test_the_last_move_of_a_line_is_made(life):
    search = specialise("search.play.perft", "contra", life=life)
    memory, p = search.new_memory(), search.game.start()
    assert search.perft(p, memory, 0, 1) == 7
    assert list(memory.last) == list(search.game.apply(p, memory.moves[6]))
