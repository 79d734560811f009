"""The folder of a training: all that it needs to go on, each file written whole or not at all.

    training.state              where it is: settings, weights, the optimiser, the learning curve
    training.before             the same, an iteration before
    networks/00012.network      the network after an iteration, to play by
    games/00012-00128.games     games of self-play, for a unit of an iteration
    work.json                   what units of the present iteration have cost
    curve.tsv                   the learning curve, to be read by people
    config.toml                 the settings, to be read by people and by --config

An iteration is over when `training.state` says so; what was written after it is made again.  So is
what is damaged, after it was set aside: games by the network that played them, and the state from
the one before.
"""
from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from ...base.files import Note, save_bytes, save_text
from ...base.sealed import Kind, Sealed
from ...base.sentence import Sentence
from ...engine.batch.columns import Array
from ...engine.zero.network import Network
from ...engine.zero.network_file import SUFFIX, Header, read_network, write_network
from ..arena.statistics import elo_of
from ..data.data_file import KIND as GAMES
from ..data.data_file import SUFFIX as GAMES_SUFFIX
from ..data.data_file import Header as GamesHeader
from ..data.data_file import read_games
from ..data.games import Games
from .configuration import written
from .settings import Settings, ZeroError

STATE, BEFORE, WORK, CURVE = "training.state", "training.before", "work.json", "curve.tsv"
CONFIG = "config.toml"


class Strength(msgspec.Struct, frozen=True):
    """The result of games against a player: points a game, and bounds of Elo with 95 %."""

    opponent: str
    games: int
    score: float
    low: float
    high: float

    @property
    def elo(self) -> float:
        """The Elo difference; `low` and `high` are its bounds."""
        return elo_of(self.score) + 0.0         # no -0


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An iteration in the learning curve.

    Attributes:
        iteration: counted from 1; 0 is the network before self-play.
        seconds: of the processor so far, for self-play and training.
        games, positions: of self-play so far.
        plies: how long games were, on average.
        drawn: how many of all games were.
        policy_loss, value_loss: in training; of iteration 0, for games of files that are held out.
        accuracy: for these, how often the network's first move is the one that was played.
        lessons, taught: lessons of files so far, and positions in them.
        strength: against players, where it was measured.
    """

    iteration: int
    seconds: float
    games: int
    positions: int
    plies: float
    drawn: float
    policy_loss: float
    value_loss: float
    accuracy: float | None = None
    lessons: int = 0
    taught: int = 0
    strength: tuple[Strength, ...] = ()

    def values(self) -> dict[str, float]:
        """All numbers by their names, such as for a log; those of strength after the opponent."""
        own = {name: value for name in self.__struct_fields__
               if isinstance(value := getattr(self, name), int | float) and name != "iteration"}
        return own | {f"{one.opponent}/{name}": getattr(one, name)
                      for one in self.strength for name in MEASURED}


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The header of `training.state`; its pieces are the arrays of the trainer.

    Attributes:
        settings: of the training.
        rows: its learning curve.
        files: from which it has learned before self-play: their names by digests of what is in
            them.
    """

    settings: Settings
    rows: tuple[Row, ...]
    files: dict[str, str] = {}

    @property
    def last(self) -> Row:
        """The last iteration that is over."""
        return self.rows[-1]


MEASURED = "games", "score", "elo", "low", "high"           # of `Strength`
START = Row(iteration=0, seconds=0, games=0, positions=0, plies=0, drawn=0, policy_loss=0,
            value_loss=0)
KIND = Kind("training", 1, State, Sentence("is not the state of a training"))


class Folder:
    """A folder in which a network is trained.

    Args:
        path: where; it is made if there is none.
        settings: how the network is trained.
        note: called with what is damaged, and set aside.
        files: see `State`.

    Raises:
        ZeroError: if another training has begun there.
        OSError: if it cannot be read or written.
    """

    def __init__(self, path: Path, settings: Settings, note: Note = lambda told: None,
                 files: Mapping[str, str] = {}) -> None:
        self.path, self.settings, self.note, self.files = path, settings, note, files
        for each in (path, path / "networks", path / "games"):
            each.mkdir(parents=True, exist_ok=True)

    def state(self) -> tuple[State, list[bytes]] | None:
        """Where the training is, and the arrays of its trainer; None before it has begun.

        Raises:
            ZeroError: if another training has begun there, or of this one all states are damaged.
        """
        path = next((one for name in (STATE, BEFORE)
                     if KIND.is_there(one := self.path / name, self.note)), None)
        if path is None:
            if self.network_path(1).exists():
                raise ZeroError(Sentence(
                    "{path} has networks, and no state from which their training can go on; they "
                    "play as before; name another folder, or delete this one", path=self.path))
            return None
        state, pieces = read_state(path)
        if state.files.keys() != self.files.keys():
            raise ZeroError(Sentence(
                "{path} was begun with other files ({theirs}) than those of --from, or their "
                "contents have changed; give the same files, or another folder", path=self.path,
                theirs=", ".join(state.files.values()) or Sentence("none")))
        for name in Settings.__struct_fields__:
            theirs, ours = getattr(state.settings, name), getattr(self.settings, name)
            if theirs != ours:
                raise ZeroError(Sentence(
                    "{path} was begun with {name} {theirs}, not {ours}; give the same settings, or "
                    "another folder", path=self.path, name=name.replace("_", "-"), theirs=theirs,
                    ours=ours))
        return state, pieces

    def keep(self, state: State, arrays: Sequence[Array], network: Network) -> None:
        """Write down that an iteration is over."""
        batch = self.settings.batch(1)
        write_network(self.network_path(state.last.iteration),
                      Header.of(batch, network.shape, how_of(state)), network)
        if (self.path / STATE).exists():
            os.replace(self.path / STATE, self.path / BEFORE)
        KIND.write(self.path / STATE, state, (array.tobytes() for array in arrays))
        save_text(self.path / CURVE, table(state.rows))

    def keep_settings(self) -> None:
        """Write down the settings for people, and for another training."""
        save_text(self.path / CONFIG, written(self.settings))

    def network_path(self, iteration: int) -> Path:
        """Where the network after an iteration lies."""
        return self.path / "networks" / f"{iteration:05}{SUFFIX}"

    def network(self, iteration: int) -> Network:
        """The network after an iteration.

        Raises:
            NetworkError: if it is damaged.
            OSError: if it cannot be read.
        """
        return read_network(self.network_path(iteration))[1]

    # Units of self-play.

    def unit_path(self, iteration: int, unit: range) -> Path:
        """Where the games of a unit lie, or would lie."""
        return self.path / "games" / f"{iteration:05}-{unit.start:05}{GAMES_SUFFIX}"

    def has_unit(self, iteration: int, unit: range) -> bool:
        """Whether the games of a unit are there; they are set aside if they are damaged."""
        return GAMES.is_there(self.unit_path(iteration, unit), self.note)

    def keep_unit(self, iteration: int, unit: range, block: bytes, spent: dict[str, float]) -> None:
        """Write down the games of a unit, and what all units of the iteration have cost."""
        self.keep_spent(iteration, spent)
        self.keep_games(iteration, unit, block)

    def keep_spent(self, iteration: int, spent: dict[str, float]) -> None:
        """Write down what all units of the iteration have cost."""
        save_bytes(self.path / WORK, msgspec.json.encode({"iteration": iteration, "spent": spent}))

    def keep_games(self, iteration: int, unit: range, block: bytes) -> None:
        """Write down the games of a unit."""
        header = GamesHeader.now(self.settings.game, self.settings.batch(1).options,
                                 f"eckstein learn zero {self.settings.rules} "
                                 f"--seed {self.settings.seed}: iteration {iteration}",
                                 values=True, visits=True)
        GAMES.write(self.unit_path(iteration, unit), header, [block])

    def spent(self, iteration: int) -> dict[str, float]:
        """What the units of an iteration have cost so far, by their names."""
        try:
            found = msgspec.json.decode((self.path / WORK).read_bytes())
            return dict(found["spent"]) if found["iteration"] == iteration else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def games(self, iterations: range) -> Games:
        """All games of some iterations."""
        return read_games(*sorted(path for iteration in iterations for path in (
            self.path / "games").glob(f"{iteration:05}-*{GAMES_SUFFIX}")))

    def forget(self, iteration: int) -> None:
        """Delete games of an iteration that are not needed for training any more."""
        for path in (self.path / "games").glob(f"{iteration:05}-*{GAMES_SUFFIX}"):
            path.unlink()


def rows_in(path: Path) -> tuple[Row, ...]:
    """The iterations of a folder that are over; none where no sound state tells of them."""
    with contextlib.suppress(ZeroError, OSError):
        return read_state(path / STATE)[0].rows
    return ()


def read_state(path: Path) -> tuple[State, list[bytes]]:
    """A state, and the arrays of its trainer.

    Raises:
        ZeroError: if it is damaged, or no state of a training.
        OSError: if it cannot be read.
    """
    def refused(fault: Sentence) -> ZeroError:
        return ZeroError(Sentence("{path} {fault}", path=path, fault=fault))
    with Sealed(path, KIND, refused) as file:
        if not file.header.rows:
            raise refused(Sentence("is damaged: it tells of no iteration"))
        return file.header, list(file)


def how_of(state: State) -> str:
    """How the network of a state was made."""
    last, settings = state.last, state.settings
    files = "".join(f" --from {name}" for name in state.files.values())
    taught = f"{last.taught} positions of files, " if files else ""
    return (f"eckstein learn zero {settings.rules} --seed {settings.seed}{files}: {taught}"
            f"{last.iteration} iterations, {last.positions} positions, {last.seconds:.0f} s")


def table(rows: Sequence[Row]) -> str:
    """The learning curve, with a line for each iteration, and tabs; five columns an opponent."""
    head = ["iteration", "hours", "games", "positions", "plies", "drawn", "policy loss",
            "value loss", "taught", "accuracy"]
    opponents = dict.fromkeys(one.opponent for row in rows for one in row.strength)
    lines = [[*head, *(f"{name} {column}" for name in opponents for column in MEASURED)]]
    for row in rows:
        measured = {one.opponent: [
            str(one.games), f"{one.score:.3f}", f"{one.elo:.0f}", f"{one.low:.0f}",
            f"{one.high:.0f}"] for one in row.strength}
        lines.append([
            str(row.iteration), f"{row.seconds / 3600:.4f}", str(row.games), str(row.positions),
            f"{row.plies:.1f}", f"{row.drawn:.3f}", f"{row.policy_loss:.4f}",
            f"{row.value_loss:.4f}", str(row.taught),
            "" if row.accuracy is None else f"{row.accuracy:.4f}",
            *(cell for name in opponents for cell in measured.get(name, [""] * len(MEASURED)))])
    return "\n".join([*("\t".join(line) for line in lines), ""])


def as_arrays(pieces: Sequence[bytes], like: Sequence[Array]) -> list[Array]:
    """The arrays of a trainer from the pieces of a state.

    Raises:
        ZeroError: if they do not fit.
    """
    if [len(piece) for piece in pieces] != [array.nbytes for array in like]:
        raise ZeroError(Sentence("the state of the training was written by another version of "
                                 "Eckstein or Optax, and cannot go on here; begin in another "
                                 "folder"))
    return [np.frombuffer(piece, array.dtype).reshape(array.shape)
            for piece, array in zip(pieces, like, strict=True)]
