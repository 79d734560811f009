"""What holds for every table, whatever its ending."""
from eckstein.engine.tables import probe


def follow(board):
    """Players who follow the table need just so many plies as it says, and who should win does."""
    value, winner, plies = probe(board).value, board.turn, 0
    while value.plies is not None and not board.is_game_over():
        board.push(probe(board).moves[0].move)
        plies += 1
    if value.plies is not None:
        assert plies == value.plies
        assert (board.outcome().winner is winner) == (value.result == "won")


def has_one_value_turned(board):
    """A position and the same one, turned and with colours exchanged, have one value."""
    assert probe(board).value == probe(board.turned()).value
