"""What holds for all that the coach says."""
from itertools import pairwise

import pytest
from bench.coach import beginner_game

from eckstein import Board, names
from eckstein.base.sentence import Sentence
from eckstein.engine.coach import TWICE, Coach
from eckstein.words import OTHERS, tell

from ..helpers import in_games
from .slow import contradicted

# The share of moves by chance in games of each; the long tests have one with few of them, too.
GAMES = {"pur": [80], "contra": [60], "ecke": [80], "duell": [60], "echek": [60, 30]}
# Remarks whose captures take the twin a minute are for the long tests; test_remarks.py has some.
LONG = {"duell": ("missed pieces", "loses pieces")}
GRAVE = ("blunder", "missed-win", "allowed-loss")


def remarks(coach, game, share, seed):
    """The remarks on a game of beginners, with the board before each move."""
    said = [], []
    for board, move in beginner_game(game, share, seed):
        found = coach.remark(board, move, said[board.turn])
        if found and found.sentence:
            said[board.turn].append(found.kind)
        yield board, move, found


@pytest.fixture(scope="module", params=names())
def played(request):
    """The remarks on games of beginners, as (position, move, remark, times said before)."""
    game, coach, rows = request.param, Coach(request.param), []
    for seed, share in enumerate(GAMES[game] + [30] * request.config.getoption("--long")):
        kinds = [], []
        for board, move, found in remarks(coach, game, share, seed):
            before = kinds[board.turn].count(found.kind) if found else 0
            rows.append((Board(game, board.position()), move, found, before))
            if found and found.sentence:
                kinds[board.turn].append(found.kind)
    coach.close()
    return game, rows


def test_no_remark_is_contradicted_by_the_twin(played, request):
    game, rows = played
    left_out = () if request.config.getoption("--long") else LONG.get(game, ())
    told = [(board, move, found) for board, move, found, _ in rows
            if found and found.sentence and found.kind not in left_out]
    assert len(told) > 10
    assert [(board.position(), board.text(move), found.kind, found.sentence)
            for board, move, found in told if contradicted(board, move, found)] == []


def test_a_kind_is_repeated_once_unless_the_mistake_is_grave(played):
    _, rows = played
    assert [found.kind for _, _, found, before in rows if found and found.sentence
            and before >= TWICE and found.judgement not in GRAVE] == []


def test_the_moves_of_a_remark_are_legal(played):
    _, rows = played
    for board, move, found, _ in rows:
        if found and found.tone == "bad":
            board.parse(found.better)
            ahead = board.copy()
            if found.shows == "reply":
                ahead.push(move)
            for text in found.line:
                ahead.push_text(text)


def test_sentences_are_short_and_whole_in_all_languages(played):
    _, rows = played
    for _, _, found, _ in rows:
        if found and found.sentence:
            for language in ("en", *OTHERS):
                told = tell(found.sentence, language)
                assert told[-1] == "." and "{" not in told and len(told) <= 200
                assert language == "en" or told != str(found.sentence)


@in_games("contra", "ecke")
def test_what_was_searched_before_changes_no_word(game):
    fresh, used = Coach(game), Coach(game)
    for board, move in beginner_game(game, 30, 77):
        used.remark(board, move)
    moves = [(Board(game, board.position(), compiled=number % 2 == 1), board.text(move))
             for number, (board, move) in enumerate(beginner_game(game, 60, 5)) if number < 24]
    assert len(moves) > 5
    once = [fresh.remark(board, board.parse(text)) for board, text in moves]
    again = [used.remark(board, board.parse(text)) for board, text in reversed(moves)]
    assert once == again[::-1]


@pytest.mark.parametrize("game", names())
def test_the_board_is_left_as_it_is(game):
    coach = Coach(game)
    for board, move in beginner_game(game, 60, 3):
        if board.ply > 10:
            break
        before = board.copy()
        coach.remark(board, move)
        assert board == before


@pytest.mark.parametrize(("game", "options"), [
    ("contra", {"size": "3"}), *(pytest.param(*one, marks=pytest.mark.long) for one in (
        ("contra", {"arrival_wins": True}), ("ecke", {"chains": True}),
        ("duell", {"board": "9x9"}), ("echek", {"bishop": "final"})))])
def test_other_rules_have_a_coach(game, options):
    pytest.importorskip("numba")
    coach, board = Coach(game, **options), Board(game, **options)
    for _ in range(6):
        move = board.legal_moves[len(board.legal_moves) // 2]
        found = coach.remark(board, move)
        assert found is None or found.sentence is None or isinstance(found.sentence, Sentence)
        board.push(move)


def test_games_of_beginners_are_the_same_again():
    first, second = ([move for _, move in beginner_game("contra", 60, 8)] for _ in range(2))
    assert first == second and len(first) > 10
    assert len({move for pair in pairwise(first) for move in pair}) > 5
