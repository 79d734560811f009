"""Finding out whether a claim is true, and making the certificate of one that is.

A win is looked for by two searches in turn: at full width, deeper and deeper (search/bounded.py),
and by proof numbers (search/proof.py), which goes far along narrow ways.  What they find is asked
for once more at each position that the certificate needs, and the table answers.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

from ..board import Board
from ..errors import EcksteinError
from ..kernel import specialise
from ..options import COUNTS
from ..sentence import Sentence, joined
from .certificate import Certificate, Entries, RefusedError
from .checking import check
from .claims import FOREVER, NAMES, Claim
from .strategies import Closure, Searched, Strategy

FIRST = 1 << 20             # positions of the first look by proof numbers; then twice as many
NO_LIMIT = 1 << 60
POLL = 0.2                  # seconds between two reports
LOOK_AHEAD = 7              # plies

Report = Callable[[str, int], None]     # what is being done, and how many positions were made
T = TypeVar("T")


class FalseClaimError(EcksteinError, ValueError):
    """A claim that is not true."""


class StoppedError(EcksteinError):
    """A proof that was stopped; its text says how far it had come.

    Attributes:
        depth: for how many plies a win was ruled out, from 0.
    """

    def __init__(self, attacker: int, depth: int) -> None:
        super().__init__(Sentence("stopped; so far it is known: no win for {side} within {depth}",
                                  side=Sentence(NAMES[attacker]), depth=depth)
                         if depth else Sentence("stopped"))
        self.depth = depth


class Proving:
    """The search for one proof.

    Args:
        board: the position of the claim, with its history; unchanged.
        claim: what is to be proved.
        megabytes: how large the tables of the searches are, together.
        look_ahead: plies that are looked ahead, where it is to be shown that a player never wins.
        report: told in the thread of `run`, some times a second.
        threads: how many look for a win at full width together.

    Raises:
        ValueError: if the game is over, or the claim reaches farther than a search can.
    """

    def __init__(self, board: Board, claim: Claim, megabytes: int = 256,
                 look_ahead: int = LOOK_AHEAD, report: Report = lambda text, nodes: None,
                 threads: int = 1) -> None:
        if board.outcome():
            raise FalseClaimError(Sentence("the game is over, so that nothing is left to prove"))
        own = {name: value for name, value in board.options.items() if name not in COUNTS}
        bounded = specialise("search.bounded", board.game, **own)
        if claim.within != FOREVER and claim.within > bounded.PLIES:
            raise ValueError(Sentence("no search looks further ahead than {plies} plies",
                                      plies=bounded.PLIES))
        self._board, self._claim, self._report = board.copy(), claim, report
        self._look_ahead = look_ahead
        is_open = claim.wins and claim.within == FOREVER
        self._searched = Searched(bounded, board, claim.attacker,
                                  max(1, megabytes // 2 if is_open else megabytes),
                                  threads)
        self._proof = specialise("search.proof", board.game, **own) if is_open else None
        if self._proof:
            self._memory = self._proof.new_memory()
            self._memory.repetition, self._memory.no_progress = (
                int(board.options[name]) for name in COUNTS)
            self._table = self._proof.new_table(max(1, megabytes // 2))
        self._stop, self._done = threading.Event(), 0

    def stop(self) -> None:
        """End soon; may be called from any thread."""
        self._stop.set()
        self._searched.stop()
        if self._proof:
            self._memory.signals[self._proof.STOP] = 1

    def run(self) -> Certificate:
        """Search, make the certificate, and have it checked.

        That of a win says within how few plies it can be forced.

        Raises:
            FalseClaimError: if the claim is not true.
            StoppedError: if `stop` or Ctrl-C came first.
            RefusedError: if the claim is true, but needs what no certificate can hold.
            MemoryError: if there is not enough memory.
        """
        claim, searched = self._claim, self._searched
        entries: Entries | None
        if claim.wins:
            plies = self._shortest()
            entries = self._watched(Sentence("writing down"),
                                    Strategy(searched, plies, wins=True).entries)
            claim = claim._replace(within=plies)
        elif claim.within == FOREVER:
            closure = Closure(searched, self._look_ahead)
            entries = self._watched(Sentence("closing"), closure.entries)
        else:
            self._refute(int(claim.within))
            entries = self._watched(Sentence("writing down"), lambda: Strategy(
                searched, int(claim.within), wins=False).entries())
        if entries is None:
            raise FalseClaimError(Sentence("{side} can force a win",
                                           side=Sentence(NAMES[claim.attacker])))
        return self._certificate(claim, entries)

    def _certificate(self, claim: Claim, entries: Entries) -> Certificate:
        board, moves = self._board.copy(), list(self._board.move_stack)
        while board.ply:
            board.pop()
        made = Certificate(board.game, board.options, tuple(map(int, board._p)),
                           [int(move) for move in moves], claim, entries)
        checked = [0]

        def report(steps: int) -> None:
            checked[0] += steps
            self._report(Sentence("checking"), checked[0])
        check(made, report)
        return made

    def _shortest(self) -> int:
        """The plies of the shortest win.

        Raises:
            FalseClaimError: if there is none, or none within the claim.
        """
        claim, searched, limit = self._claim, self._searched, NO_LIMIT
        most = searched.search.PLIES if claim.within == FOREVER else int(claim.within)
        if self._proof:
            limit = FIRST
        while True:
            plies = self._solve(most, limit)
            if plies >= 0:
                return plies
            if plies == searched.search.NO_WIN and claim.within == FOREVER:
                self._look(NO_LIMIT)
                raise RefusedError(Sentence("it is true, but takes more than {most} plies, and "
                                            "no certificate holds so many", most=most))
            if plies == searched.search.NO_WIN:
                raise FalseClaimError(Sentence("{side} has no forced win within {most} plies",
                                               side=Sentence(NAMES[claim.attacker]), most=most))
            most = min(most, self._look(limit))
            limit = NO_LIMIT if most < searched.search.PLIES else 2 * limit

    def _look(self, limit: int) -> int:
        """Within how many plies proof numbers find a win in so many positions."""
        search: Any = self._proof
        memory, board = self._memory, self._board
        lost = board._p.side != self._claim.attacker
        answer, _ = self._watched(Sentence("proof numbers"), lambda: search.prove(
            board._p, memory, self._table, limit, lost, board.idle_moves, board.keys()[:-1]))
        if answer < 0:
            raise FalseClaimError(Sentence("{side} cannot force a win",
                                           side=Sentence(NAMES[self._claim.attacker])))
        return int(memory.plies) if answer else self._searched.search.PLIES

    def _refute(self, plies: int) -> None:
        found = self._solve(plies, NO_LIMIT)
        if found >= 0:
            raise FalseClaimError(Sentence("{side} wins within {found} plies",
                                           side=Sentence(NAMES[self._claim.attacker]), found=found))

    def _solve(self, plies: int, limit: int) -> int:
        searched = self._searched
        return self._watched(Sentence("full width"), lambda: searched.solve(plies, limit))

    def _watched(self, text: Sentence, work: Callable[[], T]) -> T:
        """Work in a thread, so that Ctrl-C is heard meanwhile."""
        searched = self._searched
        with ThreadPoolExecutor(1) as pool:
            task = pool.submit(work)
            try:
                while not task.done():
                    self._report(joined([text, searched.state], ", ") if searched.state else text,
                                 searched.nodes)
                    wait([task], timeout=POLL)
            except KeyboardInterrupt:
                self.stop()
            wait([task])
        if self._stop.is_set():
            raise StoppedError(self._claim.attacker, int(searched.memory.depth))
        return task.result()


def prove(board: Board, claim: Claim, megabytes: int = 256, look_ahead: int = LOOK_AHEAD,
          report: Report = lambda text, nodes: None, threads: int = 1) -> Certificate:
    """The checked certificate of a claim about a board; see `Proving`."""
    return Proving(board, claim, megabytes, look_ahead, report, threads).run()
