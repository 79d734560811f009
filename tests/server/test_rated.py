"""Which rated games count."""
import pytest

from eckstein.server.game.rated import counts


@pytest.mark.parametrize(("reason", "plies", "counted"), [
    ("resignation", 5, False), ("resignation", 6, True), ("time", 6, True), ("agreement", 60, True),
    ("aborted", 6, False), ("adjudication", 60, False), ("breakthrough", 1, False)])
def test_a_game_counts_after_three_moves_of_each_and_if_its_players_have_ended_it(
        reason, plies, counted):
    assert counts(reason, plies) is counted
