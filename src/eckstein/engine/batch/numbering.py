"""How actions are numbered, by a name that files can keep."""
from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from typing import Any

from ...contract.encoding import Encoding
from ...games import check_game_name
from ...kernel.options import Value, complete, own_values
from ...kernel.specialise import specialise
from ..walks import walked

WALK_PLIES = 12             # by which a numbering of actions is known
SALT = b"65536"


def numbering(game: str, options: Mapping[str, Value]) -> str:
    """A name for how actions are numbered: by the numbers of all moves on a few walks."""
    check_game_name(game)
    return _numbering(game, tuple(sorted(own_values(complete(game, options)).items())))


@functools.cache
def _numbering(game: str, own: tuple[tuple[str, Value], ...]) -> str:
    options: dict[str, Any] = dict(own)
    encoding: Encoding = specialise("kernel", game, compiled=False, **options).encoding
    found = hashlib.sha256(SALT)
    for board, moves in walked(game, options, WALK_PLIES):
        told = [f"{text} {encoding.action_of(board.state, move)}" for text, move in moves]
        found.update("\n".join([board.position(), *told, ""]).encode())
    return found.hexdigest()[:16]
