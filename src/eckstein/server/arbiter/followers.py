"""Who hears of which tournament: news, and that a game begins for him.

Whoever hears news reads the tournament.  So that a large one can be read by all who follow it, news
of it are told the less often the more there are; a call to a game is told at once.
"""
from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ...wire.socket import CalledMessage, TournamentNews
from ..game.rulings import RefusedError
from ..game.tokens import Tokens, link_to
from ..lobby.lobby import Visitor
from ..tournaments.records import Game
from ..tournaments.state import Tournament

FOLLOWED = 16               # tournaments of one client
FOR_EACH = 0.005            # seconds between two news of a tournament, for each who follows it


class Followers:
    """Clients by the tournaments that they follow.

    Args:
        tokens: of seats.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._by_tournament: dict[str, dict[Visitor, None]] = {}
        self._next: dict[str, float] = {}       # when news may be told again
        self._news: dict[str, int] = {}         # what waits to be told

    def __contains__(self, tournament: str) -> bool:
        return tournament in self._by_tournament

    def __len__(self) -> int:
        return len(self._by_tournament)

    def follow(self, visitor: Visitor, state: Tournament) -> None:
        """A client hears of a tournament from now on, and at once of his game.

        Raises:
            RefusedError: if he follows too many.
        """
        if sum(visitor in found for found in self._by_tournament.values()) >= FOLLOWED:
            raise RefusedError("busy", "you follow too many tournaments at once", "crowded")
        self._by_tournament.setdefault(state.id, {})[visitor] = None
        visitor.tell(TournamentNews(state.id, state.seq))
        self._call(visitor, state, state.running())

    def leave(self, visitor: Visitor, tournament: str | None = None) -> None:
        """A client hears no more of a tournament, or of any."""
        for id in [tournament] if tournament is not None else list(self._by_tournament):
            found = self._by_tournament.get(id, {})
            found.pop(visitor, None)
            if not found:
                self._by_tournament.pop(id, None)
                self._next.pop(id, None)

    def tell(self, before: Tournament | None, state: Tournament) -> None:
        """Something has happened in a tournament: tell it, and call those who are to play."""
        known = set() if before is None else {game.id for one in before.rounds
                                              for game in one.games}
        begun = [game for game in state.running() if game.id not in known]
        for visitor in list(self._by_tournament.get(state.id, ())) if begun else ():
            self._call(visitor, state, begun)
        waits = state.id in self._news
        self._news[state.id] = state.seq
        if not waits:
            loop = asyncio.get_running_loop()
            when = self._next.get(state.id, 0.0)
            if when <= loop.time():
                self._tell(state.id)
            else:
                loop.call_at(when, self._tell, state.id)

    def _tell(self, tournament: str) -> None:
        seq, followers = self._news.pop(tournament), self._by_tournament.get(tournament)
        if followers:
            self._next[tournament] = (asyncio.get_running_loop().time()
                                      + FOR_EACH * len(followers))
            for visitor in list(followers):
                visitor.tell(TournamentNews(tournament, seq))

    def _call(self, visitor: Visitor, state: Tournament, games: Iterable[Game]) -> None:
        if state.by_days:
            return              # nobody has to come at once
        player = state.player(visitor.who)
        game = player and next((one for one in games if one.has(player.number)), None)
        if player and game:
            colour = game.colour(player.number)
            token = self._tokens.seat(game.id, colour)
            visitor.tell(CalledMessage(
                tournament=state.id, name=state.settings.name, game=game.id, colour=colour,
                token=token, link=link_to(game.id, token)))
