"""The part of tournaments: what it registers."""
from __future__ import annotations

from ....wire.socket import Follow, Unfollow
from ...hub.subscriber import Subscriber
from ...part import Part, Site
from . import api
from .arbiter import Arbiter
from .events import tournament_topic
from .store import TournamentStore


def start(site: Site) -> None:
    """See `Part`."""
    hub = site.hub
    arbiter = site.add(Arbiter(site.rooms, TournamentStore(site.database),
                               site.environment.pairing, site.aside, site.hits))

    async def follow(client: Subscriber, message: Follow) -> None:
        await hub.subscribe(tournament_topic(message.tournament), client)

    async def unfollow(client: Subscriber, message: Unfollow) -> None:
        hub.unsubscribe(client, tournament_topic(message.tournament))
    site.on_message(Follow, follow)
    site.on_message(Unfollow, unfollow)
    site.tasks.append(arbiter.tend)
    site.sweeps.append(arbiter.forget_old)
    site.finishes.append(arbiter.finish)


PART = Part("tournaments", "players meet in tournaments", "there are no tournaments here", start,
            endpoints=api.ENDPOINTS, messages=(Follow, Unfollow),
            topics=("tournament",), rates=("tournaments", "orders"),
            caps=("tournaments-followed", "tournament-players", "round-robin-players", "teams",
                  "organisers"),
            keeps=("place in a tournament", "place in a rated tournament", "organiser's rights",
                   "rights of a second organiser"))
