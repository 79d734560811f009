"""Two lobbies that share a database, which may fail, and lose what they tell each other."""
import asyncio
import itertools
from types import SimpleNamespace

import msgspec

from eckstein.server.game.rulings import RefusedError
from eckstein.server.game.tokens import Tokens, new_id
from eckstein.server.hub.hub import Hub
from eckstein.server.hub.subscriber import Subscriber
from eckstein.server.ops.limits import Hits
from eckstein.server.parts.lobby.lobby import Lobby
from eckstein.server.rooms.account_names import Names
from eckstein.server.store.contract import StoreError
from eckstein.server.store.lobbies import Lobbies, Pairing
from eckstein.wire.socket import ServerMessage

from .helpers import at_a_page

TOKENS = Tokens("k" * 40)
ANSWER = msgspec.json.Decoder(ServerMessage)


class Database:
    """What is on disk, for all servers; `faults` are what goes wrong with the next writings."""

    def __init__(self, faults):
        self.rows, self.games, self.faults = {}, {}, list(faults)

    async def write(self, seeks, game):
        fault = self.faults.pop(0) if self.faults else None
        await asyncio.sleep(0)
        if fault == "before":
            raise RefusedError("busy", "the game could not be saved; try again")
        if any(seek.id in self.rows for seek in seeks.values()):
            raise RefusedError("not-now", "gone", "seek-gone")
        for colour, seek in seeks.items():
            self.rows[seek.id] = Pairing(seek.id, game, colour)
        self.games[game] = seeks
        await asyncio.sleep(0)
        if fault == "after":            # it is written, but nobody knows
            raise RefusedError("busy", "the game could not be saved; try again")
        if fault == "killed":
            raise asyncio.CancelledError


class Server:
    """A lobby on a database; it hears of the others what they tell, unless that is lost."""

    def __init__(self, database, name, world):
        self.database, self.name, self.world = database, name, world
        self.stopping, self.shared = False, True
        self.store, self.tokens, self.names, self.hub = self, TOKENS, Names(), Hub(self.send)
        self.lobbies = Lobbies(self.hub)
        self.lobby = Lobby(self, self, Hits(str, lambda kind: None))
        self.lobby._opened = SimpleNamespace(take=lambda payer: True)

    async def pairings(self, seeks):
        await asyncio.sleep(0)
        if self.database.faults and self.database.faults[0] == "unread":
            self.database.faults.pop(0)
            raise StoreError("the database does not respond")
        return [self.database.rows[seek] for seek in seeks if seek in self.database.rows]

    async def pair(self, older, younger, clock, payer):
        assert older.fits(younger) and clock in older.clocks and clock in younger.clocks
        first = older.colour or {"white": "black", "black": "white", None: "white"}[younger.colour]
        seeks = {first: older, {"white": "black", "black": "white"}[first]: younger}
        game = new_id()
        await self.database.write(seeks, game)
        return [Pairing(seek.id, game, colour) for colour, seek in seeks.items()]

    async def may_be_rated(self, who):
        return True

    def send(self, event):
        """Nobody ends his seeks here."""

    def tell_lobby(self, share):
        if not (self.world.losses and self.world.losses.pop(0)):
            for other in self.world.servers:
                if other is not self:
                    asyncio.get_running_loop().call_soon(other.lobbies.hear, self.name, share)


class World:
    """Servers, people, and what they were told."""

    def __init__(self, faults, losses):
        self.database, self.losses, self.opened = Database(faults), list(losses), []
        self.servers = [Server(self.database, name, self) for name in "ab"]
        for server in self.servers:
            server.now = self.tick
        self.time = itertools.count(1)
        self.visitors, self.told = {}, {}

    def tick(self):
        return next(self.time)

    def visitor(self, person, server):
        """The connection of a person to a server."""
        if (person, server) not in self.visitors:
            subscriber = Subscriber(at_a_page, f"guest:{person}", name="Guest", payer="payer")
            subscriber.outbox.answer = lambda text: self.hear(ANSWER.decode(text))
            self.visitors[person, server] = subscriber
        return self.visitors[person, server]

    def hear(self, message):
        if hasattr(message, "game"):
            self.told.setdefault(message.id, set()).add((message.game, message.colour))

    async def settle(self):
        """Wait until nothing is going on, not even what is tried again."""
        for _ in range(200):
            await asyncio.sleep(0)
