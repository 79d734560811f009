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
from .policy_file import SUFFIX as POLICY_SUFFIX
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
    return _checked(text, Sentence("on, off or the file of a net"))


def net_for(setting: str, game: str, options: Mapping[str, Value]) -> Net | None:
    """The net that a setting means; None if it is off, or none came for the game and its options.

    Args:
        setting: see `check_net_setting`.
        game: the name of a game.
        options: its options.

    Raises:
        NetError: if the file is no sound net, or one for another game or other rules.
    """
    return _found(setting, read_net, FORM, f"{game}{SUFFIX}", game, options, bring)


def check_policy_setting(text: str) -> str:
    """The reader of a setting: `on` for the policy that came with the program, `off`, or a file.

    Raises:
        ValueError: if it is empty.
    """
    return _checked(text, Sentence("on, off or the file of a policy"))


def policy_for(setting: str, game: str, options: Mapping[str, Value]) -> Policy | None:
    """The policy that a setting means; None if it is off, or none came for the game and its
    options.

    Args:
        setting: see `check_policy_setting`.
        game: the name of a game.
        options: its options.

    Raises:
        NetError: if the file is no sound policy, or one for another game or other rules.
    """
    return _found(setting, read_policy, POLICY, f"{game}{POLICY_SUFFIX}", game, options, nowhere)


def judge_of(name: str) -> Sentence:
    """What judges positions: the net of a name (see `Net.name`), or with "" the fitted weights."""
    return (Sentence("judged by the net {name}", name=name) if name else
            Sentence("judged by fitted weights"))


def _checked(text: str, wanted: Sentence) -> str:
    if not text:
        raise ValueError(wanted)
    return "on" if text.lower() in ON else "off" if text.lower() in OFF else text


def _found(setting: str, read: Callable[[Path, str, Mapping[str, Value]], Made], form: Form,
           name: str, game: str, options: Mapping[str, Value],
           fetch: Callable[[str], str]) -> Made | None:
    """What a setting means: nothing, the file of a name in the folder of nets, or another file."""
    if setting == "off":
        return None
    path = Path(setting)
    if setting == "on":
        if own_values(complete(game, options)) != own_values(defaults(game)):
            return None
        path = nets_folder() / name
        if not path.exists() and (reason := fetch(game)):
            raise NetError(reason)
        if not path.exists():
            return None
    try:
        return read(path, game, options)
    except OSError as error:
        raise form.refused(path, Sentence("cannot be read: {error}",
                                          error=error.strerror or error)) from None
