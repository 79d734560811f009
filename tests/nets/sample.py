"""A small net of random weights, as a file."""
import numpy as np

from eckstein.engine.nets import Header, write_net
from eckstein.engine.nets.net_file import network_of
from eckstein.kernel.bits import LANES
from eckstein.kernel.options import defaults, own_values


def random_rows(game, seed=1, largest=200):
    """int16 [inputs + 3, LANES], of which no sum leaves its bits."""
    chance = np.random.default_rng(seed)
    inputs = network_of(game, own_values(defaults(game))).INPUTS
    rows = chance.integers(-largest, largest + 1, (inputs + 3, LANES)).astype(np.int16)
    rows[inputs, 0] = 0
    return rows


def write_sample(path, game="contra", rows=None, **fields):
    """Write a net, and return where it lies."""
    header = Header.now(game, own_values(defaults(game)), "by chance")
    rows = random_rows(game) if rows is None else rows
    write_net(path, Header(**{name: getattr(header, name) for name in header.__struct_fields__}
                           | fields), rows.astype("<i2").tobytes())
    return path
