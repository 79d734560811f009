"""The HTTP API of notices by mail: the address of an account, and the links in mails."""
from __future__ import annotations

import html
import re
from typing import Any

from starlette.responses import HTMLResponse, Response

from ....base.sentence import Sentence
from ....wire.http_accounts import (
    AskToRecover,
    LinkAsked,
    LinkStands,
    RecoverByLink,
    RecoveryLink,
    SignedIn,
)
from ....wire.http_mail import ChooseMails, MailAddress, OwnMail, SetAddress
from ....words import ENGLISH, LANGUAGES, catalogue
from ...game.rulings import RefusedError
from ...net.endpoints import PREFIX, REFUSALS, Call, endpoint
from ..accounts.api import signed_in, visitor_of
from .mail import Mails, shown_address
from .recovery import Recovery

PATH, LINK = f"{PREFIX}/account/mail", f"{PREFIX}/mail/{{mail}}"
RECOVERY = f"{PREFIX}/account/recover"
REFUSES = tuple(status for status in REFUSALS if status != 410)  # a page says that a link is gone
POLICY = ("default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
          "frame-ancestors 'none'")
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>Eckstein</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.1rem/1.5 sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem;
overflow-wrap: anywhere; }}
button {{ font: inherit; min-height: 44px; padding: 0 1rem; }}
</style></head>
<body><h1>Eckstein</h1><p>{text}</p>{form}<p><a href="/account">{account}</a></p></body></html>"""
FORM = """<form method="post"><button>{text}</button></form>"""


@endpoint("GET", PATH, "accounts", answers=OwnMail, needs="page")
async def own_mail(call: Call[None]) -> OwnMail:
    """Where mail to the account goes, and of what it tells."""
    account, sends = await call.account(), call.service.sends_mail
    contact = await call.get(Mails).of(account.id)
    return OwnMail(sends, None if contact is None else MailAddress(
        shown_address(contact.address), contact.language, list(contact.kinds),
        contact.confirmed is not None, contact.bounced is not None))


@endpoint("POST", PATH, "accounts", takes=SetAddress, answers=OwnMail, needs="fresh")
async def set_address(call: Call[SetAddress]) -> OwnMail:
    """Give an address, to which a link is sent that confirms it; or have it sent once more."""
    wish = call.wish
    if not call.service.sends_mail:
        raise RefusedError("not-now", Sentence("this server sends no mail"))
    await call.get(Mails).set(call.own, wish.address, wish.language
                              if wish.language in LANGUAGES else ENGLISH, call.payer)
    return await _told(call)


@endpoint("POST", f"{PATH}/kinds", "accounts", takes=ChooseMails, answers=OwnMail, needs="page")
async def choose_mails(call: Call[ChooseMails]) -> OwnMail:
    """Get these kinds of notices by mail, and no others."""
    account = await call.account()
    await call.get(Mails).choose(account.id, call.wish.kinds)
    return await _told(call)


@endpoint("POST", f"{PATH}/drop", "accounts", answers=OwnMail, needs="fresh")
async def drop_address(call: Call[None]) -> OwnMail:
    """Have no address any more."""
    await call.get(Mails).drop(call.own, tell=call.service.sends_mail)
    return await _told(call)


@endpoint("GET", LINK, "accounts", answers=("text/html",), also={410: ("text/html",)},
          refuses=REFUSES, needs="anybody")
async def look_at_link(call: Call[None]) -> Response:
    """The page of a link in a mail; it does nothing before its button is pressed."""
    try:
        what, contact = await call.get(Mails).meant(call.request.path_params["mail"])
    except RefusedError as refused:
        return _works_no_more(call, refused)
    return _page(contact.language, f"{what}Ask", shown_address(contact.address),
                 f"{what}Do")


@endpoint("POST", LINK, "accounts", answers=("text/html",), also={410: ("text/html",)},
          refuses=REFUSES, needs="anybody")
async def follow_link(call: Call[None]) -> Response:
    """Confirm an address, or send no more notices to it (RFC 8058)."""
    key = call.request.path_params["mail"]
    try:
        what, contact = await call.get(Mails).follow(key)
    except RefusedError as refused:
        return _works_no_more(call, refused)
    return _page(contact.language, f"{what}Done", shown_address(contact.address))


def _works_no_more(call: Call[Any], refused: RefusedError) -> Response:
    """A page that says so, in the first language that the browser names and that there is."""
    if refused.code == "busy":
        raise refused
    wanted = re.findall("[a-z]{2}", call.request.headers.get("Accept-Language", "")[:200].lower())
    return _page(next((one for one in wanted if one in LANGUAGES), ENGLISH), "gone", "",
                 status=410)


def _page(language: str, text: str, address: str, button: str | None = None, *,
          status: int = 200) -> Response:
    """A page without scripts."""
    language = language if language in LANGUAGES else ENGLISH
    words: dict[str, Any] = catalogue(language, "mail")["links"]    # type: ignore[assignment]
    return HTMLResponse(PAGE.format(
        language=language, account=html.escape(words["account"]),
        text=html.escape(words[text].format(address=address)),
        form=FORM.format(text=html.escape(words[button])) if button else ""), status,
        headers={"Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin",
                 "X-Robots-Tag": "noindex"})


@endpoint("POST", f"{RECOVERY}/ask", "accounts", takes=AskToRecover, answers=LinkAsked,
          needs="page")
async def ask_to_recover(call: Call[AskToRecover]) -> LinkAsked:
    """Have a link sent that replaces a forgotten password; the answer is the same for any name."""
    recovery = _recovery(call)
    recovery.ask(call.wish.name, call.payer)
    return LinkAsked(recovery.minutes)


@endpoint("POST", f"{RECOVERY}/look", "accounts", takes=RecoveryLink, answers=LinkStands,
          needs="page")
async def look_at_recovery(call: Call[RecoveryLink]) -> LinkStands:
    """The name of the account of a link that replaces a password, if it works; it is not used up.
    """
    return LinkStands(await _recovery(call).look(call.wish.key))


@endpoint("POST", f"{RECOVERY}/link", "accounts", takes=RecoverByLink, answers=SignedIn,
          needs="page")
async def recover_by_link(call: Call[RecoverByLink]) -> Response:
    """Sign in with the key of a link and a new password; all other devices are signed out."""
    wish = call.wish
    return signed_in(call, await _recovery(call).follow(wish.key, wish.password,
                                                        await visitor_of(call)))


def _recovery(call: Call[Any]) -> Recovery:
    if (found := call.service.find(Recovery)) is None:
        raise RefusedError("not-now", Sentence("this server sends no mail"))
    return found


async def _told(call: Call[Any]) -> OwnMail:
    answer: OwnMail = await own_mail.does(call)
    return answer


ENDPOINTS = (own_mail, set_address, choose_mails, drop_address, look_at_link, follow_link,
             ask_to_recover, look_at_recovery, recover_by_link)
