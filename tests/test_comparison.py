"""Players compared: what they think, and where opinions differ."""
import pytest

from eckstein import Board
from eckstein.engine.analysis import Value
from eckstein.engine.comparison import Line, Opinion, ask, difference, parting
from eckstein.engine.limits import Limits
from eckstein.engine.players import make_player, read_player


def opinion(moves, value=0, mate=None, winner=None):
    told = None if value is None else Value(value, mate)
    return Opinion((Line(told, winner, tuple(moves.split())),), 1, 1, 0.0)


@pytest.mark.parametrize(("one", "other", "number", "told"), [
    (opinion("a b c", 50), opinion("a b", 20), None,
     "The same moves, as far as both look; the values are 0.30 dice apart."),
    (opinion("a b", 1000, mate=2), opinion("a b"), None, "The same moves, as far as both look."),
    (opinion("a b c", -50), opinion("a d c", 20), 2,
     "They differ from move 2 of the line on: b or d; the values are 0.70 dice apart."),
    (opinion("a", 1000, winner="white"), opinion("b"), 1,
     "They differ from move 1 of the line on: a or b."),
    (opinion("a", None), opinion("b"), 1, "They differ from move 1 of the line on: a or b.")])
def test_where_opinions_differ(one, other, number, told):
    assert (parting(one, other), str(difference(one, other))) == (number, told)


def thinks(text, board, lines=1):
    name = read_player(text).filled(hash=1, nodes=800, book=False)
    return ask(make_player(name, board), board, Limits(), lines)


@pytest.mark.parametrize("text", ["mcts", "level:2", "level:9", "threads=2", "tables=off",
                                  "plain:depth=2"])
def test_players_of_all_kinds_tell_legal_lines_with_whites_value(text):
    board = Board("contra")
    board.push_text("d1d2")
    told = thinks(text, board, 2)
    assert len(told.lines) == (1 if text.startswith(("level", "plain")) else 2)
    assert (told.depth is None) == (text == "mcts")
    for line in told.lines:
        ahead = board.copy()
        for move in line.moves:
            ahead.push_text(move)


@pytest.mark.parametrize("text", ["random", "greedy", "flat:playouts=40"])
def test_who_tells_nothing_names_his_move(text):
    board = Board("contra")
    [line] = thinks(text, board).lines
    assert (line.value, line.winner, line.told, line.decided) == (None, None, "-", False)
    board.push_text(*line.moves)


@pytest.mark.parametrize("text", ["mcts", "level:9", "depth=5"])
@pytest.mark.parametrize(("position", "winner"), [("CWd6va5", "White"), ("cWd3va2", "Black")])
def test_players_of_all_kinds_see_who_wins(text, position, winner):
    line = thinks(text, Board("contra", position)).lines[0]
    assert line.told.startswith(f"{winner} wins") and line.decided
    assert (line.value.score > 0) == (winner == "White")
