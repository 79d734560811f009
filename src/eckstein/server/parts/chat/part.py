"""The part of chat: what it registers."""
from __future__ import annotations

from ....wire.socket import HearChat, SaidMessage, Say
from ...game.identity import of_account
from ...game.rulings import RefusedError
from ...hub.subscriber import Subscriber
from ...ops.asked import timed
from ...part import Part, Site
from ..accounts.events import AccountExport
from ..accounts.store import AccountStore
from . import api
from .chat import Chat
from .events import LinesOf, chat_topic
from .store import ChatStore


def start(site: Site) -> None:
    """See `Part`."""
    store, hub = site.add(ChatStore(site.database)), site.hub
    chat = site.add(Chat(store, site.get(AccountStore), site.rooms, site.hits))

    async def hear(client: Subscriber, message: HearChat) -> None:
        await hub.subscribe(chat_topic(message.game), client)

    async def say(client: Subscriber, message: Say) -> None:
        try:
            with timed("say"):
                number = await chat.say(message.game, message, client.holds(message.game),
                                        client.account)
            client.answer(SaidMessage(message.id, message.game, number))
        except RefusedError as refused:
            client.refuse(message.id, refused, game=message.game)

    async def export(step: AccountExport) -> None:
        step.told["chat"] = [
            {"game": line.game, "at": line.at // 1000, "said": line.preset or line.text}
            async for line in store.said_by(of_account(step.account))]
    hub.answer(LinesOf, lambda asked: store.of(asked.game))
    hub.before(AccountExport, export)
    site.on_message(HearChat, hear)
    site.on_message(Say, say)


PART = Part("chat", "the two players of a game write to each other", "nobody chats here", start,
            needs=("accounts",), endpoints=api.ENDPOINTS, messages=(HearChat, Say),
            topics=("chat",), rates=("chat",), caps=("chat-lines",),
            keeps=("line of chat",))
