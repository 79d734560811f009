"""The HTTP API of accounts: to get one, to sign in and out, and what is one's own."""
from __future__ import annotations

import contextlib
import math
import re
from typing import Any, cast

import msgspec
from starlette.responses import Response

from ....base.sentence import Sentence
from ....wire.capabilities import usable
from ....wire.http_accounts import (
    AskForAccount,
    Codes,
    Device,
    Document,
    DropPasskey,
    DropToken,
    MadeToken,
    Me,
    NewAccount,
    NewName,
    NewPassword,
    NewToken,
    Opponent,
    OwnAccount,
    OwnGame,
    OwnGames,
    OwnGamesQuery,
    PasskeyAnswer,
    PasskeyKnown,
    PasskeyQuestion,
    Privacy,
    Recover,
    SetDocument,
    SetPublic,
    SignedIn,
    SignIn,
    SignOut,
    Speed,
    TokenKnown,
)
from ....wire.words import COLOURS
from ...game.identity import of_account
from ...game.rulings import RefusedError
from ...game.snapshot import Snapshot
from ...game.tokens import Tokens
from ...net import cookies
from ...net.endpoints import Call, endpoint
from ...net.guard import json_response
from ...net.me import PATH, me_again, nobody
from ...part import Site
from ...store.contract import NOT_WRITTEN, database_asked
from ..away.events import HasCalendar, VacationOf
from ..moderation.events import OwnConductOf
from .accounts import Accounts, NewSession, Visitor
from .events import (
    AccountExport,
    IdentityEnds,
    PrivacyChanged,
    PublicityChanged,
    Session,
    Token,
)
from .history import Histories
from .played import GoingOn, PlayedGames, Seated, Urgency
from .store import AccountStore

RUNNING = 50                # games that go on, in one answer
READING = 0.5               # of a request, that each of them costs
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
           ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"))
BROWSERS = (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"),
            ("Safari/", "Safari"))


async def me_of(site: Site, login: Session | Token) -> Me:
    """What an owner sees of an account."""
    accounts, query = site.get(Accounts), site.hub.query
    account, store = await accounts.account(login), accounts.store
    with database_asked():
        passkeys = await store.passkeys(account.id)
        sessions = await store.sessions(account.id)
        codes = await store.codes(account.id)
        tokens = await store.tokens(account.id)
        conduct = await query(OwnConductOf(account))
        vacation = await query(VacationOf(account.id))
        calendar = await query(HasCalendar(account.id))
    return Me(account.name, OwnAccount(
        account.name, account.created // 1000, account.password is not None, codes,
        [PasskeyKnown(one.id, one.label, one.created // 1000) for one in passkeys],
        [Device(one.name, one.device, one.created // 1000, one.used // 1000,
                one.digest == login.digest) for one in sessions], account.bot,
        [TokenKnown(one.id, one.name, sorted(one.scopes), one.created // 1000,
                    one.ends and one.ends // 1000, one.used and one.used // 1000)
         for one in tokens], conduct, account.public, vacation, calendar,
        Privacy(account.seen, account.chats, account.guests),
        account.card), site.sends_mail)


@endpoint("POST", PATH, "accounts", takes=NewAccount, answers=SignedIn, status=201, needs="page")
async def create(call: Call[NewAccount]) -> Response:
    """Get an account with a password; the games of the guest come along."""
    await _check_signed_out(call)
    entry = await call.get(Accounts).create(call.wish.name, call.wish.password,
                                            await visitor_of(call))
    return signed_in(call, entry, 201)


@endpoint("POST", f"{PATH}/passkey/ask", "accounts", takes=AskForAccount, answers=PasskeyQuestion,
          needs="page")
async def ask_for_account(call: Call[AskForAccount]) -> PasskeyQuestion:
    """Ask for an account with a passkey."""
    await _check_signed_out(call)
    asked = await call.get(Accounts).ask_for_account(call.wish.name, call.request.url.netloc)
    return PasskeyQuestion(asked.options, asked.ticket)


@endpoint("POST", f"{PATH}/passkey", "accounts", takes=PasskeyAnswer, answers=SignedIn, status=201,
          needs="page")
async def create_with_passkey(call: Call[PasskeyAnswer]) -> Response:
    """Get the account, by what the browser has answered; the games of the guest come along."""
    await _check_signed_out(call)
    wish = call.wish
    entry = await call.get(Accounts).create_with_passkey(
        _origin(call), wish.ticket, wish.credential, await visitor_of(call))
    return signed_in(call, entry, 201)


async def _check_signed_out(call: Call[Any]) -> None:
    """Refuse a new account to a client that is signed in; it would be signed out."""
    if (session := await call.session()) is not None:
        account = await call.get(Accounts).account(session)
        raise RefusedError("not-now", Sentence("you are signed in as {name}; to make another "
                                               "account, sign out first", name=account.name))


@endpoint("POST", f"{PATH}/sign-in", "accounts", takes=SignIn, answers=SignedIn, needs="page")
async def sign_in(call: Call[SignIn]) -> Response:
    """Sign in with a password."""
    wish = call.wish
    entry = await call.get(Accounts).sign_in(wish.name, wish.password, await visitor_of(call),
                                             take_along=wish.take_along)
    return signed_in(call, entry)


@endpoint("POST", f"{PATH}/recover", "accounts", takes=Recover, answers=SignedIn, needs="page")
async def recover(call: Call[Recover]) -> Response:
    """Sign in with a recovery code and a new password; all devices are signed out."""
    wish = call.wish
    entry = await call.get(Accounts).recover(wish.name, wish.code, wish.password,
                                             await visitor_of(call))
    return signed_in(call, entry)


@endpoint("POST", f"{PATH}/sign-in/ask", "accounts", answers=PasskeyQuestion, needs="page")
async def ask_who(call: Call[None]) -> PasskeyQuestion:
    """Ask to sign in with a passkey."""
    asked = call.get(Accounts).ask_who(call.request.url.netloc)
    return PasskeyQuestion(asked.options, asked.ticket)


@endpoint("POST", f"{PATH}/sign-in/passkey", "accounts", takes=PasskeyAnswer, answers=SignedIn,
          needs="page")
async def sign_in_with_passkey(call: Call[PasskeyAnswer]) -> Response:
    """Sign in, by what the browser has answered."""
    wish = call.wish
    entry = await call.get(Accounts).sign_in_with_passkey(
        _origin(call), wish.ticket, wish.credential, await visitor_of(call),
        take_along=wish.take_along)
    return signed_in(call, entry)


@endpoint("POST", f"{PATH}/sign-out", "accounts", takes=SignOut, answers=Me, needs="page")
async def sign_out(call: Call[SignOut]) -> Response:
    """Sign out: here, on another device, or on all others."""
    session, wish = await call.session(), call.wish
    if session is not None:
        await call.get(Accounts).sign_out(session, wish.device, everywhere=wish.everywhere)
    if wish.device is None and not wish.everywhere:
        return _signed_out(call)
    return json_response(await me_again(call), 200)


@endpoint("POST", f"{PATH}/name", "accounts", takes=NewName, answers=Me, needs="fresh")
async def rename(call: Call[NewName]) -> Me:
    """Be called otherwise, in all games."""
    await call.get(Accounts).rename(call.own, call.wish.name)
    return await me_again(call)


@endpoint("POST", f"{PATH}/privacy", "accounts", takes=Privacy, answers=Me, needs="page")
async def set_privacy(call: Call[Privacy]) -> Me:
    """Let others see or write more, or less."""
    account, wish = await call.account(), call.wish
    with database_asked(NOT_WRITTEN):
        await call.get(AccountStore).set_privacy(account.id, seen=wish.seen, chats=wish.chats,
                                                 guests=wish.guests)
    await call.service.hub.settle(PrivacyChanged(account.id))
    return await me_again(call)


@endpoint("POST", f"{PATH}/password", "accounts", takes=NewPassword, answers=Me, needs="fresh")
async def set_password(call: Call[NewPassword]) -> Me:
    """Have another password; all other devices are signed out."""
    await call.get(Accounts).set_password(call.own, call.wish.password)
    return await me_again(call)


@endpoint("POST", f"{PATH}/codes", "accounts", answers=Codes, needs="fresh")
async def new_codes(call: Call[None]) -> Codes:
    """New recovery codes, in place of all before."""
    return Codes(await call.get(Accounts).new_codes(call.own))


@endpoint("POST", f"{PATH}/tokens", "accounts", takes=NewToken, answers=MadeToken, status=201,
          needs="fresh")
async def new_token(call: Call[NewToken]) -> MadeToken:
    """A token, by which a program does something in the name of the account; it is shown only now.
    """
    wish = call.wish
    secret = await call.get(Accounts).new_token(call.own, wish.name, wish.scopes, wish.days)
    return MadeToken(secret, await me_again(call))


@endpoint("POST", f"{PATH}/tokens/drop", "accounts", takes=DropToken, answers=Me, needs="fresh")
async def drop_token(call: Call[DropToken]) -> Me:
    """Have a token work no more."""
    await call.get(Accounts).access.drop(call.own, call.wish.id)
    return await me_again(call)


@endpoint("POST", f"{PATH}/passkeys/ask", "accounts", answers=PasskeyQuestion, needs="fresh")
async def ask_for_passkey(call: Call[None]) -> PasskeyQuestion:
    """Ask for one more passkey."""
    asked = await call.get(Accounts).ask_for_passkey(call.own, call.request.url.netloc)
    return PasskeyQuestion(asked.options, asked.ticket)


@endpoint("POST", f"{PATH}/passkeys", "accounts", takes=PasskeyAnswer, answers=Me, needs="fresh")
async def add_passkey(call: Call[PasskeyAnswer]) -> Me:
    """Have the passkey, by what the browser has answered."""
    wish = call.wish
    await call.get(Accounts).add_passkey(call.own, _origin(call), wish.ticket,
                                         wish.credential, wish.label or device_of(call))
    return await me_again(call)


@endpoint("POST", f"{PATH}/passkeys/drop", "accounts", takes=DropPasskey, answers=Me, needs="fresh")
async def drop_passkey(call: Call[DropPasskey]) -> Me:
    """Forget a passkey."""
    await call.get(Accounts).drop_passkey(call.own, call.wish.id)
    return await me_again(call)


@endpoint("POST", f"{PATH}/delete", "accounts", answers=Me, needs="fresh")
async def delete(call: Call[None]) -> Response:
    """Delete the account and all that is its own; its games stay, without its name."""
    who = of_account(call.own.account)
    await call.service.hub.settle(IdentityEnds(who, "gone"))
    await call.get(Accounts).delete(call.own)
    with contextlib.suppress(RefusedError):     # what was opened between these two
        await call.service.hub.settle(IdentityEnds(who, "gone"))
    call.service.hub.publish(PublicityChanged())
    response = _signed_out(call)
    cookies.forget_device(response, call.request)
    return response


@endpoint("GET", f"{PATH}/export", "accounts", answers=("application/json",), needs="read")
async def export(call: Call[None]) -> Response:
    """All that is stored of the account; of its games the ids, by which their records are found."""
    account, mine = await call.account(), (await me_again(call)).account
    told: dict[str, Any] = msgspec.to_builtins(usable(mine, call.may))
    with database_asked():
        await call.service.hub.settle(AccountExport(account.id, told))
    told = usable(told, call.may)
    return Response(msgspec.json.format(msgspec.json.encode(told)), media_type="application/json",
                    headers={"Content-Disposition": 'attachment; filename="eckstein.json"'})


async def export_own(step: AccountExport, store: AccountStore, histories: Histories) -> None:
    """Add games and document to what is exported."""
    step.told["games"] = [msgspec.to_builtins(game)
                          async for game in histories.all_of(of_account(step.account))]
    version, text = await store.document(step.account)
    step.told["document"] = {"version": version, "text": text}


@endpoint("POST", f"{PATH}/public", "accounts", takes=SetPublic, answers=Me, needs="page")
async def set_public(call: Call[SetPublic]) -> Me:
    """Publish games that end from now on, for study; or have all games private again."""
    account = await call.account()
    with database_asked(NOT_WRITTEN):
        await call.get(AccountStore).set_public(account.id, of_account(account.id),
                                                call.wish.public)
    call.service.hub.publish(PublicityChanged())
    return await me_again(call)


@endpoint("GET", f"{PATH}/document", "accounts", answers=Document, needs="read")
async def document(call: Call[None]) -> Document:
    """What the devices of the account keep together."""
    account = await call.account()
    with database_asked():
        return Document(*await call.get(AccountStore).document(account.id))


@endpoint("POST", f"{PATH}/document", "accounts", takes=SetDocument, answers=Document, needs="page")
async def set_document(call: Call[SetDocument]) -> Document:
    """Keep its next version; refused if another device was quicker."""
    account = await call.account()
    with database_asked(NOT_WRITTEN):
        if not await call.get(AccountStore).set_document(account.id, call.wish.version,
                                                         call.wish.text):
            raise RefusedError("stale", Sentence("another device has changed this"))
    return Document(call.wish.version, call.wish.text)


@endpoint("GET", f"{PATH}/games", "accounts", takes=OwnGamesQuery, answers=OwnGames, needs="read")
async def own_games(call: Call[OwnGamesQuery]) -> OwnGames:
    """Games of an account or a guest that go on, first those where it is the player's turn."""
    sender, rooms = await call.sender(), call.service.rooms
    with database_asked():
        all_of_them = await call.get(PlayedGames).going_on(sender.who) if sender.who else []
    if (after := call.wish.after) is not None:
        place = _place(after)
        all_of_them = [one for one in all_of_them if one.urgency > place]
    page, more = all_of_them[:RUNNING], len(all_of_them) > RUNNING
    found, told = [one.seated for one in page], []
    for one, opponent in zip(found, await call.get(Histories).opponents(found), strict=True):
        with contextlib.suppress(RefusedError):         # one that cannot be read is left out
            snapshot = await rooms.snapshot(one.game)
            call.service.requests.spend(call.payer, READING)
            told.append(_own(snapshot, one, opponent, rooms.tokens))
    return OwnGames(sorted(told, key=_urgency), more, _named_place(page[-1]) if more else None)


def _named_place(last: GoingOn) -> str:
    """Where a page of games ends, as `OwnGamesQuery` has it."""
    theirs, due, began, game = last.urgency
    return f"{theirs}.{due}.{-began}.{game}"


def _place(after: str) -> Urgency:
    """The same, read."""
    theirs, due, began, game = after.split(".")
    return int(theirs), int(due), -int(began), game


def _own(snapshot: Snapshot, seated: Seated, opponent: Opponent, tokens: Tokens) -> OwnGame:
    """A game that goes on, for its player."""
    state, left = snapshot.state, snapshot.shown_clock()
    colour = next(colour for colour in COLOURS if colour == seated.colour)
    return OwnGame(seated.game, state.rules, colour, state.turn == colour, len(state.moves),
                   state.touched // 1000, None if left is None else left[state.turn] / 1000,
                   opponent, cast(Speed | None, seated.speed), tokens.seat(seated.game, colour))


def _urgency(game: OwnGame) -> tuple[bool, float, int]:
    """First one's own turns, then what has least time, then what has waited longest."""
    return not game.mine, math.inf if game.left is None else game.left, game.touched


async def visitor_of(call: Call[Any]) -> Visitor:
    """The client that asks to sign in."""
    known = await cookies.known_account(call.request, call.service.tokens,
                                        call.service.rooms.names)
    return Visitor(call.payer, await call.path(), call.guest, device_of(call),
                   await call.session(), known)


def device_of(call: Call[Any]) -> str:
    """What a browser says that it is, in two words."""
    told = call.request.headers.get("User-Agent", "")
    browser = next((name for sign, name in BROWSERS if sign in told), "")
    system = next((name for sign, name in SYSTEMS if sign in told), "")
    return ", ".join(filter(None, (browser, system))) or re.sub(r"[^ -~]", "", told)[:40] or "?"


def _origin(call: Call[Any]) -> str:
    """The origin of the page that asks."""
    return f"{call.request.url.scheme}://{call.request.url.netloc}"


def signed_in(call: Call[Any], entry: NewSession, status: int = 200) -> Response:
    """The answer to a client that has signed in, with its cookies."""
    response = json_response(SignedIn(entry.account.name, entry.codes), status)
    cookies.set_session(response, call.request, entry.token, call.service.tokens,
                        entry.account.id)
    cookies.set_guest(response, call.request, call.service.tokens)      # a new guest
    return response


def _signed_out(call: Call[Any]) -> Response:
    response = json_response(nobody(call), 200)
    cookies.end_session(response, call.request)
    return response


ENDPOINTS = (create, ask_for_account, create_with_passkey, sign_in, recover, ask_who,
             sign_in_with_passkey, sign_out, rename, set_privacy, set_password, new_codes,
             new_token, drop_token, ask_for_passkey, add_passkey, drop_passkey, delete, export,
             set_public, document, set_document, own_games)
