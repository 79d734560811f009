"""Importing the files of this package again, for one game under some options, in a life."""
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, cast, get_args

from ..base.errors import EcksteinError
from ..base.sentence import Sentence, joined, message_of
from . import (
    Option,
    array,
    clear,
    inline,
    inline_kernel,
    inner,
    kernel,
    listed,
    lookup,
    option_value,
    record,
)

PACKAGE = __package__.rsplit(".", 1)[0]
# What may lie beside the rules, in a game's folder.
BESIDE = ("knowledge", "endings", "encoding", "network", "traits", "coach")
# What rules use that has no lives: all copies have the same, so that a pickle finds its classes.
SHARED = ("base", "base.errors", "base.sentence", "contract", "contract.coaching",
          "contract.endings", "contract.pieces")

Wing = Literal["play", "solve", "batch"]    # folders of `search`, each with its own libraries
Life = Literal["plain", "library", "jit", "wasm", "shared"]
LIVES: tuple[Life, ...] = ("plain", "library", "jit", "wasm", "shared")
COMPILED: tuple[Life, ...] = ("library", "jit", "wasm")     # in the order in which they are tried
BROWSER = "emscripten"
CHOICE = "ECKSTEIN_LIFE"    # the environment variable that names the life to be taken
CHOICES: tuple[Life, ...] = (*COMPILED, "plain")

_copies: dict[tuple[Any, ...], str] = {}
_lives: dict[tuple[Any, ...], Life] = {}
_lock = threading.RLock()


class NoCompilerError(EcksteinError, RuntimeError):
    """Nothing here can run a game's searches at the speed of machine code."""


def specialise(name: str, game: str, *, compiled: bool = True, life: Life | None = None,
               beside: Sequence[str] = (), **options: bool | str) -> Any:
    """Import the module `name` once more, for one game under some options.

    Searches to play by and searches to solve by have libraries of their own.  Where one is missing,
    the next life is taken; searches to play by run in plain Python where no other life is at hand,
    nor may be soon.

    Args:
        name: a module of this package without the package's name, e.g. "search.play.perft".
        game: the name of a module in `games`.
        compiled: whether its kernels are to run as compiled code, in whichever life is at hand.
        life: a certain life instead.
        beside: searches that are to be in the same life, since they work in one memory.
        options: the game's own options; those left out keep their defaults.

    Returns:
        The module; the same one for the same arguments.

    Raises:
        ValueError: for an unknown game, an unknown option or a value that it cannot have.
        NoCompilerError: if the life, or any that is compiled, is not to be had.
    """
    importlib.import_module(f"{PACKAGE}.games").check_game_name(game)
    options = {key: value for key, value in options.items()
               if value != _default(game, key)}
    chosen = tuple(sorted(options.items()))
    with _lock:
        wing = _wing_of(name, *beside)
        taken = life or (_life_of(game, chosen, wing) if compiled else "plain")
        return importlib.import_module(f"{_name_of_copy(game, taken, chosen, wing)}.{name}")


def lives_of(game: str, **options: bool | str) -> dict[Life, str]:
    """All compiled lives that a game could have here: each with "", or why it cannot be had."""
    options = {key: value for key, value in options.items() if value != _default(game, key)}
    found: dict[Life, str] = {}
    for life in COMPILED:
        try:
            _name_of_copy(game, life, tuple(sorted(options.items())), "play")
            found[life] = ""
        except NoCompilerError as error:
            found[life] = message_of(error)
    return found


def life_of(game: str, searches: Sequence[str] = (), **options: bool | str) -> Life:
    """The life that `specialise` takes: the first that has all these searches.

    Raises:
        NoCompilerError: if there is none.
    """
    options = {key: value for key, value in options.items() if value != _default(game, key)}
    with _lock:
        return _life_of(game, tuple(sorted(options.items())), _wing_of(*searches))


def _wing_of(*names: str) -> Wing:
    """Where all these modules can be had together."""
    wings = {name.split(".")[1] for name in names if name.startswith("search.")}
    return "batch" if "batch" in wings else "solve" if "solve" in wings else "play"


def _life_of(game: str, options: tuple[tuple[str, bool | str], ...], wing: Wing) -> Life:
    """The first life that fits, made ready; the same one ever after."""
    if (game, options, wing) not in _lives:
        _lives[game, options, wing] = _first_life(game, options, wing)
    return _lives[game, options, wing]


def _first_life(game: str, options: tuple[tuple[str, bool | str], ...], wing: Wing) -> Life:
    forced = os.environ.get(CHOICE, "")
    if forced and forced not in CHOICES:
        raise NoCompilerError(Sentence("{name} is {value!r}, and can be {known}", name=CHOICE,
                                       value=forced, known=", ".join(CHOICES)))
    refused = []
    for life in [one for one in LIVES if one == forced] or COMPILED:
        if life == "jit" and not forced:
            _await_library(label(game, options), wing)
        try:
            _name_of_copy(game, life, options, wing)
            return life
        except NoCompilerError as error:
            refused.append(message_of(error))
    if wing == "play" and not forced and not _may_come(game, label(game, options), wing):
        return "plain"
    raise NoCompilerError(joined(refused))


def _may_come(game: str, name: str, wing: Wing) -> bool:
    """Whether a library that is missing now may be had in a moment.

    A browser loads it when it is online again.  In a source tree the games of the house are
    compiled; a package has the description of each, also where it has no library for the platform.
    """
    if sys.platform == BROWSER:
        return True
    if game not in importlib.import_module(f"{PACKAGE}.games").HOUSE:
        return False
    from .binding import UnusableError, described
    try:
        described(name, wing)
    except UnusableError:
        return True
    return False


def _await_library(name: str, wing: Wing) -> None:
    """Leave to another process what it compiles already, and ask it to do that next.

    Raises:
        NoCompilerError: if another process makes this library.
    """
    from . import binding, coming
    stem = binding.file_stem(name, wing)
    if (seconds := coming.coming().get(stem)) is not None:
        coming.ask_for(stem)
        raise NoCompilerError(Sentence("{name} is being compiled, which takes about {seconds} s "
                                       "more", name=name, seconds=seconds))


def declared(game: str) -> tuple[Option, ...]:
    """The options of a game."""
    rules = specialise(f"games.{game}", game, compiled=False)
    return tuple(sys.modules[rules.__name__.split(".")[0] + ".kernel"].declared.values())


def cache_folder(game: str, **options: bool | str) -> Path | None:
    """Where the compiled code of a game under these options is stored; None if it cannot be."""
    from . import cache
    options = {key: value for key, value in options.items() if value != _default(game, key)}
    root = cache.root(_folders(game))
    return root / label(game, tuple(sorted(options.items()))) if root else None


def label(game: str, options: tuple[tuple[str, bool | str], ...]) -> str:
    """The name of a copy, the same in every process."""
    return "_".join([game, *(f"{name}={option_value(value)}" for name, value in options)])


def _default(game: str, name: str) -> Any:
    """The default of an option, or None while it is not known."""
    options = sys.modules[f"{_name_of_copy(game, 'plain', (), 'play')}.kernel"].declared
    if name not in options:
        known = ", ".join(options) or "none"
        raise ValueError(f"{game} has no option {name} (its own options: {known})")
    return options[name].values[0]


def _name_of_copy(game: str, life: Life, options: tuple[tuple[str, bool | str], ...],
                  wing: Wing) -> str:
    """The name of a copy, which is made by the first call; others wait until it is whole.

    Raises:
        NoCompilerError: if it cannot be had.
    """
    if life in ("plain", "jit"):
        wing = "play"       # there one copy has all searches
    with _lock:
        if (game, life, options, wing) not in _copies:
            _copies[game, life, options, wing] = _copy(game, life, options, wing)
        return _copies[game, life, options, wing]


def _copy(game: str, life: Life, options: tuple[tuple[str, bool | str], ...], wing: Wing) -> str:
    """Make a copy of the package for one game; its name is the same in every process."""
    name = label(game, options)
    ending = "" if life == "jit" else f"_{life}" if wing == "play" else f"_{life}_{wing}"
    copy = f"{PACKAGE}<{name}{ending}>"
    package, ground = ModuleType(copy), cast(Any, ModuleType(f"{copy}.kernel"))
    package.__path__ = sys.modules[PACKAGE].__path__
    ground.__path__ = sys.modules[__package__].__path__
    sys.modules |= {copy: package, ground.__name__: ground}
    sys.modules |= {f"{copy}.{shared}": importlib.import_module(f"{PACKAGE}.{shared}")
                    for shared in SHARED}
    try:
        _furnish(ground, copy, game, dict(options))
        if life == "jit":
            _compile(ground, copy, game, name)
        elif life != "plain":
            _bind(ground, copy, life, name, wing)
        games = importlib.import_module(f"{copy}.games")
        games.__path__ = importlib.import_module(f"{PACKAGE}.games").__path__   # with plug-ins
        ground.game = importlib.import_module(f"{copy}.games.{game}")
        _fill(ground.game, importlib.import_module(f"{copy}.games._defaults"))
        if life == "jit":
            # Numba tells named tuples apart by this name and their fields alone.
            ground.game.Position.__name__ = f"Position<{name}>"
    except BaseException:
        for module in [module for module in sys.modules if module.split(".")[0] == copy]:
            del sys.modules[module]
        raise
    return copy


def _fill(module: ModuleType, defaults: ModuleType) -> None:
    """Give a module what it may leave out and has left out."""
    for name, default in vars(defaults).items():
        own = getattr(default, "__module__", defaults.__name__) == defaults.__name__
        if own and name[0] != "_" and not hasattr(module, name):
            setattr(module, name, default)


def _compile(ground: Any, copy: str, game: str, name: str) -> None:
    """Let Numba compile the kernels of a copy when they are first called."""
    if importlib.util.find_spec("numba") is None:
        raise NoCompilerError(Sentence("Numba is not installed (pip install "
                                       "'eckstein[compile]')"))
    jit = importlib.import_module(f"{__package__}.jit")
    ground.kernel, ground.inline_kernel, ground.inner, ground.inline = jit.compiler(
        name, _folders(game))
    ground.lookup, ground.array, ground.record = jit.lookup, jit.array, jit.record
    ground.clear, ground.listed = jit.clear, jit.listed
    sys.modules[f"{copy}.kernel.bits"] = jit


def _bind(ground: Any, copy: str, life: Life, name: str, wing: Wing) -> None:
    """Let the kernels of a copy be the entries of a library that was compiled ahead of time."""
    from .binding import Binding, UnusableError, described
    try:
        found = described(name, wing)
        binding: Binding
        if life == "library":
            from .library import LibraryBinding
            binding = LibraryBinding(found, ground)
        elif life == "shared":
            from .shared import SharedBinding
            binding = SharedBinding(found, ground)
        else:
            from .wasm import WasmBinding
            binding = WasmBinding(found, ground)
    except UnusableError as error:
        raise NoCompilerError(Sentence("{name}: {error}", name=name,
                                       error=message_of(error))) from None
    binding.furnish(copy)


def _furnish(ground: Any, copy: str, game: str, chosen: dict[str, bool | str]) -> None:
    """Give a copy's `kernel` module the plain names, its options and what it finds on demand."""
    ground.declared = {}

    def option(name: str, values: tuple[bool | str, ...], effect: str) -> bool | str:
        ground.declared[name] = Option(name, values, effect)
        value = chosen.get(name, values[0])
        if not any(value is known or (value == known and isinstance(known, str))
                   for known in values):
            allowed = ", ".join(option_value(known) for known in values)
            raise ValueError(f"{game} cannot have {name}={value}: it is one of {allowed}")
        return value

    def find(name: str) -> Any:
        if name in BESIDE:          # imported only when a search asks for it
            own, defaults = f"{ground.game.__name__}.{name}", f"{copy}.games._defaults"
            known = hasattr(ground.game, "__path__") and importlib.util.find_spec(own)
            found = importlib.import_module(own if known else f"{defaults}.no_{name}")
            if importlib.util.find_spec(f"{defaults}.{name}"):
                _fill(found, importlib.import_module(f"{defaults}.{name}"))
            setattr(ground, name, found)
            return found
        raise AttributeError(f"{copy}.kernel has no {name}")

    ground.option, ground.__getattr__ = option, find
    ground.kernel, ground.inline_kernel = kernel, inline_kernel
    ground.inner, ground.inline, ground.lookup = inner, inline, lookup
    ground.array, ground.record = array, record
    ground.clear, ground.listed = clear, listed


def _folders(game: str) -> tuple[str, ...]:
    """The folders with sources that compiled code depends on: none of another game."""
    home = Path(sys.modules[PACKAGE].__path__[0])
    found = importlib.util.find_spec(f"{PACKAGE}.games.{game}")
    own = Path(found.origin).parent if found and found.origin else home / "games"
    common = sorted((home / "games").glob("_[a-z]*"))
    return tuple(map(str, (home / "kernel", home / "games", *common, own, home / "search",
                           *(home / "search" / wing for wing in get_args(Wing)))))
