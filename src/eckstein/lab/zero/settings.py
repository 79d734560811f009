"""How a network is trained: what a folder is begun with, and keeps."""
from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ...base.errors import EcksteinError
from ...engine.batch.games import BatchGame
from ...engine.zero.network import MOST_LAYERS, MOST_UNITS, Shape, Units
from ...kernel.options import Value, write

Count = Annotated[int, msgspec.Meta(ge=1, le=1 << 20)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class ZeroError(EcksteinError, ValueError):
    """A folder in which no training can go on."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides what is learned, but for how long.

    Attributes:
        game, options: of the network; options that are not at their defaults.
        hidden, channels, blocks: how it is built, see `Shape`.
        simulations: for a move with a policy to learn.
        fast_simulations, full_share: for other moves, which only carry the game on (playout cap
            randomisation); how many of all moves are learned.
        considered: among how many actions sequential halving chooses at the root.
        games: of self-play in an iteration.
        random_plies: games begin with so many random moves at most.
        max_plies: after how many moves a game counts as drawn.
        window: of how many iterations games are kept for training, at most; and at most half.
        reuse: how often each position is trained by, on average.
        batch_size, learning_rate, weight_decay: of AdamW.
        averaging: how much of the moving average of weights, by which games are played, stays in
            each step.
        search_share: how much of a value's target is what the search said; the rest is the result.
        seed: of all chance.
        epochs: how often all positions of files are learned, before self-play.
        blend: of these, how much a search's value counts against the result, as for nets.
        smoothing: the part of their policies that is spread over all legal moves.
    """

    game: str
    options: dict[str, Value] = {}
    hidden: Annotated[tuple[Units, ...], msgspec.Meta(max_length=MOST_LAYERS)] = (256, 256)
    channels: Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)] = 0
    blocks: Annotated[int, msgspec.Meta(ge=0, le=MOST_LAYERS)] = 0
    simulations: Count = 64
    fast_simulations: Count = 16
    full_share: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.25
    considered: Count = 16
    games: Count = 512
    random_plies: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 4
    max_plies: Annotated[int, msgspec.Meta(ge=1, le=60_000)] = 200
    window: Count = 20
    reuse: Annotated[float, msgspec.Meta(gt=0, le=1000)] = 4.0
    batch_size: Count = 256
    learning_rate: Annotated[float, msgspec.Meta(gt=0, le=1)] = 1e-3
    weight_decay: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1e-4
    averaging: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.998
    search_share: Share = 0.25
    seed: Annotated[int, msgspec.Meta(ge=0, le=(1 << 62))] = 0
    epochs: Count = 2
    blend: Share = 0.7
    smoothing: Share = 0.05

    @property
    def rules(self) -> str:
        """The game and its options as a command has them."""
        return " ".join([self.game, *(f"-o {pair}" for pair in
                                      write(self.game, self.options).split())])

    def batch(self, n: int, **more: Any) -> BatchGame:
        """So many games by these rules; more arguments are those of `BatchGame`."""
        options: dict[str, Any] = {**self.options, **more}
        return BatchGame(self.game, n, autoreset="off", masks=None, **options)

    def shape(self) -> Shape:
        """How the network is built."""
        return Shape.of(self.batch(1), self.hidden, self.channels, self.blocks)
