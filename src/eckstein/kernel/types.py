"""What kernels take, for readers and for type checkers.

Annotations of kernels say `int` for integers of 64 bits, and these names for the rest.  Each is a
different class in each life, and Numba finds its own types, so none can be distinguished here.
"""
from typing import Any

Position = Any
"""A position: the named tuple of integers that the game calls `Position`."""

Memory = Any
"""A record (see `kernel.record`); its fields are those that `new_memory` of the module gives it."""

Array = Any
"""A row of integers, such as `kernel.array` makes."""
