"""Games for JAX: functions from states to states that `jit`, `vmap` and `scan` take, as pgx's are.

Steps are those of batches (search/batch/states.py), on the CPU: XLA calls the compiled game once
for all states that `vmap` has put together.
"""
from __future__ import annotations

import ctypes
import dataclasses
import hashlib
import operator
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ...base.sentence import Sentence
from ...board import Board
from ...engine.batch.games import BatchError, BatchGame, Legend
from ...engine.batch.settings import one_of, whole
from ...kernel.options import NO_PROGRESS, own_values
from ...kernel.specialise import Life, NoCompilerError, life_of, specialise
from .xla_calls import register

TEMPLATE = "search.batch.states"
LIVES: tuple[Life, ...] = "library", "jit"      # whose code reaches the memory of XLA
HISTORY, MOST_HISTORY = 128, 1 << 15
ILLEGAL = "illegal action"
ALL = 0xFFFFFFFF            # the bits of a word
CHANCE = ALL, ALL >> 2      # those of a game's chance, in two words


class GameState(NamedTuple):
    """All that the rules need to go on: the columns of search/batch/stepping.py, as arrays.

    Integers of 64 bits are two of 32, so that they are the same with and without x64.
    """

    positions: Any
    anchors: Any
    keys: Any
    line: Any
    reversible: Any
    idle: Any
    plies: Any
    chance: Any
    occurrences: Any


# What a call returns after a GameState, unless there are no observations.
SHOWN = "mask", "player", "rewards", "terminated", "truncated", "reason"
SEEN = "planes", "scalars"
# What steps write besides, for nobody.
SCRATCH = "legal", "count", "winner", "final_player"
TYPES = {"line": np.uint16, "occurrences": np.uint16, "mask": np.bool_, "terminated": np.bool_,
         "truncated": np.bool_, "player": np.uint8, "reason": np.uint8, "rewards": np.int8,
         "planes": np.uint8, "scalars": np.float32}     # others are words of 32 bits
SINGLE = frozenset(("occurrences", *SHOWN)) - {"mask"}


@dataclasses.dataclass(frozen=True)
class State:
    """A game, as pgx has it: a tree of arrays, which nothing ever changes.

    Shapes are those of one game; `vmap` puts the games of a batch in front.

    Attributes:
        current_player: int32 []: who is to move, 0 White, 1 Black.
        observation: float32 [rows, columns, planes + scalars], from the side of the player to
            move; None without `observe`.
        rewards: float32 [2]: of the last step, for White and for Black: 1, 0 or -1.
        terminated: bool []: whether the game is over by the rules, draws included, or by an illegal
            action.
        truncated: bool []: whether it is over by `max_plies`, or since it has more moves that can
            be undone than there is `history` for.
        legal_action_mask: bool [actions]; all true where the game is over, so that no choice by it
            divides by 0.
        reason: int32 []: why the game is over, see `JaxEnv.legend.reasons`.
        game: the rest of what the rules need, among it all that repetition and lack of progress
            are told by; of no fixed form.
    """

    current_player: jax.Array
    observation: jax.Array | None
    rewards: jax.Array
    terminated: jax.Array
    truncated: jax.Array
    legal_action_mask: jax.Array
    reason: jax.Array
    game: GameState

    def replace(self, **changes: Any) -> State:
        """A state with other values of some attributes."""
        return dataclasses.replace(self, **changes)


jax.tree_util.register_dataclass(State)


class JaxEnv:
    """A game for JAX, in the shape of an environment of pgx.

    `init`, `step` and `observe` take one game and are pure: put `jax.vmap` around them for many,
    and `jax.jit` and `jax.lax.scan` around that.  Actions, planes and scalars are those of
    `BatchGame`.  They run on the CPU.

    Attributes:
        game: its name.
        options: the rule options.
        num_players: 2.
        num_actions: how many actions there are.
        observation_shape: rows, columns, planes + scalars.
        legend: what the observations show, and what the reasons mean.

    Args:
        game: the name of a game.
        autoreset: "off": a game that is over stays as it is, whatever the action; "same": it begins
            anew in the same step, while `terminated`, `truncated`, `rewards` and `reason` tell of
            the one that is over, as with `auto_reset` of pgx.
        observe: whether states have observations.  Those in search trees need none: `observe`
            makes one of any state.
        starts, random_plies, max_plies, threads: as for `BatchGame`.
        history: how many moves in a row that can be undone a state remembers, each with 10 bytes;
            as many as lead to a draw by lack of progress if None.
        life: "library" or "jit" instead of the first that there is, see docs/house.md.
        options: rule options, as for `Board`.

    Raises:
        ValueError, TypeError: as `BatchGame`.
        NoCompilerError: if there is neither a library for these options nor Numba.

    Examples:
        >>> env = JaxEnv("contra")
        >>> states = jax.vmap(env.init)(jax.random.split(jax.random.key(1), 8))
        >>> states.observation.shape, states.legal_action_mask.shape
        ((8, 7, 7, 26), (8, 115))
        >>> states = jax.vmap(env.step)(states, states.legal_action_mask.argmax(1))
        >>> states.current_player.tolist()
        [1, 1, 1, 1, 1, 1, 1, 1]
    """

    num_players = 2

    def __init__(self, game: str, *, autoreset: Literal["off", "same"] = "off",
                 observe: bool = True, starts: Sequence[str] | None = None, random_plies: int = 0,
                 max_plies: int = 0, threads: int = 1, history: int | None = None,
                 life: Literal["library", "jit"] | None = None, **options: Any) -> None:
        self._given = {"game": game, "autoreset": autoreset, "observe": observe, "starts": starts,
                       "random_plies": random_plies, "max_plies": max_plies, "threads": threads,
                       "history": history, "life": life, **options}
        one_of("autoreset", autoreset, ("off", "same"))
        one_of("life", life, (*LIVES, None))
        first = Board(game, **options)
        self.options = first.options
        own = own_values(self.options)
        taken = life or _machine_code(game, **own)
        self._search: Any = specialise(TEMPLATE, game, life=taken, **own)
        self._search.warm()         # not in a thread of XLA, whose stack may be small
        batch = self._batch = BatchGame(
            game, 1, autoreset=autoreset, starts=starts, random_plies=random_plies,
            max_plies=max_plies, threads=threads, life=taken, **options)
        if history is None:
            history = max(int(self.options[NO_PROGRESS]) or HISTORY, random_plies)
        self._room = 1 + whole("history", history, max(1, random_plies), MOST_HISTORY)
        self.game, self.num_actions = game, batch.actions
        self._observe, self._rests = observe, autoreset == "off"
        planes, *size = batch.observation_shape
        self.observation_shape = *size, planes + len(batch.legend.scalars)
        self.legend = Legend(batch.legend.planes, batch.legend.scalars,
                             (*batch.legend.reasons, ILLEGAL))
        self._sizes = {**self._search.row_bytes(self._room), "actions": 8}
        self._outputs = *GameState._fields, *SHOWN, *(SEEN if observe else ())
        self._free: list[_Workplace] = []
        digest = hashlib.sha256(repr(
            [taken, game, sorted(self.options.items()), self._room, autoreset, max_plies, threads,
             random_plies, list(starts) if starts else None, observe]).encode()).hexdigest()
        self._call = f"eckstein_{game}_{digest[:20]}"
        self._works = {"init": self._start, "step": self._step, "sample": self._sample,
                       "observe": self._look}
        for name, work in self._works.items():
            register(f"{self._call}_{name}", work)

    def __repr__(self) -> str:
        return f"JaxEnv({self.game!r})"

    def __reduce__(self) -> Any:
        return _restored, (self._given,)

    # What JAX transforms.

    def init(self, key: jax.Array) -> State:
        """The beginning of a game.

        Args:
            key: of `jax.random`; it decides where `starts` or `random_plies` leave a choice.
        """
        chance = jax.random.bits(key, (2,), jnp.uint32) & jnp.array(CHANCE, jnp.uint32)
        found = self._called("init", self._outputs, chance)
        return self._state(found, found["reason"] != 0)

    def step(self, state: State, action: jax.Array, key: jax.Array | None = None) -> State:
        """The state after an action.

        As in pgx an illegal action loses: the game is over, with -1 for the player who was to move
        and 1 for the other.  In a game that is over nothing happens, and rewards are 0.

        Args:
            state: one state.
            action: an integer [].
            key: not used; it is there for programs that give one.

        Raises:
            TypeError: if the action is no integer.
            BatchError: if there are many: use `jax.vmap`.
        """
        action = jnp.asarray(action)
        if not jnp.issubdtype(action.dtype, jnp.integer):
            raise TypeError(f"an action is an integer, not {action.dtype}")
        if action.shape or state.terminated.shape:
            raise BatchError(Sentence("step takes one game and one action; take jax.vmap(env.step) "
                                      "for many"))
        resting = self._resting(state)
        inside = (action >= 0) & (action < self.num_actions)
        number = jnp.where(inside, action, 0).astype(jnp.int32)
        legal = inside & state.legal_action_mask[number]
        number = jnp.where(resting, self._search.RESTS,
                           jnp.where(legal, number, self._search.LOSES))
        found = self._called("step", self._outputs, jnp.stack([number, number >> 31]), *state.game)
        if self._rests:
            for name in ("terminated", "truncated", "reason"):
                kept = getattr(state, name)
                found[name] = jnp.where(resting, kept.astype(found[name].dtype), found[name])
        over = found["terminated"] | found["truncated"]
        return self._state(found, over, state.current_player)

    def sample(self, state: State, key: jax.Array) -> jax.Array:
        """A random legal action of one state, all equally likely, int32; 0 where the game is over.

        It costs less than to choose one from a large mask.
        """
        resting = self._resting(state)
        chance = jnp.where(resting, np.uint32(self._search.RESTS & ALL),
                           jax.random.bits(key, (), jnp.uint32))
        found = self._called("sample", ("actions",), jnp.stack(
            [chance, jnp.where(resting, np.uint32(ALL), np.uint32(0))]), state.game.positions)
        return found["actions"][0].astype(jnp.int32)

    def observe(self, state: State) -> jax.Array:
        """What is to be seen of a state: float32 [rows, columns, planes + scalars]."""
        game = state.game
        return _seen(self._called("observe", SEEN, game.positions, game.occurrences, game.idle))

    # One game, outside of what JAX transforms.

    def board(self, state: State) -> Board:
        """A board of one state, with those of its last moves behind it that can be undone.

        Raises:
            BatchError: if there are many: take one, by `jax.tree.map(lambda x: x[i], states)`.
        """
        game = state.game
        if state.terminated.shape:
            raise BatchError(Sentence("these are many games; one of them is "
                                      "jax.tree.map(lambda x: x[0], states)"))
        count, = np.asarray(game.reversible).view(np.int64)
        return self._batch.board_from(np.asarray(game.anchors).view(np.int64),
                                      np.asarray(game.line)[:count])

    def action_of(self, board: Board, move: int) -> int:
        """The action that a legal move of a board is."""
        return self._batch.action_of(board, move)

    def move_of(self, board: Board, action: int) -> int:
        """The move that an action is which is legal on a board."""
        return self._batch.move_of(board, operator.index(action))

    # What is traced.

    def _resting(self, state: State) -> Any:
        """Whether a game is over and stays so."""
        return state.terminated | state.truncated if self._rests else jnp.bool_(False)

    def _called(self, name: str, outputs: Sequence[str], *operands: Any) -> dict[str, Any]:
        """The arrays that a call returns, by the names of their columns."""
        results = [jax.ShapeDtypeStruct(*self._kind(column)) for column in outputs]
        aliases = {k + 1: k for k in range(len(GameState._fields))} if name == "step" else {}
        found = jax.ffi.ffi_call(f"{self._call}_{name}", results, vmap_method="broadcast_all",
                                 input_output_aliases=aliases)(*operands)
        return dict(zip(outputs, found, strict=True))

    def _kind(self, column: str) -> tuple[tuple[int, ...], Any]:
        """The shape and the type of a game's row of a column."""
        kind = np.dtype(TYPES.get(column, np.uint32))
        if column == "planes":
            return self._batch.observation_shape, kind
        return () if column in SINGLE else (self._sizes[column] // kind.itemsize,), kind

    def _state(self, found: dict[str, Any], over: Any, mover: Any = None) -> State:
        """The state that columns tell of."""
        rewards = jnp.zeros(2, jnp.float32)
        if mover is not None:
            signs = jnp.where(jnp.arange(2) == mover, 1, -1)
            rewards = (found["rewards"] * signs).astype(jnp.float32)
        return State(
            current_player=found["player"].astype(jnp.int32),
            observation=_seen(found) if self._observe else None, rewards=rewards,
            terminated=found["terminated"], truncated=found["truncated"],
            legal_action_mask=found["mask"] | over if self._rests else found["mask"],
            reason=found["reason"].astype(jnp.int32),
            game=GameState(*(found[name] for name in GameState._fields)))

    # What is called.

    def _start(self, arguments: list[int], results: list[int], rows: int) -> None:
        self._copy(arguments, [results[GameState._fields.index("chance")]], ["chance"], rows)
        self._work(lambda b, first, last: self._search.start(b, first, last),
                   self._outputs, results, rows)

    def _step(self, arguments: list[int], results: list[int], rows: int) -> None:
        actions, *columns = arguments
        self._copy(columns, results, GameState._fields, rows)
        self._work(lambda b, first, last: self._search.step(b, actions, first, last),
                   self._outputs, results, rows)

    def _look(self, arguments: list[int], results: list[int], rows: int) -> None:
        self._work(lambda b, first, last: self._search.look(b, first, last),
                   ("positions", "occurrences", "idle", *SEEN), arguments + results, rows)

    def _sample(self, arguments: list[int], results: list[int], rows: int) -> None:
        chances, positions = arguments
        actions, = results
        self._work(lambda b, first, last: self._search.sample(b, chances, actions, first, last),
                   ["positions"], [positions], rows)

    def _copy(self, sources: Sequence[int], targets: Sequence[int], columns: Sequence[str],
              rows: int) -> None:
        for name, source, target in zip(columns, sources, targets, strict=False):
            if target != source:        # `_called` asks XLA to give both the same memory
                ctypes.memmove(target, source, self._sizes[name] * rows)

    def _work(self, kernel: Callable[[Any, int, int], None], columns: Sequence[str],
              addresses: Sequence[int], rows: int) -> None:
        """Let the threads work at rows of columns."""
        # Several calls of a program may come at the same time.
        place = self._free.pop() if self._free else _Workplace(self._search, self._batch.records,
                                                              self._room)
        try:
            place.set({"planes": 0, "scalars": 0, **place.scratch(self._sizes, rows),
                       **dict(zip(columns, addresses, strict=True))})

            def part(thread: int, first: int, last: int) -> int:
                kernel(place.records[thread], first, last)
                return 0
            self._batch.threads.share(part, rows)
        finally:
            self._free.append(place)


class _Workplace:
    """What one call after the other works with: records for its threads, and memory for nobody."""

    def __init__(self, search: Any, models: Sequence[Any], room: int) -> None:
        self.records = [search.new_batch() for _ in models]
        self._rows = 0
        self._kept: list[Any] = []
        self._scratch: dict[str, int] = {}
        self.set({name: getattr(models[0], name) for name in (
            "repetition", "no_progress", "random_plies", "max_plies", "autoreset", "starts",
            "start_count")} | {"room": room, "bounded": 1})

    def set(self, values: dict[str, int]) -> None:
        """Write numbers to all records."""
        for record in self.records:
            for name, value in values.items():
                setattr(record, name, value)

    def scratch(self, sizes: dict[str, int], rows: int) -> dict[str, int]:
        """Room for what is written for nobody, by columns."""
        if rows > self._rows:
            self._rows = rows
            self._kept = [np.empty(sizes[name] * rows, np.uint8) for name in SCRATCH]
            self._scratch = {name: one.ctypes.data for name, one in zip(SCRATCH, self._kept,
                                                                        strict=True)}
        return self._scratch


def _seen(found: dict[str, Any]) -> Any:
    """Planes, and each scalar as another one, the last dimension: [rows, columns, all]."""
    planes, scalars = found["planes"], found["scalars"]
    filled = jnp.broadcast_to(scalars[:, None, None], (len(scalars), *planes.shape[1:]))
    return jnp.moveaxis(jnp.concatenate([planes.astype(jnp.float32), filled]), 0, -1)


def _machine_code(game: str, **own: Any) -> Life:
    """The life of steps that reach the memory of XLA.

    Raises:
        NoCompilerError: if there is none.
    """
    life = life_of(game, [TEMPLATE], **own)
    if life not in LIVES:
        raise NoCompilerError(Sentence("JAX needs {game} as machine code, and there is only "
                                       "{life}; install Numba with pip install 'eckstein[compile]'",
                                       game=game, life=life))
    return life


def _restored(given: dict[str, Any]) -> JaxEnv:
    return JaxEnv(**given)
