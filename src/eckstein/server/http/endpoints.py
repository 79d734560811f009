"""Endpoints: the types that each takes and returns, which are decoded and encoded only here."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...base.errors import EcksteinError
from ...wire.http_away import CalendarKey
from ...wire.http_mail import MailKey
from ...wire.http_tournaments import TournamentId
from ...wire.words import AccountName, ChallengeId, GameId, GameName, Scope, StudyId
from ..company.challenges import Challenges
from ..company.company import Company
from ..game.tokens import COOKIE
from ..people.access import check_scope
from ..people.contract import Account, Session, Token
from ..rooms.front_door import FrontDoor, Sender
from ..service import Service
from .cookies import session_token
from .guard import JSON, json_response, payer_of

if TYPE_CHECKING:
    from ..arbiter.arbiter import Arbiter
    from ..company.moderation import Moderation
    from ..people.accounts import Accounts
    from ..people.contract import Session

Wish = TypeVar("Wish")
PREFIX = "/api/v1"
IN_PATHS: dict[str, Any] = {"game": GameId, "rules": GameName, "study": StudyId,
                            "name": AccountName, "challenge": ChallengeId,
                            "key": CalendarKey, "mail": MailKey,
                            "tournament": TournamentId,
                            "file": Literal["csv", "teams", "trf", "records"],
                            "form": Literal["svg", "png", "gif", "frames"]}
"""What can stand in braces in a path."""
REFUSALS = (400, 401, 403, 404, 409, 410, 413, 414, 422, 429, 431, 503)


class NotUnderstoodError(EcksteinError):
    """A request whose path, parameters or body are not as the API describes them."""


@dataclass(frozen=True, slots=True)
class Call(Generic[Wish]):
    """A request to an endpoint.

    Attributes:
        request: as it came in.
        wish: its body, or for GET its parameters.
    """

    request: Request
    wish: Wish

    @property
    def service(self) -> Service:
        """The server that answers."""
        service: Service = self.request.app.state.service
        return service

    @property
    def door(self) -> FrontDoor:
        """The way to games and positions."""
        return self.service.door

    @property
    def game(self) -> str:
        """The game of the path."""
        game: str = self.request.path_params["game"]
        return game

    @property
    def payer(self) -> str:
        """For whom limits count."""
        return payer_of(self.request.scope)

    @property
    def guest(self) -> str | None:
        """The id of the guest whose cookie came along."""
        return self.service.tokens.guest(self.request.cookies.get(COOKIE))

    @property
    def accounts(self) -> Accounts:
        """Those of this server.

        Raises:
            HTTPException: if it has none.
        """
        if self.service.accounts is None:
            raise HTTPException(404, "there are no accounts here")
        return self.service.accounts

    @property
    def token(self) -> Token | None:
        """What a program has shown, which reaches as far as this endpoint needs."""
        token: Token | None = self.request.state.token
        return token

    async def account(self) -> Account:
        """That of whoever asks.

        Raises:
            RefusedError: if he has none.
        """
        return await self.accounts.account(self.token or await self.session())

    async def session(self) -> Session | None:
        """That of the page that asks, if anybody is signed in there."""
        return await self.service.session_of(session_token(self.request))

    @property
    def arbiter(self) -> Arbiter:
        """Runs the tournaments of this server.

        Raises:
            HTTPException: if it has none.
        """
        if self.service.arbiter is None:
            raise HTTPException(404, "there are no tournaments here")
        return self.service.arbiter

    @property
    def moderation(self) -> Moderation:
        """That of this server.

        Raises:
            HTTPException: if it has none.
        """
        if self.service.moderation is None:
            raise HTTPException(404, "there are no accounts here")
        return self.service.moderation

    @property
    def company(self) -> Company:
        """What people do here who know each other.

        Raises:
            HTTPException: if nobody does.
        """
        if self.service.company is None:
            raise HTTPException(404, "there are no accounts here")
        return self.service.company

    @property
    def challenges(self) -> Challenges:
        """Those of this server."""
        return self.company.challenges

    async def sender(self) -> Sender:
        """Who asks."""
        if self.token is not None:
            return Sender(None, self.payer, account=self.token.account)
        session = await self.session()
        return Sender(self.guest, self.payer,
                      account=None if session is None else session.account)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one path.

    Attributes:
        method: such as "POST".
        path: with names in braces.
        tag: under which heading it is described.
        does: answers a call, by a structure or a response.
        takes: the type of the body, or for GET of the parameters; None for neither.
        answers: by status the type of the answer, or the media types of one that is no JSON.
        refuses: with which statuses a `Complaint` may come.
        needs: the scope of a token that a program needs; "page" for what no token can do, and None
            for what everybody may ask.
    """

    method: Literal["GET", "POST"]
    path: str
    tag: str
    does: Callable[[Call[Any]], Awaitable[Any]]
    takes: Any
    answers: Mapping[int, Any]
    refuses: tuple[int, ...]
    needs: Scope | Literal["page"] | None

    async def respond(self, request: Request) -> Response:
        """The response to a request.

        Raises:
            NotUnderstoodError: if it is not as described.
            RefusedError: if it cannot be done.
        """
        service: Service = request.app.state.service
        token = request.state.token = await service.token_of(request.headers.get("Authorization"))
        if self.needs is not None:
            check_scope(token, None if self.needs == "page" else self.needs)
        for name, value in request.path_params.items():
            _read(name, msgspec.convert, value, IN_PATHS[name])
        answer = await self.does(Call(request, await self._wish(request)))
        if isinstance(answer, Response):
            return answer
        return json_response(answer, next(iter(self.answers)))

    async def _wish(self, request: Request) -> Any:
        if self.takes is None:
            return None
        if self.method == "GET":
            given = dict(request.query_params)
            return _read("", msgspec.convert, given, self.takes, strict=False)
        body = await request.body()
        media = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if media != JSON and not (media.startswith("application/") and media.endswith("+json")):
            raise NotUnderstoodError(f"the body must be JSON, sent as {JSON}")
        return _read("", msgspec.json.decode, body, type=self.takes)

    def route(self) -> Route:
        """For the application."""
        route = Route(self.path, self.respond, methods=[self.method])
        route.methods = {self.method}           # without HEAD
        return route


def endpoint(method: Literal["GET", "POST"], path: str, tag: str, *, answers: Any,
             takes: Any = None, status: int = 200, also: Mapping[int, Any] | None = None,
             refuses: tuple[int, ...] = REFUSALS, needs: Scope | Literal["page"] | None = None
             ) -> Callable[[Callable[[Call[Any]], Awaitable[Any]]], Endpoint]:
    """Make an endpoint of a function; see `Endpoint`.

    Args:
        status: of the usual answer; `also` holds others with what they answer.
    """
    def made(does: Callable[[Call[Any]], Awaitable[Any]]) -> Endpoint:
        return Endpoint(method, path, tag, does, takes, {status: answers} | dict(also or {}),
                        refuses, needs)
    return made


def _read(place: str, read: Callable[..., Any], *given: Any, **how: Any) -> Any:
    """What is read, or a sentence that says where it is not as it should be."""
    try:
        return read(*given, **how)
    except RecursionError:
        raise NotUnderstoodError("this is nested too deeply") from None
    except ValueError as error:
        what, _, where = str(error).partition(" - at ")
        where = place or where.replace("`", "").replace("$.", "").removeprefix("$")
        raise NotUnderstoodError(f"{where}: {what}" if where else what) from None
