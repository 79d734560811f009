"""Names of a package that are loaded when they are asked for, so that each needs only its own."""
from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from ..base.sentence import Sentence

# The extras that bring packages which `learning` does not.
EXTRAS = {"jax": "nets", "jaxlib": "nets"}


def loader(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """What is to be the `__getattr__` of a package.

    Args:
        package: its full name.
        homes: its public names, each with its module, relative to the package.
    """
    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            return getattr(importlib.import_module(homes[name], package), name)
        except ModuleNotFoundError as error:
            raise ImportError(Sentence("{name} needs the package {package}; install it with pip "
                                       "install 'eckstein[{extra}]'", name=name, package=error.name,
                                       extra=EXTRAS.get(str(error.name), "learning"))) from None
    return find
