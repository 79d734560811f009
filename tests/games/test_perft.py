"""Reference counts: the table of docs/rules.md, and one ply more as a regression.

Of the numbers beyond the table the twin (tests/twin) has confirmed Pur 5 and Contra 5; the others
were computed once by this package and only guard against change.
"""
import pytest

from eckstein import Board
from eckstein.kernel import specialise

from ..helpers import rules_of

CROWDED = "2b/rkR/1K1/Qn1 w BNPqp Ss"

COUNTS = [
    ("pur", {}, None, [7, 49, 805, 13_225, 236_836]),
    ("contra", {}, None, [7, 49, 511, 5_329, 61_247]),
    ("contra", {"arrival_wins": True}, None, [7, 49, 511, 5_329, 61_247]),
    ("ecke", {}, None, [19, 361, 8_645, 207_025, 5_415_865]),
    ("duell", {"mate_ends": False}, None, [37, 1_293, 47_873, 1_702_613, 64_749_934]),
    ("duell", {"mate_ends": False, "board": "9x9"}, None,
     [37, 1_329, 50_759, 1_889_171, 75_511_771]),
    ("echek", {"bishop": "draft"}, None, [31, 939, 33_491, 1_092_849, 36_157_502]),
    ("echek", {"bishop": "final"}, None, [31, 939, 34_017, 1_224_144, 46_888_125]),
    ("echek", {"bishop": "basic"}, None, [31, 939, 32_519, 1_000_081, 30_698_722]),
    ("echek", {"bishop": "draft"}, CROWDED, [47, 1_294, 31_615, 644_101]),
    ("echek", {"bishop": "final"}, CROWDED, [64, 1_962, 57_641, 1_326_276]),
    ("echek", {"bishop": "basic"}, CROWDED, [34, 849, 17_118, 291_686]),
]
TABLE = [pytest.param(*row, id=" ".join(filter(None, [row[0], *map(str, row[1].values()), row[2]])))
         for row in COUNTS]


def counts(game, options, position, depths, compiled):
    """Perft from 1 to so many plies."""
    template = specialise("search.perft", game, compiled=compiled, **options)
    start = Board(game, position, **options)
    p = rules_of(template).Position(*start._p)
    return [template.perft(p, template.new_memory(depth), 0, depth)
            for depth in range(1, depths + 1)]


@pytest.mark.parametrize(("game", "options", "position", "expected"), TABLE)
def test_compiled_counts(game, options, position, expected):
    assert counts(game, options, position, len(expected), compiled=True) == expected


@pytest.mark.parametrize(("game", "options", "position", "expected"), TABLE)
def test_interpreted_counts_to_two_plies(game, options, position, expected):
    assert counts(game, options, position, 2, compiled=False) == expected[:2]


def test_a_finished_game_has_no_moves():
    over = "PAa7Ab7Ac7Ad7Ae7Af7Ag7va6"
    assert counts("pur", {}, over, 2, compiled=False) == [0, 0]


def test_a_forced_pass_is_a_move():
    assert counts("pur", {}, "PWa7vb7vc7", 1, compiled=False) == [1]
