"""Single questions to a server: the open seeks, and the moves played in a position."""
from __future__ import annotations

from typing import Any

from ..base.sentence import Sentence
from ..board import Board
from ..wire.http_explore import Explored, ExploreRequest
from ..wire.lobby import OpenSeeks
from .remote import Answer, RemoteError, api, ask

TRIES = 2                   # a user waits for the answer
NOT_HERE = 404, 405, 501    # what servers answer that do not know a request


def open_seeks(server: str) -> OpenSeeks:
    """The open seeks in the lobby of a server.

    Raises:
        RemoteError: if it is not there, or has no such list.
    """
    return _asked(OpenSeeks, server, "GET", api("lobby", "seeks"), None, Sentence(
        "{server} does not list players looking for a game", server=server))


def explored(server: str, board: Board) -> Explored:
    """What was played in the position of a board, in the public games of a server.

    Raises:
        RemoteError: if it is not there, does not know the game, or has no public games.
    """
    wish = ExploreRequest(board.game, dict[str, Any](board.options), board.position())
    return _asked(Explored, server, "POST", api("explore"), wish, Sentence(
        "{server} has no opening tree of public games", server=server))


def _asked(wanted: type[Answer], server: str, method: str, path: str,
           wish: ExploreRequest | None, missing: Sentence) -> Answer:
    try:
        return ask(wanted, server.rstrip("/"), method, path, wish, TRIES)
    except RemoteError as error:
        if error.status in NOT_HERE:
            raise RemoteError(missing, "bad") from None
        raise
