"""The part of the lobby: what it registers."""
from __future__ import annotations

from ....wire.socket import EnterLobby, LeaveLobby, SeekMessage, Take, Withdraw
from ...hub.subscriber import Subscriber
from ...ops.asked import timed
from ...part import Part, Site
from . import api
from .events import LOBBY
from .lobby import Lobby


def start(site: Site) -> None:
    """See `Part`."""
    lobby, hub = site.add(Lobby(site.rooms, site.door, site.hits)), site.hub

    async def enter(client: Subscriber, message: EnterLobby) -> None:
        await lobby.enter(client)

    async def leave(client: Subscriber, message: LeaveLobby) -> None:
        hub.unsubscribe(client, LOBBY)

    async def seek(client: Subscriber, message: SeekMessage) -> None:
        with timed("seek"):
            await lobby.seek(client, message)

    async def take(client: Subscriber, message: Take) -> None:
        with timed("take"):
            await lobby.take(client, message)

    async def withdraw(client: Subscriber, message: Withdraw) -> None:
        lobby.withdraw(client, message.id)
    site.on_message(EnterLobby, enter)
    site.on_message(LeaveLobby, leave)
    site.on_message(SeekMessage, seek, cost=2.0)
    site.on_message(Take, take, cost=2.0)
    site.on_message(Withdraw, withdraw)
    site.tasks.append(lobby.tend)
    site.finishes.append(lobby.finish)
    site.figures.add("eckstein_seeks", "open seeks", lambda: len(lobby))
    site.figures.add("eckstein_lobbies", "clients that hear of the lobby",
                     lambda: len(hub.audience(LOBBY)))


PART = Part("lobby", "players look for opponents, and watch games", "there is no lobby here", start,
            stored=False, endpoints=api.ENDPOINTS,
            messages=(EnterLobby, LeaveLobby, SeekMessage, Take, Withdraw), topics=("lobby",),
            rates=("seeks",), caps=("seeks", "seeks-in-all"),
            keeps=("open challenge", "rated open challenge", "open challenge of a program"))
