"""Small networks for tests."""
from eckstein.engine.zero.network import Network, Shape
from eckstein.engine.zero.network_file import Header, write_network
from eckstein.lab.learning import BatchGame


def network(game="contra", hidden=(2,), seed=1, **more):
    """A network with weights by chance, and a batch of its games."""
    batch = BatchGame(game, 1, autoreset="off", **{
        name: more.pop(name) for name in list(more) if name not in ("channels", "blocks")})
    shape = Shape.of(batch, hidden, **more)
    return Network(shape, tuple(shape.first_weights(seed))), batch


def written(path, *given, **more):
    """The same in a file, whose path is returned as a text."""
    made, batch = network(*given, **more)
    write_network(path, Header.of(batch, made.shape, "by hand"), made)
    return str(path)
