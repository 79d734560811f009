"""What is believed about mazes, all of it by chance, and no word of it true."""
from ...kernel import inner
from ...kernel.bits import mix
from .._defaults.no_knowledge import SWING as SWING
from .._defaults.no_knowledge import evaluate as evaluate
from .._defaults.no_knowledge import noisy as noisy
from .._defaults.no_knowledge import plain as plain


@inner
def odds(p, side):
    """Any odds at all, some of them too large to be meant."""
    return mix(mix(mix(1, p.graph), p.node), 2 * side + p.side) % 401 - 200
