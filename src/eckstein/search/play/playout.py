"""Random games to the end, as flat Monte Carlo and benchmarks want them."""
from ...kernel import game, inner, kernel, record
from ...kernel.bits import mix
from ...kernel.types import Memory, Position

STEP = 0x2545F4914F6CDD1D   # any odd number; it keeps the chances apart


def new_memory(seed: int) -> Memory:
    """Room for the moves of one position, the state of chance, and a count of plies."""
    memory = record(chance=0, plies=0, moves=game.MAX_MOVES)
    memory.chance = seed & (1 << 62) - 1
    return memory


@inner
def below(memory: Memory, number: int) -> int:
    """A random number from 0 to `number` - 1, all equally likely to within one in a million."""
    memory.chance = mix(memory.chance, STEP)
    return (memory.chance >> 20) % number


@kernel
def playout(p: Position, memory: Memory, limit: int) -> int:
    """Play at random from p, and return the result; 0 if the game is not over after `limit` plies.

    Draws by repetition and lack of progress are left to the limit.
    """
    for _ in range(limit):
        result = game.outcome(p)
        if result:
            return result
        n = game.generate(p, memory.moves, 0)
        p = game.apply(p, memory.moves[below(memory, n)])
        memory.plies += 1
    return game.outcome(p)


@kernel
def playouts(p: Position, memory: Memory, count: int, limit: int) -> int:
    """White's score in half points, 0 to 2 * `count`, after so many playouts from p.

    Each has at most `limit` plies; a game that is not over by then counts as a draw.
    """
    points = 0
    for _ in range(count):
        result = playout(p, memory, limit)
        points += 2 if result == 1 else 0 if result == 2 else 1
    return points


def warm() -> None:
    """Compile, or load from the cache, all that playouts need."""
    playouts(game.start(), new_memory(1), 1, 1)
