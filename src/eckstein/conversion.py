"""From one format of positions and games to another.

Whatever is read becomes records, a position one without moves; whatever is written comes from
records, a position from the end of the main line or after some of its plies.
"""
import json
from collections.abc import Callable, Mapping
from typing import Any

from . import options as option_values
from .board import Board
from .expect import expect
from .notation.errors import NotationError
from .notation.exchange import FORMATS, cublino, detect, ramapo, studer
from .notation.exchange._common import check_held
from .notation.positions.recognise import game_of_position
from .record import Record, read_records, write_records
from .sentence import Sentence

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
        source: a format from `notation.exchange.FORMATS`; told by its first lines if left out.
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
    if target not in TARGETS:
        raise ValueError(Sentence("{target} is not a format to write; formats are {known}",
                                  target=target, known=", ".join(TARGETS)))
    if ply is not None and ply < 0:
        raise ValueError(Sentence("the number of plies must be 0 or more, not {ply}", ply=ply))
    records = read(text, source, options)
    writers: dict[str, Callable[[list[Record], int | None], str]] = {
        "position": _positions, "ramapo": _ramapo, "studer": _studer}
    if target in writers:
        return writers[target](records, ply)
    if target == "record":
        return write_records(records)
    return "".join(f"{(_moves if target == 'moves' else _json)(record)}\n" for record in records)


def read(text: str, source: str | None = None, options: Options | None = None) -> list[Record]:
    """The records of a text in any format that can be read; a position has no moves.

    Args:
        text: a whole file.
        source: a format from `notation.exchange.FORMATS`; told by its first lines if left out.
        options: rule options for sources that do not tell them: positions and replays.

    Raises:
        NotationError: if the text cannot be read, or nothing tells its format.
        OptionError: if the game has no such options.
        ValueError: if there is no such format.
    """
    expect("what is read", text, str)
    expect("a format", source, str, type(None))
    known = ", ".join(FORMATS)
    if source is not None and source not in FORMATS:
        raise ValueError(Sentence("{source} is not a format to read; formats are {known}",
                                  source=source, known=known))
    name = source or detect(text)
    if name is None:
        raise NotationError(Sentence("the format of this text was not recognised; formats are "
                                     "{known}", known=known),
                            text.strip())
    if name == "record":
        return list(read_records(text))
    if name == "replay":
        return [cublino.read(text, **(options or {}))]
    if name == "position":
        return [_of_position(line, options) for line in text.splitlines() if line.strip()]
    if name == "studer":
        return [_of_position(studer.read(text).position, options)]
    saved = ramapo.read(text)
    record = _of_position(saved.position, options)
    record.tags |= {HUMAN_WINS: str(saved.human_wins), COMPUTER_WINS: str(saved.computer_wins)}
    return [record]


def _of_position(text: str, options: Options | None) -> Record:
    game = game_of_position(text)
    chosen: dict[str, Any] = {**option_values.complete(game, options or {})}
    return Record.from_board(Board(game, text, **chosen))


def _at(record: Record, ply: int | None) -> Board:
    """The board after so many plies of the main line."""
    nodes = [record.root, *record.mainline()]
    if ply is not None and ply >= len(nodes):
        raise NotationError(Sentence("the game has {number} plies, so there is no position after "
                                     "{ply}", number=len(nodes) - 1, ply=ply))
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


def _plain_moves(record: Record) -> list[str]:
    """The plain texts of the main line."""
    board, found = record.start.copy(), []
    for node in record.mainline():
        assert node.move is not None
        found.append(board.text(node.move))
        board.push(node.move)
    return found


def _moves(record: Record) -> str:
    return " ".join(_plain_moves(record))


def _json(record: Record) -> str:
    start, usual = record.start, option_values.defaults(record.start.game)
    chosen = {name: value for name, value in start.options.items() if value != usual[name]}
    tags = record.tag_pairs()
    return json.dumps({"game": start.game, "options": chosen, "position": start.position(),
                       "moves": _plain_moves(record), "result": tags["Result"], "tags": tags})
