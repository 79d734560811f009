"""Games for JAX are those of batches, whatever transforms them."""
import functools
import hashlib
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from eckstein import Board, names
from eckstein.engine.batch.games import BatchError, BatchGame
from eckstein.kernel.specialise import NoCompilerError
from eckstein.lab.learning import JaxEnv, jax_env
from eckstein.lab.learning.observations import observed

from .test_batch import FEW, LIMITS, biased, returning

REPETITION, NO_PROGRESS, LENGTH, ILLEGAL = 2, 3, 4, 5
FERRY = Path(__file__).parents[2] / "examples" / "ferry" / "__init__.py"


@functools.cache
def env_of(game, **more):
    return JaxEnv(game, **{name: list(value) if name == "starts" else value
                           for name, value in more.items()})


def started(env, n, seed=1):
    return jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(seed), n))


@functools.cache
def stepping(env):
    return jax.jit(jax.vmap(env.step))


def words(states, column):
    """A column of words of 64 bits."""
    found = np.asarray(getattr(states.game, column)).view(np.int64)
    return found[..., 0] if found.shape[-1] == 1 else found


def digest_of(batch, rewards, mover):
    """All that a batch shows, and what repetition is told by, as `digest` has it of states."""
    over = ~batch.running()
    both = np.where(np.arange(2) == mover[:, None], rewards[:, None], -rewards[:, None])
    masks = np.where(over[:, None], 1, batch.action_mask)
    lines = [batch.columns["keys"][i, :count + 1].tolist()
             for i, count in enumerate(batch.columns["reversible"])]
    seen = np.moveaxis(observed(batch), 1, -1)
    return digest(masks, seen, both, batch.terminated, batch.truncated, batch.reason, batch.player,
                  batch.columns["positions"], lines, batch.columns["idle"], batch.plies,
                  batch.columns["occurrences"])


def digest_of_states(states):
    lines = [keys[:count + 1].tolist() for keys, count in zip(
        words(states, "keys"), words(states, "reversible"), strict=True)]
    return digest(states.legal_action_mask, states.observation, states.rewards, states.terminated,
                  states.truncated, states.reason, states.current_player,
                  words(states, "positions"), lines, words(states, "idle"), words(states, "plies"),
                  states.game.occurrences)


def digest(masks, seen, rewards, terminated, truncated, reason, player, positions, lines, *counts):
    found = hashlib.sha256(repr(lines).encode())
    for values, kind in ((masks, bool), (seen, np.float32), (rewards, np.float32),
                         (terminated, bool), (truncated, bool), (reason, int), (player, int),
                         (positions, np.int64), *((count, np.int64) for count in counts)):
        found.update(np.ascontiguousarray(np.asarray(values).astype(kind)).tobytes())
    return found.hexdigest()


def follow(env, batch, states, choose, plies, until=None):
    """Play both by the same actions, to the end by a reason if one is given; how many games have
    ended for each.
    """
    ended = np.zeros(8, int)
    quiet = np.zeros(batch.n, int), np.zeros(batch.n, int)
    assert digest_of_states(states) == digest_of(batch, *quiet)
    for _ in range(plies):
        actions, mover = choose(batch), batch.player.copy()
        batch.step(actions)
        states = stepping(env)(states, jnp.asarray(actions))
        assert digest_of_states(states) == digest_of(batch, batch.rewards.astype(int), mover)
        ended += np.bincount(batch.reason, minlength=8)
        if until is not None and ended[until]:
            break
    return ended


# Games of a square board and of one without end; XLA compiles for each, which takes long.
GAMES = [game if game in ("contra", "echek") else pytest.param(game, marks=pytest.mark.long)
         for game in names()]


# All games under one set of limits, one under all.
@pytest.mark.parametrize(("game", "limits"), [
    pytest.param(game, limits, id=f"{game}-{limits}",
                 marks=[] if game == "contra" or number == 0 else [pytest.mark.long])
    for game in names() for number, limits in enumerate(LIMITS)])
def test_states_are_games_of_a_batch(game, limits):
    chance = random.Random(str(limits))
    autoreset = chance.choice(["off", "same"])
    env = env_of(game, autoreset=autoreset, **limits)
    batch = BatchGame(game, 6, seed=3, autoreset=autoreset, **limits)
    follow(env, batch, started(env, 6), lambda batch: biased(batch, chance), 80)


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_back_is_drawn(game):
    starts = [FEW[game]] if FEW[game] else None
    env = env_of(game, autoreset="same", **({"starts": tuple(starts)} if starts else {}))
    batch = BatchGame(game, 3, seed=3, starts=starts)

    def choose(batch):
        actions = batch.sample()
        for i in range(batch.n):
            back = returning(batch, i)
            actions[i] = actions[i] if back is None else back
        return actions
    ended = follow(env, batch, started(env, 3), choose, 400, REPETITION)
    assert ended[REPETITION], "no game was drawn by repetition"


@pytest.mark.parametrize("autoreset", ["off", "same"])
def test_games_without_progress_are_drawn(autoreset):
    """Two dice go to and fro, with and without a draw before."""
    env = JaxEnv("contra", starts=[FEW["contra"]], repetition=0, no_progress=9,
                 autoreset=autoreset)
    batch = BatchGame("contra", 2, starts=[FEW["contra"]], repetition=0, no_progress=9,
                      autoreset=autoreset)

    def choose(batch):
        text = ("a1b1", "a7b7", "b1a1", "b7a7")[batch.plies[0] % 4]
        return np.array([batch.action(0, text) if batch.running()[0] else 0] * 2)
    ended = follow(env, batch, started(env, 2), choose, 21)
    assert ended[NO_PROGRESS]


@pytest.mark.parametrize("more", [{"random_plies": 4}, {"max_plies": 7},
                                  {"starts": ("CWa1va7", "CWb1vb7")}], ids=str)
def test_games_begin_and_are_cut_off_as_those_of_a_batch(more):
    """By the same chance: that of a state begins as its key has it."""
    env = env_of("contra", autoreset="same", **more)
    given = {name: list(value) if name == "starts" else value for name, value in more.items()}
    batch = BatchGame("contra", 40, **given)
    batch.columns["chance"][:] = words(started(env_of("contra"), 40), "chance")
    batch.reset()
    chance = random.Random(5)           # `sample` would draw from the chance of the batch
    ended = follow(env, batch, started(env, 40), lambda batch: np.array([
        batch.legal[i, chance.randrange(count)] for i, count in enumerate(batch.legal_count)]), 60)
    assert ended[LENGTH] > 0 if "max_plies" in more else ended[1] > 0


def test_a_game_is_cut_off_where_its_state_can_remember_no_more():
    env = JaxEnv("contra", starts=[FEW["contra"]], repetition=0, no_progress=0, history=10)
    board = Board("contra", FEW["contra"], repetition=0, no_progress=0)
    state, step = env.init(jax.random.key(0)), jax.jit(env.step)
    for ply in range(10):
        assert not state.truncated
        text = ("a1b1", "a7b7", "b1a1", "b7a7")[ply % 4]
        state = step(state, env.action_of(board, board.parse(text)))
        board.push_text(text)
    assert state.truncated and not state.terminated and state.reason == LENGTH
    for _ in range(3):          # also for one who will not have it
        state = step(state.replace(truncated=jnp.bool_(False)), 0)
        state = step(state.replace(truncated=jnp.bool_(False)), state.legal_action_mask.argmax())
        assert state.truncated and env.board(state) == board
    assert state.game.keys.shape == (22,) and env.board(state).move_stack == board.move_stack
    with pytest.raises(BatchError, match="history must be from 4 to 32768, not 3"):
        JaxEnv("contra", history=3, random_plies=4)


# What transforms them.

@pytest.mark.parametrize("game", GAMES)
def test_single_states_are_rows_of_many(game):
    env = env_of(game)
    many, one = started(env, 3), env.init(jax.random.split(jax.random.key(1), 3)[2])
    plain, compiled = env.step, jax.jit(env.step)
    for ply in range(6):
        actions = many.legal_action_mask.argmax(1)
        many = stepping(env)(many, actions)
        one = (compiled if ply % 2 else plain)(one, actions[2])
        same(jax.tree.map(lambda x: x[2], many), one)
    assert np.array_equal(jax.jit(env.observe)(one), one.observation)
    assert np.array_equal(jax.vmap(env.observe)(many), many.observation)
    assert one.observation.shape == env.observation_shape


def same(one, other):
    jax.tree.map(np.testing.assert_array_equal, one, other)


def test_vmap_within_vmap_and_scan_are_steps_one_by_one():
    env = env_of("contra", autoreset="same")
    flat = started(env, 12)
    deep = jax.tree.map(lambda x: x.reshape(3, 4, *x.shape[1:]), flat)

    def first(step):
        def go(states, _):
            states = step(states, states.legal_action_mask.argmax(-1))
            return states, states.rewards
        return go
    after, rewards = jax.jit(lambda states: jax.lax.scan(
        first(jax.vmap(jax.vmap(env.step))), states, None, 50))(deep)
    total = 0
    for ply in range(50):
        flat, told = first(stepping(env))(flat, None)
        assert np.array_equal(told, rewards[ply].reshape(12, 2))
        total += np.abs(told).sum()
    same(flat, jax.tree.map(lambda x: x.reshape(12, *x.shape[2:]), after))
    assert total > 0


def test_one_state_meets_all_its_actions():
    """`vmap` over the action alone."""
    env = env_of("contra")
    state = env.init(jax.random.key(0))
    actions = np.flatnonzero(state.legal_action_mask)
    after = jax.vmap(env.step, (None, 0))(state, jnp.asarray(actions))
    for i, action in enumerate(actions.tolist()):
        same(jax.tree.map(lambda x, i=i: x[i], after), env.step(state, action))


def test_states_are_values():
    """Nothing happens to a state from which steps are made; kept, it is the same again."""
    env = env_of("contra")
    state, kept = started(env, 4), []
    for _ in range(12):
        kept.append((state, jax.tree.map(np.array, state)))
        state = stepping(env)(state, state.legal_action_mask.argmax(1))
    for one, copy in kept:
        same(one, copy)
    again = pickle.loads(pickle.dumps(kept[5][1]))
    for _ in range(7):
        again = stepping(env)(again, again.legal_action_mask.argmax(1))
    same(again, state)


def test_gradients_pass_by():
    env = env_of("contra")

    def loss(weight, state):
        def go(carried, _):
            state, total = carried
            score = jnp.where(state.legal_action_mask, weight * jnp.arange(env.num_actions), -1)
            state = env.step(state, score.argmax())
            return (state, total + weight * state.observation.sum()), None
        return jax.lax.scan(go, (state, 0.0), None, 5)[0][1]
    state, seen = env.init(jax.random.key(0)), 0.0
    gradient = jax.jit(jax.grad(loss))(1.0, state)
    for _ in range(5):
        state = env.step(state, jnp.where(state.legal_action_mask, jnp.arange(env.num_actions),
                                          -1).argmax())
        seen += float(state.observation.sum())
    assert gradient == pytest.approx(seen) and seen > 0


def test_words_of_64_bits_change_nothing():
    env = JaxEnv("contra")
    narrow = env.step(env.init(jax.random.key(1)), 3)
    with jax.enable_x64(True):
        wide = env.step(env.init(jax.random.key(1)), jnp.int64(3))
    same(narrow, wide)
    assert [x.dtype for x in jax.tree.leaves(narrow)] == [x.dtype for x in jax.tree.leaves(wide)]


@pytest.mark.parametrize("more", [{"threads": 3}, {"life": "jit"}, {"observe": False}], ids=str)
def test_who_computes_changes_nothing(more):
    env, other = env_of("contra", autoreset="same"), env_of("contra", autoreset="same", **more)
    states, others = started(env, 7), started(other, 7)
    for _ in range(60):
        actions = states.legal_action_mask.argmax(1)
        states, others = stepping(env)(states, actions), stepping(other)(others, actions)
    seen = jax.vmap(other.observe)(others)
    assert (others.observation is None) == ("observe" in more)
    same(states, others.replace(observation=seen))
    again = pickle.loads(pickle.dumps(other))
    same(stepping(again)(others, actions), stepping(other)(others, actions))


@pytest.mark.parametrize("game", GAMES)
def test_samples_are_legal(game):
    env = env_of(game, autoreset="same")
    states, sample = started(env, 30), jax.jit(jax.vmap(env.sample))
    for ply in range(60):
        actions = sample(states, jax.random.split(jax.random.key(ply), 30))
        assert actions.dtype == np.int32
        assert states.legal_action_mask[np.arange(30), actions].all()
        states = stepping(env)(states, actions)


def test_samples_are_equally_likely():
    env, keys = env_of("contra"), jax.random.split(jax.random.key(1), 7000)
    state = env.init(keys[0])
    legal = np.flatnonzero(state.legal_action_mask)
    times = np.bincount(jax.vmap(env.sample, (None, 0))(state, keys), minlength=env.num_actions)
    assert len(legal) == 7 and np.abs(times[legal] - 1000).max() < 100
    over = env.step(state, -1)
    assert not jax.vmap(env.sample, (None, 0))(over, keys).any()


def test_rules_with_options_are_compiled():
    env = JaxEnv("contra", size=5, no_progress=8)
    batch = BatchGame("contra", 3, size=5, no_progress=8, autoreset="off")
    chance = random.Random(1)
    follow(env, batch, started(env, 3), lambda batch: biased(batch, chance), 25)


OWN = """
import jax, numpy as np
from eckstein.lab.learning import BatchGame, JaxEnv
env, batch = JaxEnv("rafts"), BatchGame("rafts", 4, autoreset="off")
states, longer = jax.vmap(env.init)(jax.random.split(jax.random.key(0), 4)), False
for _ in range(8):
    assert (batch.running() == ~np.asarray(states.terminated)).all()
    going = batch.running()
    assert (batch.action_mask[going] == np.asarray(states.legal_action_mask)[going]).all()
    actions = batch.sample()
    batch.step(actions)
    states = jax.vmap(env.step)(states, actions)
    for name in ("reversible", "idle"):
        told = np.asarray(getattr(states.game, name)).view(np.int64)[:, 0]
        assert (told == batch.columns[name]).all()
    longer |= bool((batch.columns["reversible"] > batch.columns["idle"]).any())
assert longer       # what was before progress may come again, so it is remembered
print(env.board(jax.tree.map(lambda x: x[0], states)).position(), batch.board(0).position())
"""


@pytest.mark.long
def test_a_game_of_ones_own_is_a_game_for_jax(tmp_path):
    """One that says of no progress that it is for good."""
    text = FERRY.read_text().replace("from ...", "from ..")
    for_good = '"""No die ever goes back."""\n    return '
    assert for_good + "True" in text
    (tmp_path / "rafts.py").write_text(text.replace(for_good + "True", for_good + "False"))
    done = subprocess.run([sys.executable, "-c", OWN], capture_output=True, text=True, check=False,
                          env=os.environ | {"ECKSTEIN_GAMES": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    one, other = done.stdout.split()
    assert one == other


# What is wrong.

@pytest.mark.parametrize("action", [-1, 115, 10**9, -(2**31), "first illegal"])
def test_an_illegal_action_loses(action):
    """As in pgx; a number that is no action is illegal, too."""
    env = env_of("contra")
    states = started(env, 3)
    states = stepping(env)(states, states.legal_action_mask.argmax(1))
    if action == "first illegal":
        action = int(np.flatnonzero(~states.legal_action_mask[1])[0])
    legal = states.legal_action_mask.argmax(1)
    after = stepping(env)(states, legal.at[1].set(action))
    wanted = stepping(env)(states, legal)
    for i in (0, 2):
        same(jax.tree.map(lambda x, i=i: x[i], after), jax.tree.map(lambda x, i=i: x[i], wanted))
    lost = jax.tree.map(lambda x: x[1], after)
    mover = int(states.current_player[1])
    assert lost.terminated and not lost.truncated and lost.legal_action_mask.all()
    assert env.legend.reasons[int(lost.reason)] == "illegal action" and lost.reason == ILLEGAL
    assert lost.rewards.tolist() == ([-1, 1] if mover == 0 else [1, -1])
    assert env.board(lost) == env.board(jax.tree.map(lambda x: x[1], states))
    for anything in (action, 0):
        still = env.step(lost, anything)
        assert still.rewards.tolist() == [0, 0]
        same(still.replace(rewards=lost.rewards), lost)


def test_after_an_illegal_action_the_next_game_begins_at_once():
    env = env_of("contra", autoreset="same")
    states = started(env, 2)
    after = stepping(env)(states, jnp.array([-1, int(states.legal_action_mask[1].argmax())]))
    lost, fresh = (jax.tree.map(lambda x: x[0], one) for one in (after, states))
    assert lost.terminated and lost.rewards.tolist() == [-1, 1] and lost.reason == ILLEGAL
    same(lost.replace(terminated=fresh.terminated, rewards=fresh.rewards, reason=fresh.reason),
         fresh)
    assert not stepping(env)(after, after.legal_action_mask.argmax(1)).terminated.any()


def test_a_wrapper_may_end_a_game():
    """Some end games after a time of their own by `truncated`, and begin them again."""
    env = env_of("contra")
    state = env.init(jax.random.key(0))
    ended = state.replace(truncated=jnp.bool_(True))
    action = state.legal_action_mask.argmax()
    assert env.step(ended, action).game.plies[0] == 0
    assert env.step(ended.replace(truncated=jnp.bool_(False)), action).game.plies[0] == 1


@pytest.mark.parametrize(("call", "said"), [
    (lambda env, state: env.step(state, 1.0), "an action is an integer, not float32"),
    (lambda env, state: env.step(state, jnp.zeros(3, int)), "step takes one game and one action"),
    (lambda env, state: env.step(started(env, 3), 0), "step takes one game and one action"),
    (lambda env, state: env.board(started(env, 3)), "these are many games"),
    (lambda env, state: JaxEnv("contra", autoreset="next"), "autoreset is 'next', and can be off"),
    (lambda env, state: JaxEnv("contra", life="wasm"), "life is 'wasm', and can be library, jit"),
    (lambda env, state: JaxEnv("contra", history=1.5), "history is a whole number"),
    (lambda env, state: JaxEnv("contra", size=9), "size"),
    (lambda env, state: JaxEnv("nought"), "nought")])
def test_what_cannot_be_is_refused_in_a_sentence(call, said):
    env = env_of("contra")
    with pytest.raises((TypeError, ValueError), match=said):
        call(env, env.init(jax.random.key(0)))


def test_webassembly_alone_is_not_enough(monkeypatch):
    monkeypatch.setattr(jax_env, "life_of", lambda *given, **more: "wasm")
    with pytest.raises(NoCompilerError, match="JAX needs contra as machine code"):
        JaxEnv("contra")


def test_a_caller_may_have_other_memory_for_what_is_returned():
    """XLA lets states be stepped in place, `jax.pure_callback` would not."""
    env = env_of("contra")
    states = started(env, 3)
    actions = np.asarray(states.legal_action_mask).argmax(1)
    given = [actions, *map(np.array, states.game)]
    kept = jax.tree.map(np.array, given)
    made = [np.empty((3, *shape), kind) for shape, kind in map(env._kind, env._outputs)]
    env._works["step"]([one.ctypes.data for one in given], [one.ctypes.data for one in made], 3)
    same(kept, given)
    same(made[:len(states.game)], list(stepping(env)(states, actions).game))


def test_what_goes_wrong_in_a_call_is_an_error_of_jax(monkeypatch):
    env = JaxEnv("contra", max_plies=77)
    state = env.init(jax.random.key(0))
    action = state.legal_action_mask.argmax()

    def fails(*given):
        raise KeyError("the shelf is empty")
    monkeypatch.setattr(env._search, "step", fails)
    with pytest.raises(jax.errors.JaxRuntimeError, match="KeyError: 'the shelf is empty'"):
        jax.block_until_ready(env.step(state, action))
    monkeypatch.undo()
    assert env.step(state, action).game.plies[0] == 1
