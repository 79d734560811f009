"""Conditional replies in the games in memory: stored, sent to their player, and made when due.

A reply is made by a command like any other, after the move that it answers is on disk.  Whatever
comes between, be it the end of the server, leaves a reply due, which is made when the game is read
again.
"""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from ...wire.words import Colour
from ..game.events import COMPUTER, PREPARED
from ..game.replies import Line, Replies, due, left, prepare
from ..game.rulings import Command, RefusedError
from ..game.snapshot import Snapshot
from ..game.state import State
from ..store.contract import NOT_WRITTEN, GameStore, database_asked
from ..store.transactions import Transaction
from .room import Room

AGAIN_SECONDS = 2.0         # before a reply that could not be made is looked at again
Tell = Callable[[Room, Colour, list[Line]], None]
log = structlog.get_logger()


class Prepared:
    """Looks after conditional replies.

    Args:
        store: stores them.
        submit: carries a command out.
        tell: sends a player what is left of its replies.
        begin: does something by itself.
    """

    def __init__(self, store: GameStore, submit: Callable[[str, Command], Coroutine[Any, Any, int]],
                 tell: Tell, begin: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._store, self._submit, self._tell, self._begin = store, submit, tell, begin

    async def lay_down(self, room: Room, command: Command, snapshot: Snapshot) -> int:
        """Carry out a command to prepare replies, in the room's turn; returns what it knew.

        Raises:
            RefusedError: if it cannot be.
        """
        known = await self._of(room)
        for found in known.values():
            if (found.colour, found.command_id) == (command.colour, command.id):
                return found.seq
        replies = prepare(snapshot, command)
        # The owner of the game is to know of them, even if a message is lost.
        await self._write(Transaction([], replies=[replies],
                                      due={} if room.owned else {room.game: 0}))
        known[replies.colour] = replies
        self._tell(room, replies.colour, left(replies, snapshot.state))
        return replies.seq

    async def lines(self, room: Room, colour: Colour) -> list[Line]:
        """What is left of a player's replies.

        Raises:
            RefusedError: if the database does not respond.
        """
        async with room.lock:
            replies = (await self._of(room)).get(colour)
            return left(replies, room.loaded().state) if replies is not None else []

    def look_at(self, room: Room) -> None:
        """Make the reply that is due, tell what is left, and forget what has been passed."""
        state = room.loaded().state
        if _can_be(state) and room.replies != {} and (state.result is None or room.replies):
            self._begin(self._look(room))

    async def is_due(self, room: Room, state: State) -> bool:
        """Whether a reply is to be made in a state of the game, in the room's turn.

        Raises:
            RefusedError: if the database does not respond.
        """
        return _can_be(state) and any(due(replies, state)
                                      for replies in (await self._of(room)).values())

    async def _look(self, room: Room) -> None:
        try:
            async with room.lock:
                command = None if room.revision is None else await self._next(room)
            if command is not None:
                await self._submit(room.game, command)
        except RefusedError as refused:
            log.warning("prepared reply", game=room.game, why=refused.why)
            if refused.code == "busy" and refused.why != "stopping":
                asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._look_again, room)

    def _look_again(self, room: Room) -> None:
        if room.revision is not None:
            self.look_at(room)

    async def _next(self, room: Room) -> Command | None:
        """The command by which a reply is made that is due."""
        state, known = room.loaded().state, await self._of(room)
        command = None
        for colour, replies in list(known.items()):
            lines = left(replies, state)
            if not lines:
                await self._write(Transaction([], passed=[replies]))
                del known[colour]
            self._tell(room, colour, lines)
            if room.owned and (reply := due(replies, state)) is not None:
                command = Command(PREPARED, f"{state.changed}", "move", colour, state.changed,
                                  move=reply.text)
        return command

    async def _of(self, room: Room) -> dict[Colour, Replies]:
        """All conditional replies of a game, in the room's turn."""
        if room.replies is None:
            with database_asked():
                found = await self._store.replies_of(room.game)
            room.replies = {replies.colour: replies for replies in found if replies.lines}
        return room.replies

    async def _write(self, transaction: Transaction) -> None:
        with database_asked(NOT_WRITTEN):
            await self._store.write(transaction)


def _can_be(state: State) -> bool:
    """Whether there can be replies in a game: no clock counts less than days, and no computer
    plays.
    """
    return (state.control is None or state.control.kind == "days") and all(
        seat.kind != COMPUTER for seat in state.seats.values())
