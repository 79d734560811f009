"""The path from a claim to its certificate.

1. Solvers decide the claim: at full width within so many plies (full_width.py), by proof numbers
   for ever (proof_numbers.py), or both in turn.
2. What they know becomes entries: of a `Strategy` within so many plies (strategies.py), of a
   `Descent` where only proof numbers know the win (descending.py), of a `ClosedSet` (closing.py).
3. The checker accepts the certificate by the plain rules alone (checking.py).

Meanwhile a checkpoint is written from time to time, and when the proof is stopped, so that it can
go on from there (checkpoint.py).
"""
from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ...base.errors import EcksteinError
from ...base.files import Note
from ...base.sentence import Sentence, joined
from ...base.threads import is_done
from ...board import Board
from ...kernel.options import own_values
from ...kernel.specialise import specialise
from .certificate import Certificate, RefusedError, write
from .checking import check
from .checkpoint import KIND, Checkpoint, Findings
from .claims import FOREVER, NAMES, Claim
from .closing import ClosedSet, replies_of
from .descending import Descent
from .entries import Entries
from .full_width import NO_LIMIT, FullWidth, path_matters
from .proof_numbers import ProofNumbers
from .rows import TOGETHER
from .strategies import Strategy

FIRST = 1 << 20             # positions of the first look by proof numbers; then twice as many
SHORTER = 1 << 30           # positions of each thread that looks for a shorter win than is known
POLL = 0.2                  # seconds between two reports
SAVED_EVERY = 300.0         # seconds, unless to save takes long: then
SAVED_SHARE = 20            # so many times as long as that took

Report = Callable[[str, int], None]     # what is being done, and how many positions were made
T = TypeVar("T")


class FalseClaimError(EcksteinError, ValueError):
    """A claim that is not true.

    Attributes:
        opposite: what is true instead; None if the game is over.
    """

    def __init__(self, sentence: Sentence, opposite: Claim | None = None) -> None:
        super().__init__(sentence)
        self.opposite = opposite


class StoppedError(EcksteinError):
    """A proof that was stopped; its text says how far it had come.

    Attributes:
        depth: for how many plies a win was ruled out, from 0.
        saved: whether it can go on from there.
    """

    def __init__(self, attacker: int, depth: int, saved: bool) -> None:
        super().__init__(Sentence("stopped; so far it is known: no win for {side} within {plies}",
                                  side=Sentence(NAMES[attacker]), plies=depth)
                         if depth else Sentence("stopped"))
        self.depth, self.saved = depth, saved


class Proving:
    """The search for one proof.

    Args:
        board: the position of the claim, with its history; unchanged.
        claim: what is to be proved.
        megabytes: how large the tables of the solvers are, together.
        report: called in the thread of `run`, some times a second.
        threads: how many look for a win together.
        checkpoint: the file in which what has been found out is saved until the proof is done; a
            proof that was stopped goes on from it.
        tables: whether tables of endings are asked.
        either: whether the opposite is proved if the claim is false.
        note: called if the checkpoint is damaged, and set aside.

    Attributes:
        false: why the claim is false, once that is known.
        goes_on: whether it goes on from a checkpoint.
        complaint: why a table of endings could not be used, as a sentence; or "".

    Raises:
        ValueError: if the game is over, or the claim reaches farther than a search can.
        CheckpointError: if the checkpoint is of no use for this proof.
        OSError: if it cannot be read.
    """

    def __init__(self, board: Board, claim: Claim, megabytes: int = 256,
                 report: Report = lambda text, nodes: None, threads: int = 1,
                 checkpoint: Path | None = None, tables: bool = False,
                 either: bool = False, note: Note = lambda told: None) -> None:
        if board.outcome():
            raise FalseClaimError(Sentence("the game is over, so that nothing is left to prove"))
        own = own_values(board.options)
        bounded = specialise("search.play.bounded", board.game, beside=TOGETHER, **own)
        if claim.within != FOREVER and claim.within > bounded.PLIES:
            raise ValueError(Sentence("no search looks further ahead than {plies} plies",
                                      plies=bounded.PLIES))
        self._board, self._claim, self._report = board.copy(), claim, report
        share = 0 if claim.within < FOREVER else megabytes // 2 if claim.wins else megabytes
        self._solver = FullWidth(bounded, board, claim.attacker, max(1, megabytes - share), threads,
                                 tables)
        self.complaint = self._solver.complaint
        self._numbers = None if claim.within < FOREVER else ProofNumbers(
            specialise("search.play.proof", board.game, beside=TOGETHER, **own), board,
            claim.attacker, share, threads)
        self._stop, self._either = threading.Event(), either
        self.false: FalseClaimError | None = None
        self.goes_on, self._depth_before = False, 0
        self._replies: Callable[[], Iterable[Sequence[int]]] = tuple    # of a closed set, so far
        self._win: tuple[int, Entries] | None = None
        self._checkpoint: Checkpoint | None = None
        self._due = time.monotonic() + SAVED_EVERY
        if checkpoint:
            tables_of = [self._solver.table, *([self._numbers.table] if self._numbers else [])]
            self._checkpoint = Checkpoint(checkpoint, board, claim, {"memory": megabytes}, bounded,
                                          tables_of)
            KIND.is_there(checkpoint, note)
            if earlier := self._checkpoint.load():
                self.goes_on, self._depth_before = True, earlier.depth
                self._replies = lambda: earlier.replies

    def stop(self) -> None:
        """End soon; may be called from any thread."""
        self._stop.set()
        self._solver.team.stop()
        if self._numbers:
            self._numbers.team.stop()

    def run(self) -> Certificate:
        """Search, make the certificate, and have it checked.

        That of a win says within how few plies it can be forced.

        Raises:
            FalseClaimError: if the claim is not true, and its opposite is not asked for.
            StoppedError: if `stop` or Ctrl-C came first.
            RefusedError: if the claim is true, but needs what no certificate can hold.
            OSError: if it was stopped, and the checkpoint cannot be written.
            MemoryError: if there is not enough memory.
        """
        try:
            try:
                claim, entries = self._proved(self._claim)
            except FalseClaimError as error:
                self.false = error
                if not self._either or error.opposite is None:
                    raise
                claim, entries = self._opposite(error.opposite)
            return self._certificate(claim, entries)
        except KeyboardInterrupt:
            raise self._stopped() from None

    def write(self, path: Path, made: Certificate) -> int:
        """Write the certificate that `run` has made, and return how many bytes the file has.

        Raises:
            StoppedError: if Ctrl-C came first.
            OSError: if it cannot be written.
        """
        try:
            return write(path, made, lambda numbers: self._report(Sentence("compressing"), numbers))
        except KeyboardInterrupt:
            raise self._stopped() from None

    def forget(self) -> None:
        """Remove the checkpoint; for the certificate is written, or the claim is false."""
        if self._checkpoint:
            self._checkpoint.path.unlink(missing_ok=True)

    # The claim decided, and what proves it.

    def _proved(self, claim: Claim) -> tuple[Claim, Entries]:
        """The claim, with the plies of a win, and the entries that prove it.

        Raises:
            FalseClaimError: if it is not true.
            RefusedError: as above.
        """
        if claim.within < FOREVER:
            return self._within(claim)
        if not claim.wins:
            return claim, self._never_wins(claim)
        plies, entries = self._wins(claim)
        return claim._replace(within=plies), entries

    def _opposite(self, claim: Claim) -> tuple[Claim, Entries]:
        """The opposite of a false claim, likewise, out of what the solvers know already."""
        if claim.within < FOREVER:
            return claim, self._strategy(claim)
        if not claim.wins:
            return claim, self._never_wins(claim)
        plies, entries = self._win or self._descended()
        return claim._replace(within=plies), entries

    def _within(self, claim: Claim) -> tuple[Claim, Entries]:
        """A claim about so many plies, which the full-width solver decides."""
        most, side = int(claim.within), Sentence(NAMES[claim.attacker])
        plies = self._solve(most, NO_LIMIT)
        if claim.wins and plies < 0:
            raise FalseClaimError(Sentence("{side} has no forced win within {most} "
                                           "{most:ply|plies}", side=side, most=most),
                                  claim._replace(wins=False))
        if plies >= 0:
            found = claim._replace(wins=True, within=plies)
            if not claim.wins:
                raise FalseClaimError(Sentence("{side} wins within {found} {found:ply|plies}",
                                               side=side, found=plies), found)
            claim = found
        return claim, self._strategy(claim)

    def _wins(self, claim: Claim) -> tuple[int, Entries]:
        """Within how few plies the attacker wins, and how."""
        if self._solver.can_win(self._solver.root) is False:
            raise self._cannot(claim)
        plies = self._shortest(claim, SHORTER)
        if plies == self._solver.search.UNKNOWN:
            with contextlib.suppress(RefusedError):
                return self._descended()
            plies = self._shortest(claim, NO_LIMIT)
        return plies, self._strategy(claim._replace(within=plies))

    def _shortest(self, claim: Claim, patience: int) -> int:
        """The plies of the shortest win, for which both solvers look in turn; UNKNOWN if proof
        numbers have found one, and so many positions were not enough for the full-width solver.

        Raises:
            FalseClaimError: if there is none.
        """
        search, limit = self._solver.search, FIRST
        most = farthest = search.PLIES
        while True:
            plies = self._solve(most, limit)
            if plies >= 0 or plies == search.UNKNOWN and most < farthest:
                return plies
            if plies == search.NO_WIN:
                self._look(claim, NO_LIMIT)
                raise RefusedError(Sentence("it is true, but takes more than {most} plies, and no "
                                            "certificate holds so many", most=most))
            most = min(most, self._look(claim, limit))
            limit = patience if most < farthest else 2 * limit

    def _look(self, claim: Claim, limit: int) -> int:
        """Within how many plies proof numbers find a win in so many positions."""
        numbers: Any = self._numbers
        answer = self._watched(Sentence("proof numbers"), lambda: numbers.wins(limit))
        if answer < 0:
            raise self._cannot(claim)
        return int(numbers.memory.plies) if answer else self._solver.search.PLIES

    def _cannot(self, claim: Claim) -> FalseClaimError:
        return FalseClaimError(Sentence("{side} cannot force a win",
                                        side=Sentence(NAMES[claim.attacker])),
                               claim._replace(wins=False))

    def _never_wins(self, claim: Claim) -> Entries:
        """A closed set of positions, in which the attacker never wins.

        Raises:
            FalseClaimError: if he can win.
            RefusedError: if only lack of progress prevents it.
        """
        numbers: Any = self._numbers
        closed = ClosedSet(self._solver, numbers, self._replies())
        self._replies = closed.replies_so_far
        if (self._watched(Sentence("proof numbers"), closed.is_possible)
                and self._watched(Sentence("closing"), closed.is_closed)):
            numbers.table = None            # a large set needs the memory of the tables
            if self._checkpoint:
                self._checkpoint.release()
            entries = self._watched(Sentence("writing down"), closed.entries)
            self._replies = partial(replies_of, entries)
            return entries
        # The attacker wins as if lack of progress ended no game; often it is easily seen that he
        # does in the game as it is, so that the win need not be searched for once more.
        if self._solver.can_win(self._solver.root) is None:
            with contextlib.suppress(RefusedError):
                self._win = self._descended(patience=0)
        if not self._win and self._watched(Sentence("proof numbers"), numbers.wins) < 0:
            raise path_matters(self._solver.root)
        raise FalseClaimError(Sentence("{side} can force a win",
                                       side=Sentence(NAMES[claim.attacker])),
                              claim._replace(wins=True))

    def _strategy(self, claim: Claim) -> Entries:
        """What the full-width solver has found."""
        return self._watched(Sentence("writing down"), lambda: Strategy(
            self._solver, int(claim.within), claim.wins).entries())

    def _descended(self, patience: int | None = None) -> tuple[int, Entries]:
        """Within how many plies the attacker wins by what proof numbers have found, and how."""
        numbers: Any = self._numbers
        return self._watched(Sentence("writing down"),
                             Descent(self._solver, numbers, patience).entries)

    def _solve(self, plies: int, limit: int) -> int:
        solver, depth = self._solver, min(plies, self._depth())
        return self._watched(Sentence("full width"), lambda: solver.solve(plies, limit, depth))

    def _certificate(self, claim: Claim, entries: Entries) -> Certificate:
        """The certificate, checked."""
        board, moves = self._board.copy(), list(self._board.move_stack)
        while board.ply:
            board.pop()
        made = Certificate(board.game, board.options, tuple(map(int, board.state)),
                           [int(move) for move in moves], claim, entries)
        text = Sentence("checking {count:,} {count:entry|entries}", count=len(entries))
        check(made, partial(self._report, text))
        return made

    # What is seen of it from outside meanwhile.

    def _depth(self) -> int:
        """For how many plies a win is ruled out, by earlier runs as well."""
        self._depth_before = max(self._depth_before, int(self._solver.memory.depth))
        return self._depth_before

    def _save(self) -> None:
        """Write the checkpoint, while solvers work or when they have ended.

        Raises:
            OSError: if it cannot be written.
        """
        if self._checkpoint:
            begin = time.monotonic()
            self._checkpoint.save(Findings(self._depth(), self._replies()))
            now = time.monotonic()
            self._due = now + max(SAVED_EVERY, SAVED_SHARE * (now - begin))

    def _stopped(self) -> StoppedError:
        self._save()
        return StoppedError(self._claim.attacker, self._depth(), self._checkpoint is not None)

    def _watched(self, text: Sentence, work: Callable[[], T]) -> T:
        """Work in a thread, so that Ctrl-C is heard meanwhile."""
        solver, numbers = self._solver, self._numbers
        with ThreadPoolExecutor(1) as pool:
            task = pool.submit(work)
            try:
                while not is_done(task, 0):
                    self._report(joined([text, solver.state], ", ") if solver.state else text,
                                 solver.team.nodes + (numbers.team.nodes if numbers else 0))
                    if time.monotonic() >= self._due:
                        with contextlib.suppress(OSError):  # a full disk may have room later
                            self._save()
                    is_done(task, POLL)
            except KeyboardInterrupt:
                self.stop()
            wait([task])
        if self._stop.is_set():
            raise self._stopped()
        return task.result()


def prove(board: Board, claim: Claim, megabytes: int = 256,
          report: Report = lambda text, nodes: None, threads: int = 1,
          tables: bool = False) -> Certificate:
    """The checked certificate of a claim about a board; see `Proving`."""
    return Proving(board, claim, megabytes, report, threads, tables=tables).run()
