"""A net from files of games: read, split by games, trained, in whole numbers, written."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from ...base.sentence import Sentence
from ...engine.nets import Header, Net, NetError, read_net, write_net
from ...engine.nets.net_file import network_of
from ...kernel.options import complete, own_values
from ..benchmark.positions import held_out
from ..data.data_file import open_games
from ..data.games import PARTS, Array, Games, joined
from ..logs import Log, silent
from .choices import Choices
from .endings import Endings, endings_with_tables, positions_of_endings
from .quantising import quantised, rows_of, values
from .reading import Positions, positions_of
from .training import BATCH, Report, Settings, loss_of, outputs, train

SURE = 8                    # so many times PARTS games: one in 3,000 times none is held out
POOL = 1 << 16              # positions of endings at most, which come again and again
AMPLE = 1.2                 # so many times as many games are asked for as are likely to do
Seen = TypeVar("Seen", Positions, Choices)


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
             report: Report, log: Log = silent) -> Made:
    """Make a net, and write it whole or not at all.

    Games of one key, start and moves alike, are all learnt from or all held out.  Positions of the
    benchmark are left out.

    Args:
        path: where.
        game: the name of the game.
        files: files of its games, with values.
        settings: of the training.
        report: called with the progress.
        log: called with the loss after each epoch, and in the end with that of the finished net.

    Raises:
        NetError: if there is nothing to learn, or what was learnt cannot be used.
        NoTableError, TableError: if a small table of the game is missing, or not sound.
        DataError: if a file holds no sound games.
        OSError: if one cannot be read or written.
    """
    games, how = games_in(files, game)
    if games.values is None:
        raise NetError(Sentence("nets learn from what a search has found, and these games tell no "
                                "values; eckstein data make makes games that do"))
    learnt, held = split(positions_of(games), games)
    report(f"{len(learnt):,} positions to learn from, {len(held):,} held out")
    own = own_values(complete(game, dict(games.options)))
    names = ", ".join(one.name for one in endings_with_tables(game, own))
    if not names:
        settings = replace(settings, endings=0.0)
    _, few, steps = settings.split(len(learnt))
    endings = positions_of_endings(game, own, min(POOL, few * steps), settings.seed,
                                   {*held_out(game, dict(games.options)).tolist()})
    if few:
        report(f"{settings.endings:.0%} of each batch are positions of endings: {names}")
    trained = train(network_of(game, own), learnt, held, endings, settings, report, log)
    whole = quantised(trained)
    losses = [loss_of(told, held, trained.steepness, settings.blend) for told in (
        outputs(trained, held.rows), values(whole, held.rows) * trained.steepness)]
    report(f"in whole numbers: held-out loss {losses[1]:.4f}")
    log(settings.epochs, {"quantised_loss": losses[1]})
    if few:
        report(f"of won and lost positions of endings {_right(whole, endings):.1%} seem so")
    write_net(path, Header.now(game, own, f"{settings} of {len(learnt)} positions: {how}"),
              rows_of(whole))
    return Made(read_net(path, game, own), len(learnt), *losses)


def _right(net: Array, endings: Endings) -> float:
    """The share of won and lost positions whose sign a net in whole numbers has right."""
    told, decided = values(net, endings.rows), endings.aims != 0.5
    return float(((told > 0) == (endings.aims > 0.5))[decided].mean())


def games_in(files: Sequence[Path], game: str) -> tuple[Games, str]:
    """All games of some files, and how they were made.

    Raises:
        NetError: if they are games of another game.
        DataError: if a file holds no sound games.
        OSError: if one cannot be read.
    """
    found = [open_games(file) for file in files]
    games = joined([block for _, blocks in found for block in blocks])
    if games.game != game:
        raise NetError(Sentence("these are games of {theirs}, not of {game}", theirs=games.game,
                                game=game))
    return games, "; ".join(dict.fromkeys(header.how for header, _ in found))


def split(seen: Seen, games: Games) -> tuple[Seen, Seen]:
    """The positions to learn from, and those of games held out, as a game's start and moves decide.

    Raises:
        NetError: if there are too few.
    """
    out = games.held_out()[seen.games]
    learnt, held = seen.select(~out), seen.select(out)
    if len(learnt) < BATCH or not len(held):
        raise NetError(Sentence(
            "there are {count} positions to learn from in these {games} games, and at least "
            "{least} are needed, and some games to hold out; about {likely} such games are likely "
            "to have them", count=len(learnt), games=len(games), least=BATCH,
            likely=max(_likely(len(learnt) / max(1, len(games))), len(games) + 1)))
    return learnt, held


def check_enough(games: int, generations: int, few: Callable[[], Games]) -> None:
    """See before games are played that they are likely to teach a net.

    Args:
        games: how many each generation plays.
        generations: how many there are; a net learns from the games of all.
        few: plays some of the games, by which the others are guessed.

    Raises:
        NetError: if they are likely to have too few positions.
    """
    if games * generations >= BATCH:        # one position of each is enough
        return
    some = few()
    each = (1 - 1 / PARTS) * len(positions_of(some)) / len(some)
    if games * generations * each < BATCH:
        raise NetError(Sentence(
            "{least} positions are needed to learn from, and {games} games are likely to have "
            "{count}; about {likely} games in each generation (--games) are likely to be enough, "
            "and go on with those that are there", least=BATCH, games=games * generations,
            count=round(games * generations * each), likely=_likely(each, generations)))


def _likely(each: float, generations: int = 1) -> int:
    """How many games each generation has to play, if each game has so many positions to learn
    from: rather too many, and so many that some of them are surely held out.
    """
    return math.ceil(max(AMPLE * BATCH / max(each, 1.0), SURE * PARTS) / generations)
