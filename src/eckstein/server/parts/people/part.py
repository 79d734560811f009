"""The part of people: what it registers."""
from __future__ import annotations

from ....base.sentence import Sentence
from ....wire.socket import HearFollowed
from ...game.identity import account_of
from ...game.rulings import RefusedError
from ...hub.subscriber import Subscriber
from ...part import Part, Site
from ...rooms.events import NamesOf, Rematch
from ..accounts.events import AccountExport
from . import api, api_blocks
from .blocks import BlockStore
from .events import AreApart, followed_topic
from .followed import Followed
from .follows import FollowStore


def start(site: Site) -> None:
    """See `Part`."""
    blocks, hub = site.add(BlockStore(site.database)), site.hub
    follows = site.add(FollowStore(site.database))
    followed = site.add(Followed(follows, site.rooms))

    async def hear(client: Subscriber, message: HearFollowed) -> None:
        if client.account is None:
            raise RefusedError("not-yours", "sign in first", "signed-out")
        await hub.subscribe(followed_topic(client.account), client)

    async def export(step: AccountExport) -> None:
        blocked = await blocks.of(step.account)
        names = await site.rooms.names.of(blocked)
        step.told["blocks"] = [names[one] for one in blocked]
        step.told["follows"] = [one.name for one in await follows.of(step.account)]

    async def check_apart(step: Rematch) -> None:
        accounts = [account for seat in step.state.seats.values()
                    if (account := account_of(seat.who))]
        there = await hub.query(NamesOf(accounts))
        if len(there) < len({*accounts}) or len(accounts) > 1 and await blocks.apart(
                accounts[0], accounts[1]):
            raise RefusedError("not-now", Sentence("there can be no rematch of this game"))
    hub.answer(AreApart, lambda asked: blocks.apart(asked.one, asked.other))
    hub.before(Rematch, check_apart)
    hub.before(AccountExport, export)
    site.on_message(HearFollowed, hear)
    site.tasks.append(followed.tend)


PART = Part("people", "accounts have profiles, follow and block each other",
            "there are no accounts here", start, needs=("accounts",),
            endpoints=(*api.ENDPOINTS, *api_blocks.ENDPOINTS), messages=(HearFollowed,),
            topics=("followed",), caps=("blocks", "follows"),
            keeps=("being followed", "block"))
