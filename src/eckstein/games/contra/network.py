"""What nets see of Contra: dice, and the dice around them."""
from .._cublino.network import INPUTS as INPUTS
from .._cublino.network import MOST as MOST
from .._cublino.network import factors as factors
from .._cublino.network import inputs_by_neighbours as inputs
