"""A small policy of random weights, as a file."""
import numpy as np

from eckstein.engine.nets import Header, write_policy
from eckstein.engine.nets.net_file import network_of
from eckstein.engine.nets.policy_file import ROWS_OF_TRAIT, numbering, traits_of
from eckstein.kernel.bits import FULL, LANES
from eckstein.kernel.options import defaults, own_values


def random_policy(game, seed=1, largest=200, **options):
    """int16 [inputs + 1 + 2 * traits, LANES], of which no unit leaves its bits."""
    chance, own = np.random.default_rng(seed), own_values(defaults(game) | options)
    inputs, traits = network_of(game, own).INPUTS, traits_of(game, own).TRAITS
    rows = chance.integers(-largest, largest + 1, (inputs + 1 + ROWS_OF_TRAIT * traits, LANES))
    rows[inputs] = chance.integers(0, FULL, LANES)
    rows[inputs + 1:] *= 20
    return rows.astype(np.int16)


def write_random_policy(path, game="contra", rows=None, **fields):
    """Write a policy, and return where it lies."""
    own = own_values(defaults(game))
    header = Header.now(game, own, "by chance", numbering(game, own))
    rows = random_policy(game) if rows is None else rows
    write_policy(path, Header(**{name: getattr(header, name) for name in header.__struct_fields__}
                              | fields), rows.astype("<i2").tobytes())
    return path
