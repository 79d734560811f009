"""The part of mail: what it registers."""
from __future__ import annotations

from ....wire.http_mail import ExportedMail
from ...part import Part, Site
from ..accounts.accounts import Accounts
from ..accounts.events import AccountExport, PasswordSet
from ..notices.notice import Channel
from ..notices.notices import Notices
from ..notices.store import NoticeStore
from . import api
from .mail import Mails, shown_address
from .recovery import Recovery
from .sender import MailChannel
from .store import ContactStore


def channel_of(site: Site, mails: Mails) -> Channel | None:
    """How mail is sent; None if none is."""
    sender = site.settings.mail
    return None if sender is None else MailChannel(sender, mails, site.rooms)


def start(site: Site) -> None:
    """See `Part`."""
    store, rooms, hub = site.add(ContactStore(site.database)), site.rooms, site.hub
    mails = site.add(Mails(store, site.get(NoticeStore), site.tokens, rooms.now, hub, site.hits))

    async def export(step: AccountExport) -> None:
        contact = await store.of(step.account)
        step.told["mail"] = None if contact is None else ExportedMail(
            contact.language, list(contact.kinds),
            contact.confirmed and contact.confirmed // 1000, shown_address(contact.address))
    hub.before(AccountExport, export)
    channel = channel_of(site, mails) if PART.name in site.parts else None
    if channel is not None:
        site.sends_mail = True
        site.get(Notices).add_channel("mail", channel)
        recovery = site.add(Recovery(site.get(Accounts), mails, site.tokens, site.hits))
        hub.before(PasswordSet, mails.tell_password)
        site.finishes.append(recovery.finish)


PART = Part("mail", "accounts have mail addresses", "this server sends no mail", start,
            needs=("notices",), endpoints=api.ENDPOINTS,
            rates=("mails-of-one", "mails", "recoveries-of-one", "recoveries"),
            caps=("mails-in-a-day", "recoveries-waiting"),
            keeps=("mail address",))
