"""Files of policies for the tree search: sealed, with one piece, the rows of weights.

A row has LANES weights of 16 bits, the lowest byte first.  There is one for each input, one of
biases, and two for each trait: see `kernel.bits.policy_units`.
"""
from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...base.sealed import Kind
from ...base.sentence import Sentence
from ...kernel.bits import LANES
from ...kernel.options import Value
from ...kernel.specialise import specialise
from ..walks import walked
from .net_file import WALK_PLIES, Form, Header, Net, NetError, network_of, units_fit
from .net_file import numbering as numbering_of_inputs

SUFFIX = ".policy"
ROWS_OF_TRAIT = 2           # a row for each view
KIND = Kind("policy", 1, Header, Sentence("is not a policy"))


@dataclass(frozen=True, slots=True)
class Policy(Net):
    """A policy that was read and checked; see `Net`."""


def read_policy(path: str | Path, game: str, options: Mapping[str, Value]) -> Policy:
    """A policy for a game under some options.

    Raises:
        NetError: if the file is no sound policy, or one for another game or other rules.
        OSError: if it cannot be read.
    """
    return Policy(*FORM.read(path, game, options))


def write_policy(path: str | Path, header: Header, rows: bytes) -> int:
    """Write a policy, whole or not at all, and return how many bytes the file has."""
    return FORM.write(path, header, rows)


def traits_of(game: str, own: Mapping[str, Value]) -> Any:
    """What policies see of the moves of a game (see `contract.traits`)."""
    options: dict[str, Any] = dict(own)
    return specialise("kernel", game, compiled=False, **options).traits


def numbering(game: str, own: Mapping[str, Value]) -> str:
    """A name for how inputs and traits are numbered: by those of all moves on a few walks."""
    return _numbering(game, tuple(sorted(own.items())))


@functools.cache
def _numbering(game: str, own: tuple[tuple[str, Value], ...]) -> str:
    traits = traits_of(game, dict(own))
    told = hashlib.sha256(f"{numbering_of_inputs(game, dict(own))} {traits.TRAITS}".encode())
    found = [0] * traits.MOST
    for board, moves in walked(game, dict(own), WALK_PLIES):
        for _, move in moves:
            told.update(repr(found[:traits.traits(board.state, move, found)]).encode())
    return told.hexdigest()[:16]


def _count(game: str, own: Mapping[str, Value]) -> int:
    return (int(network_of(game, own).INPUTS) + 1
            + ROWS_OF_TRAIT * int(traits_of(game, own).TRAITS))


def _is_bounded(rows: bytes, network: Any) -> bool:
    """Whether no unit can leave its 16 bits; logits have room for any weights."""
    return units_fit(memoryview(rows).cast("h")[:(network.INPUTS + 1) * LANES], network.MOST)


FORM = Form(KIND, lambda path, fault: NetError(Sentence("the policy {path} {fault}", path=path,
                                                        fault=fault)),
            Sentence("is for inputs or traits that this version does not know"), numbering, _count,
            _is_bounded)
