"""The options of a game: what there is, and what people and programs write."""
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from ..base.errors import EcksteinError
from ..base.sentence import Sentence
from ..base.setting_values import OFF, ON
from . import Option, option_value
from .specialise import declared

Value = bool | int | str

REPETITION, NO_PROGRESS = "repetition", "no_progress"
COUNTS = {REPETITION: (3, "the occurrence of a position that makes a draw (0: none does)"),
          NO_PROGRESS: (100, "so many moves in a row without progress are a draw (0: none are)")}
SILENT = ("strict_marks",)  # options that change what is written, and no rule


class Values(dict[str, Any]):
    """Options that are chosen once; they can be copied into a dictionary that can be changed."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("the options of a board do not change; make another one, as by "
                        "Board(game, position, repetition=0)")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return Values, (dict(self),)


class OptionError(EcksteinError, ValueError):
    """An option that a game does not have, or a value that the option cannot have."""


def own_options(game: str) -> tuple[Option, ...]:
    """The options that only this game has; `repetition` and `no_progress` are in every game."""
    return declared(game)


def defaults(game: str) -> dict[str, Value]:
    """All options of a game with their default values."""
    return {**{option.name: option.values[0] for option in declared(game)},
            **{name: default for name, (default, _) in COUNTS.items()}}


def own_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of those options that a game alone has, of which there is compiled code."""
    return {name: value for name, value in values.items() if name not in COUNTS}


def changed_rules(game: str, values: Mapping[str, Any]) -> tuple[tuple[str, bool | str], ...]:
    """The game's own options that change what a move does, if not at their defaults, by names."""
    return tuple(sorted(
        (option.name, values[option.name]) for option in own_options(game)
        if option.name not in SILENT and values.get(option.name, option.values[0])
        != option.values[0]))


def complete(game: str, chosen: Mapping[str, object]) -> dict[str, Value]:
    """All options of a game, those not chosen at their defaults.

    Args:
        game: the name of a game.
        chosen: values as they are (True, 3, "final") or as text ("1", "on", "3").

    Raises:
        OptionError: for an unknown option or a value it cannot have.
    """
    known = {option.name: option for option in declared(game)}
    values = defaults(game)
    for name, value in chosen.items():
        if name in COUNTS:
            values[name] = _count(name, value)
        elif name in known:
            values[name] = _choice(known[name], value)
        else:
            raise OptionError(Sentence("{game} has no option {name}; it has {known}", game=game,
                                       name=name, known=", ".join(values)))
    return values


def parse(pairs: Iterable[str]) -> dict[str, str]:
    """Options written as `name=value`, one in each text or several with blanks between them."""
    found: dict[str, str] = {}
    for pair in (word for text in pairs for word in text.split()):
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise OptionError(Sentence("expected an option as name=value, not {pair!r}",
                                       pair=pair))
        name = name.replace("-", "_")
        if name in found:
            raise OptionError(Sentence("the option {name} is given twice", name=name))
        found[name] = value
    return found


def write(game: str, values: Mapping[str, Value]) -> str:
    """The options that are not at their defaults, as `name=value` with blanks between them."""
    usual = defaults(game)
    return " ".join(f"{name}={int(value) if isinstance(value, bool) else value}"
                    for name, value in values.items() if value != usual[name])


def switch(name: str, value: str) -> bool:
    """Whether a text switches something on.

    Raises:
        OptionError: if it is none that does so or switches it off.
    """
    text = value.strip().lower()
    if text not in ON | OFF:
        raise OptionError(Sentence("{name} is true or false, not {value!r}", name=name,
                                   value=value[:40]))
    return text in ON


def _count(name: str, value: object) -> int:
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit() and len(text) < 10):
        raise OptionError(Sentence("{name} must be a number from 0 up, not {value}", name=name,
                                   value=value))
    if name == REPETITION and int(text) == 1:
        raise OptionError(Sentence("{name} is 0, for no such draw, or a number from 2 up: at 1, "
                                   "every game would be over before its first move", name=name))
    return int(text)


def _choice(option: Option, value: object) -> bool | str:
    text = str(value).strip().lower()
    for known in option.values:
        if known is value or isinstance(known, str) and known == text:
            return known
        if isinstance(known, bool) and text in (ON if known else OFF):
            return known
    allowed = ", ".join(option_value(known) for known in option.values)
    raise OptionError(Sentence("{name} is one of {allowed}, not {value}", name=option.name,
                               allowed=allowed, value=value))
