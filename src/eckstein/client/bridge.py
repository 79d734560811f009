"""A bridge: any of our players, or an engine that speaks our protocol, plays as a bot on a server.

Each game has a thread and a player of its own.  All that the threads know comes from the server, so
a bridge that is restarted continues all running games.
"""
from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from ..base.errors import EcksteinError
from ..engine.limits import Limits
from ..engine.player import Player
from ..engine.players import make_player
from ..wire.games import Clocks
from ..wire.http_bots import BotEvent, Challenged, Chatted, GameBegun, GameChanged, GameEnded
from ..wire.words import Preset, What
from .bot import Bot
from .remote import PASSING, PAUSE, RemoteError, RemoteGame

FAILURES = 3                # of the player in one game, after which it is given up
LONGEST_PAUSE = 15.0        # seconds between two tries
LOOK_SECONDS = 10.0         # between two looks at whether the opponent is still there
PATIENCE = 600.0            # seconds for an opponent's first move where the server sets no limit
Say = Callable[[str], None]


class Bridge:
    """Plays all games of an account.

    Args:
        bot: the account.
        player: the player, as a text for `read_player`.
        seconds: for a move in games without clocks and by days.
        say: called with what happens, in English.
        greet: whether it says hello to opponents, and at the end that it was a good game.
    """

    def __init__(self, bot: Bot, player: str, seconds: float, say: Say, *, greet: bool = False
                 ) -> None:
        self._bot, self._player, self._seconds, self._say = bot, player, seconds, say
        self._greets = greet
        self._tables: dict[str, Table] = {}

    def run(self) -> None:
        """Play for ever.

        Raises:
            RemoteError: if the token does not work.
        """
        try:
            for event in self._bot.events():
                self.hear(event)
        finally:
            for table in self._tables.values():
                table.end()

    def hear(self, event: BotEvent) -> None:
        """Take in what happened."""
        if isinstance(event, Challenged):
            self._answer(event.challenge.id)
        elif isinstance(event, GameBegun):
            if event.game not in self._tables:
                self._say(f"game {event.game}: {event.rules}, {event.colour}, against "
                          f"{event.opponent.name or event.opponent.kind}")
                table = self._tables[event.game] = Table(
                    self._bot, event, self._player, self._seconds, self._say)
                table.start()
            self._tables[event.game].wake()
            self._greet(event.game, "hello")
        elif isinstance(event, Chatted):
            self._say(f"game {event.game}: {event.line.by} says: "
                      f"{event.line.text or event.line.preset}")
        elif isinstance(event, GameEnded):
            self._say(f"game {event.game}: {event.winner or 'nobody'} wins, {event.reason}")
            if event.game in self._tables:
                self._tables.pop(event.game).end()
            self._greet(event.game, "good-game")
        elif isinstance(event, GameChanged) and event.kind == "rematch":
            self._play_again(event)
        elif isinstance(event, GameChanged) and event.game in self._tables:
            self._tables[event.game].wake()
            if event.kind == "join":
                self._greet(event.game, "hello")
            elif event.kind == "offer":
                self._decline(event)

    def _greet(self, game: str, preset: Preset) -> None:
        """Say something once in a game, however often it is told that it goes on."""
        if self._greets:
            try:
                self._bot.say(game, preset, id=f"greet-{preset}")
            except RemoteError as error:
                self._say(f"game {game}: it could not say {preset}: {error}")

    def _play_again(self, asked: GameChanged) -> None:
        """Accept a rematch that the opponent asks for; the next game comes as an event."""
        if asked.seat:
            try:
                self._bot.rematch(asked)
            except RemoteError as error:
                self._say(f"game {asked.game}: no rematch: {error}")

    def _decline(self, offered: GameChanged) -> None:
        """Say no to a draw, or to a move taken back, unless it has been forgotten meanwhile."""
        what: What = "decline-draw" if offered.move == "draw" else "decline-takeback"
        begun = self._bot.begun.get(offered.game)
        if begun is not None and offered.by != begun.colour:
            try:
                self._bot.seated(begun).do(what, begun.colour)
            except RemoteError as error:
                if error.code not in ("not-now", "over", "stale"):
                    self._say(f"game {offered.game}: {error}")

    def _answer(self, challenge: str) -> None:
        """Accept a challenge, or decline it if there are too many games."""
        try:
            self._bot.accept(challenge)
        except RemoteError as error:
            self._say(f"challenge {challenge}: {error}")
            with contextlib.suppress(RemoteError):
                self._bot.decline(challenge)


class Table(threading.Thread):
    """A game, and the thread that plays it.

    Args:
        bot: the account.
        begun: the game.
        player, seconds, say: see `Bridge`.
    """

    def __init__(self, bot: Bot, begun: GameBegun, player: str, seconds: float, say: Say) -> None:
        super().__init__(daemon=True, name=f"game {begun.game}")
        self._bot, self._begun, self._name = bot, begun, player
        self._seconds, self._say = seconds, say
        self._player: Player | None = None
        self._news, self._ended = threading.Event(), threading.Event()
        self._began = time.monotonic()
        self._look: float | None = None

    def wake(self) -> None:
        """Something has happened in the game."""
        self._news.set()

    def end(self) -> None:
        """The game is over."""
        self._ended.set()
        self._news.set()
        if (player := self._player) is not None:
            player.stop()

    def run(self) -> None:
        """Play until the game is over."""
        try:
            self._play_on()
        finally:
            self._close()

    def _play_on(self) -> None:
        wrong = failures = 0
        while self._is_going_on():
            try:
                self._play()
                failures = 0
            except RemoteError as error:
                if error.code not in (*PASSING, "stale", "not-now"):
                    if not self._ended.is_set():
                        self._say(f"game {self._begun.game}: {error}")
                    return
                failures += 1
                self._ended.wait(min(PAUSE * failures, LONGEST_PAUSE))
                self._news.set()
            except (EcksteinError, ValueError, OSError, RuntimeError) as error:
                if self._ended.is_set():        # it was stopped
                    return
                self._say(f"game {self._begun.game}: the player failed: {error}")
                self._close()
                wrong += 1
                if wrong < FAILURES:
                    self._news.set()

    def _is_going_on(self) -> bool:
        """Wait for news, or for the next look; False if the game is over."""
        self._news.wait(self._look)
        self._news.clear()
        return not self._ended.is_set()

    def _play(self) -> None:
        """Move, as long as it is this player's turn."""
        game, colour = self._bot.seated(self._begun), self._begun.colour
        while self._is_mine(game):
            board = game.board()
            if self._player is None:
                self._player = make_player(self._name, board)
                self._player.new_game(hash(game.game) % 2**31)
            played = self._player.play(board, self._limits(game.facts.clock))
            game.do("move", colour, board.text(played.move))
        self._free(game)

    def _free(self, game: RemoteGame) -> None:
        """End a game that the opponent has left, or never begins, so that others can be played."""
        facts, colour = game.facts, self._begun.colour
        opponent = next(player for one, player in facts.players.items() if one != colour)
        if facts.result is not None or facts.turn == colour or opponent.kind == "computer":
            return
        unbegun = facts.appear is None and not facts.tournament and len(facts.moves) < 2
        by_clock = facts.clock is not None and facts.clock.kind != "days"
        self._look = LOOK_SECONDS if unbegun or by_clock else None
        if opponent.claim == 0:
            what: What = "claim-win"
        elif unbegun and not opponent.here and time.monotonic() - self._began >= PATIENCE:
            what = "abort"
        else:
            return
        game.do(what, colour)
        self._say(f"game {game.game}: the opponent is not there: {what}")

    def _is_mine(self, game: RemoteGame) -> bool:
        facts = game.facts
        return (not self._ended.is_set() and facts.result is None
                and facts.turn == self._begun.colour
                and not any(player.open is True for player in facts.players.values()))

    def _limits(self, clock: Clocks | None) -> Limits:
        if clock is None or clock.kind == "days" or clock.running is None:
            return Limits(time=self._seconds)
        return Limits(white_time=clock.left["white"], black_time=clock.left["black"],
                      white_increment=clock.increment, black_increment=clock.increment)

    def _close(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None
