"""Foreign games: those in the folders of ECKSTEIN_GAMES, and those of other distributions.

What is no game is left out with a sentence, and the others go on.

Distributions have entry points in the group `eckstein.games`.  The name of an entry point is that
of the game, and its value the module of the rules; its file or folder has the same name.  The
module is not imported under that name, but as a game of this package, as its relative imports say;
so its folder is searched for modules like those in ECKSTEIN_GAMES.
"""
import importlib
import importlib.util
import pkgutil
import sys
import traceback
import warnings
from collections.abc import Collection, Iterator, Sequence
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from types import ModuleType

from ..base.errors import EcksteinError
from ..base.sentence import Sentence, message_of
from .conformance import fault

GROUP = "eckstein.games"


class PluginWarning(UserWarning):
    """A foreign game, or a folder of games, is left out."""


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


def modules_in(folders: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    """The modules in folders that should be games, with their folders; the first of a name counts.

    Args:
        folders: where to look; a warning for each that is not there.
        taken: the names of games that are there without them; a warning for each of these, too.
    """
    found: dict[str, str] = {}
    for folder in dict.fromkeys(folders):
        if not Path(folder).is_dir():
            _warn(Sentence("ECKSTEIN_GAMES names {folder}, and there is no such folder",
                           folder=folder))
            continue
        for module in pkgutil.iter_modules([folder]):
            if module.name in taken or module.name in found:
                _warn(Sentence("the game {game} in {folder} is ignored: {error}", game=module.name,
                               folder=folder,
                               error=Sentence("a game of that name exists already")))
            elif not module.name.startswith("_"):
                found[module.name] = folder
    return found


def own_fault(name: str, games: ModuleType) -> str:
    """Why a module in one of the folders is no game, in a sentence; "" if it is one.

    Args:
        name: of the module.
        games: the package that it becomes a module of.
    """
    try:
        spec = importlib.util.find_spec(f"{games.__name__}.{name}")
        if spec is None or spec.origin is None:
            raise PluginError(Sentence("there is no file of the module {module}", module=name))
        _check(f"{games.__name__}.{name}", Path(spec.origin))
    except PluginError as error:
        sys.modules.pop(f"{games.__name__}.{name}", None)
        return message_of(error)
    return ""


def warn_of(name: str, fault: str) -> None:
    """Warn that a module in one of the folders is no game, and why."""
    _warn(Sentence("the game {game} is ignored: {error}", game=name, error=fault))


def _warn(sentence: Sentence) -> None:
    warnings.warn(sentence, PluginWarning, stacklevel=4)


def line_of(error: BaseException) -> str:
    """The text of a plugin's error, in one line."""
    told = error.msg if isinstance(error, SyntaxError) else str(error)
    return " ".join(f"{type(error).__name__}: {told}".rstrip(": ").split())


def place_of(error: BaseException, file: Path) -> tuple[str, int | None]:
    """The file and the line of a plugin's error; the file alone, if there is no line."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno
    home = str(file.parent)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(home):
            return frame.filename, frame.lineno
    return str(file), None


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
        raise PluginError(Sentence("its entry point must be the name of a game and a module with "
                                   "the same last name, not {name} = {value}", name=entry.name,
                                   value=entry.value))
    try:
        spec = importlib.util.find_spec(entry.module)
    except (Exception, SystemExit) as error:
        raise PluginError(Sentence("{module} cannot be found: {error}", module=entry.module,
                                   error=line_of(error))) from None
    if not (spec and spec.origin and spec.origin.endswith(".py")):
        raise PluginError(Sentence("there is no file of the module {module}",
                                   module=entry.module))
    return Path(spec.origin)


def _check(name: str, file: Path) -> None:
    try:
        module = importlib.import_module(name)
        for beside in sorted(file.parent.glob("*.py")) if file.name == "__init__.py" else ():
            compile(beside.read_bytes(), beside, "exec")    # imported only when they are needed
    except (Exception, SystemExit) as error:
        place, line = place_of(error, file)
        raise PluginError(
            Sentence("{file} cannot be imported: {error}", file=place, error=line_of(error))
            if line is None else
            Sentence("{file}, line {line}: {error}", file=place, line=line, error=line_of(error))
        ) from None
    if not (module.__file__ and Path(module.__file__).samefile(file)):
        raise PluginError(Sentence("{file} has the same name as its file", file=module.__file__))
    if found := fault(module):
        raise PluginError(Sentence("{file}: {fault}", file=file, fault=found))
