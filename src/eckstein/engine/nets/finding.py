"""Which net tells a search what positions are worth, one that came with the program or a file; and
which policy tells the tree search what speaks for moves.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from ...base.sentence import Sentence
from ...base.setting_values import OFF, ON
from ...base.user_paths import nets_folder
from ...kernel.options import Value, complete, defaults, own_values
from .net_file import FORM, SUFFIX, Form, Net, NetError, read_net
from .policy_file import FORM as POLICY
from .policy_file import Policy, read_policy

Made = TypeVar("Made", bound=Net)


def nowhere(game: str) -> str:
    """Fetch nothing: only the folder has nets."""
    return ""


# Puts the net of a game into the folder, if there is one; returns "", or why it cannot.  Pages set
# it: they load nets when they are asked for.
bring: Callable[[str], str] = nowhere


def check_net_setting(text: str) -> str:
    """The reader of a setting: `on` for the net that came with the program, `off`, or a file.

    Raises:
        ValueError: if it is empty.
    """
    if not text:
        raise ValueError(Sentence("on, off or the file of a net"))
    return "on" if text.lower() in ON else "off" if text.lower() in OFF else text


def net_for(setting: str, game: str, options: Mapping[str, Value]) -> Net | None:
    """The net that a setting means; None if it is off, or none came for the game and its options.

    Args:
        setting: see `check_net_setting`.
        game: the name of a game.
        options: its options.

    Raises:
        NetError: if the file is no sound net, or one for another game or other rules.
    """
    if setting == "off":
        return None
    if setting != "on":
        return _read(read_net, FORM, Path(setting), game, options)
    if own_values(complete(game, options)) != own_values(defaults(game)):
        return None
    path = nets_folder() / f"{game}{SUFFIX}"
    if not path.exists() and (reason := bring(game)):
        raise NetError(reason)
    return _read(read_net, FORM, path, game, options) if path.exists() else None


def check_policy_setting(text: str) -> str:
    """The reader of a setting: `off`, or a file; no policy comes with the program.

    Raises:
        ValueError: for anything else.
    """
    if not text or text.lower() in ON:
        raise ValueError(Sentence("off or the file of a policy"))
    return "off" if text.lower() in OFF else text


def policy_for(setting: str, game: str, options: Mapping[str, Value]) -> Policy | None:
    """The policy that a setting means; None if it is off.

    Args:
        setting: see `check_policy_setting`.
        game: the name of a game.
        options: its options.

    Raises:
        NetError: if the file is no sound policy, or one for another game or other rules.
    """
    return None if setting == "off" else _read(read_policy, POLICY, Path(setting), game, options)


def judge_of(name: str) -> Sentence:
    """What judges positions: the net of a name (see `Net.name`), or with "" the fitted weights."""
    return (Sentence("judged by the net {name}", name=name) if name else
            Sentence("judged by fitted weights"))


def _read(read: Callable[[Path, str, Mapping[str, Value]], Made], form: Form, path: Path,
          game: str, options: Mapping[str, Value]) -> Made:
    try:
        return read(path, game, options)
    except OSError as error:
        raise form.refused(path, Sentence("cannot be read: {error}",
                                          error=error.strerror or error)) from None
