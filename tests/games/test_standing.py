"""How each game says it stands: named positions, and random games held against the twin.

Of the twin only the words of the rules are used: dice by colour and square, rolls, closed sides,
actions; what is told of them is counted here once more.
"""
import pytest

from eckstein import BLACK, WHITE, Board
from eckstein.base.sentence import Sentence
from eckstein.board.view import facts, view
from eckstein.games import names
from eckstein.words import sentences

from ..helpers import EACH, after, in_each, random_games
from ..twin import twin
from ..twin.dice import OTHER, square_name
from ..twin.duell import king_square
from ..twin.echek import SIDES, connected, in_case_of, shifted, square_of, without
from ..twin.plane import square_name as plane_name

SIDE_NAMES = {"white": "White", "black": "Black"}
DIRECTIONS = dict(zip(SIDES, ("north", "east", "south", "west"), strict=True))


def told(board, colour=None):
    """What is told of both players, or of one: (brief, text) with the full sentences."""
    return [(fact.brief, fact.text) for fact in facts(board)
            if colour is None or fact.colour == colour]


def marked(board):
    """By the brief words of each fact of White's the squares that it is about."""
    return {one["brief"]["text"]: one["squares"] for one in view(board)["standing"]
            if one["colour"] == "white"}


# Named positions.

def test_pur_counts_points_on_the_goal_row_and_dice_under_way():
    board = Board("pur", "PWa7Ab7Wd3We4Wf5Wb3Wc6va1vb6vc3vd4ve5vf6vg1")
    assert told(board, WHITE) == [("7 points", "White's points on the goal row: 7"),
                              ("5 on the way", "White's dice still under way: 5")]
    assert marked(board) == {
        "{points} {points:point|points}": ["a7", "b7"],
        "{count} on the way": ["b3", "d3", "e4", "f5", "c6"]}


def test_contra_names_the_dice_nearest_to_the_goal_row():
    board = Board("contra", "CWc3Wd5Wf5vg2")
    assert told(board) == [
        ("3 dice", "White's dice left: 3"),
        ("2 tilts to go",
         "White's dice nearest to the goal row: d5, f5; tilts still to go: 2"),
        ("1 die", "Black's dice left: 1"),
        ("1 tilt to go", "Black's dice nearest to the goal row: g2; tilts still to go: 1")]


def test_contra_on_a_smaller_board_has_fewer_tilts_to_go():
    assert told(Board("contra", size="4"), BLACK)[1][0] == "3 tilts to go"


def test_contra_without_dice_has_no_runner():
    assert told(Board("contra", "cWc3"), BLACK) == [("0 dice", "Black's dice left: 0")]


@pytest.mark.parametrize(("position", "brief", "text"), [
    ("EWb7Wc3vd5ve5", "holds 0 of 2 corners",
     "White has taken neither corner, and wins with dice on a7, g7 at the same time"),
    ("EWg7Wc3vd5ve5", "holds 1 of 2 corners", "White has taken the corner g7, and wins with "
                                                 "another die on a7 at the same time"),
    ("eWa7Wg7vd5ve5", "holds 2 of 2 corners",
     "White has taken both corners, a7, g7, at the same time")])
def test_ecke_tells_corners_taken_and_to_take(position, brief, text):
    board = Board("ecke", position)
    assert told(board, WHITE)[0] == (brief, text)
    assert marked(board)["holds {count} of {all} corners"] == ["a7", "g7"]


def test_duell_tells_check_in_words_and_from_where():
    board = after("duell", None, "F1-e6")
    assert told(board, BLACK)[0] == ("DUEL from e6",
                                     "DUEL: Black's king on e8 can be taken from e6")
    assert told(board, WHITE) == [
        ("king safe now", "no die can take White's king"),
        ("7 rolls to win", "White's king wins on e8, where the other king began; "
                                          "he needs at least 7 more rolls")]


def test_duell_tells_mate():
    board = after("duell", None, "A1-d3", "D8-i7", "F1-c4")
    assert told(board, BLACK)[0] == ("DUEL-MATT", "DUEL-MATT: no move saves Black's king")


def test_duell_tells_who_can_be_taken_by_the_player_to_move():
    board = Board("duell", "DZe1Aa7za8")
    assert told(board, BLACK)[0] == ("king attacked by 1 die",
                                     "Black's king on a8 can be taken from a7")


def test_a_king_that_may_not_capture_attacks_nobody():
    position = "DZe4ze5"
    assert told(Board("duell", position), BLACK)[0][0] == "king attacked by 1 die"
    assert told(Board("duell", position, king_captures=False), BLACK)[0][0] == (
        "king safe now")


def test_echek_tells_closed_sides_of_a_king_a_border_being_one():
    board = Board("echek", "KRNk w QBPqrbnp Ss m13")
    assert told(board, WHITE)[0] == (
        "king: 2 of 4 sides closed",
        "closed sides of White's king on m13: east (n13), west (border)")
    assert marked(board)["king: {count} of {all} sides closed"] == ["m13", "n13", "l13"]


def test_echek_tells_that_no_side_is_closed():
    assert told(Board("echek", "1k/K1 w QRBNPqrbnp Ss m13"), WHITE)[0][1] == (
        "closed sides of White's king on m13: none")


@pytest.mark.parametrize(("position", "falls"), [
    ("3k/2N1/PK2/q3 w QRBrbnp Ss m12", True),       # a rook on n12 shuts her last side
    ("3k/2N1/PK2/q3 b QRBrbnp Ss m12", True),       # and would, were White to move
    ("3k/2N1/PK2/q3 w QBrbnp Ss m12", True),        # as any other piece would
    ("3k/2N1/PK2/1q2 w QRBrbnp Ss m12", False)])
def test_echek_tells_of_a_queen_that_an_action_would_make_fall(position, falls):
    board = Board("echek", position)
    assert (("queen in danger", "White has an action by which Black's queen on m12 falls")
            in told(board, BLACK)) == falls


# In random games.

def expected(game, slow, state):
    """What is to be told, as (colour, brief, squares), by the words of the twin."""
    board = dict(state.pieces if game == "echek" else state.dice)
    for number, side in enumerate(OTHER):
        for brief, squares in GAMES[game](slow, state, board, side):
            yield number, brief, set(squares)


def counted(number, one, many):
    return f"{number} {one if number == 1 else many}"


def pur(slow, state, board, side):
    home = [square for square, (owner, _) in board.items()
            if owner == side and square[1] == {"white": 7, "black": 1}[side]]
    away = [square for square, (owner, _) in board.items() if owner == side and square not in home]
    points = sum(slow.home(board, side))
    yield counted(points, "point", "points"), map(square_name, home)
    yield f"{len(away)} on the way", map(square_name, away)


def contra(slow, state, board, side):
    own = [square for square, (owner, _) in board.items() if owner == side]
    yield counted(len(own), "die", "dice"), []
    if own:
        ways = {square: abs(slow.goal_row[side] - square[1]) for square in own}
        least = min(ways.values())
        yield (counted(least, "tilt", "tilts") + " to go",
               [square_name(one) for one in own if ways[one] == least])


def ecke(slow, state, board, side):
    taken = [corner for corner in slow.CORNERS[side] if board.get(corner, (None,))[0] == side]
    yield f"holds {len(taken)} of 2 corners", map(square_name, slow.CORNERS[side])
    yield counted(slow.count(board, side), "die", "dice"), []


def duell(slow, state, board, side):
    king = king_square(board, side)
    if not king:
        return
    attackers = {square_name(square) for square, _, target, _ in slow.rolls(board, OTHER[side])
                 if target == king}
    brief = (f"king attacked by {counted(len(attackers), 'die', 'dice')}" if attackers
             else "king safe now")
    if state.turn == side and slow.won(state) is None:
        if slow.mated(state):
            brief = "DUEL-MATT"
        elif slow.in_check(state):
            brief = "DUEL from"
    yield brief, attackers
    away = abs(king[0] - slow.goal[side][0]) + abs(king[1] - slow.goal[side][1])
    goal = square_name(slow.goal[side])
    yield f"{counted(away, 'roll', 'rolls')} to win", [square_name(king), goal]


def echek(slow, state, board, side):
    for letter, name in (("K", "king"), ("Q", "queen")):
        square = square_of(board, in_case_of(side, letter))
        if square is None:
            continue
        closed = [shifted(square, step) for step in SIDES if is_closed(slow, board, square, step)]
        yield (f"{name}: {len(closed)} of 4 sides closed",
               [plane_name(one) for one in (square, *closed)])
        if letter == "Q" and slow.outcome(state) is None and any(
                square_of(dict(then.pieces), in_case_of(side, "Q")) is None
                and in_case_of(side, "Q") not in then.reserve
                for _, then in slow.actions(state._replace(turn=OTHER[side]))):
            yield "queen in danger", [plane_name(square)]
    links = [square for square, piece in board.items() if piece == in_case_of(side, piece)
             and not connected(without(board, square))]
    if links:
        yield (counted(len(links), "piece links", "pieces link") + " the group",
               map(plane_name, links))


def is_closed(slow, board, square, step):
    """Whether one side is closed: with all the others filled, the piece would be surrounded."""
    left, bottom, right, top = slow.area(board)
    column, row = shifted(square, step)
    return ((column, row) in board or right - left == 3 and not left <= column <= right
            or top - bottom == 3 and not bottom <= row <= top)


GAMES = {"pur": pur, "contra": contra, "ecke": ecke, "duell": duell, "echek": echek}


@in_each(EACH)
def test_what_is_told_is_what_the_twin_counts(game, options):
    slow, seen = twin(game, **options), set()
    for board in random_games(game, options, range(3), plies=60):
        state = slow.read(board.position())
        shown = [(("white", "black").index(one["colour"]), fact.brief.split(" from ")[0],
                  set(one["squares"]))
                 for one, fact in zip(view(board, legal=False)["standing"], facts(board),
                                      strict=True)]
        wanted = [(colour, brief.split(" from")[0], squares)
                  for colour, brief, squares in expected(game, slow, state)]
        assert shown == wanted, board.position()
        seen |= {brief for _, brief, _ in shown}
    assert len(seen) > 4


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("game", names())
def test_it_is_told_in_every_language(game, language):
    known = sentences(language)
    for board in random_games(game, {}, range(1), plies=30):
        for fact in facts(board):
            for text in (fact.brief, fact.text):
                assert not isinstance(text, Sentence) or text.template in known
