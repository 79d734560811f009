"""A mail server, and a player whose notices go there."""
import asyncio
import contextlib
import email
import email.policy
import re

from aiosmtpd.controller import UnthreadedController

from eckstein.server.parts.mail.events import MailSettings

from .actors import people_at
from .helpers import PATIENCE, serving

ADDRESS = "anna@example.org"


class Mailbox:
    """A mail server's, which may refuse what it gets."""

    def __init__(self):
        self.mails, self.refusals, self.more = [], [], asyncio.Event()
        self.encrypted = False

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.refusals:
            self.more.set()
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.encrypted = session.ssl is not None
        self.mails.append(email.message_from_bytes(envelope.content,
                                                   policy=email.policy.default))
        self.more.set()
        return "250 OK"

    async def next(self, count=1):
        """The last mail, once there are so many."""
        async with asyncio.timeout(PATIENCE):
            while len(self.mails) < count:
                self.more.clear()
                await self.more.wait()
        return self.mails[-1]


@contextlib.asynccontextmanager
async def posting(folder, tls_context=None, **settings):
    """A server that sends mail, a player who has signed up as Anna, and her mailbox."""
    box = Mailbox()
    controller = UnthreadedController(box, hostname="127.0.0.1", port=0, tls_context=tls_context,
                                      loop=asyncio.get_running_loop())
    listening = await asyncio.get_running_loop().create_server(controller.factory, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    sender = MailSettings("Eckstein", "noreply@example.org", "https://play.example.org",
                          "127.0.0.1", port)
    try:
        async with serving(folder, mail=sender, **settings) as server:
            anna, = await people_at(server, "Anna")
            yield server, anna, box
            await anna.aclose()
    finally:
        listening.close()
        await listening.wait_closed()


def link(told, name="mail"):
    """The path of a link in a mail."""
    return re.search(rf"https://play\.example\.org(/api/v1/{name}/\S+)", told.get_content())[1]


async def confirmed(anna, box, language="en"):
    """Give an address, and follow the link."""
    before = len(box.mails)
    await anna.post_json("/account/mail", address=ADDRESS, language=language)
    told = await box.next(before + 1)
    assert (await anna.post(link(told))).status_code == 200
    return told
