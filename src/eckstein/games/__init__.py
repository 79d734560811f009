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

HOUSE = ("pur", "contra", "ecke", "duell", "echek")
__path__ += [folder for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]


class UnknownGameError(EcksteinError, ValueError):
    """There is no game of that name."""


@functools.cache
def _here() -> tuple[str, ...]:
    """Those of the house; a package may be cut down to some of them."""
    there = {module.name for module in pkgutil.iter_modules(__path__[:1])}
    return tuple(name for name in HOUSE if name in there)


@functools.cache
def _own() -> dict[str, str]:
    """The names of modules in ECKSTEIN_GAMES that should be games, each with its folder."""
    folders = [folder for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep)
               if folder]
    if not folders:
        return {}
    from ..contract.plugins import modules_in
    return modules_in(folders, _here())


@functools.cache
def fault_of(name: str) -> str:
    """Why a module in ECKSTEIN_GAMES is no game, in a sentence with file and line; or ""."""
    from ..contract.plugins import own_fault
    return own_fault(name, sys.modules[__name__]) if name in _own() else ""


@functools.cache
def names() -> list[str]:
    """The names of all games there are; the first call looks at those that are not the house's."""
    from ..contract.plugins import plugged_in, warn_of
    own = sorted(_own())
    for name in own:
        if fault_of(name):
            warn_of(name, fault_of(name))
    found = [*_here(), *(name for name in own if not fault_of(name))]
    return found + sorted(plugged_in([*_here(), *own], sys.modules[__name__]))


def look_again() -> None:
    """Forget which games there are: folders or distributions have changed."""
    for known in (_here, _own, fault_of, names):
        known.cache_clear()


def check_game_name(name: str) -> None:
    """Raise UnknownGameError unless there is a game of that name."""
    own = _own()        # which tells what is wrong with ECKSTEIN_GAMES, whatever is played
    if name in _here():
        return
    if isinstance(name, str) and name in own:
        if fault := fault_of(name):
            raise UnknownGameError(Sentence("{name} is no game: {fault}", name=name, fault=fault))
    elif name not in names():
        raise UnknownGameError(Sentence("there is no game {name!r}; the games are {known}",
                                        name=name, known=", ".join(names())))
