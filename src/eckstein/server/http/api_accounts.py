"""The HTTP API of accounts: to get one, to sign in and out, and what is one's own."""
from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from ...base.sentence import Sentence
from ...wire.http_accounts import (
    AskForAccount,
    AskToRecover,
    Codes,
    Device,
    Document,
    DropPasskey,
    DropToken,
    LinkAsked,
    MadeToken,
    Me,
    NewAccount,
    NewName,
    NewPassword,
    NewToken,
    Opponent,
    OwnAccount,
    OwnConduct,
    OwnGame,
    OwnGames,
    PasskeyAnswer,
    PasskeyKnown,
    PasskeyQuestion,
    Privacy,
    Recover,
    RecoverByLink,
    SetDocument,
    SetPublic,
    SignedIn,
    SignIn,
    SignOut,
    TokenKnown,
    Warned,
)
from ...wire.http_away import Vacation
from ...wire.words import COLOURS
from ..game.clocks import DAY, Span
from ..game.identity import of_account
from ..game.rulings import RefusedError
from ..game.snapshot import Snapshot
from ..game.tokens import Tokens, guest_name
from ..people.absences import current, left_in, year_of
from ..people.conduct import TAKEN_AWAY, Conduct, conduct_of
from ..people.contract import Entry, Seated, Visitor
from ..store.contract import NOT_WRITTEN, database_asked
from . import cookies
from .endpoints import PREFIX, Call, endpoint
from .guard import json_response

if TYPE_CHECKING:
    from ..people.recovery import Recovery

PATH = f"{PREFIX}/account"
RUNNING = 50                # games that go on, in one answer
READING = 0.5               # of a request, that each of them costs
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
           ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"))
BROWSERS = (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"),
            ("Safari/", "Safari"))


@endpoint("GET", PATH, "accounts", answers=Me, needs="read")
async def me(call: Call[None]) -> Me:
    """Who asks: an account with all that belongs to it, or a guest."""
    session = await call.session() if call.token is None else call.token
    accounts = call.service.accounts
    if accounts is None or session is None:
        return _nobody(call)
    account = await accounts.account(session)
    with database_asked():
        passkeys = await accounts.people.passkeys(account.id)
        sessions = await accounts.people.sessions(account.id)
        codes = await accounts.people.codes(account.id)
        tokens = await accounts.people.tokens(account.id)
        conduct = conduct_of(await accounts.people.moderation.entries(account.id),
                             call.service.rooms.now())
        absences = (await accounts.people.absences.of([account.id]))[account.id]
        calendar = await accounts.people.calendars.has(account.id)
    return Me(account.name, OwnAccount(
        account.name, account.created // 1000, account.password is not None, codes,
        [PasskeyKnown(one.id, one.label, one.created // 1000) for one in passkeys],
        [Device(one.name, one.device, one.created // 1000, one.used // 1000,
                one.digest == session.digest) for one in sessions], account.bot,
        [TokenKnown(one.id, one.name, sorted(one.scopes), one.created // 1000,
                    one.ends and one.ends // 1000, one.used and one.used // 1000)
         for one in tokens], _conduct(conduct, account.name), account.public,
        _vacation(absences, call.service.rooms.now()), calendar,
        Privacy(account.seen, account.chats)), _recovers(call))


def _nobody(call: Call[Any]) -> Me:
    """A guest."""
    return Me(guest_name(call.guest), None, _recovers(call))


def _recovers(call: Call[Any]) -> bool:
    return call.service.recovery is not None


def _conduct(conduct: Conduct, name: str) -> OwnConduct:
    bar = conduct.bar
    return OwnConduct(
        conduct.moderator,
        [Warned(one.seq, one.at // 1000, one.text) for one in conduct.warnings],
        bar is not None, bar.ends if bar is not None else None, conduct.muted,
        bool(conduct.names and TAKEN_AWAY.fullmatch(name)))


def _vacation(absences: Sequence[Span], now: int) -> Vacation:
    away = current(now, absences)
    return Vacation(away and away[1] // 1000, left_in(year_of(now), absences) / DAY)


@endpoint("POST", PATH, "accounts", takes=NewAccount, answers=SignedIn, status=201, needs="page")
async def create(call: Call[NewAccount]) -> Response:
    """Get an account with a password; the games of the guest come along."""
    entry = await call.accounts.create(call.wish.name, call.wish.password, await _visitor(call))
    return _signed_in(call, entry, 201)


@endpoint("POST", f"{PATH}/passkey/ask", "accounts", takes=AskForAccount, answers=PasskeyQuestion,
          needs="page")
async def ask_for_account(call: Call[AskForAccount]) -> PasskeyQuestion:
    """Ask for an account with a passkey."""
    asked = await call.accounts.ask_for_account(call.wish.name, call.request.url.netloc)
    return PasskeyQuestion(asked.options, asked.ticket)


@endpoint("POST", f"{PATH}/passkey", "accounts", takes=PasskeyAnswer, answers=SignedIn, status=201,
          needs="page")
async def create_with_passkey(call: Call[PasskeyAnswer]) -> Response:
    """Get the account, by what the browser has answered; the games of the guest come along."""
    wish = call.wish
    entry = await call.accounts.create_with_passkey(_origin(call), wish.ticket, wish.credential,
                                                    await _visitor(call))
    return _signed_in(call, entry, 201)


@endpoint("POST", f"{PATH}/sign-in", "accounts", takes=SignIn, answers=SignedIn, needs="page")
async def sign_in(call: Call[SignIn]) -> Response:
    """Sign in with a password."""
    wish = call.wish
    entry = await call.accounts.sign_in(wish.name, wish.password, await _visitor(call),
                                        take_along=wish.take_along)
    return _signed_in(call, entry)


@endpoint("POST", f"{PATH}/recover", "accounts", takes=Recover, answers=SignedIn, needs="page")
async def recover(call: Call[Recover]) -> Response:
    """Sign in with a recovery code and a new password; all devices are signed out."""
    wish = call.wish
    entry = await call.accounts.recover(wish.name, wish.code, wish.password, await _visitor(call))
    return _signed_in(call, entry)


@endpoint("POST", f"{PATH}/recover/ask", "accounts", takes=AskToRecover, answers=LinkAsked,
          needs="page")
async def ask_to_recover(call: Call[AskToRecover]) -> LinkAsked:
    """Have a link sent that replaces a forgotten password; the answer is the same for any name."""
    recovery = _recovery(call)
    recovery.ask(call.wish.name, call.payer)
    return LinkAsked(recovery.minutes)


@endpoint("POST", f"{PATH}/recover/link", "accounts", takes=RecoverByLink, answers=SignedIn,
          needs="page")
async def recover_by_link(call: Call[RecoverByLink]) -> Response:
    """Sign in with the key of a link and a new password; all other devices are signed out."""
    wish = call.wish
    return _signed_in(call, await _recovery(call).follow(wish.key, wish.password,
                                                         await _visitor(call)))


def _recovery(call: Call[Any]) -> Recovery:
    if call.service.recovery is None:
        raise RefusedError("not-now", Sentence("this server sends no mail"))
    return call.service.recovery


@endpoint("POST", f"{PATH}/sign-in/ask", "accounts", answers=PasskeyQuestion, needs="page")
async def ask_who(call: Call[None]) -> PasskeyQuestion:
    """Ask to sign in with a passkey."""
    asked = call.accounts.ask_who(call.request.url.netloc)
    return PasskeyQuestion(asked.options, asked.ticket)


@endpoint("POST", f"{PATH}/sign-in/passkey", "accounts", takes=PasskeyAnswer, answers=SignedIn,
          needs="page")
async def sign_in_with_passkey(call: Call[PasskeyAnswer]) -> Response:
    """Sign in, by what the browser has answered."""
    wish = call.wish
    entry = await call.accounts.sign_in_with_passkey(
        _origin(call), wish.ticket, wish.credential, await _visitor(call),
        take_along=wish.take_along)
    return _signed_in(call, entry)


@endpoint("POST", f"{PATH}/sign-out", "accounts", takes=SignOut, answers=Me, needs="page")
async def sign_out(call: Call[SignOut]) -> Response:
    """Sign out: here, on another device, or on all others."""
    session, wish = await call.session(), call.wish
    if session is not None:
        await call.accounts.sign_out(session, wish.device, everywhere=wish.everywhere)
    if wish.device is None and not wish.everywhere:
        return _signed_out(call)
    return json_response(await me.does(call), 200)


@endpoint("POST", f"{PATH}/name", "accounts", takes=NewName, answers=Me, needs="page")
async def rename(call: Call[NewName]) -> Me:
    """Be called otherwise, in all games."""
    await call.accounts.rename(await call.session(), call.wish.name)
    return await _me(call)


@endpoint("POST", f"{PATH}/privacy", "accounts", takes=Privacy, answers=Me, needs="page")
async def set_privacy(call: Call[Privacy]) -> Me:
    """Let others see or write more, or less."""
    account, wish = await call.account(), call.wish
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.set_privacy(account.id, seen=wish.seen, chats=wish.chats)
    call.company.followed.look_again(account.id)
    await call.company.chat.look_again(account.id)
    return await _me(call)


@endpoint("POST", f"{PATH}/password", "accounts", takes=NewPassword, answers=Me, needs="page")
async def set_password(call: Call[NewPassword]) -> Me:
    """Have another password; all other devices are signed out."""
    await call.accounts.set_password(await call.session(), call.wish.password)
    return await _me(call)


@endpoint("POST", f"{PATH}/codes", "accounts", answers=Codes, needs="page")
async def new_codes(call: Call[None]) -> Codes:
    """New recovery codes, in place of all before."""
    return Codes(await call.accounts.new_codes(await call.session()))


@endpoint("POST", f"{PATH}/tokens", "accounts", takes=NewToken, answers=MadeToken, status=201,
          needs="page")
async def new_token(call: Call[NewToken]) -> MadeToken:
    """A token, by which a program does something in the name of the account; told only now."""
    wish = call.wish
    secret = await call.accounts.new_token(await call.session(), wish.name, wish.scopes, wish.days)
    return MadeToken(secret, await _me(call))


@endpoint("POST", f"{PATH}/tokens/drop", "accounts", takes=DropToken, answers=Me, needs="page")
async def drop_token(call: Call[DropToken]) -> Me:
    """Have a token work no more."""
    account = await call.account()
    await call.accounts.access.drop(account.id, call.wish.id)
    return await _me(call)


@endpoint("POST", f"{PATH}/passkeys/ask", "accounts", answers=PasskeyQuestion, needs="page")
async def ask_for_passkey(call: Call[None]) -> PasskeyQuestion:
    """Ask for one more passkey."""
    asked = await call.accounts.ask_for_passkey(await call.session(), call.request.url.netloc)
    return PasskeyQuestion(asked.options, asked.ticket)


@endpoint("POST", f"{PATH}/passkeys", "accounts", takes=PasskeyAnswer, answers=Me, needs="page")
async def add_passkey(call: Call[PasskeyAnswer]) -> Me:
    """Have the passkey, by what the browser has answered."""
    wish = call.wish
    await call.accounts.add_passkey(await call.session(), _origin(call), wish.ticket,
                                    wish.credential, wish.label or device_of(call))
    return await _me(call)


@endpoint("POST", f"{PATH}/passkeys/drop", "accounts", takes=DropPasskey, answers=Me, needs="page")
async def drop_passkey(call: Call[DropPasskey]) -> Me:
    """Forget a passkey."""
    await call.accounts.drop_passkey(await call.session(), call.wish.id)
    return await _me(call)


@endpoint("POST", f"{PATH}/delete", "accounts", answers=Me, needs="page")
async def delete(call: Call[None]) -> Response:
    """Delete the account and all that is its own; its games stay, without its name."""
    session = await call.session()
    who = of_account((await call.accounts.fresh(session)).account)
    await call.service.end_open(who, "gone")
    await call.accounts.delete(session)
    with contextlib.suppress(RefusedError):     # what was opened between these two
        await call.service.end_open(who, "gone")
    call.service.explore_soon()
    return _signed_out(call)


@endpoint("GET", f"{PATH}/export", "accounts", answers=("application/json",), needs="read")
async def export(call: Call[None]) -> Response:
    """All that is kept of the account: of its games their ids, by which their records are found."""
    accounts = call.accounts
    account = await call.account()
    told: dict[str, Any] = msgspec.to_builtins((await _me(call)).account)
    told["games"] = [msgspec.to_builtins(game)
                     async for game in accounts.histories.all_of(of_account(account.id))]
    with database_asked():
        version, text = await accounts.people.document(account.id)
        blocks = await accounts.people.blocks.of(account.id)
        names = await call.service.rooms.names.of(blocks)
        follows = await accounts.people.follows.of(account.id)
        away = (await accounts.people.absences.of([account.id]))[account.id]
        contact = await accounts.people.contacts.of(account.id)
        told["mail"] = None if contact is None else {
            "address": contact.address, "language": contact.language, "kinds": contact.kinds,
            "confirmed": contact.confirmed and contact.confirmed // 1000}
        told["chat"] = [{"game": line.game, "at": line.at // 1000,
                         "said": line.preset or line.text}
                        async for line in accounts.people.chat.said_by(of_account(account.id))]
        told["push"] = [
            {"device": one.device, "endpoint": one.keys.endpoint, "language": one.language,
             "kinds": one.kinds, "added": one.added // 1000}
            for one in await accounts.people.push.of(account.id)]
    told["absences"] = [{"begin": begin // 1000, "end": end // 1000} for begin, end in away]
    told["blocks"] = [names[one] for one in blocks]
    told["follows"] = [one.name for one in follows]
    told["reports"] = await _reports(call, account.id)
    told["document"] = {"version": version, "text": text}
    return Response(msgspec.json.format(msgspec.json.encode(told)), media_type="application/json",
                    headers={"Content-Disposition": 'attachment; filename="eckstein.json"'})


async def _reports(call: Call[Any], account: str) -> list[dict[str, Any]]:
    """The reports that an account has made."""
    with database_asked():
        made = await call.accounts.people.moderation.made_by(of_account(account))
        names = await call.service.rooms.names.of({one.account for one in made})
    return [{"to": names[one.account], "reason": one.reason, "text": one.text, "game": one.game,
             "at": one.at // 1000} for one in made]


@endpoint("POST", f"{PATH}/public", "accounts", takes=SetPublic, answers=Me, needs="page")
async def set_public(call: Call[SetPublic]) -> Me:
    """Let everybody study the games that end from now on, or no game any more."""
    account = await call.account()
    with database_asked(NOT_WRITTEN):
        await call.accounts.people.set_public(account.id, of_account(account.id), call.wish.public)
    call.service.explore_soon()
    return await _me(call)


@endpoint("GET", f"{PATH}/document", "accounts", answers=Document, needs="read")
async def document(call: Call[None]) -> Document:
    """What the devices of the account keep together."""
    account = await call.account()
    with database_asked():
        return Document(*await call.accounts.people.document(account.id))


@endpoint("POST", f"{PATH}/document", "accounts", takes=SetDocument, answers=Document, needs="page")
async def set_document(call: Call[SetDocument]) -> Document:
    """Keep its next version; refused if another device was quicker."""
    account = await call.account()
    with database_asked(NOT_WRITTEN):
        if not await call.accounts.people.set_document(account.id, call.wish.version,
                                                       call.wish.text):
            raise RefusedError("stale", Sentence("another device has changed this"))
    return Document(call.wish.version, call.wish.text)


@endpoint("GET", f"{PATH}/games", "accounts", answers=OwnGames, needs="read")
async def own_games(call: Call[None]) -> OwnGames:
    """Games that go on, of an account or a guest, first those where it is his turn."""
    sender, accounts, rooms = await call.sender(), call.accounts, call.service.rooms
    with database_asked():
        found = await accounts.people.games(sender.who, ended=False, before=None,
                                            most=RUNNING + 1) if sender.who else []
    told = []
    for one, opponent in zip(found[:RUNNING], await accounts.histories.opponents(found[:RUNNING]),
                             strict=True):
        with contextlib.suppress(RefusedError):         # one that cannot be read is left out
            snapshot = await rooms.snapshot(one.game)
            call.service.requests.spend(call.payer, READING)
            told.append(_own(snapshot, one, opponent, rooms.tokens))
    return OwnGames(sorted(told, key=_urgency), len(found) > RUNNING)


def _own(snapshot: Snapshot, seated: Seated, opponent: Opponent, tokens: Tokens) -> OwnGame:
    """A game that goes on, for its player."""
    state, left = snapshot.state, snapshot.shown_clock()
    colour = next(colour for colour in COLOURS if colour == seated.colour)
    return OwnGame(seated.game, state.rules, colour, tokens.seat(seated.game, colour),
                   state.turn == colour, len(state.moves), state.touched // 1000,
                   None if left is None else left[state.turn] / 1000, opponent)


def _urgency(game: OwnGame) -> tuple[bool, float, int]:
    """First one's own turns, then what has least time, then what has waited longest."""
    return not game.mine, math.inf if game.left is None else game.left, game.touched


async def _me(call: Call[Any]) -> Me:
    answer: Me = await me.does(call)
    return answer


async def _visitor(call: Call[Any]) -> Visitor:
    return Visitor(call.payer, call.guest, device_of(call), await call.session())


def device_of(call: Call[Any]) -> str:
    """What a browser says that it is, in two words."""
    told = call.request.headers.get("User-Agent", "")
    browser = next((name for sign, name in BROWSERS if sign in told), "")
    system = next((name for sign, name in SYSTEMS if sign in told), "")
    return ", ".join(filter(None, (browser, system))) or re.sub(r"[^ -~]", "", told)[:40] or "?"


def _origin(call: Call[Any]) -> str:
    """The origin of the page that asks."""
    return f"{call.request.url.scheme}://{call.request.url.netloc}"


def _signed_in(call: Call[Any], entry: Entry, status: int = 200) -> Response:
    response = json_response(SignedIn(entry.account.name, entry.codes), status)
    cookies.set_session(response, call.request, entry.token)
    cookies.set_guest(response, call.request, call.service.tokens)      # nobody is him again
    return response


def _signed_out(call: Call[Any]) -> Response:
    response = json_response(_nobody(call), 200)
    cookies.end_session(response, call.request)
    return response


ENDPOINTS = (me, create, ask_for_account, create_with_passkey, sign_in, recover, ask_to_recover,
             recover_by_link, ask_who, sign_in_with_passkey, sign_out, rename, set_privacy,
             set_password, new_codes, new_token, drop_token, ask_for_passkey, add_passkey,
             drop_passkey, delete, export, set_public, document, set_document, own_games)
