"""The settings of a training as a file in TOML."""
from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from ...base.sentence import Sentence, message_of
from ...kernel.options import complete
from .settings import Settings, ZeroError


def written(settings: Settings) -> str:
    """All settings; `options` comes last, as a table."""
    values = msgspec.to_builtins(settings)
    options = values.pop("options")
    # JSON's numbers, texts and lists are TOML's as well.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    lines += ["", "[options]", *(f"{name} = {json.dumps(value)}" for name, value in
                                 options.items())]
    return "\n".join([*lines, ""])


def read(path: Path, game: str) -> dict[str, Any]:
    """The settings that a file names.

    Args:
        path: the file; it may name all settings but the game, which may stand in it.
        game: the name of the game.

    Raises:
        ZeroError: if it is no TOML, or has something else in it.
        OptionError: if the game has no such option.
        OSError: if it cannot be read.
    """
    def refused(fault: str) -> ZeroError:
        return ZeroError(Sentence("{path}: {fault}", path=path, fault=fault))
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:         # of TOML, or of UTF-8
        raise refused(message_of(error)) from None
    known = Settings.__struct_fields__
    if unknown := [name for name in found if name not in known]:
        raise refused(Sentence("there is no setting {name}; there are {known}", name=unknown[0],
                               known=", ".join(known)))
    if found.setdefault("game", game) != game:
        raise refused(Sentence("these are settings for {theirs}, not for {game}",
                               theirs=found["game"], game=game))
    try:
        settings = msgspec.convert(found, Settings)
    except msgspec.ValidationError as error:
        raise refused(message_of(error)) from None
    complete(game, settings.options)
    return {name: getattr(settings, name) for name in found}
