"""The socket of a page: its messages, handled one after the other, and what is sent to it."""
from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..base.errors import EcksteinError
from ..engine.messages import EngineError, UncompiledError
from ..kernel.coming import coming
from ..wire.socket import (
    Analyse,
    AnalysedMessage,
    Bye,
    Do,
    DoneMessage,
    ErrorMessage,
    Join,
    Leave,
    Ping,
    Pong,
    Stop,
    ViewMessage,
    ViewRequest,
    client_decoder,
    encoded,
)
from .game.rulings import RefusedError
from .hub.subscriber import Subscriber
from .installed import PARTS
from .net.scopes import check_scope, reaches
from .ops.allowances import CAPS, RATES
from .ops.asked import part, timed
from .ops.limits import MESSAGE_BYTES, Bucket
from .ops.sharing import TreePath
from .part import Heard, Site
from .parts.accounts.events import Session, Token
from .parts.chat.events import chat_topic
from .rooms.events import game_topic
from .rooms.front_door import Sender
from .work.analyses import analyse
from .work.contract import OverloadedError
from .work.lines import board_of

SEND_SECONDS = 60.0         # a client that has not read anything for so long is gone
log = structlog.get_logger()


class NotUnderstoodError(EcksteinError):
    """A message that is none, in a sentence for its sender."""


class Connection(Subscriber):
    """One client.

    Args:
        websocket: accepted already.
        receive, send: what is below it, and several times as fast.
        site: the server.
        guest: the id of the guest, for commands without a seat.
        session: that of an account, or the token that a program has shown, or None.
        payer: the payer against which limits count its requests.
        path: where the client stands when places are scarce.
        request: its id in the log.
        journey: the seconds that a ping last took there and back; 0 before the first.

    Attributes:
        heard: how many messages were understood.
    """

    def __init__(self, websocket: WebSocket, receive: Receive, send: Send, site: Site, guest: str,
                 session: Session | Token | None, payer: str, path: TreePath, request: str,
                 journey: Callable[[], float]) -> None:
        self._token = session if isinstance(session, Token) else None
        account = None if session is None else session.account
        sender = Sender(guest, payer, account=account)
        super().__init__(functools.partial(reaches, self._token), sender.who, account,
                         sender.name, payer, path)
        self._websocket, self._receive, self._send = websocket, receive, send
        self._site, self._rooms, self._door, self._hub = site, site.rooms, site.door, site.hub
        self.sending_since: float | None = None
        self._guest, self._request, self._journey = guest, request, journey
        self.heard = 0
        self._closes_with = 1011
        self._mistakes = Bucket(*RATES["mistakes"][:2])
        self._view_tasks: set[asyncio.Task[None]] = set()
        self._analysis: tuple[int, asyncio.Task[None]] | None = None

    # The life of a connection.

    async def run(self) -> None:
        """Listen and tell until the client is gone."""
        sending = self._sending = asyncio.create_task(self._send_on())
        listening = asyncio.create_task(self._listen_on())
        try:
            await asyncio.wait([sending, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.outbox.close()
            self._hub.leave(self)
            tasks = [listening, sending, *self._view_tasks]
            if self._analysis is not None:
                tasks.append(self._analysis[1])
            for task in tasks:
                task.cancel()
            for error in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(error, Exception) and not isinstance(
                        error, WebSocketDisconnect | OSError):
                    log.error("socket", error=repr(error), exc_info=error)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                async with asyncio.timeout(1):
                    await self._websocket.close(self._closes_with)

    def give_up_if_stuck(self, now: float) -> None:
        """End the connection if its client has not read anything for too long."""
        if self.sending_since is not None and now - self.sending_since > SEND_SECONDS:
            self._sending.cancel()

    def end(self) -> None:
        """End at once, whether the client reads or not: its session or token has ended."""
        self._closes_with = 1012            # it may come back with another identity
        self._sending.cancel()

    def say_bye(self, reason: str) -> None:
        """Tell the client that the server stops."""
        self.outbox.answer(encoded(Bye(reason)))
        self.outbox.close()

    async def _send_on(self) -> None:
        clock = asyncio.get_running_loop().time
        while (message := await self.outbox.take()) is not None:
            topic, text = message
            if text is None and topic is not None:
                text = await self._hub.snapshot(topic, self)
            if text is None:
                continue
            await self._site.sent.pay(self.payer, len(text))
            self.sending_since = clock()
            await self._send({"type": "websocket.send", "text": text})
            self.sending_since = None
        await self._websocket.close(1012)

    async def _listen_on(self) -> None:
        while True:
            await self.outbox.wait_for_space()
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return
            try:
                heard = _understood(message.get("text"))
            except NotUnderstoodError as error:
                await self._site.requests.pay(self.payer)
                if not self._mistakes.take():
                    self._closes_with = 1008
                    return
                self._error(str(error))
                continue
            # Clients that exceed the rate are delayed.
            handled = _HANDLED.get(type(heard)) or self._site.messages.get(type(heard))
            await self._site.requests.pay(self.payer, handled.cost if handled else 1.0)
            await self._hear(heard, handled)

    async def _hear(self, message: Any, handled: Heard | None) -> None:
        self.heard += 1
        part(self._request, self.heard)
        try:
            check_scope(self._token, getattr(type(message), "needs", None))
            if handled is None:
                raise RefusedError("not-now", absent(type(message)))
            await handled.handler(self, message)
        except RefusedError as refused:
            self.refuse(getattr(message, "id", None), refused)
        except Exception as error:      # a mistake of ours: the other games here are to go on
            log.error("message", exc_info=error)
            self._error("an error occurred in the server, and nothing was done")

    # What can be said.

    async def _join(self, message: Join) -> None:
        game = message.game
        if len(self.seats) >= CAPS["games"].most and game not in self.seats:
            return self._error("you follow too many games at once")
        colours = [self._rooms.tokens.colour(game, token) for token in message.seats]
        self.seats[game] = frozenset(colour for colour in colours if colour)
        self.viewing.pop(game, None)
        if message.views:
            self.viewing[game] = message
        try:
            with timed("join", game=game):
                await self._rooms.join(self, game, message.since)
        except RefusedError as refused:
            del self.seats[game]
            self.viewing.pop(game, None)
            self.refuse(None, refused, game=game)
        return None

    async def _heard_leave(self, message: Leave) -> None:
        self._leave(message.game)

    def _leave(self, game: str) -> None:
        if self.seats.pop(game, None) is not None:
            self.viewing.pop(game, None)
            self._hub.unsubscribe(self, game_topic(game), chat_topic(game))

    async def _do(self, message: Do) -> None:
        game = message.game
        try:
            done = await self._door.do(game, message, Sender(
                self._guest, self.payer, self.holds(game), self.account,
                int(1000 * self._journey()), self.path))
            self.answer(DoneMessage(message.id, game, done.seq))
        except RefusedError as refused:
            if refused.code == "stale":
                self._rooms.tell_again(self, game, message.seq)
            self.refuse(message.id, refused, game=game, seq=self._rooms.seq(game))

    async def _view(self, message: ViewRequest) -> None:
        if len(self._view_tasks) >= CAPS["views"].most:
            raise RefusedError("busy", "you asked for too many positions at once", "crowded")
        task = asyncio.get_running_loop().create_task(self._show(message))
        self._view_tasks.add(task)
        task.add_done_callback(self._view_tasks.discard)

    async def _show(self, message: ViewRequest) -> None:
        try:
            with timed("look"):
                view = await self._door.look(message.of, self.path)
        except RefusedError as refused:
            self.refuse(message.id, refused)
        except Exception as error:      # a mistake of ours; the client is not to wait for ever
            self.refuse(message.id, RefusedError("busy", "this could not be shown", "crowded"))
            log.error("view", exc_info=error)
        else:
            self.answer(ViewMessage(message.id, view))

    async def _analyse(self, message: Analyse) -> None:
        await self._end_analysis()
        task = asyncio.get_running_loop().create_task(self._think(message))
        self._analysis = message.id, task

    async def _stop(self, message: Stop) -> None:
        if self._analysis is not None and self._analysis[0] == message.id:
            await self._end_analysis()
        else:
            self.answer(AnalysedMessage(message.id))

    async def _end_analysis(self) -> None:
        if self._analysis is not None:
            _, task = self._analysis
            self._analysis = None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _think(self, message: Analyse) -> None:
        """Tell what the engine finds; `analysed` comes last, also when this is cancelled."""
        try:
            # Many moves take long to read, and other clients are not to wait for it.
            with timed("analysis"):
                board = await self._site.aside(board_of, message.of)
                async with contextlib.aclosing(analyse(self._site.analysts, board, message,
                                                       self.path)) as found:
                    async for analysis in found:
                        if len(self.outbox) < self.outbox.limit // 2:
                            self.answer(analysis)
        except ValueError as error:
            refused = RefusedError("bad", str(error))
        except OverloadedError:
            refused = RefusedError("busy", "all engines are busy; try again soon", "engines-taken")
        except UncompiledError as error:
            log.warning("analysis impossible", error=str(error))
            refused = (RefusedError("busy", "this game is still being compiled; try again soon",
                                    "compiling") if coming() else
                       RefusedError("busy", "the engine has not loaded these rules, and cannot "
                                            "load them now", "uncompiled"))
        except (EngineError, OSError) as error:     # what it said is not for strangers
            log.warning("analysis failed", error=str(error))
            refused = RefusedError("busy", "the engine failed; try again", "engine-failed")
        except asyncio.CancelledError:
            self.answer(AnalysedMessage(message.id))
            raise
        else:
            return self.answer(AnalysedMessage(message.id))
        return self.refuse(message.id, refused)

    async def _ping(self, message: Ping) -> None:
        self.answer(Pong())

    # Answers.

    def _error(self, reason: str) -> None:
        self.answer(ErrorMessage(reason))


def _understood(text: str | None) -> Any:
    if text is None:
        raise NotUnderstoodError("messages must be JSON text")
    if len(text) > MESSAGE_BYTES:
        raise NotUnderstoodError("this message is too long")
    try:
        return client_decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NotUnderstoodError(f"this message cannot be understood: {error}") from None


# What every server handles.
_HANDLED: dict[type, Heard] = {
    Join: Heard(Connection._join, 1.0), Leave: Heard(Connection._heard_leave, 1.0),
    Do: Heard(Connection._do, 1.0), ViewRequest: Heard(Connection._view, 2.0),
    Analyse: Heard(Connection._analyse, 2.0), Stop: Heard(Connection._stop, 1.0),
    Ping: Heard(Connection._ping, 1.0)}


def absent(kind: type) -> str:
    """The reason for refusing a message that belongs to a part that is closed."""
    return next((part.absent for part in PARTS if kind in part.messages), "nothing here does this")
