"""An account that a program plays with: one stream tells of all its games.

    bot = Bot("http://localhost:8000", token)
    for event in bot.events():
        ...
"""
from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import closing

import msgspec

from ..base.sentence import Sentence
from ..wire.chat import LineKept, NewLine
from ..wire.commands import Done, NewCommand
from ..wire.http_bots import (
    BecomeBot,
    BotEvent,
    BotFacts,
    GameBegun,
    GameChanged,
    GameEnded,
    Policy,
)
from ..wire.http_challenges import Challenges, Decline, OwnSeat
from ..wire.words import Preset
from .remote import PASSING, PAUSE, Lines, RemoteError, RemoteGame, api, ask

LONGEST_PAUSE = 15.0        # seconds between two tries to reach the server
_EVENT = msgspec.json.Decoder(BotEvent)


class Bot:
    """An account, by one of its tokens.

    Args:
        server: such as http://localhost:8000.
        token: with the scopes `bot` and `play`, and `challenge` to be challenged.

    Attributes:
        begun: by id the known games that have not ended.
    """

    def __init__(self, server: str, token: str) -> None:
        self.server, self._token = server.rstrip("/"), token
        self.begun: dict[str, GameBegun] = {}

    def become(self, name: str) -> BotFacts:
        """Be a bot for ever; the name of the account confirms it.

        Raises:
            RemoteError: if the account has played already, or has another name.
        """
        return self._ask(api("bot"), BecomeBot(name))

    def accept_only(self, policy: Policy) -> BotFacts:
        """Say which challenges the bot accepts.

        Raises:
            RemoteError: if the server says no or is not there.
        """
        return self._ask(api("bot", "policy"), policy)

    def accept(self, challenge: str) -> None:
        """Accept a challenge, by its id; its game comes as an event.

        Raises:
            RemoteError: if it is not open any more, or the server is not there.
        """
        ask(OwnSeat, self.server, "POST", api("challenges", challenge, "accept"),
            token=self._token)

    def decline(self, challenge: str) -> None:
        """Say no to a challenge: not now.

        Raises:
            RemoteError: if it is not open any more, or the server is not there.
        """
        ask(Challenges, self.server, "POST", api("challenges", challenge, "decline"),
            Decline(), token=self._token)

    def say(self, game: str, preset: Preset | None = None, text: str | None = None,
            id: str | None = None) -> int:
        """Say something to the opponent, also after the end; the answer comes as an event.

        Args:
            game: where.
            preset: a sentence that he reads in his language; or else `text`.
            text: free text, between accounts that both allow it.
            id: in this game the same line is said only once; a new one if left out.

        Returns:
            The number of the line in the game.

        Raises:
            RemoteError: if the bot's policy has no `chats`, or the server says no or is not there.
        """
        return ask(LineKept, self.server, "POST", api("games", game, "say"),
                   NewLine(id or secrets.token_urlsafe(12), preset, text),
                   token=self._token).number

    def _ask(self, path: str, body: msgspec.Struct) -> BotFacts:
        return ask(BotFacts, self.server, "POST", path, body, token=self._token)

    def game(self, game: str) -> RemoteGame:
        """One of the games that go on, as it stands now, with the seat of the bot.

        Raises:
            RemoteError: if it has ended, or is unknown; or the server says no or is not there.
        """
        begun = self.begun.get(game)
        if begun is None:
            raise RemoteError(Sentence("no game {game} of this bot goes on", game=game), "over")
        return self.seated(begun)

    def seated(self, begun: GameBegun) -> RemoteGame:
        """A game from an event, as it stands now, with the seat of the bot, also after its end.

        Raises:
            RemoteError: if the token cannot play, or the server says no or is not there.
        """
        if not begun.seat:
            raise RemoteError("this token has not the scope `play`", "not-yours", "not-in-scope")
        return RemoteGame.at(self.server, begun.game, {begun.colour: begun.seat})

    def rematch(self, asked: GameChanged) -> None:
        """Play again, as the opponent has asked; the game comes as an event.

        Args:
            asked: the event `rematch` of the opponent, which has the token of the bot's seat.

        Raises:
            RemoteError: if the server says no or is not there.
        """
        order = NewCommand(f"rematch-{asked.seq}", "rematch", asked.seq, asked.seat or "")
        ask(Done, self.server, "POST", api("games", asked.game, "commands"), order)

    def events(self, pause: float = PAUSE) -> Iterator[BotEvent]:
        """All that happens, for ever: first the games that go on.

        Whenever the connection is lost, it is opened again, and told goes on after the last event.

        Args:
            pause: seconds before a lost connection is tried again, for the first time.

        Raises:
            RemoteError: if the token does not work any more.
        """
        since, failures = None, 0
        while True:
            try:
                path = api("events") + ("" if since is None else f"?since={since}")
                with closing(Lines(self.server, path, _EVENT, token=self._token)) as told:
                    for event in told:
                        since, failures = event.id, 0
                        if isinstance(event, GameBegun):
                            self.begun[event.game] = event
                        yield event
                        if isinstance(event, GameEnded):
                            self.begun.pop(event.game, None)
            except RemoteError as error:
                if error.code not in PASSING:
                    raise
            failures += 1
            time.sleep(min(pause * failures, LONGEST_PAUSE))
