"""Keys tell positions apart (games/__init__.py: `key`)."""
import pytest

from eckstein import Board

from ..helpers import VARIANTS, named, random_games


@pytest.mark.parametrize(("game", "one", "other"), [
    # Two bits of the planes that are mixed first cancel each other.
    ("contra", "CAb1Ec1ad1Ee1", "Cbb1Ic1Bd1Ie1"),
    ("pur", "PAb1Ec1ad1Ee1", "Pbb1Ic1Bd1Ie1"),
    ("ecke", "EAb1Ec1ad1Ee1", "Ebb1Ic1Bd1Ie1"),
    # A white and a black piece that move so that twice the one word balances the other.
    ("echek", "2rBP/bk2p/1R2n/3KN w - - m13", "3BP/bk2p/2r1n/1R1KN w - - m13"),
])
def test_changes_in_different_words_do_not_cancel(game, one, other):
    assert Board(game, one).key != Board(game, other).key


@pytest.mark.parametrize(("game", "one", "other"), [
    ("contra", "CWd3va7", "cWd3va7"),
    ("contra", "CWd3va7", "Cwd3Va7"),
    ("contra", "CWd3va7", "CXd3va7"),
    ("duell", "DZa1zi8Ce4", "dZa1zi8Ce4"),
    ("duell", "DZa1zi8Ce4", "DZa1zi8ce4"),
    ("duell", "DZa1zi8Ce4", "DZa1zi8Ae4"),
    ("duell", "DZa1zi8Ce4", "DZa1zi8Ce5"),
])
def test_side_colour_orientation_and_square_are_in_the_key(game, one, other):
    assert Board(game, one).key != Board(game, other).key


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_a_key_belongs_to_one_position(game, options):
    found = {}
    for board in random_games(game, options, range(5), plies=80):
        same = found.setdefault(board.key, tuple(board._p))
        assert same == tuple(board._p)
        assert 0 <= board.key < 1 << 63
    assert len(found) > 100 or game == "echek" and len(found) > 30


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_a_key_does_not_depend_on_the_way_to_the_position(game, options):
    for board in random_games(game, options, [7], plies=40):
        assert Board(game, board.position(), **options).key == board.key
