"""Which options have an effect only beside others: given without effect, they are refused.

There is one table for all commands.  An option that is not in it always has an effect.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from ..base.sentence import Sentence
from ..wire.conditions import SEEK

Values = Mapping[str, Any]


class Condition(NamedTuple):
    """When an option has an effect, by the values of all of them, and what it is for."""

    holds: Callable[[Values], bool]
    purpose: Sentence


def _with(name: str, option: str) -> Condition:
    return Condition(lambda values: bool(values[name]),
                     Sentence("it has an effect only with {option}", option=option))


def _without(name: str, option: str) -> Condition:
    return Condition(lambda values: not values[name],
                     Sentence("it has no effect with {option}", option=option))


def _for_files(*ends: str) -> Condition:
    """For output into files with these endings; a picture on the screen is an SVG."""
    return Condition(lambda values: PurePath(values["out"] or ".svg.svg").suffix.lower() in ends,
                     Sentence("it is for files {ends}", ends=", ".join(ends)))


_PICTURE = _for_files(".svg", ".png", ".gif")
_ONE_PICTURE = _for_files(".svg", ".png")
_ANIMATION = _for_files(".gif")
_REPLAYED, _CHECKED = _without("replay", "--replay"), _without("check", "--check")
_ON_ONE = _without("ray", "--ray")
_ARENA: dict[str, tuple[Condition, ...]] = {
    "encoding": (_with("openings", "--openings"),), "concurrency": (_ON_ONE,)}
_NEW_GAME = Condition(lambda values: values["game"] is not None, Sentence(
    "it is for a game to be started; its name follows the address of the server"))

CONDITIONS: dict[str, dict[str, tuple[Condition, ...]]] = {
    "play": {
        **dict.fromkeys(("game", "white", "black", "position", "option", "record", "resume",
                         "clock", "coach"), (_REPLAYED,)),
        "encoding": (_with("replay", "--replay"),),
        "speed": (_without("plain", "--plain"),)},
    "join": {
        **dict.fromkeys(("option", "colour", "clock", "somebody"), (_NEW_GAME,)),
        **dict.fromkeys(("position", "friend"), (_NEW_GAME, _without("somebody", "--somebody"))),
        "level": (_NEW_GAME, _without("friend", "--friend"), _without("somebody", "--somebody")),
        **dict.fromkeys(SEEK, (_with("somebody", "--somebody"),)),
        "name": (Condition(lambda values: values["game"] is None or values["somebody"], Sentence(
            "it is for a game that another player has started")),),
        "speed": (_without("plain", "--plain"),)},
    "serve": {
        "push_service": (_with("push", "--push"),),
        **dict.fromkeys(("mail_server", "mail_user", "mail_password", "address"),
                        (_with("mail_from", "--mail-from"),))},
    "analyse": {
        **dict.fromkeys(("moves", "position", "option", "lines"), (_without("file", "--file"),)),
        **dict.fromkeys(("output", "encoding"), (_with("file", "--file"),)),
        "compare": (_without("file", "--file"),)},
    "match": {**dict.fromkeys(("alpha", "beta", "logistic"), (_with("sprt", "--sprt"),)),
              **_ARENA},
    "tournament": _ARENA,
    "benchmark": dict.fromkeys(("stratum", "games", "seed", "json"),
                               (_with("player", "--player"),)),
    "convert": {"ply": (Condition(
        lambda values: values["target"] in ("position", "ramapo", "studer"),
        Sentence("it is for positions, that is for --to position, ramapo or studer")),)},
    "prove": dict.fromkeys(("game", "moves", "position", "option", "claim", "out", "memory",
                            "threads", "either", "tables"), (_CHECKED,)),
    "render": {
        **dict.fromkeys(("moves", "position", "option"), (_without("file", "--file"),)),
        **dict.fromkeys(("number", "encoding"), (_with("file", "--file"),)),
        **dict.fromkeys(("flat", "theme", "size", "black", "last", "coordinates", "numerals",
                         "background", "last_ply"), (_PICTURE,)),
        **dict.fromkeys(("move", "arrow", "mark"), (_ONE_PICTURE,)),
        **dict.fromkeys(("first_ply", "speed"), (_ANIMATION,))},
    "tables build": {"jobs": (_ON_ONE,)},
    "data make": {"jobs": (_ON_ONE,)},
    "learn zero": {"jobs": (_ON_ONE,), "every": (_with("against", "--against"),),
                   "epochs": (_with("files", "--from"),),
                   "blocks": (_with("channels", "--channels"),)},
}


def enforce(command: Any, path: tuple[str, ...] = ()) -> None:
    """Let a command, and those under it, refuse options that would have no effect."""
    if conditions := CONDITIONS.get(" ".join(path)):
        command.invoke = functools.partial(_checked, command.invoke, conditions)
    for name, inner in getattr(command, "commands", {}).items():
        enforce(inner, (*path, name))


def _checked(invoke: Callable[[Any], Any], conditions: Mapping[str, tuple[Condition, ...]],
             context: Any) -> Any:
    for param in reversed(context.command.params):      # moves before the game that they need
        source = context.get_parameter_source(param.name)
        if source is not None and source.name == "COMMANDLINE":
            for condition in conditions.get(param.name, ()):
                if not condition.holds(context.params):
                    raise ValueError(Sentence("leave out {name}: {purpose}", name=_name(param),
                                              purpose=condition.purpose))
    return invoke(context)


def _name(param: Any) -> str:
    """What a person calls an option or an argument."""
    if param.param_type_name == "argument":
        return str(param.name).upper()
    return str(next((name for name in param.opts if name.startswith("--")), param.opts[0]))
