"""The part of bots: what it registers."""
from __future__ import annotations

from ....base.sentence import Sentence
from ....wire.http_bots import BotFacts
from ...game.identity import of_account
from ...part import Part, Site
from ..challenges.challenges import Challenges
from ..people.followed import Followed
from . import api
from .bots import refusal
from .bots_here import PresentBots
from .events import BotChats, BotFactsOf, IsEngaged, WouldRefuse
from .feed import KEPT, Feed
from .store import BotStore


def start(site: Site) -> None:
    """See `Part`."""
    store, hub = site.add(BotStore(site.database)), site.hub
    site.add(PresentBots(store, site.get(Followed)))
    site.add(Feed(store, site.rooms, site.get(Challenges)))

    async def refuse(asked: WouldRefuse) -> Sentence | None:
        return refusal(await store.policy(asked.bot), await store.playing(of_account(asked.bot)),
                       asked.wish, asked.sender)

    async def engaged(asked: IsEngaged) -> bool:
        return (await store.playing(of_account(asked.bot))
                >= (await store.policy(asked.bot)).most)

    async def chats(asked: BotChats) -> bool:
        return (await store.policy(asked.bot)).chats

    async def facts(asked: BotFactsOf) -> BotFacts:
        return BotFacts(await store.policy(asked.bot), await store.playing(of_account(asked.bot)))
    hub.answer(WouldRefuse, refuse)
    hub.answer(IsEngaged, engaged)
    hub.answer(BotChats, chats)
    hub.answer(BotFactsOf, facts)
    site.sweeps.append(lambda: store.forget_old(site.rooms.now() - KEPT))


PART = Part("bots", "programs play as bots", "there are no bots here", start,
            needs=("challenges", "people"), endpoints=api.ENDPOINTS, topics=("feed",),
            keeps=("policy and events of a bot",))
