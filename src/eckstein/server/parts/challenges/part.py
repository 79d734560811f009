"""The part of challenges: what it registers."""
from __future__ import annotations

from ....wire.socket import HearChallenges
from ...hub.subscriber import Subscriber
from ...part import Part, Site
from ..accounts.store import AccountStore
from . import api
from .challenges import Challenges
from .events import challenges_topic
from .store import ChallengeStore


def start(site: Site) -> None:
    """See `Part`."""
    challenges = site.add(Challenges(ChallengeStore(site.database), site.get(AccountStore),
                                     site.rooms, site.door, site.hits))

    async def hear(client: Subscriber, message: HearChallenges) -> None:
        await site.hub.subscribe(challenges_topic(client.who), client)
    site.on_message(HearChallenges, hear)
    site.sweeps.append(challenges.forget_old)
    site.finishes.append(challenges.finish)


PART = Part("challenges", "players challenge each other", "nobody can be challenged here", start,
            needs=("accounts",), endpoints=api.ENDPOINTS, messages=(HearChallenges,),
            topics=("challenges",), rates=("challenges",),
            caps=("challenges-sent", "challenges-received"),
            keeps=("challenge sent", "rated challenge sent", "challenge sent by a program",
                   "challenge received", "rematch among the challenges",
                   "rated rematch among the challenges"))
