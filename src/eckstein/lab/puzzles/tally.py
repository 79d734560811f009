"""Which puzzles the user has solved, and how many in a row, in a file of the user's folder."""
from __future__ import annotations

from pathlib import Path

import msgspec

from ...base.files import save_bytes
from ...base.json_text import read_json
from ...base.sentence import Sentence
from ...base.user_paths import data_folder
from .puzzle import PuzzleError

VERSION = 1


class GameTally(msgspec.Struct):
    """What was done in one game.

    Attributes:
        solved: the ids of puzzles, in the order in which they were solved.
        streak: how many in a row, without a wrong try and without help.
        best: the longest streak so far.
    """

    solved: list[str] = []
    streak: int = 0
    best: int = 0


class Tally(msgspec.Struct):
    """What was done in all games.

    Attributes:
        version: of the file.
        games: by their names.
    """

    version: int = VERSION
    games: dict[str, GameTally] = {}

    def of(self, game: str) -> GameTally:
        """What was done in a game."""
        return self.games.setdefault(game, GameTally())

    def solve(self, game: str, puzzle: str, flawless: bool) -> None:
        """A puzzle was solved.

        Args:
            game: its name.
            puzzle: its id.
            flawless: whether there was neither a wrong try nor a hint, so that it counts for the
                streak.
        """
        own = self.of(game)
        if flawless:
            own.streak += 1
            own.best = max(own.best, own.streak)
        if puzzle not in own.solved:
            own.solved.append(puzzle)

    def stumble(self, game: str) -> None:
        """There was a wrong try, or help: the streak is over."""
        self.of(game).streak = 0


class _Versioned(msgspec.Struct):
    version: int


def tally_file() -> Path:
    """Where it is kept."""
    return data_folder() / "puzzles.json"


def read_tally() -> Tally:
    """What was done so far; nothing if there is no file.

    Raises:
        PuzzleError: if the file is not sound.
        OSError: if it cannot be read.
    """
    path = tally_file()
    if not path.exists():
        return Tally()
    content = path.read_bytes()
    _check_version(path, content)
    try:
        found: Tally | None = read_json(content, Tally)
    except msgspec.DecodeError:
        found = None
    if found is None or found.version != VERSION:
        raise PuzzleError(Sentence("{path} is not a list of solved puzzles; move it away to "
                                   "start a new one", path=path))
    return found


def _check_version(path: Path, content: bytes) -> None:
    """Raise PuzzleError if a newer version has written the file, whatever else is in it."""
    try:
        version = read_json(content, _Versioned).version
    except msgspec.DecodeError:
        return
    if version > VERSION:
        raise PuzzleError(Sentence("{path} was written by a newer version of Eckstein: it has "
                                   "version {version} of the format, and this program reads "
                                   "version {own}", path=path, version=version, own=VERSION))


def write_tally(tally: Tally) -> None:
    """Keep what was done.

    Raises:
        OSError: if it cannot be written.
    """
    path = tally_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    save_bytes(path, msgspec.json.encode(tally))
