"""The full-width solver (search/play/bounded.py), asked about one game as it was played."""
from __future__ import annotations

from typing import Any

from ...base.errors import EcksteinError
from ...base.sentence import Sentence
from ...board import Board
from ...engine.tables.resident import ResidentTables
from .certificate import RefusedError
from .team import Team

NO_LIMIT = 1 << 60
MOST = 1 << 15              # plies; no table knows of so many


class CutShortError(EcksteinError):
    """The search was stopped while it was asked."""


def path_matters(p: Any) -> RefusedError:
    """What is true of a position only because of the moves that led to it."""
    return RefusedError(Sentence("it is true, but no certificate can hold it: what is to be "
                                 "played in {position} depends on how the position came about",
                                 position=tuple(map(int, p))))


class FullWidth:
    """One table for all questions, and the rules as they hold in the game that was played.

    Attributes:
        search: the template, specialised.
        memory: of the first thread.
        board, root: the position of the claim.
        attacker: 0 White, 1 Black.
        table: what it has learnt.
        team: its threads.
        complaint: why a table of endings could not be used, as a sentence; or "".
        state: words about how far it has come.
        asks_tables: whether tables of endings may be asked about positions of the game.

    Args:
        search, board, attacker: as above.
        megabytes: the size of the table.
        threads: how many look at a claim together; only the first answers other questions.
        tables: whether tables of endings are asked, within the search and of positions themselves.
    """

    def __init__(self, search: Any, board: Board, attacker: int, megabytes: int,
                 threads: int = 1, tables: bool = False) -> None:
        self.search, self.board, self.attacker, self.rules = search, board, attacker, search.game
        self.table, self.team, self.state = search.new_table(megabytes), Team(search, threads), ""
        self.memory = self.team.memories[0]
        self.no_progress = int(board.options["no_progress"])
        self._residents = ResidentTables()      # keeps them in memory
        near = self._residents.near(board, search) if tables else []
        self.complaint = self._residents.complaint
        for memory in self.team.memories:
            search.set_history(memory, self.table, board.options, board.idle_moves,
                               board.keys()[:-1])
            search.lay_out(memory, near)
            memory.attacker = attacker
        self._barred = {int(key) for key in self.memory.barred[:int(self.memory.bars)]}
        self.root = self.rules.Position(*board.state)
        # Positions of an ending that have been on the board can come again as long as it goes on.
        self.asks_tables = not self._barred or self._tabled(self.root, 0) == search.UNKNOWN
        self._room = search.array(self.rules.MAX_MOVES)

    @property
    def idle(self) -> int:
        """Moves without progress before the claim, where they are counted."""
        return self.board.idle_moves if self.no_progress else 0

    def solve(self, plies: int, limit: int = NO_LIMIT, depth: int = 0) -> int:
        """As `solve` of the search says, for the position of the claim: deeper and deeper.

        The limit holds for each thread and depth.  `memory.depth` says afterwards for how many
        plies a win is ruled out.
        """
        found = self._told_within(plies)
        if found is not None:
            return found
        found, within, attacking = self.search.NO_WIN, depth, self.root.side == self.attacker
        while within < plies and found == self.search.NO_WIN:
            # A player seldom ends the game to his own harm, so every other number is left out.
            within = min(plies, within + 1 + (within % 2 == attacking))
            self.state = Sentence("within {plies} {plies:ply|plies}", plies=within)

            def ask(memory: Any, within: int = within, depth: int = depth) -> int:
                memory.limit, memory.idle = limit, self.board.idle_moves
                return int(self.search.solve(self.root, memory, within, self.attacker, depth))
            found, first = self.team.first(ask)
            self.memory.depth = depth = int(first.depth)
        return int(found)

    def is_won(self, p: Any, plies: int, idle: int) -> bool:
        """Whether the attacker wins within so many plies."""
        told = self._told(p, plies, idle)
        if told is not None:
            return told
        self.memory.limit = NO_LIMIT
        won, _ = self.team.first(lambda memory: self.search.is_won(p, memory, plies, idle, 0),
                                 alone=True)
        if self.memory.aborted:
            raise CutShortError
        return bool(won)

    def can_win(self, p: Any) -> bool | None:
        """Whether the attacker can force a win, however long it takes, if lack of progress ends no
        game; None if no table knows."""
        known = self._tabled(p, MOST) if self.asks_tables else self.search.UNKNOWN
        return None if known == self.search.UNKNOWN else known > 0

    def _tabled(self, p: Any, plies: int) -> int:
        """What tables say: 1 if the attacker wins within so many plies, 0 if not, or UNKNOWN."""
        return int(self.search.tabled_win(p, self.memory, plies))

    def _told_within(self, plies: int) -> int | None:
        """What `solve` is to return by the tables; None if they do not know."""
        if self._told(self.root, plies, self.idle) is None:
            return None
        found = next((within for within in range(plies + 1) if self._tabled(self.root, within) > 0),
                     None)
        self.memory.depth = plies if found is None else found - 1
        return self.search.NO_WIN if found is None else found

    def _told(self, p: Any, plies: int, idle: int) -> bool | None:
        """Whether the attacker wins within so many plies by the tables; None if they do not know.

        More ways to draw help him nowhere, so that no win is none in any case.  A win is one if it
        comes before lack of progress ends the game.
        """
        known = self._tabled(p, plies) if self.asks_tables else self.search.UNKNOWN
        left = self.no_progress - idle
        if known == self.search.UNKNOWN or (known and self.no_progress and left < plies
                                            and not self._tabled(p, left)):
            return None
        return known > 0

    def moves(self, p: Any) -> list[int]:
        """The legal moves of a running position."""
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
