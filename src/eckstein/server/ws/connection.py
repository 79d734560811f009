"""The socket of a page: its messages, handled one after the other, and what is sent to it."""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from msgspec.structs import asdict
from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...base.errors import EcksteinError
from ...engine.messages import EngineError, UncompiledError
from ...wire.socket import (
    Analyse,
    AnalysedMessage,
    Bye,
    ChallengesMessage,
    Do,
    DoneMessage,
    EnterLobby,
    ErrorMessage,
    Follow,
    HearChallenges,
    HearChat,
    HearFollowed,
    Join,
    Leave,
    LeaveLobby,
    Ping,
    Pong,
    RefusedMessage,
    SaidMessage,
    Say,
    SeekMessage,
    ServerMessage,
    Stop,
    Take,
    Unfollow,
    ViewMessage,
    ViewRequest,
    Withdraw,
    client_decoder,
    encoded,
)
from ...wire.words import Scope
from ..company.callers import COMPANY, LOOK_SECONDS
from ..company.chat import CHAT
from ..company.company import Company
from ..company.followed import FOLLOWED
from ..game.rulings import RefusedError
from ..lobby.crowd import LOBBY
from ..lobby.lobby import Lobby, Visitor
from ..ops.asked import part, timed
from ..ops.limits import MESSAGE_BYTES, Bucket, Buckets
from ..people.access import check_scope
from ..people.contract import Session, Token
from ..rooms.front_door import FrontDoor, Sender
from ..rooms.rooms import Rooms
from ..rooms.subscriber import Subscriber
from ..store.contract import StoreError
from ..work.analyses import analyse
from ..work.contract import Aside
from ..work.engines import Engines, EnginesBusyError
from ..work.lines import board_of

if TYPE_CHECKING:
    from ..arbiter.arbiter import Arbiter

MISTAKES, MISTAKES_AT_ONCE = 1.0, 100.0     # messages that nobody understands: a second, at once
VIEWS_AT_ONCE = 8           # views that one client may wait for at once
GAMES = 32                  # games that one client may hear of at once
SEND_SECONDS = 60.0         # a client that has not read anything for so long is gone
log = structlog.get_logger()


class NotUnderstoodError(EcksteinError):
    """A message that is none, in a sentence for its sender."""


class Connection(Subscriber):
    """One client.

    Args:
        websocket: accepted already.
        receive, send: what is below it, and several times as fast.
        rooms, door, lobby, engines: the games, the way to them, where opponents are found, and
            engines for analysis.
        company: what people do who know each other; None where nobody does.
        aside: calls what takes a while.
        guest: who it is, in commands without a seat.
        session: that of an account, or the token that a program has shown, or None.
        payer: for whom what it asks counts.
        requests, sent: what payers may ask for, and be sent, in bytes.
        request: its id in the log.
        journey: the seconds that a ping last took there and back; 0 before the first.
        arbiter: runs tournaments, where there are any.

    Attributes:
        heard: how many messages were understood.
        session: see above.
    """

    def __init__(self, websocket: WebSocket, receive: Receive, send: Send, rooms: Rooms,
                 door: FrontDoor, lobby: Lobby, company: Company | None, engines: Engines,
                 aside: Aside, guest: str,
                 session: Session | Token | None, payer: str, requests: Buckets, sent: Buckets,
                 request: str, journey: Callable[[], float],
                 arbiter: Arbiter | None = None) -> None:
        super().__init__()
        self._websocket, self._rooms, self._door = websocket, rooms, door
        self.session = session
        self._account = None if session is None else session.account
        self._token = session if isinstance(session, Token) else None
        sender = Sender(guest, payer, account=self._account)
        self._lobby, self._visitor = lobby, Visitor(self, sender.who, sender.name, payer)
        self._company, self._who = company, sender.who
        self._receive, self._send, self._arbiter = receive, send, arbiter
        self.sending_since: float | None = None
        self._engines, self._aside = engines, aside
        self._guest, self._payer, self._requests = guest, payer, requests
        self._sent, self._request, self._journey = sent, request, journey
        self.heard = 0
        self._closes_with = 1011
        self._mistakes = Bucket(MISTAKES, MISTAKES_AT_ONCE)
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
            for game in list(self.seats):
                self._leave(game)
            self._lobby.gone(self._visitor)
            if self._company is not None:
                self._company.leave(self._who, self)
            if self._arbiter is not None:
                self._arbiter.ledger.followers.leave(self._visitor)
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
        """End a connection whose client has not read anything for too long."""
        if self.sending_since is not None and now - self.sending_since > SEND_SECONDS:
            self._sending.cancel()

    def say_bye(self, reason: str) -> None:
        """Tell the client that the server stops."""
        self.outbox.answer(encoded(Bye(reason)))
        self.outbox.close()

    async def _send_on(self) -> None:
        clock = asyncio.get_running_loop().time
        while (message := await self.outbox.take()) is not None:
            game, text = message
            if text is None:
                if game == LOBBY:
                    self._lobby.crowd.tell_all(self)
                elif game in (COMPANY, FOLLOWED) or game.startswith(CHAT):
                    await self._tell_company(game)
                else:
                    self._rooms.tell_all(self, game)
                continue
            await self._sent.pay(self._payer, len(text))
            self.sending_since = clock()
            await self._send({"type": "websocket.send", "text": text})
            self.sending_since = None
        await self._websocket.close(1012)

    async def _tell_company(self, topic: str) -> None:
        """Tell all challenges, who is here, or a chat; later, if the database does not respond."""
        assert self._company is not None
        try:
            if (news := await self._company.news(topic, self._who, self)) is not None:
                self.tell(topic, news)
        except (StoreError, OSError):
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self.want, topic)

    async def _listen_on(self) -> None:
        while True:
            await self.outbox.wait_for_space()
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return
            try:
                heard = _understood(message.get("text"))
            except NotUnderstoodError as error:
                await self._requests.pay(self._payer)
                if not self._mistakes.take():
                    self._closes_with = 1008
                    return
                self._error(str(error))
                continue
            # Clients that exceed the rate are delayed.
            await self._requests.pay(self._payer, _COSTS.get(type(heard), 1.0))
            await self._hear(heard)

    async def _hear(self, message: Any) -> None:
        self.heard += 1
        part(self._request, self.heard)
        try:
            if scope := _SCOPES.get(type(message)):
                check_scope(self._token, scope)
            await _HEARD[type(message)](self, message)
        except RefusedError as refused:
            self._refuse(getattr(message, "id", None), refused)
        except Exception as error:      # a mistake of ours: the other games here are to go on
            log.error("message", exc_info=error)
            self._error("an error occurred in the server, and nothing was done")

    # What can be said.

    async def _join(self, message: Join) -> None:
        game = message.game
        if len(self.seats) >= GAMES and game not in self.seats:
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
            self._refuse(None, refused, game=game)
        return None

    async def _heard_leave(self, message: Leave) -> None:
        self._leave(message.game)

    def _leave(self, game: str) -> None:
        if self.seats.pop(game, None) is not None:
            self.viewing.pop(game, None)
            self._rooms.leave(self, game)
            if self._company is not None:
                self._company.chat.leave(game, self)

    async def _do(self, message: Do) -> None:
        game = message.game
        try:
            done = await self._door.do(game, message, Sender(
                self._guest, self._payer, self.holds(game), self._account,
                int(1000 * self._journey())))
            self._answer(DoneMessage(message.id, game, done.seq))
        except RefusedError as refused:
            if refused.code == "stale":
                self._rooms.tell_again(self, game, message.seq)
            self._refuse(message.id, refused, game=game, seq=self._rooms.seq(game))

    async def _enter_lobby(self, message: EnterLobby) -> None:
        self._lobby.enter(self._visitor)

    async def _leave_lobby(self, message: LeaveLobby) -> None:
        self._lobby.crowd.leave(self)

    async def _seek(self, message: SeekMessage) -> None:
        with timed("seek"):
            await self._lobby.seek(self._visitor, message)

    async def _take(self, message: Take) -> None:
        with timed("take"):
            await self._lobby.take(self._visitor, message)

    async def _withdraw(self, message: Withdraw) -> None:
        self._lobby.withdraw(self._visitor, message.id)

    async def _hear_challenges(self, message: HearChallenges) -> None:
        if self._company is None:
            self._answer(ChallengesMessage([]))
        else:
            self._company.callers.enter(self._who, self)

    async def _hear_followed(self, message: HearFollowed) -> None:
        if self._company is None or self._account is None:
            raise RefusedError("not-yours", "sign in first", "signed-out")
        self._company.followed.enter(self._account, self)

    async def _hear_chat(self, message: HearChat) -> None:
        try:
            if self._company is None:
                raise RefusedError("not-now", "nobody chats here", "no-chat")
            await self._company.chat.hear(message.game, self)
        except RefusedError as refused:
            self._refuse(None, refused)

    async def _say(self, message: Say) -> None:
        try:
            if self._company is None:
                raise RefusedError("not-now", "nobody chats here", "no-chat")
            with timed("say"):
                number = await self._company.chat.say(message.game, message,
                                                      self.holds(message.game),
                                                      self._account)
            self._answer(SaidMessage(message.id, message.game, number))
        except RefusedError as refused:
            self._refuse(message.id, refused, game=message.game)

    async def _follow(self, message: Follow) -> None:
        if self._arbiter is None:
            raise RefusedError("unknown-game", "there are no tournaments here")
        await self._arbiter.follow(self._visitor, message.tournament)

    async def _unfollow(self, message: Unfollow) -> None:
        if self._arbiter is not None:
            self._arbiter.ledger.followers.leave(self._visitor, message.tournament)

    async def _view(self, message: ViewRequest) -> None:
        if len(self._view_tasks) >= VIEWS_AT_ONCE:
            raise RefusedError("busy", "you asked for too many positions at once", "crowded")
        task = asyncio.get_running_loop().create_task(self._show(message))
        self._view_tasks.add(task)
        task.add_done_callback(self._view_tasks.discard)

    async def _show(self, message: ViewRequest) -> None:
        try:
            with timed("look"):
                view = await self._door.look(message.of, self._payer)
        except RefusedError as refused:
            self._refuse(message.id, refused)
        except Exception as error:      # a mistake of ours; nobody is to wait for ever for it
            self._refuse(message.id, RefusedError("busy", "this could not be shown", "crowded"))
            log.error("view", exc_info=error)
        else:
            self._answer(ViewMessage(message.id, view))

    async def _analyse(self, message: Analyse) -> None:
        await self._end_analysis()
        task = asyncio.get_running_loop().create_task(self._think(message))
        self._analysis = message.id, task

    async def _stop(self, message: Stop) -> None:
        if self._analysis is not None and self._analysis[0] == message.id:
            await self._end_analysis()
        else:
            self._answer(AnalysedMessage(message.id))

    async def _end_analysis(self) -> None:
        if self._analysis is not None:
            _, task = self._analysis
            self._analysis = None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _think(self, message: Analyse) -> None:
        """Tell what the engine finds; `analysed` comes last, also when this is cancelled."""
        try:
            # Many moves take long to read, and nobody else is to wait for it.
            with timed("analysis"):
                board = await self._aside(board_of, message.of)
                async with contextlib.aclosing(analyse(self._engines, board, message,
                                                       self._payer)) as found:
                    async for analysis in found:
                        if len(self.outbox) < self.outbox.limit // 2:
                            self._answer(analysis)
        except ValueError as error:
            refused = RefusedError("bad", str(error))
        except EnginesBusyError:
            refused = RefusedError("busy", "all engines are busy; try again soon", "engines-taken")
        except UncompiledError as error:
            log.warning("analysis impossible", error=str(error))
            refused = RefusedError("busy", "the engine has not loaded these rules, and cannot load "
                                           "them now", "uncompiled")
        except (EngineError, OSError) as error:     # what it said is not for strangers
            log.warning("analysis failed", error=str(error))
            refused = RefusedError("busy", "the engine failed; try again", "engine-failed")
        except asyncio.CancelledError:
            self._answer(AnalysedMessage(message.id))
            raise
        else:
            return self._answer(AnalysedMessage(message.id))
        return self._refuse(message.id, refused)

    async def _ping(self, message: Ping) -> None:
        self._answer(Pong())

    # Answers.

    def _answer(self, message: ServerMessage) -> None:
        self.outbox.answer(encoded(message))

    def _refuse(self, id: str | int | None, refused: RefusedError, **more: Any) -> None:
        self._answer(RefusedMessage(**asdict(refused.answer()), id=id, **more))

    def _error(self, reason: str) -> None:
        self._answer(ErrorMessage(reason))


def _understood(text: str | None) -> Any:
    if text is None:
        raise NotUnderstoodError("messages must be JSON text")
    if len(text) > MESSAGE_BYTES:
        raise NotUnderstoodError("this message is too long")
    try:
        return client_decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NotUnderstoodError(f"this message cannot be understood: {error}") from None


# Of others, 1.
_COSTS: dict[type, float] = {ViewRequest: 2.0, Analyse: 2.0, SeekMessage: 2.0, Take: 2.0}
_SCOPES: dict[type, Scope] = {Do: "play", SeekMessage: "play", Take: "play", Withdraw: "play",
                              HearChallenges: "challenge", HearFollowed: "read",
                              HearChat: "play", Say: "play"}
_HEARD: dict[type, Callable[[Connection, Any], Coroutine[Any, Any, None]]] = {
    Join: Connection._join, Leave: Connection._heard_leave, Do: Connection._do,
    ViewRequest: Connection._view, Analyse: Connection._analyse, Stop: Connection._stop,
    Ping: Connection._ping, EnterLobby: Connection._enter_lobby,
    LeaveLobby: Connection._leave_lobby, SeekMessage: Connection._seek, Take: Connection._take,
    Withdraw: Connection._withdraw, HearChallenges: Connection._hear_challenges,
    Follow: Connection._follow, Unfollow: Connection._unfollow,
    HearFollowed: Connection._hear_followed, HearChat: Connection._hear_chat,
    Say: Connection._say}
