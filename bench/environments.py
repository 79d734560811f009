"""Random legal play in environments for learners, ours beside those of others: steps a second.

Processor time of one core (all threads count), and beside it the ratio to pgx's connect_four, where
that is measured, too.  Others are measured where they are installed: `pip install pgx pygame`.

    python -m bench.environments            # all
    python -m bench.environments pgx JAX    # those with one of these words in their names
"""
import os
import random
import sys
from collections.abc import Callable, Iterator

from eckstein import names

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false "
                                   "intra_op_parallelism_threads=1")
N = 2048
ROUNDS = 100
MEASURE = "pgx connect_four"
OPENSPIEL = ("connect_four", "chess", *(f"eckstein_{game}" for game in (
    "pur", "contra", "ecke", "duell", "echek")))
TENSORS = ", mask and tensor"


def pgx_steps(name: str) -> tuple[int, Callable[[], object]]:
    """Games of pgx that begin anew at once, with masks and observations, compiled as one."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)
    rounds = ROUNDS if name == "connect_four" else 5

    @jax.jit
    def play(state, key):
        def one(carried, _):
            state, key = carried
            key, chance, *others = jax.random.split(key, N + 2)
            actions = jax.random.categorical(chance, jnp.log(state.legal_action_mask.astype(
                jnp.float32)))
            state = jax.vmap(step)(state, actions, jnp.stack(others))
            return (state, key), state.rewards.sum()
        return jax.lax.scan(one, (state, key), None, rounds)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), N))
    key = jax.random.PRNGKey(1)
    jax.block_until_ready(play(state, key))
    return rounds * N, lambda: jax.block_until_ready(play(state, key))


def jax_steps(game: str, n: int = N, *, observe: bool = False, scan: bool = True,
              callback: bool = False) -> tuple[int, Callable[[], object]]:
    """Our door to JAX: games that begin anew at once, compiled as one, or called step by step.

    `callback` replaces its calls by `jax.pure_callback`, to see what that would cost.
    """
    import jax

    from eckstein.lab.learning import JaxEnv
    env, rounds = JaxEnv(game, autoreset="same", observe=observe), ROUNDS if n > 1 else 1000
    if callback:
        env._called = by_callback(env)
    step, sample = jax.vmap(env.step), jax.vmap(env.sample)

    def one(state, keys):
        state = step(state, sample(state, keys))
        return state, state.rewards.sum()

    def play(state, keys):
        return jax.lax.scan(one, state, keys)

    def singly(state, keys):
        for key in keys:
            state, _ = one(state, key)
        return state
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), n))
    keys = jax.random.split(jax.random.key(1), (rounds if scan else 10, n))
    run = jax.jit(play) if scan else singly
    return keys.shape[0] * n, lambda: jax.block_until_ready(run(state, keys))


def by_callback(env):
    """The calls of an environment as callbacks of JAX: their arrays go to the same work."""
    import jax
    import numpy as np

    def called(name, outputs, *operands):
        shapes = [jax.ShapeDtypeStruct(*env._kind(column)) for column in outputs]

        def work(*arrays):
            given = [np.asarray(array) for array in arrays]
            batch = given[0].shape[:-1]
            made = [np.empty((*batch, *shape.shape), shape.dtype) for shape in shapes]
            env._works[name]([array.ctypes.data for array in given],
                             [array.ctypes.data for array in made], int(np.prod(batch)))
            return made
        found = jax.pure_callback(work, shapes, *operands, vmap_method="broadcast_all")
        return dict(zip(outputs, found, strict=True))
    return called


def openspiel_steps(name: str, *, tensors: bool) -> tuple[int, Callable[[], object]]:
    """A game of OpenSpiel, driven from Python."""
    import pyspiel

    from eckstein.lab.learning import register
    register()
    game, count = pyspiel.load_game(name), 2000

    def run() -> None:
        state = game.new_initial_state()
        for _ in range(count):
            if state.is_terminal():
                state = game.new_initial_state()
            if tensors:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
    return count, run


def pettingzoo_steps(make: Callable[[], object]) -> tuple[int, Callable[[], object]]:
    """An environment of PettingZoo, in which agents take turns."""
    env, count = make(), 2000

    def run() -> None:
        env.reset(seed=1)
        for _ in range(count):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(int(random.choice(seen["action_mask"].nonzero()[0])))
    return count, run


def connect_four() -> object:
    """PettingZoo's own."""
    from pettingzoo.classic import connect_four_v3
    return connect_four_v3.env()


def two_players() -> object:
    """Our door to PettingZoo."""
    from eckstein.lab.learning import TwoPlayerEnv
    return TwoPlayerEnv("contra")


def gymnasium_steps(n: int) -> tuple[int, Callable[[], object]]:
    """Our door to Gymnasium, against random play; a step is two plies."""
    import numpy as np

    from eckstein.lab.learning import GameEnv, GameVectorEnv
    if n == 1:
        env, count = GameEnv("contra"), 2000

        def run() -> None:
            _, info = env.reset(seed=1)
            for _ in range(count):
                _, _, over, _, info = env.step(int(random.choice(np.flatnonzero(
                    info["action_mask"]))))
                if over:
                    _, info = env.reset()
        return count, run
    many = GameVectorEnv("contra", n)
    batch, rounds = many._play.batch, 20

    def run_many() -> None:
        many.reset(seed=1)
        for _ in range(rounds):
            many.step(batch.sample())
    return rounds * n, run_many


def batch_steps(game: str, masks: str, n: int = N, *,
                observe: bool) -> tuple[int, Callable[[], object]]:
    """A batch of ours."""
    from eckstein.lab.learning import BatchGame
    batch = BatchGame(game, n, seed=1, masks=masks, observe=observe)

    def run() -> None:
        for _ in range(ROUNDS):
            batch.step(batch.sample())
    return ROUNDS * n, run


def contestants() -> Iterator[tuple[str, Callable[[], tuple[int, Callable[[], object]]]]]:
    """What is measured, and how it is made."""
    for name in ("connect_four", "gardner_chess"):
        yield f"pgx {name}", lambda name=name: pgx_steps(name)
    for game in names():
        yield f"batch of {game}, byte masks", lambda g=game: batch_steps(g, "bytes", observe=False)
        yield f"batch of {game}, and planes", lambda g=game: batch_steps(g, "bytes", observe=True)
        yield f"JAX {game}, jit and scan", lambda g=game: jax_steps(g)
        yield f"JAX {game}, and observations", lambda g=game: jax_steps(g, observe=True)
    for n in (64, 1):
        yield f"batch of contra, {n}", lambda n=n: batch_steps("contra", "bytes", n, observe=False)
        yield f"JAX contra, jit and scan, {n}", lambda n=n: jax_steps("contra", n)
    yield "JAX contra, without jit and scan", lambda: jax_steps("contra", scan=False)
    yield "JAX contra, by pure_callback", lambda: jax_steps("contra", callback=True)
    yield "JAX contra, by pure_callback, 64", lambda: jax_steps("contra", 64, callback=True)
    yield "Gymnasium, contra against random play, 2048", lambda: gymnasium_steps(N)
    yield "Gymnasium, contra against random play, 1", lambda: gymnasium_steps(1)
    yield "PettingZoo contra", lambda: pettingzoo_steps(two_players)
    yield "PettingZoo connect_four_v3", lambda: pettingzoo_steps(connect_four)
    for name in OPENSPIEL:
        for tensors in (False, True):
            yield (f"OpenSpiel {name}{TENSORS if tensors else ''}",
                   lambda name=name, tensors=tensors: openspiel_steps(name, tensors=tensors))


def main() -> None:
    """Print thousands of steps a second, of contestants with an argument in their names, and how
    many times as many those are as of MEASURE.
    """
    from .timing import best
    print(f"thousands of steps a second of one core's time; batches of {N:,}")
    found = dict[str, float]()
    for name, make in contestants():
        if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
            continue
        try:
            steps, run = make()
        except ImportError as missing:
            print(f"{name:46}{missing}")
            continue
        run()
        _, seconds = best(run)
        found[name] = steps / seconds / 1e3
        ratio = f"{found[name] / found[MEASURE]:8.2f}" if MEASURE in found else ""
        print(f"{name:46}{found[name]:12,.1f}{ratio}", flush=True)
    for tensors in ("", TENSORS):
        chess = found.get(f"OpenSpiel chess{tensors}")
        for name in OPENSPIEL[2:]:
            if chess and (ours := found.get(f"OpenSpiel {name}{tensors}")):
                print(f"{f'{name} by chess{tensors}':46}{ours / chess:12.2f}")


if __name__ == "__main__":
    main()
