"""How soon a player can win at best: named positions, and every move of random games.

That no win is overlooked, `tests/search/test_bounded.py` and the proofs hold against plain boards.
"""
import pytest

from eckstein import Board

from ..helpers import VARIANTS, random_games


@pytest.mark.parametrize(("game", "position", "options", "white", "black"), [
    ("pur", "PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7", {}, 13, 13),
    # White needs four moves, and Black, who may end the game to White's profit, three.
    ("pur", "PWa7Wb7Wc7We1Wf1Wd2Wg4va1vb1vc1vd1vb2vc2vg5", {}, 6, 6),
    # To fell all seven at home is possible one ply before Black can be at his goal.
    ("contra", "CWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7", {}, 11, 11),
    # One step to the row before Black's four, and from there a move for each that stays.
    ("contra", "CWa1Wd4va7vc7ve7vg7", {}, 5, 2),
    ("contra", "CWa1va3", {"size": "3"}, 1, 1),
    ("ecke", "EWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7", {}, 6, 6),
    ("ecke", "EWa5Wg5va7vb7vc7vd7ve7vf7vg7", {}, 3, 1),
    # One jump takes a die to the row before Black's three, and one of them may stay.
    ("ecke", "EWd4We4va7vb7vc7", {}, 1, 1),
    ("duell", "DZe1ze8Wa1va8", {}, 1, 1),
])
def test_no_player_can_be_sooner(game, position, options, white, black):
    board = Board(game, position, **options)
    assert [board.rules.least_plies(board.state, colour) for colour in (0, 1)] == [white, black]


@pytest.mark.parametrize(("game", "options"), [
    (game, options) for game, options in VARIANTS if game not in ("duell", "echek")])
def test_no_move_gains_more_than_one_ply(game, options):
    """Then no win comes sooner than any position on the way says."""
    wins = 0
    for board in random_games(game, options, range(6), plies=300):
        rules, p = board.rules, board.state
        least = [rules.least_plies(p, colour) for colour in (0, 1)]
        for move in board.legal_moves:
            q = rules.apply(p, move)
            outcome = rules.outcome(q)
            for colour in (0, 1):
                if outcome == 1 + colour:
                    assert least[colour] <= 1
                    wins += 1
                elif not outcome:
                    assert least[colour] <= 1 + rules.least_plies(q, colour)
    assert wins
