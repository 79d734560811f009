"""A policy from files of games: read, split by games, trained, in whole numbers, written."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...engine.nets import Header, Policy, read_policy, write_policy
from ...engine.nets.net_file import network_of
from ...engine.nets.policy_file import numbering, traits_of
from ...kernel.options import complete, own_values
from ..logs import Log, silent
from .choices import Choices, choices_of
from .making import games_in, split
from .policy_quantising import logits, quantised
from .policy_training import Quality, Settings, outputs, quality, train
from .quantising import rows_of
from .training import Report


@dataclass(frozen=True)
class Made:
    """A policy that was made, and how well it foretells moves.

    Attributes:
        policy: as it is in its file.
        positions: how many it learnt from.
        trained: its quality in games held out.
        quantised: the same in whole numbers.
    """

    policy: Policy
    positions: int
    trained: Quality
    quantised: Quality


def make_policy(path: Path, game: str, files: Sequence[Path], settings: Settings,
                report: Report, log: Log = silent) -> Made:
    """Make a policy, and write it whole or not at all.

    Games of one key, start and moves alike, are all learnt from or all held out.

    Args:
        path: where.
        game: the name of the game.
        files: files of its games.
        settings: of the training.
        report: called with the progress.
        log: called with the quality after each epoch, and in the end with that of the finished
            policy.

    Raises:
        NetError: if there is nothing to learn, or what was learnt cannot be used.
        DataError: if a file holds no sound games.
        OSError: if one cannot be read or written.
    """
    games, how = games_in(files, game)
    learnt, held = split(choices_of(games), games)
    report(f"{len(learnt):,} positions to learn from, {len(held):,} held out; without a policy the "
           f"loss is {_even(held):.4f}")
    own = own_values(complete(game, dict(games.options)))
    network = network_of(game, own)
    trained = train(network, traits_of(game, own), learnt, held, settings, report, log)
    whole = quantised(trained, settings.grain)
    found = [quality(told, held) for told in (
        outputs(trained, held), logits(whole, held, network.INPUTS))]
    report(f"in whole numbers: {found[1]}")
    log(settings.epochs, {"quantised_loss": found[1].loss, "quantised_first": found[1].first})
    header = Header.now(game, own, f"{settings} of {len(learnt)} positions: {how}",
                        numbering(game, own))
    write_policy(path, header, rows_of(whole))
    return Made(read_policy(path, game, own), len(learnt), *found)


def _even(seen: Choices) -> float:
    """The loss of a policy for which all moves are alike."""
    counts = seen.offsets[1:] - seen.offsets[:-1]
    return sum(map(math.log, counts.tolist())) / len(seen)
