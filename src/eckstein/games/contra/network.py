"""What nets see of Contra: dice, and the dice around them."""
from .._cublino.network import FIELDS as FIELDS
from .._cublino.network import INPUTS as INPUTS
from .._cublino.network import MOST as MOST
from .._cublino.network import changes as changes
from .._cublino.network import factors as factors
from .._cublino.network import inputs as inputs
from .._cublino.network import mirrored as mirrored
from .._cublino.network import neighbours as seen
