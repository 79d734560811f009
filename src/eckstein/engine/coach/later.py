"""What comes of pieces further ahead: captures that follow, double attacks, threats and checks."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.sentence import Sentence
from ...board import Board
from .facts import Facts, Gain, ahead, line_of, way
from .pieces import taken
from .remark import Remark

WON = 2000                  # plain values beyond these are those of a decided game
PIECE = 100
MANY = 40                   # moves, beyond which it takes too long to look at all answers to all


def loses_pieces(f: Facts) -> Iterator[Remark]:
    """Pieces counted further ahead, where the game's plain value counts nothing else."""
    if not f.plain_is_pieces or f.over or f.is_losing:
        return
    now, mine, could = f.plain(f.board), -f.pieces_ahead(f.after), -f.pieces_ahead(f.better)
    if could - mine < PIECE or max(abs(mine), abs(could)) > WON:
        return
    facts = {"move": f.reply_told.notation, "better": f.best_told.notation,
             "n": (now - mine) // PIECE, "m": (could - now) // PIECE}
    if mine < now and f.gains(f.after)[f.reply].won:
        yield f.bad("loses pieces", Sentence(
            "After {move} the captures that follow cost you {n} {n:die|dice}; after {better} none.",
            **facts) if could >= now else Sentence(
            "After {move} the captures that follow cost you {n} {n:die|dice}; after {better} "
            "fewer.", **facts),
            "search", "reply", "capture")
    elif could > now:
        yield f.bad("missed pieces", Sentence(
            "{better} would have attacked the king and won {m} {m:die|dice} by the captures that "
            "follow.", **facts) if f.best_told.check == 1 else Sentence(
            "{better} would have won {m} {m:die|dice} by the captures that follow.", **facts),
            "search", "best", "double")


def noted(f: Facts) -> Iterator[Remark]:
    """What the game's own module says of the move."""
    if f.over or f.then.is_game_over() or f.better.is_game_over():
        return
    for found in f.noted():
        yield f.bad(found.kind, found.sentence, "rules", found.shows, found.theme, found.arrows,
                    found.marks)


def cornered(f: Facts) -> Iterator[Remark]:
    """After the reply every answer loses a piece."""
    if f.over or f.judgement == "inaccuracy" or f.is_losing or f.gains(f.after)[f.reply].won:
        return
    if _loses_anyway(f, f.then):
        yield f.bad("cornered", Sentence("After {move} you lose a die, whatever you play.",
                                         move=f.reply_told.notation), "replies", "reply", "double")


def missed_double(f: Facts) -> Iterator[Remark]:
    """After the better move every answer loses a piece."""
    if f.over or f.judgement == "inaccuracy" or f.gains(f.board)[f.best].won:
        return
    if _loses_anyway(f, f.better) and not _loses_anyway(f, f.after):
        yield f.bad("missed a double attack", Sentence(
            "After {better} your opponent would lose a die, whatever the answer.",
            better=f.best_told.notation), "replies", "best", "double")


def _loses_anyway(f: Facts, board: Board) -> bool:
    """Whether every move of the player to move loses a piece, and does not take it back."""
    moves = board.legal_moves
    return 0 < len(moves) <= MANY and all(_loses(f, board, move) for move in moves)


def _loses(f: Facts, board: Board, move: int) -> bool:
    """Whether an answer to a move wins more than the move took."""
    answered, won = ahead(board, move), f.gains(board)[move].net
    return not answered.is_game_over() and any(
        f.swing(answered, capture) > max(0, won) for capture in f.captures(answered))


def checks(f: Facts) -> Iterator[Remark]:
    """The reply gives check, and after the better move none can; or the better move gives it."""
    if f.over or f.better.is_game_over():
        return
    if f.reply_told.check == 1 and not any(map(f.better.rules.in_check, _reached(f.better))):
        yield f.bad("check allowed", Sentence(
            "Now {move} attacks your king, and you have to answer; after {better} no die can.",
            move=f.reply_told.notation, better=f.best_told.notation), "replies", "reply", "check")
    elif f.best_told.check == 1 and f.told.check == 0:
        yield f.bad("missed a check", Sentence(
            "{better} would have attacked the king, and your opponent had to answer.",
            better=f.best_told.notation), "rules", "best", "check")


def _reached(board: Board) -> Iterator[Any]:
    """The positions after all legal moves."""
    return (board.rules.apply(board.state, move) for move in board.legal_moves)


def missed_attack(f: Facts) -> Iterator[Remark]:
    """The better move would have attacked a piece that the move played does not."""
    if f.over or f.judgement == "inaccuracy" or f.best_told.winner or f.gains(f.board)[f.best].won:
        return
    then, now = f.better.passed(), f.after.passed()
    if then is None or now is None or any(f.takes(now, move) for move in f.captures(now)):
        return
    for move in f.captures(then):
        if f.takes(then, move):
            told = then.describe(move)
            if told.winner:
                continue
            square = taken(told, f.side == 0)[0].square
            yield f.bad("missed attack", Sentence(
                "{better} would have attacked {square}: {move} comes next, and nothing takes back.",
                better=f.best_told.notation, square=square, move=told.notation), "replies", "best",
                "battle", (*way(f.best_told), *way(told)))
            return


def safe_reply(f: Facts) -> Iterator[Remark]:
    """The reply is safe now; after the better move its piece would have been taken."""
    if f.over or f.judgement == "inaccuracy" or f.gains(f.board)[f.best].won:
        return
    if f.then.is_game_over() or not (
            f.gains(f.after)[f.reply] == f.gains(f.better).get(f.reply) == Gain(0, 0)):
        return
    lost, square = ahead(f.better, f.reply), f.reply_told.steps[-1].target
    if lost.is_game_over() or square is None or any(
            _takes_from(f, f.then, move, square) for move in f.then.legal_moves):
        return
    for move in f.captures(lost):
        if f.takes(lost, move) and _takes_from(f, lost, move, square):
            told = lost.describe(move)
            if told.winner:
                continue
            yield f.bad("safe reply", Sentence(
                "After {better} the reply {move} would have cost your opponent a die: {capture}, "
                "and nothing takes back; now no move takes that die.", better=f.best_told.notation,
                move=f.reply_told.notation, capture=told.notation), "replies", "best", "battle",
                (*way(f.best_told), *way(told)), (square,),
                line_of(f.board, (f.best, f.reply, move)))
            return


def _takes_from(f: Facts, board: Board, move: int, square: str) -> bool:
    """Whether a move takes the opponent's die on a square."""
    return f.gains(board)[move].won > 0 and any(
        gone.square == square and gone.why != "surrounded"
        for gone in taken(board.describe(move), f.side == 0))
