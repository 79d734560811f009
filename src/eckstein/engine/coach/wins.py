"""Forced wins that a move missed or allowed: proved, or ruled out, at full width."""
from __future__ import annotations

from collections.abc import Iterator

from ...base.sentence import Sentence
from ...board import Board
from ...board.score import moves_in
from ...contract.pieces import Reason
from .facts import FARTHEST, Facts, line_of, targets, way
from .remark import Remark

SAID = 0.09                 # chances that must be given away before a win of three moves is told of
THEMES: dict[Reason | None, str] = {
    Reason.GOAL: "race", Reason.DUEL_MATE: "mate", Reason.KING_TAKEN: "mate",
    Reason.SURROUNDED: "surround", Reason.ELIMINATION: "elimination"}


def how(board: Board, move: int) -> Sentence:
    """By what a move wins at once."""
    told = board.describe(move)
    match told.reason:
        case Reason.KING_TAKEN:
            return Sentence("it takes the king from {square}", square=told.steps[0].origin)
        case Reason.DUEL_MATE:
            return Sentence("the king cannot be saved any more")
        case Reason.SURROUNDED:
            return Sentence("the last open side of the king is closed")
        case Reason.ELIMINATION:
            return Sentence("too few dice are left after it")
        case Reason.GOAL:
            return Sentence("that is the goal")
    return Sentence("the game is over then")


def lost_at_once(f: Facts) -> Iterator[Remark]:
    """The move itself ended the game, and the opponent won by it."""
    end = f.after.outcome()
    if end is None or end.winner != f.board.turn.other:
        return
    match end.reason:
        case Reason.SURROUNDED:
            sentence = Sentence("Your own move closed the last open side of your king, and that "
                                "loses the game.")
        case Reason.ELIMINATION:
            sentence = Sentence("Your die fell, and now too few are left: that loses the game.")
        case _ if end.score:
            sentence = Sentence("That ended the game while your opponent had more points.")
        case _:
            sentence = Sentence("That ended the game, and your opponent has won.")
    yield Remark("lost at once", "bad", sentence, "rules", way(f.told), targets(f.told),
                 f.best_told.text, line_of(f.board, f.lines[0].pv), "best", "defence",
                 f.judgement)


def missed_win(f: Facts) -> Iterator[Remark]:
    """The player could win by force, and cannot any more."""
    if f.was.winner != f.board.turn or f.became.winner == f.board.turn:
        return
    plies = f.win(f.board, FARTHEST, f.side)
    if plies % 2 == 0 or plies > 3 and f.lost < SAID or f.wins(f.after, plies + 1, f.side):
        return
    wins = f.winning_moves(f.board, plies)
    move = f.best if f.best in wins else wins[0]
    told, line = f.board.describe(move), line_of(f.board, (move,))
    if move == f.best:
        line = line_of(f.board, f.lines[0].pv)
    if plies == 1:
        kind, sentence = "missed win at once", Sentence(
            "You could have won at once by {move}: {how}.", move=told.notation,
            how=how(f.board, move))
    else:
        kind, sentence = "missed win", Sentence(
            "You could have forced a win in {n} moves, beginning with {move}.", n=moves_in(plies),
            move=told.notation)
    yield Remark(kind, "bad", sentence, "search", way(told), targets(told), told.text, line,
                 "best", THEMES.get(told.reason, ""), f.judgement)


def allowed_win(f: Facts) -> Iterator[Remark]:
    """The opponent can win by force, and after the better move could not so soon."""
    if f.over or not f.is_losing or f.was.winner == f.board.turn.other or f.move == f.best:
        return
    plies, other = f.win(f.after, FARTHEST, 1 - f.side), 1 - f.side
    if plies % 2 == 0 or plies > 3 and f.lost < SAID or f.wins(f.better, plies + 2, other):
        return
    wins = f.winning_moves(f.after, plies)
    move = _clearest(f, wins)
    told, better = f.after.describe(move), f.best_told.notation
    stood = f.passed is not None and f.win(f.passed, plies, other) > 0
    same = stood and f.passed is not None and told.text in {
        f.passed.text(one) for one in f.winning_moves(f.passed, plies)}
    if plies == 1 and same:
        kind, sentence = "threat not seen", Sentence(
            "Your opponent already threatened {move}: {how}; {better} stops it.",
            move=told.notation, how=how(f.after, move), better=better)
    elif plies == 1:
        kind, sentence = "opened a win at once", Sentence(
            "Now your opponent can win at once by {move}: {how}; not after {better}.",
            move=told.notation, how=how(f.after, move), better=better)
    elif stood:
        kind, sentence = "forced loss stood", Sentence(
            "Your opponent already threatened to force a win in {n} moves, now beginning with "
            "{move}; {better} prevents that.", n=moves_in(plies), move=told.notation,
            better=better)
    else:
        kind, sentence = "opened a forced loss", Sentence(
            "Now your opponent can force a win in {n} moves, beginning with {move}; not after "
            "{better}.", n=moves_in(plies), move=told.notation, better=better)
    yield Remark(kind, "bad", sentence, "search", way(told), targets(told), f.best_told.text,
                 line_of(f.after, f.replies[0].pv if move == f.reply else (move,)), "reply",
                 "defence", f.judgement)


def _clearest(f: Facts, wins: list[int]) -> int:
    """Of moves that win, one that is easy to see: it takes the king, or is the engine's."""
    if len(wins) > 1:
        for move in wins:
            told = f.after.describe(move)
            if told.reason is Reason.KING_TAKEN:
                return move
    return f.reply if f.reply in wins else wins[0]
