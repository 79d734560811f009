"""What went well; nothing is praised while a forced loss stands."""
from __future__ import annotations

from collections.abc import Iterator

from ...base.sentence import Sentence
from ...board.score import moves_in
from .facts import FARTHEST, Facts, way
from .pieces import sums, taken
from .remark import Remark

DECIDED = 500               # hundredths of a die; beyond that a threat is nothing to be told
THREAT = 3                  # plies within which the opponent would have won
SHARE = 3                   # a threat is worth a word if at most one in so many moves stops it


def only_move(f: Facts) -> Iterator[Remark]:
    """Every other move loses within two moves."""
    if f.over or f.is_losing or f.move != f.best or len(f.lines) < 2:
        return
    second = f.lines[1].mate
    if second is None or not -2 <= second < 0:
        return
    plies, other = -2 * second, 1 - f.side
    if all(f.wins(f.board, plies - 1, other, move) for move in f.board.legal_moves
           if move != f.move) and not f.wins(f.after, plies + 1, other):
        yield f.good("only move", Sentence("The only move: every other one loses at once.")
                     if second == -1 else
                     Sentence("The only move: every other one loses within two moves."), "search",
                     "defence")


def only_win(f: Facts) -> Iterator[Remark]:
    """The one move that forces a win."""
    if f.over or f.became.winner != f.board.turn:
        return
    plies = f.win(f.board, FARTHEST, f.side)
    if plies < 3 or f.winning_moves(f.board, plies) != [f.move]:
        return
    yield f.good("only win", Sentence("Well found: this alone forces a win in {n} moves.",
                                      n=moves_in(plies)), "search")


def won_piece(f: Facts) -> Iterator[Remark]:
    """The move takes a piece, and nothing takes back."""
    if f.over or f.is_losing or not f.takes(f.board, f.move):
        return
    gone = taken(f.told, f.side == 0)[0]
    fight = next((one for one in f.told.battles if one.loser == one.defender), None)
    if gone.why == "surrounded":
        yield f.good("won a queen", Sentence("Well done: the queen on {square} is gone for good.",
                                             square=gone.square), "rules", "surround")
    elif fight is None:
        yield f.good("won a piece", Sentence("Well done: you take the die on {square}, and nothing "
                                             "takes back.", square=gone.square), "replies",
                     "capture")
    else:
        attack, defence = sums(fight)
        alone = fight.attack_tops[fight.attackers.index(fight.attacker)]
        if alone <= fight.defence:
            yield f.good("won with a helper", Sentence(
                "Well done: {attack} against {defence}; alone, your {alone} would not have won.",
                attack=attack, defence=defence, alone=alone), "replies", "support")
        else:
            yield f.good("won a battle", Sentence(
                "Well done: {attack} against {defence}, and nothing takes back.", attack=attack,
                defence=defence), "replies", "battle")


def stopped(f: Facts) -> Iterator[Remark]:
    """The opponent would have won, and cannot now; few other moves do that."""
    if f.over or f.is_losing or f.passed is None or f.board.in_check():
        return
    other = 1 - f.side
    plies = f.win(f.passed, THREAT, other)
    if not plies or f.wins(f.after, plies, other):
        return
    holding = sum(not f.wins(f.board, plies, other, move) for move in f.board.legal_moves)
    if SHARE * holding > len(f.board.legal_moves):
        return
    move = f.winning_moves(f.passed, plies)[0]
    yield f.good("stopped a threat", Sentence(
        "Well done: this stops {move}, by which your opponent would have won.",
        move=f.passed.notation(move)) if plies == 1 else Sentence(
        "Well done: this stops {move}, which would have forced a win.",
        move=f.passed.notation(move)), "search", "defence", way(f.passed.describe(move)))


def threatens(f: Facts) -> Iterator[Remark]:
    """The player would win with the next move, and could not before."""
    if f.over or f.is_losing or f.told.check == 1 or abs(f.was.score) > DECIDED:
        return
    if f.gains(f.after)[f.reply].won or f.win(f.board, 1, f.side):
        return
    mine = f.after.passed()
    if mine is None or not f.win(mine, 1, f.side):
        return
    move = f.winning_moves(mine, 1)[0]
    yield f.good("threat", Sentence("Now you threaten to win by {move}.",
                                    move=mine.notation(move)), "search", "",
                 way(mine.describe(move)))
