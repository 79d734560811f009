"""From one format of positions and games to another.

Whatever is read becomes records, a position one without moves; whatever is written comes from
records, a position from the end of the main line or after some of its plies.
"""
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..base.expect import expect
from ..base.sentence import Sentence
from ..board import Board
from ..kernel import options as option_values
from ..notation.errors import NotationError
from ..notation.pgn import RecordError, plain_text
from ..notation.pgn_tokens import seen
from ..notation.positions.recognise import game_of_position
from . import Record, write_records
from . import read_each as read_each_record
from .exchange import FORMATS, cublino, detect, ramapo, studer
from .exchange._common import FileError, check_held
from .json_lines import plain_moves, read_json, write_json

TARGETS = {
    "position": "position texts, one a line",
    "moves": "the plain moves of each game in one line",
    "record": "games with tags, moves, comments and variations, in one normal form",
    "json": "for each game a line of JSON: game, options, position, moves, result, tags",
    "ramapo": FORMATS["ramapo"],
    "studer": FORMATS["studer"],
}

# Tags for what save files of Ramapo tell besides the position.
HUMAN_WINS, COMPUTER_WINS = "WhiteWins", "BlackWins"

Options = Mapping[str, object]


def convert(text: str, source: str | None = None, target: str = "record", *,
            ply: int | None = None, options: Options | None = None) -> str:
    """A text in another format.

    Args:
        text: a whole file.
        source: a format from `notation.exchange.FORMATS`; by its first lines if left out.
        target: a format from TARGETS.
        ply: for positions, how many plies of each main line to play; all if left out.
        options: rule options for sources that do not tell them: positions and replays.

    Returns:
        The same positions or games, or what the target can hold of them, ending in a line break.

    Raises:
        NotationError: if the text cannot be read, or the target cannot hold what it says.
        OptionError: if the game has no such options.
        ValueError: if there are no such formats, or ply is negative.
    """
    expect("a format", target, str)
    expect("the number of plies", ply, int, type(None))
    check_target(target, ply)
    return written(read(text, source, options), target, ply)


def written(records: list[Record], target: str, ply: int | None = None) -> str:
    """Records as a text of a format; arguments and errors are those of `convert`."""
    check_target(target, ply)
    writers: dict[str, Callable[[list[Record], int | None], str]] = {
        "position": _positions, "ramapo": _ramapo, "studer": _studer}
    if target in writers:
        return writers[target](records, ply)
    if target == "record":
        return write_records(records)
    if target == "moves":
        return "".join(f"{' '.join(plain_moves(record))}\n" for record in records)
    return "".join(f"{write_json(record)}\n" for record in records)


def check_target(target: str, ply: int | None) -> None:
    """Raise ValueError unless this can be written."""
    if target not in TARGETS:
        raise ValueError(Sentence("{target} is not a format to write; formats are {known}",
                                  target=target, known=", ".join(TARGETS)))
    if ply is not None and ply < 0:
        raise ValueError(Sentence("the number of plies must be 0 or more, not {ply}", ply=ply))


def read(text: str, source: str | None = None, options: Options | None = None) -> list[Record]:
    """The records of a text, if all of them are right; otherwise as `read_each`.

    Raises:
        NotationError: also for the first thing that is wrong.
    """
    found = list(read_each(text, source, options))
    for one in found:
        if isinstance(one, RecordError):
            raise one
    return [one for one in found if isinstance(one, Record)]


def read_each(text: str, source: str | None = None,
              options: Options | None = None) -> Iterator[Record | RecordError]:
    """The games of a text in any format that can be read, whatever is wrong with others.

    A position is a record without moves.

    Args:
        text: a whole file.
        source: a format from `notation.exchange.FORMATS`; by its first lines if left out.
        options: rule options for sources that do not tell them: positions and replays.

    Yields:
        Records with legal moves only, and for a game that is none, the first thing that is wrong
        with it, as an error with its number, line and column.

    Raises:
        NotationError: if nothing tells the format of the text.
        OptionError: if the game has no such options.
        ValueError: if there is no such format, or a record is given options besides its own.
    """
    expect("what is read", text, str)
    expect("a format", source, str, type(None))
    text = plain_text(text)
    name = format_of(text, source)
    if name in ("record", "json") and options:
        raise ValueError(Sentence("recorded games tell their rule options; leave yours out"))
    if name == "record":
        return read_each_record(text)
    if name == "json":
        return read_json(text)
    if name == "position":
        return _each_position(text, options)
    return iter([_other_program(text, name, options)])


def format_of(text: str, source: str | None = None) -> str:
    """The format of a text: the one that is asked for, or the one that its first lines tell.

    Raises:
        NotationError: if nothing tells it.
        ValueError: if there is no such format.
    """
    known = ", ".join(FORMATS)
    if source is not None and source not in FORMATS:
        raise ValueError(Sentence("{source} is not a format to read; formats are {known}",
                                  source=source, known=known))
    name = source or detect(text)
    if name is None and seen(text).strip():
        raise NotationError(
            Sentence("the format of this text was not recognised; games begin with a tag such as "
                     "[Game \"contra\"], even if only their moves follow, and positions are such "
                     "as CWd1vd7; other formats are {others}", others=", ".join(
                         name for name in FORMATS if name not in ("record", "position"))),
            text.strip().partition("\n")[0])
    return name or "record"


def _each_position(text: str, options: Options | None) -> Iterator[Record | RecordError]:
    number = 0
    for line, written_line in enumerate(text.split("\n"), 1):
        position = seen(written_line)
        if not position.strip():
            continue
        number += 1
        try:
            yield _of_position(position, options)
        except NotationError as error:
            yield RecordError(error.reason, number, line, (error.place or 0) + 1)


def _other_program(text: str, name: str, options: Options | None) -> Record | RecordError:
    """What a file of another program holds."""
    try:
        if name == "replay":
            return cublino.read(text, **(options or {}))
        if name == "studer":
            return _of_position(studer.read(text).position, options)
        saved = ramapo.read(text)
        record = _of_position(saved.position, options)
    except FileError as error:
        return RecordError(error.reason, 1, error.line, error.column)
    except NotationError as error:
        return RecordError(error.reason, 1, 1, 1)
    record.tags |= {HUMAN_WINS: str(saved.human_wins), COMPUTER_WINS: str(saved.computer_wins)}
    return record


def _of_position(text: str, options: Options | None) -> Record:
    game = game_of_position(text)
    chosen: dict[str, Any] = {**option_values.complete(game, options or {})}
    return Record.from_board(Board(game, text, **chosen))


def _at(record: Record, ply: int | None) -> Board:
    """The board after so many plies of the main line."""
    nodes = [record.root, *record.mainline()]
    if ply is not None and ply >= len(nodes):
        raise NotationError(Sentence("the game has {number} {number:ply|plies}, so there is no "
                                     "position after {ply}", number=len(nodes) - 1, ply=ply))
    return record.board(nodes[-1 if ply is None else ply])


def _positions(records: list[Record], ply: int | None) -> str:
    return "".join(f"{_at(record, ply).position()}\n" for record in records)


def _ramapo(records: list[Record], ply: int | None) -> str:
    record = _only(records, "ramapo")
    wins = [_wins(record.tags.get(name, "0")) for name in (COMPUTER_WINS, HUMAN_WINS)]
    return ramapo.write(_at(record, ply).position(), *wins)


def _studer(records: list[Record], ply: int | None) -> str:
    board = _at(_only(records, "studer"), ply)
    return studer.write(board.position(), board.ply // 2 + 1)


def _only(records: list[Record], target: str) -> Record:
    """The one record that a file of another program can hold."""
    if len(records) != 1:
        raise NotationError(Sentence("a file of the format {target} holds one position, but "
                                     "there are {count}", target=target, count=len(records)))
    check_held(target, records[0].start)
    return records[0]


def _wins(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotationError(Sentence("the tags {human_wins} and {computer_wins} count rounds "
                                     "won, and cannot be {text}", human_wins=HUMAN_WINS,
                                     computer_wins=COMPUTER_WINS, text=text))
    return int(text)
