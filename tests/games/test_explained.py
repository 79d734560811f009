"""What is told of battles agrees with the rules, in random games."""
import random

import pytest

from eckstein import Board
from eckstein.board.view import view

FIGHTING = ("contra", "ecke")
GAMES = 12
PLIES = 60


def told_moves(game):
    """Boards of random games, each with the description of a move that is made next."""
    chance = random.Random(game)
    for _ in range(GAMES):
        board = Board(game)
        for _ in range(PLIES):
            if board.is_game_over():
                break
            moves = list(board.legal_moves)
            told = [board.describe(move) for move in moves]
            fights = [number for number, one in enumerate(told) if one.battles]
            number = chance.choice(fights or range(len(moves)))
            yield board, told[number]
            board.push(moves[number])


def tops_before_anything_falls(board, told):
    """The top of every die by the name of its square, once the way of a move is done."""
    tops = {name: piece["faces"]["top"]
            for name, piece in view(board, legal=False)["pieces"].items()}
    for step in told.steps:
        if step.faces:
            del tops[step.origin]
            tops[step.target] = step.faces["top"]
    return tops


@pytest.mark.parametrize("game", FIGHTING)
def test_terms_are_the_tops_of_the_dice_and_add_up(game):
    seen = 0
    for board, told in told_moves(game):
        tops = tops_before_anything_falls(board, told)
        for fight in told.battles:
            seen += 1
            assert fight.attack_tops == tuple(tops[name] for name in fight.attackers)
            assert fight.defence_tops == tuple(tops[name] for name in fight.defenders)
            assert sum(fight.attack_tops) == fight.attack
            assert sum(fight.defence_tops) == fight.defence
    assert seen > 100


@pytest.mark.parametrize("game", FIGHTING)
def test_who_falls_by_the_battles_is_who_leaves_the_board(game):
    fallen = 0
    for _, told in told_moves(game):
        losers = {fight.loser for fight in told.battles} - {None}
        assert losers == {gone.square for gone in told.removed if gone.why == "battle"}
        fallen += len(losers)
    assert fallen > 10
