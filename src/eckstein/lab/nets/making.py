"""A net from files of games: read, split by games, trained, in whole numbers, written."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...base.sentence import Sentence
from ...engine.nets import Header, Net, NetError, read_net, write_net
from ...engine.nets.net_file import network_of
from ...kernel.options import complete, own_values
from ..data.data_file import open_games
from ..data.games import Games, joined
from .quantising import quantised, rows_of, values
from .reading import Positions, positions_of
from .training import BATCH, Report, Settings, loss_of, outputs, train

HELD, PARTS = 3, 32         # of so many parts of the games one is held out
OF_PART = 1 << 59           # keys of games, of 64 bits, to each part


@dataclass(frozen=True)
class Made:
    """A net that was made, and by how much it errs.

    Attributes:
        net: as it is in its file.
        positions: how many it learnt from.
        loss: in nats a position of games held out, above the least.
        quantised: the same in whole numbers.
    """

    net: Net
    positions: int
    loss: float
    quantised: float


def make_net(path: Path, game: str, files: Sequence[Path], settings: Settings,
             report: Report) -> Made:
    """Make a net, and write it whole or not at all.

    Games of one key, start and moves alike, are all learnt from or all held out.

    Args:
        path: where.
        game: the name of the game.
        files: files of its games, with values.
        settings: of the training.
        report: told how it goes.

    Raises:
        NetError: if there is nothing to learn, or what was learnt cannot be used.
        DataError: if a file holds no sound games.
        OSError: if one cannot be read or written.
    """
    found = [open_games(file) for file in files]
    games = joined([block for _, blocks in found for block in blocks])
    if games.game != game:
        raise NetError(Sentence("these are games of {theirs}, not of {game}", theirs=games.game,
                                game=game))
    learnt, held = _parts(games)
    report(f"{len(learnt):,} positions to learn from, {len(held):,} held out")
    own = own_values(complete(game, dict(games.options)))
    trained = train(network_of(game, own), learnt, held, settings, report)
    whole = quantised(trained)
    losses = [loss_of(told, held, trained.steepness, settings.blend) for told in (
        outputs(trained, held.rows), values(whole, held.rows) * trained.steepness)]
    report(f"in whole numbers: held-out loss {losses[1]:.4f}")
    how = "; ".join(dict.fromkeys(header.how for header, _ in found))
    write_net(path, Header.now(game, own, f"{settings} of {len(learnt)} positions: {how}"),
              rows_of(whole))
    return Made(read_net(path, game, own), len(learnt), *losses)


def _parts(games: Games) -> tuple[Positions, Positions]:
    """The positions to learn from, and those of games held out."""
    if games.values is None:
        raise NetError(Sentence("nets learn from what a search has found, and these games tell no "
                                "values; eckstein data make makes games that do"))
    seen = positions_of(games)
    out = (games.keys() // np.uint64(OF_PART) == HELD)[seen.games]
    learnt, held = seen.select(~out), seen.select(out)
    if len(learnt) < BATCH or not len(held):
        raise NetError(Sentence("there are {count} positions to learn from in these games, and at "
                                "least {least} are needed", count=len(learnt), least=BATCH))
    return learnt, held
