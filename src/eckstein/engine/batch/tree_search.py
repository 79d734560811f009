"""Tree search in many games at once, by a net or anything else that values many positions at once.

A simulation walks down a game's tree to a leaf.  The leaves of all games are valued together, and
their values and priors go back into the trees (search/batch/growing.py).
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...base.sentence import Sentence
from ...board import Board
from ...kernel.options import NO_PROGRESS, REPETITION, own_values
from ...kernel.specialise import specialise
from ...notation.positions import write_position
from .chance import chances
from .columns import Array, Columns
from .games import NO_ACTION, BatchGame
from .optional_arrays import OptionalArray
from .roots import Moves, by_judgement, by_visits, order_of, plan
from .settings import BatchError, one_of, whole
from .threads import alone

Choice = Literal["puct", "gumbel"]
Own = Literal["evaluation", "playouts"]
# Logits [m, actions] and values [m], see `TreeSearch.answer`, of m leaves.
Evaluator = Callable[["Leaves"], tuple[Any, Any]]

TEMPLATE = "search.batch.growing"
CHOICES = "puct", "gumbel"
NODES = 2                   # so many times the moves of the first position for each simulation
FEW = 8                     # moves, where games are over
LONGEST = 200               # plies of a random game, which then counts as drawn
MOST = 1 << 24              # simulations of a move, leaves of a game
MOST_SEED = (1 << 128) - 1
SLACK = 1e-3                # a value may be so far beyond 1


@dataclass(frozen=True)
class Leaves:
    """Positions that wait to be valued, each from the side of the player to move.

    Attributes:
        games: int64 [m]: which game each comes from.
        observations, scalars: as in `BatchGame`, [m, ...]; with `observe` of the search.
        legal: int16 [m, k]: the legal actions of leaf j are legal[j, :legal_count[j]].
        legal_count: int16 [m].
    """

    games: Array
    legal: Array
    legal_count: Array
    _positions: Array
    _batch: BatchGame
    observations: OptionalArray = OptionalArray("observe=True")
    scalars: OptionalArray = OptionalArray("observe=True")

    def __len__(self) -> int:
        return len(self.games)

    def board(self, j: int) -> Board:
        """A board of leaf j, with no moves behind it."""
        first = self._batch.first
        rules = first.rules
        text = write_position(rules, rules.Position(*self._positions[j].tolist()), first.origin)
        return Board(first.game, text, **first.options)


@dataclass(frozen=True)
class SearchResult:
    """What a search has found out about n games; all arrays are new.

    Attributes:
        actions: int64 [n]: the best action; -1 where there was nothing to search.
        policy: float32 [n, actions]: how often each action should be played, by what was found: the
            target for a net's policy; 0 where there was nothing to search.
        visits: int32 [n, actions]: how many simulations have gone there.
        action_values: float32 [n, actions]: what each action is worth for the player to move, from
            -1 to 1; NaN where nothing is known of it: it has not been visited, or is not legal.
        principal: int16 [n, k]: the principal line, by which the game is likely to go on: actions,
            each seen from the side of the player who makes it, from the best one on; -1 after the
            last.
        values: float32 [n]: of the game for the player to move, from -1 to 1; 0 where there was
            nothing to search.
        proven: bool [n]: whether that is certain.
    """

    actions: Array
    policy: Array
    visits: Array
    action_values: Array
    principal: Array
    values: Array
    proven: Array
    _rng: np.random.Generator

    def sample(self, temperature: float = 1.0, rng: np.random.Generator | int | None = None
               ) -> Array:
        """An action for each game, int64 [n], drawn by `policy` to the power of 1 / temperature.

        Args:
            temperature: above 0; the lower, the more the best actions are preferred.
            rng: a generator, or the seed of one; the search's own, which goes on, if None.

        Raises:
            BatchError: for another temperature.
        """
        if not temperature > 0:
            raise BatchError(Sentence("temperature must be above 0, not {value}; the best actions "
                                      "are in `actions`", value=temperature))
        chance = np.random.default_rng(self._rng if rng is None else rng)
        best = self.policy.max(1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            heights = np.where(self.policy > 0, np.log(self.policy / best) / temperature, -np.inf)
        heights += chance.gumbel(size=heights.shape)
        return np.where(self.actions == NO_ACTION, NO_ACTION, heights.argmax(1))


class TreeSearch:
    """Searches the games of a batch, each where it is.

    Args:
        batch: the games.  They may be played on between two searches, but not in one.
        simulations: how many for each move.
        leaves: how many leaves of a game are valued at once: more make larger batches, and choose
            the leaves with less knowledge.
        root: how the root chooses: by "puct", as everywhere in the tree, or by "gumbel": sequential
            halving among actions that are drawn by the policy (Danihelka et al., 2022).
        interior: how all other nodes choose: by "puct", or by "gumbel": the action whose share of
            the visits is furthest below its share of the improved policy, from the same paper.
        explore: how much priors count against values (c of PUCT).
        considered: among how many actions "gumbel" chooses.
        noise: with "puct", the part of a root's priors that is noise, from 0 to 1.
        concentration: of that noise (alpha of a Dirichlet distribution).
        scale: with "gumbel" anywhere, how much values count against the policy (c_scale).
        observe: whether leaves have observations.
        nodes: for how many a tree has room, by default enough for nearly every search.  One that is
            full does not grow; its leaves are valued again.
        seed: of all chance: noise, drawn actions and random games; from 0, or None for others
            every time.

    Raises:
        BatchError: for a setting that cannot be.
        TypeError: if a number is no whole one.
        NoCompilerError: if there is neither a library for these options nor Numba.

    Examples:
        >>> batch = BatchGame("contra", 8, autoreset="off")
        >>> search = TreeSearch(batch, 50)
        >>> def net(leaves):
        ...     return np.zeros((len(leaves), batch.actions)), np.zeros(len(leaves))
        >>> found = search.run(net)
        >>> batch.step(found.actions)
        >>> bool((found.visits.sum(1) == 50).all())
        True
    """

    def __init__(self, batch: BatchGame, simulations: int = 100, *, leaves: int = 1,
                 root: Choice = "puct", interior: Choice = "puct", explore: float = 1.5,
                 considered: int = 16, noise: float = 0.0, concentration: float = 0.3,
                 scale: float = 1.0, observe: bool = True, nodes: int | None = None,
                 seed: int | None = 0) -> None:
        one_of("root", root, CHOICES)
        one_of("interior", interior, CHOICES)
        simulations = whole("simulations", simulations, 1, MOST)
        leaves, considered = (whole(name, number, 1, MOST) for name, number in (
            ("leaves", leaves), ("considered", considered)))
        nodes = None if nodes is None else whole("nodes", nodes, 1, MOST << 8)
        seed = None if seed is None else whole("seed", seed, 0, MOST_SEED)
        for name, value, bottom, top in (
                ("explore", explore, 0.01, 1000), ("noise", noise, 0, 1),
                ("concentration", concentration, 1e-3, 1000), ("scale", scale, 1e-3, 1000)):
            if not bottom <= value <= top:
                raise BatchError(Sentence("{name} must be from {least} to {most}, not {value}",
                                          name=name, least=bottom, most=top, value=value))
        self.batch, self.threads = batch, batch.threads
        self.simulations, self._slots = simulations, min(leaves, simulations)
        self._gumbel, self._considered, self._scale = root == "gumbel", considered, scale
        self._noise, self._concentration = noise, concentration
        self._rng = np.random.default_rng(seed)
        self._search: Any = specialise(TEMPLATE, batch.game, life=batch.life,
                                       **own_values(batch.options))
        self._records = [self._search.new_trees() for _ in batch.records]
        columns = self._columns = Columns(self._search, self._records)
        columns.add(self._search.game_bytes(), batch.n)
        columns.add({name: size for name, size in self._search.slot_bytes().items()
                     if observe or name not in ("planes", "scalars")}, batch.n * self._slots)
        width: int = self._search.game.MAX_MOVES
        usual = NODES * max(FEW, int(batch.legal_count.max())) * (simulations + 1)
        room = width + (usual if nodes is None else nodes)
        columns.add({"tree": self._search.NODE_BYTES * room}, batch.n)
        columns.set(share=room, room=room * batch.n, slots=self._slots, waits=1, informed=1,
                    explore=round(100 * explore), interior=interior == "gumbel",
                    scale=round(self._search.OF_SCALE * scale),
                    repetition=batch.options[REPETITION], no_progress=batch.options[NO_PROGRESS])
        columns["chances"][:] = chances(seed, batch.n)
        self._games: Array = np.zeros(0, np.int64)
        self._rows: Array | None = None         # the slots that wait to be answered
        # The data of the roots, and how far their candidates have been halved.
        self._priors, self._raw = np.zeros((batch.n, width)), np.zeros(batch.n)
        self._gumbels, self._halved = np.zeros((batch.n, width)), np.zeros(batch.n, np.int64)

    def run(self, evaluator: Evaluator | Own = "evaluation", where: object = None) -> SearchResult:
        """Search games.

        Args:
            evaluator: what values leaves: called with Leaves, it returns what `answer` takes; or
                the game's own "evaluation", or "playouts", random games to the end, both with
                priors of the game's own.
            where: which games, as for `BatchGame.reset`; those that are over are left out.
        """
        if not callable(evaluator):
            one_of("evaluator", evaluator, ("evaluation", "playouts"))
            self._columns.set(rollout=LONGEST if evaluator == "playouts" else 0)
        self.begin(where)
        while (leaves := self.collect()) is not None:
            if callable(evaluator):
                logits, values = evaluator(leaves)
                self.answer(logits, values)
            else:
                self._estimate()
        return self.result()

    # Step by step.

    @alone
    def begin(self, where: object = None) -> None:
        """Begin to search games where they are, each with a new tree; as in `run`."""
        batch, left = self.batch, self._columns["left"]
        games = batch.games(where)
        self._games, self._rows = games[batch.running()[games]], None
        left[:] = self._columns["pending"][:] = 0
        left[self._games] = 1 + (0 if self._gumbel else self.simulations)
        for told in (self._priors, self._raw, self._gumbels, self._halved):
            told[self._games] = 0
        for name in ("root_visits", "root_totals", "root_proven"):
            self._columns[name][self._games] = 0
        batch.columns["games"][:len(self._games)] = self._games
        self._share(lambda s, b, first, last: self._search.begin(
            s, b, batch.columns.address("games"), first, last), len(self._games))

    @alone
    def collect(self) -> Leaves | None:
        """Walk down the trees.

        Returns:
            The leaves that are to be valued, or None when the search is over.

        Raises:
            BatchError: if the games have been played on since the search began, or the last leaves
                have not been answered.
        """
        if self._rows is not None:
            raise BatchError(Sentence("the leaves that were collected last have not been answered"))
        if self._gumbel:
            self._halve()
        while True:
            if self._search.MOVED in self._share(self._search.collect):
                raise BatchError(Sentence("the games have been played on since the search began; "
                                          "begin a new one"))
            rows = np.flatnonzero(self._columns["pending"])
            if len(rows):
                self._rows = rows
                return self._leaves(rows)
            if not (self._gumbel and self._halve()):
                return None

    @alone
    def answer(self, logits: object, values: object) -> None:
        """Tell what the leaves are worth that `collect` has returned last.

        Args:
            logits: floats [m, actions]: the logarithms of the priors, which need not add up to
                anything; what is said of illegal actions does not matter.
            values: floats [m]: from -1, the player to move loses, to 1, he wins.

        Raises:
            BatchError: if they have another shape or are no such numbers, or there are no leaves.
        """
        rows, columns = self._asked(), self._columns
        told, worth = np.asarray(logits), np.asarray(values, np.float64)
        for name, given, shape in (("logits", told, (len(rows), self.batch.actions)),
                                   ("values", worth, (len(rows),))):
            if given.shape != shape:
                raise BatchError(Sentence("{name} must have the shape {shape}, not {given}",
                                          name=name, shape=shape, given=given.shape))
        filled, legal = self._filled(rows)
        heights = np.take_along_axis(told, np.where(filled, legal, 0), 1).astype(np.float64)
        for number, wrong, expected in (
                (worth, ~(np.abs(worth) <= 1 + SLACK), "a value must be from -1 to 1"),
                (heights.min(1), (~np.isfinite(heights) & filled).any(1),
                 "logits of legal actions must be finite")):
            if wrong.any():
                j = int(np.flatnonzero(wrong)[0])
                raise BatchError(Sentence("leaf {j}: {expected}, not {value}", j=j,
                                          expected=expected, value=float(number[j])))
        heights = np.where(filled, heights, -np.inf)
        priors = np.exp(heights - heights.max(1, keepdims=True))
        columns["values"][rows] = np.rint(np.clip(worth, -1, 1) * self._search.VALUE)
        self._carry(rows, filled, priors / priors.sum(1, keepdims=True))

    @alone
    def result(self) -> SearchResult:
        """What has been found out so far."""
        games, columns = self._games, self._columns
        if not len(games):
            return self._blank(0)
        moves = self._moves(games)
        width = moves.filled.shape[1]
        best, policy = (by_judgement(moves, self._gumbels[games, :width], self._scale)
                        if self._gumbel else by_visits(moves))
        actions = columns["root_actions"][games, :width]
        lines = self._lines(games, best, actions[np.arange(len(games)), best])
        found = self._blank(lines.shape[1])
        rows, places = np.nonzero(moves.filled)
        where = games[rows], actions[rows, places]
        found.policy[where], found.visits[where] = policy[rows, places], moves.visits[rows, places]
        found.action_values[where] = np.where(moves.seen(), moves.values, np.nan)[rows, places]
        found.principal[games], found.actions[games] = lines, lines[:, 0]
        known = columns["proven"][games]
        found.proven[games] = known != self._search.OPEN
        found.values[games] = np.where(
            found.proven[games], self._exact(known), -columns["total"][games] / (
                self._search.VALUE * (1 + moves.visits.sum(1))))
        return found

    # Behind the face.

    def _blank(self, plies: int) -> SearchResult:
        """What is found where there is nothing to search; lines have room for so many plies."""
        n, actions = self.batch.n, self.batch.actions
        return SearchResult(
            np.full(n, NO_ACTION, np.int64), np.zeros((n, actions), np.float32),
            np.zeros((n, actions), np.int32), np.full((n, actions), np.nan, np.float32),
            np.full((n, plies), NO_ACTION, np.int16), np.zeros(n, np.float32),
            np.zeros(n, np.bool_), self._rng)

    def _lines(self, games: Array, best: Array, actions: Array) -> Array:
        """The principal lines of games, by the places and the actions of their best moves."""
        columns = self._columns
        columns["chosen"][games] = best
        self._share(lambda s, b, first, last: self._search.trace(s, first, last))
        lines = columns["principal"][games]
        lines[:, 0] = actions                   # also where nothing has been searched yet
        return lines[:, :int((lines != NO_ACTION).sum(1).max())]

    def _share(self, work: Callable[[Any, Any, int, int], int], count: int | None = None
               ) -> list[int]:
        """Let the threads work at games, or at so many rows."""
        return self.threads.share(lambda thread, first, last: work(
            self._records[thread], self.batch.records[thread], first, last),
            self.batch.n if count is None else count)

    def _asked(self) -> Array:
        if self._rows is None:
            raise BatchError(Sentence("no leaves wait for an answer; collect some first"))
        return self._rows

    def _leaves(self, rows: Array) -> Leaves:
        columns = self._columns
        count = columns["count"][rows]
        planes, scalars = ((columns["planes"][rows], columns["scalars"][rows])
                           if "planes" in columns else (None, None))
        if planes is not None:
            planes = planes.reshape(len(rows), *self.batch.observation_shape)
        return Leaves(rows // self._slots, columns["legal"][rows, :int(count.max())], count,
                      columns["leaves"][rows], self.batch, planes, scalars)

    def _filled(self, rows: Array) -> tuple[Array, Array]:
        """Where the moves of leaves stand, bool [m, k], and their actions."""
        count = self._columns["count"][rows].astype(np.int64)
        legal = self._columns["legal"][rows, :int(count.max())]
        return np.arange(legal.shape[1]) < count[:, None], legal

    @alone
    def _estimate(self) -> None:
        """Let the game's own knowledge answer."""
        rows = self._asked()
        self._share(lambda s, b, first, last: self._search.value(s, first, last))
        filled, _ = self._filled(rows)
        priors = self._columns["priors"][rows, :filled.shape[1]] * filled
        self._carry(rows, filled, priors / priors.sum(1, keepdims=True))

    def _carry(self, rows: Array, filled: Array, priors: Array) -> None:
        """Carry priors, [m, k], and the values in their column into the trees."""
        columns, width = self._columns, filled.shape[1]
        first = np.flatnonzero(columns["depth"][rows] == 0)
        if len(first):
            priors[first] = self._begun(rows[first], filled[first], priors[first])
        columns["priors"][rows, :width] = np.where(
            filled, np.maximum(np.rint(priors * self._search.SHARES), 1), 0)
        self._share(lambda s, b, first, last: self._search.answer(s, first, last))
        self._rows = None

    def _begun(self, rows: Array, filled: Array, priors: Array) -> Array:
        """Store the data of roots; their priors, with noise if that is wanted."""
        games, shape = rows // self._slots, filled.shape
        if self._gumbel:
            self._gumbels[games, :shape[1]] = self._rng.gumbel(size=shape)
        elif self._noise:
            # Gamma variables by their logarithms: most are too small to be told from 0.
            alpha = self._concentration
            heights = np.where(filled, np.log(self._rng.gamma(alpha + 1, size=shape))
                               + np.log1p(-self._rng.random(shape)) / alpha, -np.inf)
            noise = np.exp(heights - heights.max(1, keepdims=True))
            noise /= noise.sum(1, keepdims=True)
            priors = (1 - self._noise) * priors + self._noise * noise
        self._priors[games, :shape[1]] = priors
        self._raw[games] = self._columns["values"][rows] / self._search.VALUE
        return priors

    def _halve(self) -> bool:
        """Choose candidates in games without walks left; False if there is no such game."""
        columns = self._columns
        games = self._games[(columns["left"][self._games] == 0)
                            & (columns["proven"][self._games] == self._search.OPEN)]
        if not len(games):
            return False
        moves = self._moves(games)
        width = moves.filled.shape[1]
        heights = moves.logits() + self._gumbels[games, :width] + moves.judged(self._scale)
        # Former candidates stay behind the others.
        behind = columns["order"][games, :width] >= columns["considered"][games, None]
        heights[behind & (self._halved[games, None] > 0)] = -np.inf
        columns["order"][games, :width] = order_of(heights)
        some = False
        numbers = np.minimum(moves.filled.sum(1), self._considered)
        for number in np.unique(numbers).tolist():
            steps = np.array(plan(self.simulations, number))
            at = games[(numbers == number) & (self._halved[games] < len(steps))]
            columns["considered"][at], columns["left"][at] = steps[self._halved[at]].T
            self._halved[at] += 1
            some = some or len(at) > 0
        return some

    def _moves(self, games: Array) -> Moves:
        """What is known of the moves of roots."""
        self._share(lambda s, b, first, last: self._search.tell(s, first, last))
        columns, scale = self._columns, self._search.VALUE
        count = columns["root_count"][games]
        width = int(count.max())
        visits, totals, known = (columns[name][games, :width] for name in (
            "root_visits", "root_totals", "root_proven"))
        certain = known != self._search.OPEN
        return Moves(
            filled=np.arange(width) < count[:, None], visits=visits, certain=certain,
            values=np.where(certain, -self._exact(known),
                            totals / (scale * np.maximum(visits, 1))),
            priors=self._priors[games, :width], raw=self._raw[games])

    def _exact(self, known: Array) -> Array:
        """The values of certain results, for the player to move; 0 where nothing is certain."""
        results = self._search.RESULTS
        return np.array([results[k] for k in range(len(results))])[known]
