"""The games: a folder for each, or one file.

The module of a game is its rules; what they provide is in `eckstein.contract`.  Beside the rules,
in the folder of the game, lie `knowledge` of good play and the `endings` that have tables, for
games that have these, and everything else that belongs to this game alone.  Rules, knowledge and
endings run interpreted and compiled (see `eckstein.kernel`), and work only on integers.

A name that begins with an underscore is common ground of several games.  Folders named in the
environment variable ECKSTEIN_GAMES (separated as in PATH) are searched for further games, and
installed distributions bring more of them (contract/plugins.py).
"""
from __future__ import annotations

import functools
import os
import pkgutil
import sys

from ..base.errors import EcksteinError
from ..base.sentence import Sentence

__path__ += [folder for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]


class UnknownGameError(EcksteinError, ValueError):
    """There is no game of that name."""


@functools.cache
def _found() -> list[str]:
    """The names of the games in the folders that are searched, those of the house first."""
    found = {module.name for module in pkgutil.iter_modules(__path__)
             if not module.name.startswith("_")}
    house = ["pur", "contra", "ecke", "duell", "echek"]
    return [name for name in house if name in found] + sorted(found.difference(house))


@functools.cache
def names() -> list[str]:
    """The names of all games there are; the first call reads what distributions bring."""
    from ..contract.plugins import plugged_in
    found = _found()
    return found + sorted(plugged_in(found, sys.modules[__name__]))


def look_again() -> None:
    """Forget which games there are: folders or distributions have changed."""
    _found.cache_clear()
    names.cache_clear()


def check_game_name(name: str) -> None:
    """Raise UnknownGameError unless there is a game of that name."""
    if name not in _found() and name not in names():
        raise UnknownGameError(Sentence("there is no game {name!r}; the games are {known}",
                                        name=name, known=", ".join(names())))
