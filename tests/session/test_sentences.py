"""Moves in sentences."""
import pytest

from eckstein import Board
from eckstein.session.sentences import tell_consequences, whole_sentence


@pytest.mark.parametrize(("position", "square", "told"), [
    ("dZe1ee3zi8", "e1", "The king on e1 is captured."),
    ("DZe1Af4kf5zi8", "f5", "The die on f5 is captured.")])
def test_a_king_of_duell_is_told_from_the_dice(position, square, told):
    """K is how a die lies, too."""
    board = Board("duell", position, mate_ends=False)
    found = [one for one in map(board.describe, board.legal_moves)
             if [gone.square for gone in one.removed] == [square]]
    assert all(told in tell_consequences(one) for one in found)
    assert found


@pytest.mark.parametrize(("text", "told"), [
    ("m14 est occupée", "m14 est occupée."), ("the way is blocked", "The way is blocked."),
    ("a move ends here", "A move ends here.")])
def test_a_sentence_begins_with_a_capital_but_for_the_name_of_a_square(text, told):
    assert whole_sentence(text) == told
