"""Messages to subscribers of a tournament: that there is news, and that a game begins for them.

A client that is notified of news reads the tournament.  So that a large one can be read by all its
subscribers, its news is sent the less often the more there are; a call to a game is sent at once.
"""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from ....wire.socket import CalledMessage, Follow, TournamentNews
from ...game.rulings import RefusedError
from ...game.tokens import Tokens, link_to
from ...hub.hub import Hub, Kind, Pace
from ...hub.subscriber import Subscriber
from ...ops.allowances import CAPS
from .events import tournament_topic
from .rules.records import Game
from .rules.state import Tournament

FOR_EACH = 0.005            # seconds between two news of a tournament, for each subscriber
Read = Callable[[str], Awaitable[Tournament]]


class News:
    """Tells subscribers of tournaments.

    Args:
        hub: where tournaments are topics.
        tokens: of seats.
        read: the state of a tournament.
    """

    def __init__(self, hub: Hub, tokens: Tokens, read: Read) -> None:
        self._hub, self._tokens, self._read = hub, tokens, read
        hub.add_kind(Kind("tournament", Follow.needs, self._check, self._snapshot, polled=False,
                          pace=Pace(0.0, FOR_EACH)))

    def has_audience(self, tournament: str) -> bool:
        """Whether a tournament has subscribers at this server."""
        return bool(self._hub.audience(tournament_topic(tournament)))

    async def _check(self, tournament: str, subscriber: Subscriber) -> None:
        """Refuse tournaments that do not exist, and too many at once."""
        followed = sum(topic.kind == "tournament" for topic in subscriber.topics)
        if followed >= CAPS["tournaments-followed"].most:
            raise RefusedError("busy", "you follow too many tournaments at once", "crowded")
        state = await self._read(tournament)
        self._call(subscriber, state, [game for game in state.running() if not game.by_hand])

    async def _snapshot(self, tournament: str, subscriber: Subscriber) -> str:
        return subscriber.text(TournamentNews(tournament, (await self._read(tournament)).seq))

    def tell(self, before: Tournament | None, state: Tournament) -> None:
        """Something has happened in a tournament: notify its subscribers, and call the players of
        new games.
        """
        topic = tournament_topic(state.id)
        known = set() if before is None else {game.id for one in before.rounds
                                              for game in one.games}
        begun = [game for game in state.running() if game.id not in known and not game.by_hand]
        for subscriber in list(self._hub.audience(topic)) if begun else ():
            self._call(subscriber, state, begun)
        self._hub.touch_here(topic)

    def _call(self, subscriber: Subscriber, state: Tournament, games: Iterable[Game]) -> None:
        if state.by_days:
            return              # no player has to come at once
        player = state.player(subscriber.who)
        game = player and next((one for one in games if one.has(player.number)), None)
        if player and game:
            colour = game.colour(player.number)
            token = self._tokens.seat(game.id, colour)
            subscriber.answer(CalledMessage(
                tournament=state.id, name=state.settings.name, game=game.id, colour=colour,
                token=token, link=link_to(game.id, token)))
