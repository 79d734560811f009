"""What a certificate needs: a move for each position that the hero may come to.

The searches say what is won; here each position that can arise is asked for once more.
"""
from __future__ import annotations

from typing import Any

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ...board import Board
from ...engine.tables.resident import ResidentTables
from .certificate import RefusedError
from .entries import Entries
from .together import Together

NO_LIMIT = 1 << 60
MOST = 1 << 15              # plies; no table knows of so many
WITHIN = "within {plies} plies"


class CutShortError(EcksteinError):
    """The search was stopped while it was asked."""


def path_matters(p: Any) -> RefusedError:
    """What is true of a position only because of the moves that led to it."""
    return RefusedError(Sentence("it is true, but no certificate can hold it: what is to be "
                                 "played in {position} depends on how the position came about",
                                 position=tuple(map(int, p))))


class Searched:
    """A bounded search, put to questions about one game as it was played.

    Attributes:
        search: the template, specialised.
        memory: its memory.
        board: the position of the claim.
        attacker: 0 White, 1 Black.
        table: what it has learnt.
        nodes: positions made so far.
        complaint: why a table could not be used, as a sentence; or "".
        state: words about how far it has come.
        asks: whether tables may be asked about positions of the game.

    Args:
        search, board, attacker: as above.
        megabytes: the size of the table.
        threads: how many look at a claim together; only the first answers other questions.
        tables: whether tables of endings are asked, within the search and of positions themselves.
    """

    def __init__(self, search: Any, board: Board, attacker: int, megabytes: int,
                 threads: int = 1, tables: bool = False) -> None:
        self.search, self.board, self.attacker, self.rules = search, board, attacker, search.game
        self.table = search.new_table(megabytes)
        self._together = Together([search.new_memory() for _ in range(threads)], search.STOP)
        self._memories = self._together.memories
        self.memory = self._memories[0]
        self.no_progress = int(board.options["no_progress"])
        self._before, self.state = 0, ""
        for turn, memory in enumerate(self._memories):
            search.remember(memory, self.table, board.options, board.idle_moves,
                            board.keys()[:-1])
            memory.turn = turn
        self._residents = ResidentTables()      # keeps them in memory
        near = self._residents.near(board, search) if tables else []
        self.complaint = self._residents.complaint
        for memory in self._memories:
            search.lay_out(memory, near)
            memory.attacker = attacker
        self._barred = {int(key) for key in self.memory.barred[:int(self.memory.bars)]}
        self.root = self.rules.Position(*board._p)
        # Positions of an ending that have been on the board can come again as long as it goes on.
        self.asks = not self._barred or self._known(self.root, 0) == search.UNKNOWN
        self._room = search.array(self.rules.MAX_MOVES)

    @property
    def nodes(self) -> int:
        return self._before + self._together.nodes

    def stop(self) -> None:
        """End the answer that is under way, and all that follow."""
        self._together.stop()

    def solve(self, plies: int, limit: int = NO_LIMIT, depth: int = 0) -> int:
        """As `solve` of the search says, for the position of the claim.

        The limit holds for each thread.  `memory.depth` says afterwards for how many plies a win is
        ruled out.
        """
        self._count()
        told = self._told_within(plies)
        if told is not None:
            return told
        for memory in self._memories:
            memory.limit, memory.idle = limit, self.board.idle_moves
        self.state = Sentence(WITHIN, plies=plies) if plies < self.search.PLIES else ""
        if len(self._memories) == 1:
            return int(self.search.solve(self.root, self.memory, plies, self.attacker, depth))
        return self._solve_together(plies, depth)

    def _solve_together(self, plies: int, depth: int) -> int:
        """Two plies more, and again two, with all threads each time until the first has it."""
        found, within = self.search.NO_WIN, depth
        while within < plies and found == self.search.NO_WIN:
            within += 2 if within or self.root.side != self.attacker else 1
            within = min(within, plies)
            self.state = Sentence(WITHIN, plies=within)

            def ask(memory: Any, within: int = within, depth: int = depth) -> int:
                return int(self.search.solve(self.root, memory, within, self.attacker, depth))
            found, first = self._together.first(ask)
            self._count()
            self.memory.depth = depth = int(first.depth)
        return found

    def _count(self) -> None:
        """Add what has been looked at, and begin to count anew."""
        self._before = self.nodes
        for memory in self._memories:
            memory.nodes = 0

    def can_win(self, p: Any) -> bool | None:
        """Whether the attacker can force a win, however long it takes, if lack of progress ends no
        game; None if no table knows."""
        known = self._known(p, MOST) if self.asks else self.search.UNKNOWN
        return None if known == self.search.UNKNOWN else known > 0

    def _known(self, p: Any, plies: int) -> int:
        """What tables say: 1 if the attacker wins within so many plies, 0 if not, or UNKNOWN."""
        return int(self.search.known(p, self.memory, plies))

    def _told_within(self, plies: int) -> int | None:
        """What `solve` is to return by the tables; None if they do not know."""
        idle = self.board.idle_moves if self.no_progress else 0
        if not self.asks or self._is_told(self.root, plies, idle) is None:
            return None
        found = next((within for within in range(plies + 1) if self._known(self.root, within) > 0),
                     None)
        self.memory.depth = plies if found is None else found - 1
        return self.search.NO_WIN if found is None else found

    def _is_told(self, p: Any, plies: int, idle: int) -> bool | None:
        """Whether the attacker wins within so many plies by the tables; None if they do not know.

        More ways to draw help him nowhere, so that no win is none in any case.  A win is one if it
        comes before lack of progress ends the game.
        """
        known = self._known(p, plies)
        if not self.asks or known == self.search.UNKNOWN:
            return None
        left = self.no_progress - idle
        if known and self.no_progress and left < plies and not self._known(p, left):
            return None
        return known > 0

    def is_won(self, p: Any, plies: int, idle: int) -> bool:
        """Whether the attacker wins within so many plies."""
        self._count()
        told = self._is_told(p, plies, idle)
        if told is not None:
            return told
        self.memory.limit = NO_LIMIT
        won = self.search.is_won(p, self.memory, plies, idle, 0)
        if self.memory.aborted:
            raise CutShortError
        return bool(won)

    def moves(self, p: Any) -> list[int]:
        return [int(move) for move in self._room[:self.rules.generate(p, self._room, 0)]]

    def made(self, p: Any, move: int, idle: int) -> tuple[Any, int, int]:
        """The position after a move, the moves without progress there, and the result."""
        q = self.rules.apply(p, move)
        still = 0 if not self.no_progress or self.rules.progress(p, move, q) else idle + 1
        return q, still, int(self.rules.outcome(q))

    def is_drawn(self, p: Any, idle: int) -> bool:
        """Whether a running position is a draw by what came before the claim."""
        return (0 < self.no_progress <= idle
                or bool(self._barred) and int(self.rules.key(p)) in self._barred)


class Strategy:
    """The moves by which the hero wins within so many plies, or is not beaten within them.

    Args:
        searched: has solved the claim.
        plies: of the claim.
        wins: whether the hero is the attacker.
    """

    def __init__(self, searched: Searched, plies: int, wins: bool) -> None:
        self._searched, self._wins = searched, wins
        self._hero = searched.attacker if wins else 1 - searched.attacker
        # What each position must be good for: plies, and moves without progress.
        self._need: dict[Any, tuple[int, int]] = {}
        self._moves: dict[Any, int] = {}
        self._todo: list[Any] = []
        idle = searched.board.idle_moves if searched.no_progress else 0
        if searched.root.side == self._hero:
            self._require(searched.root, plies, idle)
        else:
            self._follow(searched.root, plies, idle)

    def entries(self) -> Entries:
        """All entries of the certificate.

        Raises:
            RefusedError: if one entry cannot serve all the ways that lead to its position.
        """
        searched = self._searched
        while self._todo:
            p = self._todo.pop()
            plies, idle = self._need[p]
            self._moves[p] = move = self._move(p, plies, idle)
            q, still, result = searched.made(p, move, idle)
            if not result and not (self._is_enough(plies - 1) or searched.is_drawn(q, still)):
                self._follow(q, plies - 1, still)
            searched.state = Sentence("{count} {count:entry|entries}", count=len(self._moves))
        return {tuple(map(int, p)): (self._moves[p], *need) for p, need in self._need.items()}

    def _is_enough(self, plies: int) -> bool:
        """Whether nothing more can happen to the hero."""
        return not self._wins and plies < 1

    def _require(self, p: Any, plies: int, idle: int) -> None:
        """A position with the hero to move can arise."""
        slack = self._searched.no_progress - plies
        if slack >= idle or not self._searched.no_progress:
            idle = max(0, slack) if self._wins else 0       # no draw is near: one way is as another
        if p in self._need:
            old = self._need[p]
            new = ((min(old[0], plies), max(old[1], idle)) if self._wins
                   else (max(old[0], plies), min(old[1], idle)))
            if new == old:
                return
            plies, idle = new
        self._need[p] = plies, idle
        self._todo.append(p)

    def _follow(self, p: Any, plies: int, idle: int) -> None:
        """All that can arise after a move of the hero's opponent."""
        for move in self._searched.moves(p):
            q, still, result = self._searched.made(p, move, idle)
            if not result and not (self._is_enough(plies - 1)
                                   or not self._wins and self._searched.is_drawn(q, still)):
                self._require(q, plies - 1, still)

    def _move(self, p: Any, plies: int, idle: int) -> int:
        """A move that is good for so many plies."""
        ways = [(move, *self._searched.made(p, move, idle)) for move in self._searched.moves(p)]
        for move, _, _, result in ways:
            if result and self._wins == (result == 1 + self._searched.attacker):
                return move
        for move, q, still, result in ways:
            if not result and self._wins == self._searched.is_won(q, plies - 1, still):
                return move
        raise path_matters(p)
