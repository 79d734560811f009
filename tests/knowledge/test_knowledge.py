"""What is known about good play is fair, and the same in both lives (knowledge/)."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

from eckstein import BLACK, Board, names
from eckstein.board import COLOURS
from eckstein.contract.pieces import Contents, Piece
from eckstein.kernel import dice
from eckstein.kernel.specialise import specialise

from ..helpers import VARIANTS, in_games, named, random_games

ALL = named(VARIANTS)
VALUES = ["plain", "evaluate"]
BOUND = 10_000              # far below the scores of decided games


def knowledge_of(game, options=None, compiled=False):
    """What is known about a game, with its rules."""
    kernel = specialise("kernel", game, compiled=compiled, **(options or {}))
    return kernel.knowledge, kernel.game


def turned(piece):
    """A piece of the other colour, seen from the other side of the board."""
    if piece.kind != "D" or piece.die == dice.KING:
        return piece._replace(colour=piece.colour.other)
    top, north, east = dice.DICE[piece.die]
    return Piece(piece.colour.other, "D", dice.NUMBER[top, 7 - north, 7 - east])


def mirrored(contents, columns, rows):
    """The same position with the players' roles exchanged: the board turned by half a circle."""
    columns = columns or max(column for column, _ in contents.pieces) + 1
    rows = rows or max(row for _, row in contents.pieces) + 1
    pieces = {(columns - 1 - column, rows - 1 - row): turned(piece)
              for (column, row), piece in contents.pieces.items()}
    return Contents(contents.side.other, pieces, contents.reserves[::-1],
                    contents.rights.swapcase())


def positions(game, options, every=3, seeds=range(3), plies=60):
    """Positions of random games that are not over."""
    for board in random_games(game, options, seeds, plies):
        if board.ply % every == 0 and not board.is_game_over():
            yield board


def test_the_start_turned_is_the_start_for_black():
    for game in names():
        rules = Board(game).rules
        start = rules.contents(rules.start())
        again = mirrored(start, rules.COLUMNS, rules.ROWS)
        if game == "echek":
            again, start = rules.position(again), rules.position(start._replace(side=BLACK))
            assert again == start
        else:
            assert again == start._replace(side=BLACK)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("game", "options"), ALL)
def test_exchanged_roles_have_the_same_value(game, options, value):
    knowledge, rules = knowledge_of(game, options)
    worth, seen = getattr(knowledge, value), set()
    for board in positions(game, options):
        q = rules.position(mirrored(board.contents(), rules.COLUMNS, rules.ROWS))
        assert worth(q) == worth(rules.Position(*board.state)), board
        seen.add(worth(q))
    assert len(seen) > 3


@pytest.mark.parametrize("game", names())
def test_without_the_right_to_move_a_value_changes_its_sign(game):
    knowledge, rules = knowledge_of(game)
    turn = knowledge.WEIGHTS[0]
    assert knowledge.FEATURES[0] == "turn"
    for board in positions(game, {}):
        contents = board.contents()
        p, q = (rules.position(contents._replace(side=side)) for side in COLOURS)
        assert knowledge.plain(p) == -knowledge.plain(q), board
        assert knowledge.evaluate(p) - turn == -(knowledge.evaluate(q) - turn), board


@pytest.mark.parametrize("game", names())
def test_at_the_start_both_stand_alike(game):
    knowledge, rules = knowledge_of(game)
    assert knowledge.plain(rules.start()) == 0
    assert knowledge.evaluate(rules.start()) == knowledge.WEIGHTS[0]


@pytest.mark.parametrize("game", names())
def test_a_value_is_the_sum_of_features_times_weights(game):
    knowledge, _ = knowledge_of(game)
    count = len(knowledge.FEATURES)
    units = [tuple(int(i == place) for i in range(count)) for place in range(count)]
    assert len(set(knowledge.FEATURES)) == count == len(knowledge.WEIGHTS)
    for board in positions(game, {}, every=10):
        features = [knowledge.weigh(board.state, unit) for unit in units]
        assert features[0] == 1
        assert knowledge.evaluate(board.state) == sum(
            feature * weight for feature, weight in zip(features, knowledge.WEIGHTS, strict=True))


@pytest.mark.parametrize(("game", "options"), ALL)
def test_values_stay_far_from_those_of_decided_games(game, options):
    knowledge, rules = knowledge_of(game, options)
    for board in positions(game, options, every=2):
        p = rules.Position(*board.state)
        assert abs(knowledge.plain(p)) < BOUND
        assert abs(knowledge.evaluate(p)) < BOUND


@in_games("pur", "duell")
def test_both_lives_agree(game):
    plain, _ = knowledge_of(game)
    fast, rules = knowledge_of(game, compiled=True)
    room = specialise("search.play.playing", game).new_moves()
    for board in positions(game, {}):
        p, q = board.state, rules.Position(*board.state)
        assert fast.evaluate(q) == plain.evaluate(p)
        assert fast.plain(q) == plain.plain(p)
        moves = [0] * board.rules.MAX_MOVES
        end = plain.noisy(p, moves, 0)
        assert fast.noisy(q, room, 0) == end
        assert room[:end].tolist() == moves[:end]


@pytest.mark.parametrize(("game", "options"), ALL)
def test_noisy_moves_are_legal_and_written_from_the_index(game, options):
    knowledge, _ = knowledge_of(game, options)
    for board in positions(game, options):
        moves = [-7] * (board.rules.MAX_MOVES + 3)
        end = knowledge.noisy(board.state, moves, 3)
        assert moves[:3] == [-7] * 3
        assert len(set(moves[3:end])) == end - 3
        assert set(moves[3:end]) <= set(board.legal_moves)


@pytest.mark.parametrize("game", ["contra", "ecke", "duell"])
def test_whatever_takes_a_piece_or_wins_is_noisy(game):
    knowledge, rules = knowledge_of(game)
    loud = 0
    for board in positions(game, {}):
        moves = [0] * rules.MAX_MOVES
        noisy = set(moves[:knowledge.noisy(board.state, moves, 0)])
        pieces = len(board.contents().pieces)
        for move in board.legal_moves:
            q = rules.apply(board.state, move)
            if len(rules.contents(q).pieces) < pieces:
                loud += 1
                assert move in noisy, board.text(move)
    assert loud


@pytest.mark.parametrize(("game", "options"), ALL)
def test_urgency_is_a_number_for_every_move(game, options):
    knowledge, _ = knowledge_of(game, options)
    for board in positions(game, options, every=6):
        assert all(abs(int(knowledge.urgency(board.state, move))) < 16
                   for move in board.legal_moves)


def test_a_forced_pass_is_not_urgent():
    board = Board("contra", "CAa2Ab3We5va3")
    board.push_text("e5e6")
    knowledge, _ = knowledge_of("contra")
    assert [knowledge.urgency(board.state, move) for move in board.legal_moves] == [0]


BETTER = [
    ("contra", "CWa1Wb1va7", "CWa1va7"),            # two dice and not one
    ("contra", "CWd5va7", "CWd1va7"),               # far ahead and not at home
    ("ecke", "EWa1Wb1Wc1va7vb7", "EWa1Wb1va7vb7"),
    ("pur", "PWa6va7", "PWa1va7"),
    ("duell", "DWd1Wf1Ze1ze8vd8", "DWd1Ze1ze8vd8"),
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("game", "better", "worse"), BETTER)
def test_what_is_plainly_better_is_valued_more(game, better, worse, value):
    worth = getattr(knowledge_of(game)[0], value)
    assert worth(Board(game, better).state) > worth(Board(game, worse).state)


def test_a_game_without_knowledge_has_none():
    knowledge = specialise("games._defaults.no_knowledge", "contra", compiled=False)
    p = Board("contra").state
    assert (knowledge.plain(p), knowledge.evaluate(p)) == (0, 0)
    assert (knowledge.noisy(p, [], 5), knowledge.urgency(p, 0)) == (5, 0)


def test_a_game_of_somebody_else_brings_its_own_knowledge():
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", "from eckstein import Board\n"
         "from eckstein.kernel.specialise import specialise\n"
         "knowledge = specialise('kernel', 'ferry', compiled=False).knowledge\n"
         "print(knowledge.evaluate(Board('ferry', 'FWa2Wc1Wd1vb5vc5vd5').state))"],
        env=os.environ | {"ECKSTEIN_GAMES": str(root / "examples")}, capture_output=True, text=True)
    assert (told.stdout.strip(), told.stderr) == ("10", "")
