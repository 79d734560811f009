"""A recorded game as views."""
from typing import Any

from ..base.expect import expect
from ..base.sentence import Sentence
from ..board.view import view
from .tree import Record


def film(record: Record) -> dict[str, Any]:
    """A recorded game for a board that stands alone on a page.

    Returns:
        An object with tags, result, and views: the start and the position after each move of the
        main line, without legal moves.
    """
    expect("a record", record, Record)
    return {"tags": record.tag_pairs(), "result": record.result, "views": views(record)}


def views(record: Record, first: int = 0, last: int | None = None) -> list[dict[str, Any]]:
    """The views of a game's main line from one ply to another, without legal moves.

    Raises:
        ValueError: if the game has no such plies.
    """
    nodes = [record.root, *record.mainline()]
    last = len(nodes) - 1 if last is None else last
    for ply in (first, last):
        if not 0 <= ply < len(nodes):
            raise ValueError(Sentence("there is no ply {ply}; plies are 0 to {plies}", ply=ply,
                                      plies=len(nodes) - 1))
    if first > last:
        raise ValueError(Sentence("ply {first} comes after ply {last}", first=first, last=last))
    board, found = record.start.copy(), []
    for node in nodes[:last + 1]:
        if node.move is not None:
            board.push(node.move)
        if node.ply >= first:
            found.append(view(board, legal=False))
    return found
