"""One game between two contestants."""
from __future__ import annotations

import datetime
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from ...board import BLACK, COLOURS, WHITE, Board, Colour
from ...board.score import EVEN, Score
from ...engine.messages import IllegalAnswerError
from ...engine.player import Player
from ...engine.tables import NoTableError, TableError, certain
from ...record import Record, write_record
from .plan import Adjudication, Job, Plan

RESULTS = {WHITE: "1-0", BLACK: "0-1", None: "1/2-1/2"}


TIME_UP = "its time was up"
TOO_LONG = "a move took {took} s, and {seconds} s are allowed"
ILLEGAL = "{move} is not a legal move in {position}"


class Finished(NamedTuple):
    """A game that is over.

    Attributes:
        job: which game of the plan it was.
        result: 1-0, 0-1 or 1/2-1/2.
        termination: "normal" by the rules, or "adjudication", "time forfeit", "rules infraction"
            (an illegal move) or "abandoned" (a crash).
        fault: what the loser did wrong, if the game did not end by the rules or by adjudication.
        note: what else went wrong, without deciding the game; or "".
        record: the game's record; empty if it has been read from a file.
    """

    job: Job
    result: str
    termination: str
    fault: str = ""
    note: str = ""
    record: str = ""

    def points(self, place: int) -> float:
        """What the contestant at this place got."""
        if self.result == "1/2-1/2":
            return 0.5
        return float((self.result == "1-0") == (self.job.white == place))


@dataclass(frozen=True, slots=True)
class _End:
    winner: Colour | None
    termination: str
    fault: str = ""


def play(plan: Plan, job: Job, players: tuple[Player, Player]) -> Finished:
    """Play a game to its end; a crash or an illegal move loses it.

    Args:
        plan: the plan that the game belongs to.
        job: the game.
        players: White and Black, warm.
    """
    board = Board(plan.game, job.start, **plan.options)
    for move in job.opening:
        board.push(move)
    tables = _Tables(plan.tables)
    game = _Game(plan, job, players, tables)
    end = game.begin() or game.moves(board)
    extra = {"Date": datetime.date.today().strftime("%Y.%m.%d"), "Termination": end.termination}
    notes = [f"{plan.contestants[place]}: {player.note}"
             for player, place in zip(players, (job.white, job.black), strict=True) if player.note]
    note = "; ".join([*notes, *tables.complaints])
    extra |= {name: text for name, text in (("Fault", end.fault), ("Note", note)) if text}
    record = Record.from_board(board, **plan.tags(job), **extra, Result=RESULTS[end.winner])
    return Finished(job, RESULTS[end.winner], end.termination, end.fault, note,
                    write_record(record))


class _Game:
    """A game of a plan between two players."""

    def __init__(self, plan: Plan, job: Job, players: tuple[Player, Player],
                 tables: _Tables) -> None:
        self._plan, self._job, self._players, self._tables = plan, job, players, tables
        self._places = job.white, job.black
        self._names = [plan.players[place] for place in self._places]

    def begin(self) -> _End | None:
        """Tell both players that a game begins."""
        for colour, player, place in zip(COLOURS, self._players, self._places, strict=True):
            try:
                player.new_game(self._plan.chance(self._job, place))
            except Exception as error:
                return self._crashed(colour, error)
        return None

    def moves(self, board: Board) -> _End:
        """Make moves on the board until the game is over."""
        plan = self._plan
        clock = plan.pace.begin()
        judge, level = _Judge(plan.adjudication), _Level(plan.draws)
        last = None if plan.longest is None else board.ply + 2 * plan.longest
        while not board.is_game_over():
            if known := self._tables.end(board):
                return known
            turn, name = board.turn, self._names[board.turn is BLACK]
            limits = name.limits(plan.pace.limits(clock, turn))
            begin = perf_counter()
            try:
                played = self._players[turn is BLACK].play(board.copy(), limits)
            except IllegalAnswerError as error:
                return self._lost(turn, "rules infraction", str(error))
            except Exception as error:
                return self._crashed(turn, error)
            took = perf_counter() - begin
            if name.is_timed and plan.pace.is_late(limits.time, took):
                return self._lost(turn, "time forfeit",
                                  TOO_LONG.format(took=f"{took:.2f}", seconds=f"{limits.time:g}"))
            if clock:
                clock = clock.after(turn, took)
                if clock.left(turn) < 0:
                    return self._lost(turn, "time forfeit", TIME_UP)
            if played.move not in board.legal_moves:
                return self._lost(turn, "rules infraction", ILLEGAL.format(
                    move=played.move, position=board.position()))
            board.push(played.move)
            score = played.info.score if played.info else None
            winner = judge.winner(turn, score)
            if winner and not board.is_game_over():
                return _End(winner, "adjudication")
            if level.is_drawn(score) or board.ply == last:
                if board.is_game_over():
                    break
                return _End(None, "adjudication")
        outcome = board.outcome()
        assert outcome
        return _End(outcome.winner, "normal")

    def _crashed(self, colour: Colour, error: Exception) -> _End:
        return self._lost(colour, "abandoned", f"{type(error).__name__}: {error}")

    def _lost(self, colour: Colour, termination: str, what: str) -> _End:
        loser = self._plan.contestants[self._places[colour is BLACK]]
        return _End(COLOURS[colour is WHITE], termination, f"{loser}: {' '.join(what.split())}")


class _Judge:
    """Watches whether both players agree on the winner for long enough."""

    def __init__(self, rule: Adjudication | None) -> None:
        self._rule, self._leader, self._agreed = rule, WHITE, 0

    def winner(self, mover: Colour, score: Score | None) -> Colour | None:
        """The winner, once the game can be called decided.

        Args:
            mover: the side that has just moved.
            score: its value of the position; None if it gives none.
        """
        if self._rule is None or score is None or _size(score) < Score(self._rule.score):
            self._agreed = 0
            return None
        leader = mover if score > EVEN else COLOURS[mover is WHITE]
        self._agreed = self._agreed + 1 if leader is self._leader else 1
        self._leader = leader
        return leader if self._agreed >= 2 * self._rule.moves else None


class _Level:
    """Watches whether both players agree for long enough that neither is ahead."""

    def __init__(self, rule: Adjudication | None) -> None:
        self._rule, self._agreed = rule, 0

    def is_drawn(self, score: Score | None) -> bool:
        """Whether the game can be called a draw, after a move with this value by its player."""
        if self._rule is None or score is None or _size(score) > Score(self._rule.score):
            self._agreed = 0
            return False
        self._agreed += 1
        return self._agreed >= 2 * self._rule.moves


def _size(score: Score) -> Score:
    """The same for the player ahead."""
    return max(score, -score)


class _Tables:
    """Tables of endings, if games end by them; a damaged one is passed over, and reported."""

    def __init__(self, asked: bool) -> None:
        self._asked, self.complaints = asked, set[str]()

    def end(self, board: Board) -> _End | None:
        """How a game ends that is not over, where that is certain with all that was played."""
        if not self._asked:
            return None
        try:
            found = certain(board)
        except NoTableError:
            return None
        except TableError as error:
            self.complaints.add(" ".join(str(error).split()))
            return None
        if found is None:
            return None
        other = COLOURS[board.turn is WHITE]
        winners = {"won": board.turn, "lost": other, "drawn": None}
        return _End(winners[found.value.result], "adjudication")

