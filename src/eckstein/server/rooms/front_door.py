"""The single entry point for everything that clients ask of games and positions.

By socket or by HTTP, the same function takes the same typed request, and gives the same typed
answer or a `RefusedError`.  Only `ws` and `http` know how these travel.
"""
from __future__ import annotations

import secrets
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

import msgspec

from ...base.sentence import Sentence, message_of
from ...board import Board
from ...engine.anchors import RATED_LEVELS, anchor_of
from ...kernel.options import defaults
from ...wire.commands import CommandRequest, Done
from ...wire.games import GameFacts, Prepared
from ...wire.http_games import Created, Joined, JoinGame, NewClock, NewGame, NewSeat
from ...wire.positions import PositionRef
from ...wire.words import COLOURS, Colour
from ..game.boards import make_board
from ..game.events import COMPUTER, other
from ..game.identity import account_of, of_account, of_guest
from ..game.rulings import Command, RefusedError, TooFastError, check_rated
from ..game.tokens import guest_name, link_to
from ..ops.asked import timed
from ..ops.limits import Hits
from ..ops.sharing import TreePath
from ..store.contract import database_asked
from ..store.lobbies import Pairing, Seek
from ..store.transactions import computer_seat, human_seat, stored_control
from ..work.contract import OverloadedError
from .events import RatedGame, RatedGameWithLevel, Rematch
from .message_builder import next_for
from .rooms import Rooms

NOBODY = "nobody"           # a client without a cookie


@dataclass(frozen=True, slots=True)
class Sender:
    """The client of a request.

    Attributes:
        guest: the id in its guest cookie, or None.
        payer: the payer for its computers.
        holds: the seats that its connection holds, where there is one.
        account: its account, or None.
        lag: how many milliseconds a message takes there and back, where that was measured.
        path: where it stands when places are scarce.
    """

    guest: str | None
    payer: str
    holds: Set[Colour] = frozenset()
    account: str | None = None
    lag: int = 0
    path: TreePath = ()

    @property
    def who(self) -> str:
        """The client's identity; empty without an account or a cookie."""
        if self.account is not None:
            return of_account(self.account)
        return "" if self.guest is None else of_guest(self.guest)

    @property
    def name(self) -> str:
        """The name that is stored with a seat; empty for an account."""
        return "" if self.account is not None else guest_name(self.guest)


class FrontDoor:
    """Takes wishes.

    Args:
        rooms: the games.
        first_move: seconds for the first move of each player, in games of strangers.
        hits: counts the requests that exceed limits.
    """

    def __init__(self, rooms: Rooms, first_move: float, hits: Hits) -> None:
        self._rooms, self._seconds = rooms, first_move
        self._made = hits.buckets("games")

    async def do(self, game: str, wish: CommandRequest, sender: Sender) -> Done:
        """Carry a command out; answered when it is on disk.

        Raises:
            RefusedError: if it has no effect.
        """
        with timed("command", game=game, what=wish.what) as facts:
            try:
                done = await self._do(game, wish, sender)
            except RefusedError as refused:
                facts["refused"] = refused.code
                raise
            facts["seq"] = done.seq
            return done

    async def _do(self, game: str, wish: CommandRequest, sender: Sender) -> Done:
        colour = self._rooms.seat_of(game, wish.seat)
        if wish.what == "join":
            raise RefusedError("bad", "a seat is taken by POST /api/v1/games/ID/join")
        if wish.what == "adjudicate":
            raise RefusedError("bad", "the organiser of a tournament ends its games by "
                               "POST /api/v1/tournaments/ID/orders")
        if wish.what == "rematch" and colour is not None:
            state = (await self._rooms.room(game)).loaded().state
            if state.rated:
                await self._check_may(state.seats[colour].who, state.seats[other(colour)].kind)
                if not await self.may_be_rated(state.seats[other(colour)].who):
                    raise RefusedError("not-now", Sentence(
                        "there can be no rated rematch of this game now"))
            await self._rooms.hub.settle(Rematch(state, colour))
        actor = colour or sender.who or of_guest(NOBODY)
        seq = await self._rooms.submit(game, Command(
            actor, wish.id, wish.what, colour, wish.seq, wish.move, both=len(sender.holds) == 2,
            lines=wish.lines, lag=sender.lag,
            path=self._rooms.tokens.veiled(sender.path) if wish.what == "rematch" else ()))
        if wish.what != "rematch" or colour is None:
            return Done(seq)
        state, _ = (await self._rooms.room(game)).loaded()
        return Done(seq, next_for(state, [colour], self._rooms.tokens))

    async def prepared(self, game: str, seat: str) -> Prepared:
        """The conditional replies of a player, for that player alone.

        Raises:
            RefusedError: if the client is no player, or there is no such game.
        """
        colour = self._rooms.seat_of(game, seat)
        if colour is None:
            raise RefusedError("not-yours", "only players of the game can do this", "no-seat")
        room = await self._rooms.room(game)
        return Prepared(colour, await self._rooms.prepared.lines(room, colour))

    async def join(self, game: str, wish: JoinGame, sender: Sender) -> Joined:
        """Take an open seat.

        Raises:
            RefusedError: if none is open.
        """
        chosen = sender.name and await self._rooms.names.chosen(wish.name)
        name = chosen or sender.name
        state = (await self._rooms.room(game)).loaded().state
        if state.rated and sender.who:
            await self._rooms.hub.settle(RatedGame(sender.who))
            there = [seat.who for seat in state.seats.values() if seat.who != sender.who]
            if not await self.may_be_rated(*there):
                raise RefusedError("not-now", Sentence("no more players can enter this game"))
            await self.check_pool(sender.who, *there)
        await self._rooms.submit(game, Command("joining", wish.id, "join", wish.colour, 0,
                                               name=name, who=sender.who))
        colour = (await self._rooms.room(game)).loaded().state.joined[wish.id]
        token = self._rooms.tokens.seat(game, colour)
        return Joined(game, colour, token, link_to(game, token))

    async def is_bot(self, who: str) -> bool:
        """Whether an identity is a bot.

        Raises:
            RefusedError: if the database does not respond.
        """
        account = account_of(who)
        if account is None:
            return False
        with database_asked():
            await self._rooms.names.of([account])
        return self._rooms.names.is_bot(account)

    async def check_pool(self, *people: str) -> None:
        """Refuse a rated game between people and bots; their ratings are not compared.

        Raises:
            RefusedError: if some of these identities are bots and others are people.
        """
        if len({await self.is_bot(who) for who in people if account_of(who)}) > 1:
            raise RefusedError("bad", Sentence("rated games are between two people or two bots"))

    async def may_be_rated(self, *people: str) -> bool:
        """Whether none of some identities is barred from rated games.

        Raises:
            RefusedError: if the database does not respond.
        """
        for who in people:
            try:
                await self._rooms.hub.settle(RatedGame(who))
            except RefusedError as refused:
                if refused.why != "barred":
                    raise
                return False
        return True

    async def _check_may(self, who: str, opponent: str) -> None:
        """Refuse a rated game to an identity that is barred, or has had enough against levels.

        Args:
            who: the identity.
            opponent: of which kind the other seat is.
        """
        await self._rooms.hub.settle(RatedGame(who))
        account = account_of(who)
        if opponent == COMPUTER and account is not None:
            with database_asked():
                await self._rooms.hub.settle(RatedGameWithLevel(account))

    async def create(self, wish: NewGame, sender: Sender) -> Created:
        """Begin a game.

        Raises:
            RefusedError: if there cannot be such a game.
        """
        try:
            board = make_board(wish.rules, wish.options, wish.position)
        except ValueError as error:
            raise RefusedError("bad", message_of(error)) from None
        if board.is_game_over():
            raise RefusedError("bad", "the game is over in this position")
        level = None
        if wish.rated:
            level = _check_rated(wish, board, sender)
            if level is not None and await self.is_bot(sender.who):
                raise RefusedError("bad", Sentence("rated games are between two people or two "
                                                   "bots, or between a person and a level"))
            await self._check_may(sender.who, "human" if level is None else COMPUTER)
        anchor = None if level is None else anchor_of(wish.rules, level)
        self._pay(sender)
        tokens = self._rooms.tokens
        wishes: dict[Colour, NewSeat] = {"white": wish.white, "black": wish.black}
        called = {colour: await self._rooms.names.chosen(seat.name, sender.account)
                  for colour, seat in wishes.items()}
        own = next((colour for colour in COLOURS if _is_given_out(wishes[colour])
                    and not called[colour]), None)
        data: dict[str, Any] = {
            "rules": wish.rules, "options": board.options, "start": board.position(),
            "turn": str(board.turn),
            "seats": {colour: _seat(wishes[colour], called[colour],
                                    sender if colour == own else None, anchor)
                      for colour in COLOURS},
            "control": stored_control(wish.clock), "payer": tokens.alias(sender.payer),
            "rated": wish.rated}
        if wish.rated or (wish.clock is not None and wish.clock.kind == "days"):
            data["appear"] = self._first_move(wish.clock)
        game = await self._rooms.create(data, wish.id)
        seats = {colour: tokens.seat(game, colour) for colour in COLOURS
                 if _is_given_out(wishes[colour])}
        return Created(game, seats, {colour: link_to(game, token)
                                     for colour, token in seats.items()})

    def _pay(self, sender: Sender) -> None:
        """Raise TooFastError if an address, or an account from whichever address, makes too many
        games.
        """
        account = sender.account and f"account {sender.account}"
        for payer in filter(None, (sender.payer, account)):
            if not self._made.take(payer):
                raise TooFastError(Sentence("you begin too many games; wait a little"),
                                   self._made.retry_after(payer))

    async def pair(self, older: Seek, younger: Seek, clock: NewClock | None, payer: str, *,
                   listed: bool = True) -> list[Pairing]:
        """Begin a game between two players that look for an opponent.

        Args:
            older, younger: their open challenges, which fit.
            clock: that suits both.
            payer: that of the player that has found the other.
            listed: whether it is listed for watching.

        Returns:
            What came of both open challenges.

        Raises:
            RefusedError: if the database cannot be written, or a game has come of one of them.
        """
        chance: Colour = secrets.choice(COLOURS)
        wanted = chance if younger.colour is None else other(younger.colour)
        first = older.colour or wanted
        seeks: dict[Colour, Seek] = {first: older, other(first): younger}
        board = make_board(older.rules, older.options)
        game = await self._rooms.create({
            "rules": older.rules, "options": board.options, "start": board.position(),
            "turn": str(board.turn),
            "seats": {colour: human_seat("" if account_of(seek.who) else seek.name, seek.who)
                      for colour, seek in seeks.items()},
            "control": stored_control(clock), "payer": self._rooms.tokens.alias(payer),
            "listed": listed, "rated": older.rated, "appear": self._first_move(clock),
        }, f"seeks {older.id} {younger.id}", {colour: seek.id for colour, seek in seeks.items()})
        return [Pairing(seek.id, game, colour) for colour, seek in seeks.items()]

    def _first_move(self, clock: NewClock | None) -> int | None:
        """Milliseconds for the first move of each player: by days, those of any move."""
        if clock is None:
            return None
        return round(1000 * (clock.initial if clock.kind == "days" else self._seconds))

    async def facts(self, game: str) -> GameFacts:
        """The public facts of a game.

        Raises:
            RefusedError: if there is no such game, or it cannot be read.
        """
        return await self._rooms.facts(game)

    async def look(self, ref: PositionRef, payer: TreePath) -> msgspec.Raw:
        """The view of a position, as JSON.

        Args:
            ref: of which position.
            payer: where the payer stands.

        Raises:
            RefusedError: if there is no such position, or too many are asked for.
        """
        try:
            return await self._rooms.views.get(ref, payer)
        except ValueError as error:
            raise RefusedError("bad", message_of(error)) from None
        except OverloadedError:
            raise RefusedError("busy", "too many positions are being analysed; try again",
                               "crowded") from None


def _check_rated(wish: NewGame, board: Board, sender: Sender) -> int | None:
    """Refuse a rated game that cannot be one; the level that plays, None for a person."""
    check_rated(sender.who, wish.clock is None,
                board.options != defaults(wish.rules) or wish.position is not None)
    mine, theirs = sorted((wish.white, wish.black), key=lambda seat: (
        seat.kind == COMPUTER, seat.open))
    if mine.kind == COMPUTER or mine.open or not (theirs.open or theirs.kind == COMPUTER):
        raise RefusedError("bad", Sentence("in a rated game one seat is yours, and the other is "
                                           "open or a computer's"))
    if theirs.kind != COMPUTER:
        return None
    if theirs.seed is not None:
        raise RefusedError("bad", Sentence("in a rated game the seed of the level cannot be "
                                           "chosen"))
    if theirs.random:
        raise RefusedError("bad", Sentence("a level that takes moves at random has no rating"))
    if theirs.level > RATED_LEVELS or anchor_of(wish.rules, theirs.level) is None:
        raise RefusedError("bad", Sentence("level {level} has no rating in this game that could "
                                           "be played for", level=theirs.level))
    return theirs.level


def _is_given_out(wish: NewSeat) -> bool:
    """Whether the token of a seat goes to the client that creates the game."""
    return wish.kind != COMPUTER and not wish.open


def _seat(wish: NewSeat, called: str, sender: Sender | None, anchor: int | None
          ) -> dict[str, Any]:
    """A seat as it is stored.

    Args:
        wish: the kind of its player.
        called: the name that was chosen; empty for none.
        sender: the client, if the seat is its own.
        anchor: the rating of a computer in a rated game.
    """
    if wish.kind == COMPUTER:
        return computer_seat(wish.level, wish.seed, anchor, wish.random)
    name, who = (sender.name, sender.who) if sender is not None else ("Guest", "")
    return human_seat(called or name, who) | {"open": wish.open}
