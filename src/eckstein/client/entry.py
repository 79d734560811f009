"""A bot in a tournament: it enters, checks in when it is time, and comes back if set aside."""
from __future__ import annotations

import threading
from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from ..wire.http_tournaments import TournamentOrder, TournamentTold
from .remote import PASSING, RemoteError, api, ask

LOOK_SECONDS = 30.0         # between two looks; players have 15 minutes to check in


class Entry(threading.Thread):
    """Takes part in a tournament until it has ended; its games come as events, like all others.

    Args:
        server: such as http://localhost:8000.
        token: with the scope `play`.
        tournament: its id, or a link to its page.
        say: called with what happens, in English.
        pause: seconds between two looks.
        team: for which it plays; empty for none.

    Raises:
        RemoteError: if that is no tournament, or it cannot be entered.
    """

    def __init__(self, server: str, token: str, tournament: str, say: Callable[[str], None],
                 pause: float = LOOK_SECONDS, team: str = "") -> None:
        super().__init__(daemon=True)
        id = _id_in(tournament)
        if not id:
            raise RemoteError(f"{tournament!r} is not a tournament: name its id, or its link",
                              "bad")
        self._server, self._token = server.rstrip("/"), token
        self._path, self._id = api("tournaments", id), id
        self._say, self._pause, self._ended = say, pause, threading.Event()
        self._away, self._team = False, team
        self._told = self._order("enter")
        self._say(f"tournament {self._told.tournament.name}: entered")

    def run(self) -> None:
        """Look at it now and then."""
        while self._told.tournament.phase != "ended" and not self._ended.wait(self._pause):
            try:
                self._told = ask(TournamentTold, self._server, "GET", self._path,
                                 token=self._token)
                self._look()
            except RemoteError as error:
                if error.code not in (*PASSING, "not-now", "over"):
                    self._say(f"tournament {self._id}: {error}")
                    return

    def close(self) -> None:
        """Look at it no more."""
        self._ended.set()

    def _look(self) -> None:
        facts, number = self._told.tournament, self._told.you.player
        if number is None:              # it began before this bot had checked in
            self._order("enter")
        elif facts.players[number - 1].away and (
                facts.phase == "open" or facts.kind not in ("swiss", "arena")):
            if not self._away:
                self._say(f"tournament {facts.name}: this bot was set aside and does not play; "
                          "start it again to enter once more")
            self._away = True
            return
        elif facts.phase == "open" and facts.start is not None and not (
                facts.players[number - 1].checked_in):
            self._order("check-in")     # refused as long as it is too early
        elif facts.players[number - 1].away:
            self._order("enter")
        self._away = False

    def _order(self, what: str) -> TournamentTold:
        order = TournamentOrder(what, team=self._team if what == "enter" else "") # type: ignore
        return ask(TournamentTold, self._server, "POST", f"{self._path}/orders", order,
                   token=self._token)


def _id_in(tournament: str) -> str:
    """The id that a text is, or the last word of the path in a link; empty if there is none."""
    try:
        return unquote(urlsplit(tournament).path.rstrip("/").rpartition("/")[2])
    except ValueError:
        return ""
