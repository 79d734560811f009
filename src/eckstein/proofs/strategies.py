"""What a certificate needs: a move for each position that the hero may come to.

The searches say what is won; here each position that can arise is asked for once more.
"""
from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from ..board import Board
from ..errors import EcksteinError
from ..sentence import Sentence
from .certificate import Entries, RefusedError
from .claims import FOREVER

NO_LIMIT = 1 << 60
WITHIN = "within {plies} plies"


class CutShortError(EcksteinError):
    """The search was stopped while it was asked."""


class Searched:
    """A bounded search, put to questions about one game as it was played.

    Attributes:
        search: the template, specialised.
        memory: its memory.
        board: the position of the claim.
        attacker: 0 White, 1 Black.
        table: what it has learnt.
        nodes: positions made so far.
        state: words about how far it has come.

    Args:
        search, board, attacker: as above.
        megabytes: the size of the table.
        threads: how many look at a claim together; only the first answers other questions.
    """

    def __init__(self, search: Any, board: Board, attacker: int, megabytes: int,
                 threads: int = 1) -> None:
        self.search, self.board, self.attacker, self.rules = search, board, attacker, search.game
        self.table = search.new_table(megabytes)
        self._memories = [search.new_memory() for _ in range(threads)]
        self.memory = self._memories[0]
        self.no_progress = int(board.options["no_progress"])
        self._before, self.state, self._ended = 0, "", False
        for turn, memory in enumerate(self._memories):
            search.remember(memory, self.table, board.options, board.idle_moves,
                            board.keys()[:-1])
            memory.turn = turn
        self._barred = {int(key) for key in self.memory.barred[:int(self.memory.bars)]}
        self.root = self.rules.Position(*board._p)
        self._room = search.array(self.rules.MAX_MOVES)

    @property
    def nodes(self) -> int:
        return self._before + sum(int(memory.nodes) for memory in self._memories)

    def stop(self) -> None:
        """End the answer that is under way, and all that follow."""
        self._ended = True
        self._signal(1)

    def _signal(self, value: int) -> None:
        for memory in self._memories:
            memory.signals[self.search.STOP] = value

    def solve(self, plies: int, limit: int = NO_LIMIT, depth: int = 0) -> int:
        """As `solve` of the search says, for the position of the claim.

        The limit holds for each thread.  `memory.depth` says afterwards for how many plies a win is
        ruled out.
        """
        self._count()
        for memory in self._memories:
            memory.limit, memory.idle = limit, self.board.idle_moves
        self.state = Sentence(WITHIN, plies=plies) if plies < self.search.PLIES else ""
        if len(self._memories) == 1:
            return int(self.search.solve(self.root, self.memory, plies, self.attacker, depth))
        return self._solve_together(plies, depth)

    def _solve_together(self, plies: int, depth: int) -> int:
        """Two plies more, and again two, with all threads each time until the first has it."""
        found, within = self.search.NO_WIN, depth
        with ThreadPoolExecutor(len(self._memories)) as pool:
            while within < plies and found == self.search.NO_WIN:
                within += 2 if within or self.root.side != self.attacker else 1
                within = min(within, plies)
                self.state = Sentence(WITHIN, plies=within)
                tasks = {pool.submit(self.search.solve, self.root, memory, within, self.attacker,
                                     depth): memory for memory in self._memories}
                first = next(iter(wait(tasks, return_when=FIRST_COMPLETED).done))
                self._signal(1)
                wait(tasks)
                self._signal(0)
                if self._ended:             # the signal may have come from `stop`, too
                    self._signal(1)
                found = int(first.result())
                self._count()
                self.memory.depth = depth = int(tasks[first].depth)
        return found

    def _count(self) -> None:
        """Add what has been looked at, and begin to count anew."""
        self._before = self.nodes
        for memory in self._memories:
            memory.nodes = 0

    def is_won(self, p: Any, plies: int, idle: int) -> bool:
        """Whether the attacker wins within so many plies."""
        self._count()
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
            searched.state = Sentence("{count} entries", count=len(self._moves))
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
        raise RefusedError(Sentence("it is true, but no certificate can hold it: what is to be "
                                    "played in {position} depends on how the position came about",
                                    position=tuple(map(int, p))))


class Closure:
    """A set of positions in which the attacker never wins, closed under all his moves.

    Each position gets a reply that looks safe for some plies.  Where all replies turn out to lead
    to positions that are lost, it is lost itself, and those that lead to it are looked at again.

    Args:
        searched: to look ahead with.
        look_ahead: plies.
        replies, lost: of an earlier closure that was ended; see `so_far`.
    """

    def __init__(self, searched: Searched, look_ahead: int,
                 replies: Iterable[tuple[int, ...]] = (),
                 lost: Iterable[tuple[int, ...]] = ()) -> None:
        self._searched, self._look_ahead = searched, look_ahead
        self._wins = 1 + searched.attacker
        self._replies: dict[Any, tuple[int, list[Any]]] = {}
        self._parents: dict[Any, list[Any]] = {}
        self._lost: set[Any] = {searched.rules.Position(*p) for p in lost}
        self._earlier = replies

    def so_far(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Rows of a position's fields and the reply to it, and the fields of those that are lost.

        It may be asked by another thread while `entries` is under way.
        """
        replies, lost = self._replies.copy(), self._lost.copy()
        return ([(*map(int, p), move) for p, (move, _) in replies.items()],
                [tuple(map(int, p)) for p in lost])

    def _take_up(self) -> None:
        """Take up the earlier replies, but those that have turned out to lose meanwhile."""
        rules = self._searched.rules
        for *fields, move in self._earlier:
            p = rules.Position(*fields)
            q, _, result = self._searched.made(p, move, 0)
            ended = result or self._searched.is_drawn(q, 0)
            following = [] if ended else self._after(q)
            if (p in self._lost or result == self._wins or following is None
                    or not self._lost.isdisjoint(following)):
                continue
            self._replies[p] = move, following
            for r in following:
                self._parents.setdefault(r, []).append(p)

    def entries(self) -> Entries | None:
        """All entries of the certificate; None if there is no such set."""
        searched = self._searched
        searched.solve(0)           # tells the memory who attacks
        roots: list[Any] | None = [searched.root]
        if searched.root.side == searched.attacker:
            roots = self._after(searched.root)
        if roots is None:
            return None
        self._take_up()
        todo = [*roots, *(q for _, following in self._replies.values() for q in following)]
        while todo:
            p = todo.pop()
            if p in self._lost or p in self._replies:
                continue
            found = self._reply(p)
            if found:
                self._replies[p] = found
                for q in found[1]:
                    self._parents.setdefault(q, []).append(p)
                    todo.append(q)
            elif p in roots:
                return None
            else:
                self._lost.add(p)
                for parent in self._parents.pop(p, ()):
                    if parent in self._replies and p in self._replies[parent][1]:
                        del self._replies[parent]
                        todo.append(parent)
            searched.state = Sentence("{count} positions, {lost} lost",
                                      count=len(self._replies), lost=len(self._lost))
        return self._reached(roots)

    def _reached(self, roots: list[Any]) -> Entries:
        """Those that can arise."""
        entries: Entries = {}
        todo = list(roots)
        while todo:
            p = todo.pop()
            place = tuple(map(int, p))
            if place not in entries:
                move, following = self._replies[p]
                entries[place] = move, FOREVER, 0
                todo += following
        return entries

    def _reply(self, p: Any) -> tuple[int, list[Any]] | None:
        """The move that leads to the fewest new positions, of those that seem safe."""
        best, fewest = None, FOREVER
        for move in self._searched.moves(p):
            q, _, result = self._searched.made(p, move, 0)
            if result == self._wins:
                continue
            if result or self._searched.is_drawn(q, 0):
                return move, []
            if self._searched.is_won(q, self._look_ahead, 0):
                continue
            following = self._after(q)
            if following is None or not self._lost.isdisjoint(following):
                continue
            new = sum(r not in self._replies for r in following)
            if new < fewest:
                best, fewest = (move, following), new
        return best

    def _after(self, p: Any) -> list[Any] | None:
        """The running positions after all moves of the attacker; None if one of them wins."""
        following = []
        for move in self._searched.moves(p):
            q, _, result = self._searched.made(p, move, 0)
            if result == self._wins:
                return None
            if not result and not self._searched.is_drawn(q, 0):
                following.append(q)
        return following
