"""Alpha-beta put to work on a board: deeper and deeper, in several threads, under limits.

The first iteration always comes to its end, whatever the limits, so that no move is told that has
not been looked at; and so does the second one, if the move that the first has found loses to a
reply at once.  They take milliseconds; clock, count of nodes and `stop` hold from then on.

Where there are no threads, a search that time or `stop` may end works in slices (slices.py).
"""
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from ..base.sentence import Sentence
from ..base.signals import unbroken
from ..base.threads import InPlace, workers
from ..board import Board
from ..board.at_once import wins_at_once
from ..board.score import moves_in, plies_within
from ..kernel.binding import UnusableError
from ..kernel.options import COUNTS, own_values
from ..kernel.specialise import Life, NoCompilerError, life_of, specialise
from ..kernel.warming import load, must_compile
from .crew import Crew, Threads, Workers
from .info import Info
from .limits import MAX_DEPTH, NEVER, Limits
from .nets import Net
from .proving import WIDE, Looks, Prover, ShortWins
from .slices import LEAST, LEAST_PROVED, Pace, Steps, in_slices, proof_in_slices
from .tabled import TableRoot
from .tables.resident import ResidentTables

POLL = 0.05                 # seconds between looks at the clock where nothing else is due
NO_LIMIT = 1 << 60
SHORT = 20_000              # a search of so few positions is over before any wish to stop it

T = TypeVar("T")


class Searcher:
    """A search with its threads and its table, for one game under some options.

    Args:
        game: the name of a game.
        options: the game's options as `Board.options` has them.
        threads: how many threads search at once, on one table.
        megabytes: the size of the table.
        compiled: whether to search with compiled code; interpreted search is for tests.
        proofs: whether a longer search also looks for forced wins by proof-number search.
        tables: whether tables of endings are asked: first of the position itself, where nothing is
            searched if they know it, and then of those that the search comes to.
        net: what tells the worth of positions; the weights of the game's knowledge if it is None.
        life: a compiled life; the first one that is available if it is None.

    Attributes:
        compiled: as above.
        tables: as above; may be changed between searches.
        net: as above.
        complaint: why a table could not be used in the last search, as a sentence; or "".
        alone: why one thread searches, though more were asked for; or "".
    """

    def __init__(self, game: str, options: dict[str, Any], threads: int = 1, megabytes: int = 16,
                 compiled: bool = True, proofs: bool = True, tables: bool = False,
                 net: Net | None = None, life: Life | None = None) -> None:
        self.net, self._rows = net, cast(Any, None)
        self.tables, self._root, self._residents = tables, TableRoot(), ResidentTables()
        self._own = own_values(options)
        self._warm = not compiled       # whether all is loaded
        self.templates = ("search.play.alphabeta", *["search.play.proof"] * proofs)
        self.game = game
        self._pool = workers(threads)
        self._threaded, self.alone = not isinstance(self._pool, InPlace), ""
        self._options, self.compiled = options, compiled
        self._make_room(threads, megabytes, life)
        self._paces = Pace(LEAST), Pace(LEAST_PROVED)       # of alpha-beta and of proofs
        self._prover = Prover(game, options, compiled) if proofs else None
        self._short_wins: ShortWins | None = None       # made when a win is first asked for
        self._near: list[Any] = []      # what the search that runs is told of tables
        self._seeks = False             # whether the last search is asked for one
        self._stop, self._opening = threading.Event(), False
        self._turning = threading.Lock()        # while the course of the search is changed
        self._wake = threading.Event()          # the watch is to look at the clock
        self._pondering = False         # whether the limits do not hold yet
        self._depth, self._last = 0, list[Info]()       # of the last iteration that was finished

    def _make_room(self, threads: int, megabytes: int, life: Life | None) -> None:
        """Make the table and a memory for each thread, or for one where there are no others."""
        if self._threaded or threads == 1:
            self._lay_out(life, threads, megabytes)
            self._crew: Crew = Threads(self._pool, self.search)
            return
        try:
            self._lay_out("shared", threads, megabytes)
            self._crew = Workers(self.game, self._own, threads - 1)
        except (NoCompilerError, UnusableError) as error:
            self.alone = str(error)
            self._lay_out(None, 1, megabytes)
            self._crew = Threads(self._pool, self.search)

    def _lay_out(self, life: Life | None, threads: int, megabytes: int) -> None:
        self.search = specialise("search.play.alphabeta", self.game, compiled=self.compiled,
                                 life=life, **self._own)
        self._table = self.search.new_table(megabytes)
        if self.net:
            self._rows = self.search.new_net(self.net.rows)
        self._memories = [self._new_memory() for _ in range(threads)]

    def _new_memory(self) -> Any:
        memory = self.search.new_memory()
        memory.repetition, memory.no_progress = (int(self._options[name]) for name in COUNTS)
        self.search.attach(memory, self._table)
        if self._rows is not None:
            self.search.use_net(memory, self._rows)
        return memory

    @property
    def complaint(self) -> str:
        """Why a table could not be used in the last search; see `TableRoot`."""
        return self._root.complaint or self._residents.complaint

    @property
    def slow(self) -> str:
        """Why plain Python searches, in a sentence; "" where compiled code does."""
        if life_of(self.game, [WIDE], **self._own) != "plain":
            return ""
        return Sentence("nothing is compiled for {game} here, so plain Python searches, which is "
                        "slow; pip install 'eckstein[compile]' brings a compiler", game=self.game)

    def must_compile(self) -> bool:
        """Whether `warm` takes long, since it compiles what it needs."""
        return not self._warm and must_compile(self.game, self._own, self.templates)

    def warm(self) -> None:
        """Load or compile all that a search needs; else the first search does, before its time."""
        if not self._warm:
            load(self.game, self._own, self.templates)
            if life_of(self.game, [WIDE], **self._own) == "library":    # others have to compile it
                self._make_short_wins()
            self._warm = True
        if self.tables:
            self._residents.warm(self.game, self._options)

    def clear(self) -> None:
        """Forget all that was learnt from earlier positions."""
        if self._prover:
            self._prover.clear()
        for memory in self._memories:
            self.search.forget(memory, self._table)

    def stop(self) -> None:
        """End the search that `analyse` was last asked for, after its first iteration at once.

        May be called from any thread.
        """
        with self._turning:
            self._stop.set()
            if not self._opening:       # else the search looks afterwards whether it was stopped
                self._interrupt()

    def ponderhit(self) -> None:
        """Let a search that ponders go on under its limits, which hold from now on.

        May be called from any thread.
        """
        with self._turning:
            if not self._pondering:
                return
            self._pondering = False
            self._limit()
            is_done = self._is_done()
        self._wake.set()
        if is_done:
            self.stop()

    def _interrupt(self) -> None:
        """Let all threads come to an end."""
        for looks in (self._prover, self._short_wins):
            if looks:
                looks.stop()
        for memory in self._memories:
            memory.signals[self.search.STOP] = 1

    def close(self) -> None:
        """Give the threads back."""
        self.stop()
        self._crew.end()
        self._pool.shutdown()

    def analyse(self, board: Board, limits: Limits, lines: int = 1,
                without: Sequence[int] = ()) -> Iterator[list[Info]]:
        """Yield the lines found, iteration by iteration, until a limit or `stop` ends the search.

        The first iteration is always whole: after `stop` before the first step, it is the only one.

        Args:
            board: a position with its history; unchanged.
            limits: where to end.
            lines: how many different first moves to tell about.
            without: first moves that are not looked at.
        """
        return (found for found in self.steps(board, limits, lines, without) if found)

    def steps(self, board: Board, limits: Limits, lines: int = 1, without: Sequence[int] = (),
              pondering: bool = False) -> Iterator[list[Info]]:
        """As `analyse`; where there are no threads, it also yields nothing after each slice.

        So a caller without another thread can call `stop` there.

        Args:
            board, limits, lines, without: as for `analyse`.
            pondering: whether the limits hold only after `ponderhit`.
        """
        self._stop = threading.Event()
        self._pondering, self._limits, self._depth, self._last = pondering, limits, 0, []
        self._board, self._moves = board, [move for move in board.legal_moves
                                           if move not in without]
        return self._analysis(board, limits, lines, without)

    def _analysis(self, board: Board, limits: Limits, lines: int,
                  without: Sequence[int]) -> Iterator[list[Info]]:
        self.warm()
        self._seeks = limits.mate is not None and not without
        if self._seeks:
            self._make_short_wins()
        if not self._moves:
            return
        if exact := self.from_tables(board, limits, lines, without):
            yield exact
            return
        self._prepare(board, limits, min(lines, len(self._moves)), without)
        depth, last = 0, list[Info]()
        try:
            while depth < self._deepest():
                depth += 1
                found = yield from self._iteration(depth, last)
                if depth == 1 < self._deepest() and self._loses_at_once(board, found[0].pv[0]):
                    yield (last := found)
                    continue
                if is_first := self._opening:
                    self._opened()
                if found:
                    found = [self._to_the_end(board, info) for info in found]
                    last = yield from self._with_proof(found)
                    last = yield from self._with_short_win(last)
                    yield last
                with self._turning:
                    self._depth, self._last = depth, last
                if (self._stop.is_set() or self._is_spent() or time.perf_counter() >= self._soft
                        or self._is_done()):
                    return
                if is_first:
                    self._crew.begin(self._memories[1:], self._position)
            if limits.mate is not None and last and limits.depth is None:
                yield (yield from self._with_short_win(last, to_the_end=True))
        finally:
            self._opening = False
            self._interrupt()
            self._crew.wait()

    def _make_short_wins(self) -> None:
        """Get ready to look for a win within so many moves."""
        if self._short_wins is None:
            if self.compiled:
                load(self.game, self._own, [WIDE])
            self._short_wins = ShortWins(self.game, self._options, self.compiled)

    def from_tables(self, board: Board, limits: Limits, lines: int = 1,
                    without: Sequence[int] = ()) -> list[Info]:
        """The lines that tables know to be the best.

        None where tables do not know, or are not asked, or where a win within so many moves is
        asked for and they leave open whether there is one.

        Args: as for `analyse`.
        """
        begin = time.perf_counter()
        found = self._root.lines(board, lines, without) if self.tables else []
        seconds, infos = time.perf_counter() - begin, list[Info]()
        longest = max((len(line.pv) for line in found), default=0)
        asked = 0 if limits.mate is None or without else plies_within(limits.mate)
        no_win = asked
        if found and found[0].value.result == "won":
            no_win = min(asked, (self._root.shortest or 1) - 1)
            if no_win < asked < (found[0].value.plies or 0):
                return []
        for number, (value, pv) in enumerate(found, 1):
            win = self.search.MATE - (value.plies or 0)
            score = {"won": win, "drawn": 0, "lost": -win}[value.result]
            infos.append(Info(len(found[0].pv), longest, number, score, self.mate_of(score), 0,
                              seconds, 0, pv, no_win, self._root.hits))
        return infos

    def _to_the_end(self, board: Board, info: Info) -> Info:
        """A line that ends where a table knows the winner, and the rest of the game."""
        if info.mate is None or not self._near:
            return info
        return replace(info, pv=self._root.to_the_end(board, info.pv))

    def best(self, board: Board, limits: Limits) -> Info:
        """The best line at the end of a search.

        Raises:
            ValueError: if the game is over.
        """
        found = None
        for lines in self.analyse(board, limits):
            found = lines[0]
        if found is None:
            raise ValueError("the game is over, so there is no move to search for")
        return found

    def _prepare(self, board: Board, limits: Limits, lines: int = 1,
                 without: Sequence[int] = ()) -> None:
        """Set what a search is to know, in all threads, and let its time begin."""
        waits = limits.longest(board) is None
        self._near = self._residents.near(board, self.search, waits) if self.tables else []
        self._begin = time.perf_counter()
        self._board, self._limits = board, limits
        self._position = self.search.game.Position(*board.state)
        self._lines, self._without = lines, without
        self._is_open = self._pondering or limits.is_open()
        if len(self._memories) > 1 and (reason := self._crew.missing()):
            self._crew.end()
            self.alone, self._memories = reason, self._memories[:1]
            self._crew = Threads(self._pool, self.search)
        with self._turning:
            self._opening = True
        if self._prover:
            self._prover.begin(board, eager=limits.mate is not None)
        if self._short_wins and limits.mate is not None and self._seeks:
            self._short_wins.begin(board, limits.mate, self.tables, self._root.to_the_end, waits)
        keys = board.keys()[-min(board.reversible_moves, self.search.KEYS // 2) - 1:-1]
        for memory in self._memories:
            memory.nodes = memory.aborted = memory.deepest = memory.excluded = 0
            memory.signals[self.search.STOP] = 0
            memory.age = (memory.age + 1) & 0xFF
            memory.length = len(keys)
            memory.path[:len(keys)] = keys
            self.search.enter(self._position, memory, 0, self.search.NONE, board.idle_moves,
                              board.reversible_moves)
            self.search.lay_out(memory, self._near)
            memory.killers[:] = [-1] * len(memory.killers)
            memory.pv[0] = self.search.NONE
        with self._turning:
            self._limit()

    def _limit(self) -> None:
        """Let the limits hold from now on, unless the search ponders."""
        limits = Limits(infinite=True) if self._pondering else self._limits
        now = time.perf_counter()
        self._soft, self._hard = (now + seconds for seconds in limits.seconds(self._board))
        share = (NO_LIMIT if limits.nodes is None
                 else max(1, limits.nodes // len(self._memories)))
        self._share = share + int(self._memories[0].nodes) + self._beside()
        for memory in self._memories:
            memory.limit = share + int(memory.nodes)
        if self._opening:
            self._memories[0].limit = NO_LIMIT

    def _deepest(self) -> int:
        """The last depth to be searched."""
        return MAX_DEPTH if self._pondering else self._limits.max_depth()

    @staticmethod
    def _loses_at_once(board: Board, move: int) -> bool:
        """Whether the opponent has a reply to a move that wins."""
        ahead = board.copy()
        ahead.push(move)
        return wins_at_once(ahead)

    def _opened(self) -> None:
        """What is always looked at has been: limits hold from now on."""
        with self._turning:
            self._memories[0].limit = self._share
            self._opening = False

    def _is_spent(self) -> bool:
        """Whether all positions have been looked at that may be."""
        memory = self._memories[0]
        return bool(memory.aborted or memory.nodes >= memory.limit)

    def _with_proof(self, found: list[Info]) -> Steps[list[Info]]:
        """These lines, before them a proved win if none of them wins as soon.

        A proof tells how long its own win takes; a shorter one, if there is one, is found by
        deeper iterations.
        """
        prover, memory = self._prover, self._memories[0]
        if prover is None or self._without or memory.aborted or self._is_over():
            return found
        due = min(prover.due(int(memory.nodes)), self._left())
        if found[0].score < self.search.MATED and due > 0:
            yield from self._look(prover, due)
        return self._with_win(found, prover)

    def _with_short_win(self, found: list[Info], to_the_end: bool = False) -> Steps[list[Info]]:
        """These lines, before them the shortest win, if one was asked for and has been found.

        Args:
            to_the_end: whether to look until it is found or ruled out, or `stop` or a limit comes.
        """
        wins = self._short_wins
        if wins is None or not self._seeks:
            return found
        while not (wins.resting or self._is_over()):
            due = min(NO_LIMIT if to_the_end else wins.due(int(self._memories[0].nodes)),
                      self._left())
            if due <= 0:
                break
            yield from self._look(wins, due)
            if not to_the_end:
                break
        return [replace(info, no_win=wins.no_win) for info in self._with_win(found, wins)]

    def _look(self, looks: Looks, due: int) -> Steps[None]:
        """Look for a win at so many positions, which are then left to alpha-beta no more."""
        looks.line = yield from self._heeding(partial(looks.look, due), partial(
            proof_in_slices, self._paces[1], looks, due, self._stop.is_set, self._end))
        memory = self._memories[0]
        memory.limit = max(1, int(memory.nodes) + self._left())

    def _with_win(self, found: list[Info], looks: Looks) -> list[Info]:
        """These lines, before them that of a win that has been found, unless one wins as soon."""
        score, line = self.search.MATE - looks.plies, looks.line
        if not line or found[0].score >= score:
            return found
        proved = replace(found[0], score=score, mate=self.mate_of(score), pv=line,
                         nodes=self._nodes(), seconds=time.perf_counter() - self._begin)
        others = [info for info in found if info.pv[0] != line[0]]
        return [replace(info, line=number)
                for number, info in enumerate([proved, *others][:self._lines], 1)]

    def _is_over(self) -> bool:
        """Whether `stop` or the end of the time has come."""
        return self._stop.is_set() or time.perf_counter() >= self._hard

    def _end(self) -> float:
        """When the search is to stop at once, by `time.perf_counter`."""
        return self._hard

    def _left(self) -> int:
        """How many more positions may be looked at, in all ways."""
        return self._share - int(self._memories[0].nodes) - self._beside()

    def _beside(self) -> int:
        """Positions looked at beside alpha-beta."""
        return (self._prover.nodes if self._prover else 0) + (
            self._short_wins.nodes if self._short_wins and self._seeks else 0)

    def _iteration(self, depth: int, last: list[Info]) -> Steps[list[Info]]:
        """Search all lines to one depth; what is cut short counts only if it is worth something."""
        memory = self._memories[0]
        for place, move in enumerate(self._without):
            memory.out[place] = move
        memory.excluded = len(self._without)
        found: list[Info] = []
        for line in range(self._lines):
            guess = last[line].score if line < len(last) else 0
            score = yield from self._windowed(depth, guess)
            pv = self._line(memory)
            if memory.aborted:
                # If a broken iteration began with the best move of the one before, any other that
                # stands in the line has been found better.
                if self._lines == 1 and pv and pv[0] != last[0].pv[0] == int(memory.moves[0]):
                    return [self._info(depth, 1, last[0].score, pv)]
                return []
            found.append(self._info(depth, line + 1, score, pv))
            memory.out[memory.excluded] = pv[0]
            memory.excluded += 1
        # A later line may come out better, and tells then that the search had been too sure.
        return [replace(info, line=number) for number, info in enumerate(
            sorted(found, key=lambda info: -info.score), 1)]

    def _windowed(self, depth: int, guess: int) -> Steps[int]:
        """The score of an iteration, looked for near the last one first."""
        edge, width, memory = self.search.edge, self.search.WIDEST, self._memories[0]
        if depth >= self.search.WINDOW_DEPTH and abs(guess) < self.search.MATED:
            width = self.search.WINDOW
        alpha, beta = edge(guess, -width), edge(guess, width)
        while True:
            call = partial(self._call, depth, alpha, beta)
            score = yield from self._heeding(call, partial(
                in_slices, self._paces[0], memory, call, self._stop.is_set, self._end))
            if memory.aborted or alpha < score < beta:
                return score
            width *= 4
            if score <= alpha:
                alpha = edge(guess, -width)
            else:
                beta = edge(guess, width)

    def _call(self, depth: int, alpha: int, beta: int) -> int:
        return int(self.search.search(self._position, self._memories[0], 0, depth, alpha, beta, 0))

    def _heeding(self, work: Callable[[], T], sliced: Callable[[], Steps[T]]) -> Steps[T]:
        """Work so that neither the clock nor `stop` is forgotten meanwhile, once they hold.

        Args:
            work: all of it.
            sliced: the same in slices, where there are no threads.
        """
        if self._opening or not (self._threaded or self._is_open):
            return work()
        if self._threaded:
            return self._watched(work)
        return (yield from sliced())

    def _watched(self, work: Callable[[], T]) -> T:
        """Work in a thread, so that clock and keyboard are not forgotten meanwhile."""
        if self._hard - time.perf_counter() > NEVER / 2 and self._share <= SHORT:
            return work()
        with unbroken():        # what Ctrl-C breaks off in here leaves locks taken, or not
            task: Future[T] = self._pool.submit(work)
            task.add_done_callback(lambda _: self._wake.set())
        while True:
            with unbroken():
                if task.done():
                    return task.result()
                left = self._hard - time.perf_counter()
                if left <= 0:
                    self._interrupt()
                self._wake.wait(min(POLL, left) if left > 0 else POLL)
                self._wake.clear()

    def _line(self, memory: Any, first: int = 0) -> tuple[int, ...]:
        """The line in a memory from an index on."""
        row = [int(move) for move in memory.pv[first:first + self.search.PLIES]]
        return tuple(row[:row.index(-1)])

    def _info(self, depth: int, line: int, score: int, pv: tuple[int, ...]) -> Info:
        return Info(depth, int(self._memories[0].deepest), line, score, self.mate_of(score),
                    self._nodes(), time.perf_counter() - self._begin, self._hashfull(), pv,
                    net=self.net.name if self.net else "")

    def _nodes(self) -> int:
        """Positions looked at so far, in all ways."""
        return self._beside() + sum(int(memory.nodes) for memory in self._memories)

    def mate_of(self, score: int) -> int | None:
        """Moves to the end of a game that is decided, or None."""
        if abs(score) <= self.search.MATED:
            return None
        moves = moves_in(self.search.MATE - abs(score))
        return moves if score > 0 else -moves

    def _hashfull(self) -> int:
        sample = self._table[1:2000:2]
        taken = sum(1 for data in sample if data)
        return taken * 1000 // max(1, len(sample))

    def _is_done(self) -> bool:
        """Whether a deeper search could tell nothing that matters, or is not wanted."""
        last, limits = self._last, self._limits
        if not last or limits.infinite or self._pondering:
            return False
        if self._depth >= limits.max_depth():
            return True
        mate = last[0].mate
        if limits.mate is not None:
            found = mate is not None and 0 < mate <= limits.mate
            return found or self._seeks and last[0].no_win >= plies_within(limits.mate)
        clocked = limits.longest(self._board) is not None
        decided = mate is not None and last[0].depth > 2 * abs(mate) + 2
        return decided or (len(self._moves) == 1 and clocked and last[0].depth >= 4)
