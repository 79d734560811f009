"""The parts that there are: each folder of `parts` is one, and there is no other list of them."""
from __future__ import annotations

import importlib
import importlib.util
import pkgutil

from . import parts
from .part import ordered

# A browser has of most parts only what others know of them, without a `part`.
PARTS = ordered(importlib.import_module(name).PART for found in pkgutil.iter_modules(parts.__path__)
                if importlib.util.find_spec(name := f"{parts.__name__}.{found.name}.part"))
