"""Endpoints: the types that each takes and returns, which are decoded and encoded only here."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...base.errors import EcksteinError
from ...wire.capabilities import usable
from ...wire.http_away import CalendarKey
from ...wire.http_classes import ClassId
from ...wire.http_mail import MailKey
from ...wire.http_tournaments import TournamentId
from ...wire.words import AccountName, ChallengeId, GameId, GameName, Needs, StudyId
from ..game.tokens import COOKIE
from ..ops.sharing import TreePath
from ..part import Site
from ..parts.accounts.events import Account, AccountOf, Fresh, FreshOf, Session, Token
from ..rooms.front_door import FrontDoor, Sender
from ..store.contract import signed_out
from . import cookies
from .cookies import session_token
from .guard import JSON, json_response, payer_of
from .scopes import check_scope, reaches

Wish = TypeVar("Wish")
Running = TypeVar("Running")
Found = TypeVar("Found")
PREFIX = "/api/v1"
IN_PATHS: dict[str, Any] = {"game": GameId, "rules": GameName, "study": StudyId,
                            "name": AccountName, "challenge": ChallengeId,
                            "key": CalendarKey, "mail": MailKey,
                            "tournament": TournamentId, "class": ClassId,
                            "file": Literal["csv", "teams", "trf", "records"],
                            "form": Literal["svg", "png", "gif", "frames"]}
"""What can stand in braces in a path."""
KEYS = "key", "mail"        # among these, secrets that open something
REFUSALS = (400, 401, 403, 404, 409, 410, 413, 414, 422, 429, 431, 503)


class NotUnderstoodError(EcksteinError):
    """The path, parameters or body of a request are not as the API describes them."""


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
    def service(self) -> Site:
        """The server that answers."""
        service: Site = self.request.app.state.service
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
        """The payer against which limits count."""
        return payer_of(self.request.scope)

    async def path(self) -> TreePath:
        """Where the client stands when places are scarce."""
        person = self.guest if self.token is None else self.token.account
        return await cookies.path_of_client(self.request, self.service.tokens,
                                            self.service.rooms.names, self.payer, person or "")

    @property
    def guest(self) -> str | None:
        """The id of the guest, from the cookie of the request; None without one."""
        return self.service.tokens.guest(self.request.cookies.get(COOKIE))

    def get(self, kind: type[Running]) -> Running:
        """What the part of the endpoint, or one that it needs, has made."""
        return self.service.get(kind)

    @property
    def token(self) -> Token | None:
        """What a program has shown, which reaches as far as this endpoint needs."""
        token: Token | None = self.request.state.token
        return token

    @property
    def own(self) -> Fresh:
        """The session of an owner that has signed in just now; only for endpoints that need one."""
        own: Fresh = self.request.state.own
        return own

    def may(self, needs: Needs) -> bool:
        """Whether the token that a program has shown is enough; see `usable`."""
        return reaches(self.token, needs)

    async def account(self) -> Account:
        """The account of the client.

        Raises:
            RefusedError: if the client has none.
        """
        return _signed_in(await self.service.hub.query(AccountOf(await self.login())))

    async def login(self) -> Session | Token | None:
        """The token or session of the request; None for a guest."""
        return self.token or await self.session()

    async def session(self) -> Session | None:
        """The session of the page that asks; None if it is signed out."""
        return await self.service.session_of(session_token(self.request))

    async def sender(self) -> Sender:
        """The client of the request."""
        if self.token is not None:
            return Sender(None, self.payer, account=self.token.account, path=await self.path())
        session = await self.session()
        return Sender(self.guest, self.payer,
                      account=None if session is None else session.account,
                      path=await self.path())


def _signed_in(found: Found | None) -> Found:
    """What was found of an account; where no accounts are kept, nobody is signed in."""
    if found is None:
        raise signed_out()
    return found


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
        needs: what a token that a program shows has to reach; with "fresh" only an owner that has
            signed in just now may ask.
    """

    method: Literal["GET", "POST"]
    path: str
    tag: str
    does: Callable[[Call[Any]], Awaitable[Any]]
    takes: Any
    answers: Mapping[int, Any]
    refuses: tuple[int, ...]
    needs: Needs

    async def respond(self, request: Request) -> Response:
        """The response to a request.

        Raises:
            NotUnderstoodError: if it is not as described.
            RefusedError: if it cannot be done.
        """
        service: Site = request.app.state.service
        token = request.state.token = await service.token_of(request.headers.get("Authorization"))
        check_scope(token, self.needs)
        if self.needs == "fresh":
            call = Call(request, None)
            request.state.own = _signed_in(await service.hub.query(FreshOf(await call.session())))
        for name, value in request.path_params.items():
            _read(name, msgspec.convert, value, IN_PATHS[name])
        call = Call(request, await self._wish(request))
        answer = await self.does(call)
        if isinstance(answer, Response):
            return answer
        return json_response(usable(answer, call.may), next(iter(self.answers)))

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

    def route(self, respond: Callable[[Request], Awaitable[Response]] | None = None) -> Route:
        """For the application; responses are made by a function, if it is given."""
        route = Route(self.path, respond or self.respond, methods=[self.method])
        route.methods = {self.method}           # without HEAD
        return route


def endpoint(method: Literal["GET", "POST"], path: str, tag: str, *, needs: Needs, answers: Any,
             takes: Any = None, status: int = 200, also: Mapping[int, Any] | None = None,
             refuses: tuple[int, ...] = REFUSALS
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
