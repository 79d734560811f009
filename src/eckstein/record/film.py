"""A recorded game as views."""
from typing import Any

from ..base.expect import expect
from ..board.view import view
from .tree import Record


def film(record: Record) -> dict[str, Any]:
    """A recorded game for a board that stands alone on a page.

    Returns:
        An object with tags, result, and views: the start and the position after each move of the
        main line, without legal moves.
    """
    expect("a record", record, Record)
    board = record.start.copy()
    views = [view(board, legal=False)]
    for node in record.mainline():
        assert node.move is not None
        board.push(node.move)
        views.append(view(board, legal=False))
    return {"tags": record.tag_pairs(), "result": record.result, "views": views}
