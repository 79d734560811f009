"""Games that other distributions bring: their entry points in the group `eckstein.games`.

The name of an entry point is that of the game, and its value the module of the rules, whose file or
folder is called the same.  The module is not imported under that name, but as a game of this
package, as its relative imports say; so its folder is searched like those in ECKSTEIN_GAMES.
"""
import importlib
import importlib.util
import sys
import warnings
from collections.abc import Collection, Iterator
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from types import ModuleType

from ..base.errors import EcksteinError
from ..base.sentence import Sentence, message_of
from .conformance import fault

GROUP = "eckstein.games"


class PluginWarning(UserWarning):
    """A game of another distribution is left out."""


class PluginError(EcksteinError):
    """Why it is left out, to follow its name in a sentence."""


def plugged_in(taken: Collection[str], games: ModuleType) -> list[str]:
    """The games of all distributions that keep the contract; for each other one, a warning.

    Args:
        taken: the names of games that are there without them.
        games: the package that they become modules of.
    """
    found: list[str] = []
    for distribution, entry in _entries():
        try:
            _plug_in(entry, (*taken, *found), games)
            found.append(entry.name)
        except PluginError as error:
            _warn(Sentence("the game {game} of {name} is ignored: {error}", game=entry.name,
                           name=distribution.name, error=message_of(error)))
    return found


def _warn(sentence: Sentence) -> None:
    warnings.warn(sentence, PluginWarning, stacklevel=4)


def _line(error: BaseException) -> str:
    """What somebody else's error says, in one line."""
    return " ".join(repr(error).split())


def _entries() -> Iterator[tuple[Distribution, EntryPoint]]:
    """All entry points of the group, by distribution; the first of several with one name counts."""
    bringing: dict[str, Distribution] = {}
    for distribution in distributions():
        if GROUP in (distribution.read_text("entry_points.txt") or ""):
            bringing.setdefault(distribution.name, distribution)
    for _, distribution in sorted(bringing.items()):
        try:
            entries = distribution.entry_points.select(group=GROUP)
        except Exception as error:
            _warn(Sentence("the entry points of {name} cannot be read: {error}",
                           name=distribution.name, error=" ".join(str(error).split())))
            continue
        for entry in sorted(entries, key=lambda entry: entry.name):
            yield distribution, entry


def _plug_in(entry: EntryPoint, taken: Collection[str], games: ModuleType) -> None:
    """Make a game importable by its name, as the games of the house are.

    Raises:
        PluginError: if that cannot be, or it does not keep the contract; then nothing is changed.
    """
    name, file = entry.name, _file(entry, taken)
    folder = str(file.parent.parent if file.name == "__init__.py" else file.parent)
    is_new = folder not in games.__path__
    if is_new:
        games.__path__.append(folder)
    try:
        _check(f"{games.__name__}.{name}", file)
    except PluginError:
        if is_new:
            games.__path__.remove(folder)
        sys.modules.pop(f"{games.__name__}.{name}", None)
        raise


def _file(entry: EntryPoint, taken: Collection[str]) -> Path:
    """The file of the rules, which are not run."""
    name = entry.name
    if name in taken:
        raise PluginError(Sentence("a game of that name exists already"))
    if not name.isidentifier() or name.startswith("_") or entry.attr or (
            entry.module.rpartition(".")[2] != name):
        raise PluginError(Sentence("its entry point must be the name of a game and a module whose "
                                   "last name is the same, not {name} = {value}", name=entry.name,
                                   value=entry.value))
    try:
        spec = importlib.util.find_spec(entry.module)
    except (Exception, SystemExit) as error:
        raise PluginError(Sentence("{module} cannot be found: {error}", module=entry.module,
                                   error=_line(error))) from None
    if not (spec and spec.origin and spec.origin.endswith(".py")):
        raise PluginError(Sentence("there is no file of the module {module}",
                                   module=entry.module))
    return Path(spec.origin)


def _check(name: str, file: Path) -> None:
    try:
        module = importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise PluginError(Sentence("{file} cannot be imported: {error}", file=file,
                                   error=_line(error))) from None
    if not (module.__file__ and Path(module.__file__).samefile(file)):
        raise PluginError(Sentence("{file} has the same name as its file", file=module.__file__))
    if found := fault(module):
        raise PluginError(found)
