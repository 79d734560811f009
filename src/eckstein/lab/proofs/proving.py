"""Finding out whether a claim is true, and making the certificate of one that is.

A win is looked for by two searches in turn: at full width, deeper and deeper
(search/play/bounded.py), and by proof numbers (search/play/proof.py), which goes far along narrow
ways.  What they find is asked for once more at each position that the certificate needs, and the
table answers.  Where proof numbers have found a win that is too long for the other search, theirs
is written (descending.py).

What has been found out is kept from time to time, and when the search is stopped, so that it can go
on there (unfinished.py).
"""
from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, TypeVar

from ...base.errors import EcksteinError
from ...base.sentence import Sentence, joined
from ...board import Board
from ...kernel.options import own_values
from ...kernel.specialise import specialise
from .certificate import Certificate, RefusedError, write
from .checking import check
from .chosen import TOGETHER
from .claims import FOREVER, NAMES, Claim
from .closing import Closure, replies_of
from .descending import Descent
from .entries import Entries
from .numbers import Numbers
from .strategies import NO_LIMIT, Searched, Strategy, path_matters
from .unfinished import Found, Unfinished

FIRST = 1 << 20             # positions of the first look by proof numbers; then twice as many
SHORTER = 1 << 30           # positions of each thread that looks for a shorter win than is known
POLL = 0.2                  # seconds between two reports
KEPT_EVERY = 300.0          # seconds, unless to keep it takes long: then
KEPT_SHARE = 20             # so many times as long as that took

Report = Callable[[str, int], None]     # what is being done, and how many positions were made
T = TypeVar("T")


class FalseClaimError(EcksteinError, ValueError):
    """A claim that is not true.

    Attributes:
        within: in how many plies the attacker wins, if the claim was that he has no win so near;
            else 0.
    """

    def __init__(self, sentence: Sentence, within: int = 0) -> None:
        super().__init__(sentence)
        self.within = within


class StoppedError(EcksteinError):
    """A proof that was stopped; its text says how far it had come.

    Attributes:
        depth: for how many plies a win was ruled out, from 0.
        kept: whether it can go on from there.
    """

    def __init__(self, attacker: int, depth: int, kept: bool) -> None:
        super().__init__(Sentence("stopped; so far it is known: no win for {side} within {plies}",
                                  side=Sentence(NAMES[attacker]), plies=depth)
                         if depth else Sentence("stopped"))
        self.depth, self.kept = depth, kept


class Proving:
    """The search for one proof.

    Args:
        board: the position of the claim, with its history; unchanged.
        claim: what is to be proved.
        megabytes: how large the tables of the searches are, together.
        report: told in the thread of `run`, some times a second.
        threads: how many look for a win together.
        keep: the file in which what has been found out is kept until the proof is done; what an
            earlier search has left there is taken up.
        tables: whether tables of endings are asked.
        either: whether the contrary is proved if the claim is false.

    Attributes:
        false: why the claim is false, once that is known.
        goes_on: whether something was taken up.
        complaint: why a table could not be used, as a sentence; or "".

    Raises:
        ValueError: if the game is over, or the claim reaches farther than a search can.
        UnfinishedError: if what is kept there is of no use for this proof.
        OSError: if it cannot be read.
    """

    def __init__(self, board: Board, claim: Claim, megabytes: int = 256,
                 report: Report = lambda text, nodes: None, threads: int = 1,
                 keep: Path | None = None, tables: bool = False, either: bool = False) -> None:
        if board.outcome():
            raise FalseClaimError(Sentence("the game is over, so that nothing is left to prove"))
        own = own_values(board.options)
        bounded = specialise("search.play.bounded", board.game, beside=TOGETHER, **own)
        if claim.within != FOREVER and claim.within > bounded.PLIES:
            raise ValueError(Sentence("no search looks further ahead than {plies} plies",
                                      plies=bounded.PLIES))
        self._board, self._claim, self._report = board.copy(), claim, report
        # At full width alone, by proof numbers alone, or by both in turn.
        bounded_share, share = (megabytes, 0) if claim.within < FOREVER else (
            (megabytes // 2, megabytes // 2) if claim.wins else (1, megabytes))
        self._searched = Searched(bounded, board, claim.attacker, max(1, bounded_share), threads,
                                  tables)
        self.complaint = self._searched.complaint
        self._numbers = None if claim.within < FOREVER else Numbers(
            specialise("search.play.proof", board.game, beside=TOGETHER, **own), board,
            claim.attacker,
            share, threads)
        self._stop, self._either = threading.Event(), either
        self.false: FalseClaimError | None = None
        self._found, self.goes_on = Found(), False
        self._closure: Closure | None = None
        self._closed_set: Entries | None = None
        self._descent: tuple[int, Entries] | None = None
        self._unfinished: Unfinished | None = None
        if keep:
            self._unfinished = Unfinished(
                keep, board, claim, {"memory": megabytes}, bounded,
                [self._searched.table, *([self._numbers.table] if self._numbers else [])])
            earlier = self._unfinished.load()
            self.goes_on = earlier is not None
            self._found = earlier or self._found
        self._due = time.monotonic() + KEPT_EVERY

    def stop(self) -> None:
        """End soon; may be called from any thread."""
        self._stop.set()
        self._searched.stop()
        if self._numbers:
            self._numbers.stop()

    def run(self) -> Certificate:
        """Search, make the certificate, and have it checked.

        That of a win says within how few plies it can be forced.

        Raises:
            FalseClaimError: if the claim is not true, and its contrary is not asked for.
            StoppedError: if `stop` or Ctrl-C came first.
            RefusedError: if the claim is true, but needs what no certificate can hold.
            OSError: if it was stopped, and what has been found out cannot be kept.
            MemoryError: if there is not enough memory.
        """
        try:
            claim, entries = self._proved()
        except FalseClaimError as error:
            self.false = error
            if not self._either:
                raise
            claim, entries = self._contrary(error.within)
        try:
            return self._certificate(claim, entries)
        except KeyboardInterrupt:
            raise self._stopped() from None

    def _proved(self) -> tuple[Claim, Entries]:
        """The claim, with the plies of a win, and what proves it."""
        claim = self._claim
        if claim.wins:
            plies, entries = self._won()
            return claim._replace(within=plies), entries
        if claim.within == FOREVER:
            return claim, self._closed()
        self._refute(int(claim.within))
        return claim, self._strategy(int(claim.within), wins=False)

    def _contrary(self, within: int) -> tuple[Claim, Entries]:
        """What is true instead of a claim that is false, and what proves it."""
        claim = self._claim._replace(wins=not self._claim.wins)
        if claim.wins and within:
            return claim._replace(within=within), self._strategy(within, wins=True)
        if claim.wins:
            plies, entries = self._descent or self._descended()
            return claim._replace(within=plies), entries
        if claim.within == FOREVER:
            return claim, self._closed()
        return claim, self._strategy(int(claim.within), wins=False)

    def _strategy(self, plies: int, wins: bool) -> Entries:
        """What the search at full width has found."""
        return self._watched(Sentence("writing down"),
                             lambda: Strategy(self._searched, plies, wins).entries())

    def _descended(self, patience: int | None = None) -> tuple[int, Entries]:
        """Within how many plies the attacker wins by what proof numbers have found, and how."""
        numbers: Any = self._numbers
        return self._watched(Sentence("writing down"),
                             Descent(self._searched, numbers, patience).entries)

    def _descends(self) -> bool:
        """Whether a win that was found as if lack of progress ended no game is easily seen to be
        one in the game as it is, so that it need not be searched for once more."""
        if self._searched.can_win(self._searched.root) is None:
            with contextlib.suppress(RefusedError):
                self._descent = self._descended(patience=0)
        return self._descent is not None

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
        """Remove what was kept; for the certificate is written, or the claim is false."""
        if self._unfinished:
            self._unfinished.path.unlink(missing_ok=True)

    def _stopped(self) -> StoppedError:
        self._keep()
        return StoppedError(self._claim.attacker, self._depth(), self._unfinished is not None)

    def _certificate(self, claim: Claim, entries: Entries) -> Certificate:
        board, moves = self._board.copy(), list(self._board.move_stack)
        while board.ply:
            board.pop()
        made = Certificate(board.game, board.options, tuple(map(int, board._p)),
                           [int(move) for move in moves], claim, entries)
        checked = [0]

        def report(steps: int) -> None:
            checked[0] += steps
            self._report(Sentence("checking {count:,} {count:entry|entries}",
                                  count=len(entries)), checked[0])
        check(made, report)
        return made

    def _won(self) -> tuple[int, Entries]:
        """Within how many plies the attacker wins, and how."""
        plies = self._shortest(SHORTER)
        if plies == self._searched.search.UNKNOWN:
            with contextlib.suppress(RefusedError):
                return self._descended()
            plies = self._shortest(NO_LIMIT)
        return plies, self._strategy(plies, wins=True)

    def _shortest(self, patience: int) -> int:
        """The plies of the shortest win; UNKNOWN if proof numbers have found one and so many
        positions were not enough for the search at full width.

        Raises:
            FalseClaimError: if there is none, or none within the claim.
        """
        claim, searched, limit = self._claim, self._searched, NO_LIMIT
        if claim.within == FOREVER and searched.can_win(searched.root) is False:
            raise self._cannot()
        most = searched.search.PLIES if claim.within == FOREVER else int(claim.within)
        if self._numbers:
            limit = FIRST
        while True:
            plies = self._solve(most, limit)
            if plies >= 0 or plies == searched.search.UNKNOWN and most < searched.search.PLIES:
                return plies
            if plies == searched.search.NO_WIN and claim.within == FOREVER:
                self._look(NO_LIMIT)
                raise RefusedError(Sentence("it is true, but takes more than {most} plies, and no "
                                            "certificate holds so many", most=most))
            if plies == searched.search.NO_WIN:
                raise FalseClaimError(Sentence("{side} has no forced win within {most} "
                                               "{most:ply|plies}",
                                               side=Sentence(NAMES[claim.attacker]), most=most))
            most = min(most, self._look(limit))
            limit = patience if most < searched.search.PLIES else 2 * limit

    def _look(self, limit: int) -> int:
        """Within how many plies proof numbers find a win in so many positions."""
        numbers: Any = self._numbers
        answer = self._watched(Sentence("proof numbers"), lambda: numbers.wins(limit))
        if answer < 0:
            raise self._cannot()
        return int(numbers.memory.plies) if answer else self._searched.search.PLIES

    def _cannot(self) -> FalseClaimError:
        return FalseClaimError(Sentence("{side} cannot force a win",
                                        side=Sentence(NAMES[self._claim.attacker])))

    def _closed(self) -> Entries:
        """A closed set of positions, in which the attacker never wins.

        Raises:
            FalseClaimError: if he can win.
            RefusedError: if only lack of progress prevents it.
        """
        numbers: Any = self._numbers
        self._closure = closure = Closure(self._searched, numbers, self._found.replies)
        self._found = self._found._replace(replies=())
        if (self._watched(Sentence("proof numbers"), closure.is_possible)
                and self._watched(Sentence("closing"), closure.is_closed)):
            return self._written(closure)
        if not self._descends() and self._watched(Sentence("proof numbers"), numbers.wins) < 0:
            raise path_matters(self._searched.root)
        raise FalseClaimError(Sentence("{side} can force a win",
                                       side=Sentence(NAMES[self._claim.attacker])))

    def _written(self, closure: Closure) -> Entries:
        """The entries of a closed set, which may need the memory of the tables."""
        if self._numbers:
            self._numbers.release()
        if self._unfinished:
            self._unfinished.release()
        self._closed_set = self._watched(Sentence("writing down"), closure.entries)
        self._closure = None
        return self._closed_set

    def _refute(self, plies: int) -> None:
        found = self._solve(plies, NO_LIMIT)
        if found >= 0:
            raise FalseClaimError(Sentence("{side} wins within {found} {found:ply|plies}",
                                           side=Sentence(NAMES[self._claim.attacker]),
                                           found=found), found)

    def _solve(self, plies: int, limit: int) -> int:
        searched = self._searched
        found = self._watched(Sentence("full width"),
                              lambda: searched.solve(plies, limit, min(plies, self._depth())))
        self._found = self._found._replace(depth=self._depth())
        return found

    def _depth(self) -> int:
        """For how many plies a win is ruled out, the searches of earlier runs included."""
        return max(self._found.depth, int(self._searched.memory.depth))

    def _keep(self) -> None:
        """Keep what has been found out, while searches go on or when they have ended.

        Raises:
            OSError: if it cannot be written.
        """
        if self._unfinished:
            begin = time.monotonic()
            self._unfinished.save(Found(self._depth(), self._replies()))
            now = time.monotonic()
            self._due = now + max(KEPT_EVERY, KEPT_SHARE * (now - begin))

    def _replies(self) -> Iterable[Sequence[int]]:
        """The positions of a closed set with their replies, as far as they are known."""
        if self._closed_set:
            return replies_of(self._closed_set)
        return self._closure.so_far() if self._closure else self._found.replies

    def _keep_in_time(self) -> None:
        """Keep it if it is time; a disk that is full now may not be so later."""
        if time.monotonic() >= self._due:
            with contextlib.suppress(OSError):
                self._keep()

    def _watched(self, text: Sentence, work: Callable[[], T]) -> T:
        """Work in a thread, so that Ctrl-C is heard meanwhile."""
        searched, numbers = self._searched, self._numbers
        with ThreadPoolExecutor(1) as pool:
            task = pool.submit(work)
            try:
                while not task.done():
                    self._report(joined([text, searched.state], ", ") if searched.state else text,
                                 searched.nodes + (numbers.nodes if numbers else 0))
                    self._keep_in_time()
                    wait([task], timeout=POLL)
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
