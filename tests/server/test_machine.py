"""A state machine of two clients, a lossy channel and a server, driven by Hypothesis.

Commands are put into the channel; the channel loses, doubles and reorders; the server may be made
to forget everything at any moment, as a restart does.  A model on plain boards says what has to be.
"""
import asyncio
import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from eckstein import Board
from eckstein.server.database.maintenance import check
from eckstein.server.database.store import Store
from eckstein.server.game.boards import make_board
from eckstein.server.game.clocks import ServerClock
from eckstein.server.game.rulings import Command, RefusedError
from eckstein.server.game.tokens import Tokens
from eckstein.server.hub.hub import Hub
from eckstein.server.rooms.computers import Computers
from eckstein.server.rooms.rooms import Rooms
from eckstein.server.work.engines import Engines

from .helpers import fake_launch, fold

COLOURS = ("white", "black")
WHAT = ["move", "move", "move", "resign", "offer-draw", "accept-draw", "decline-draw",
        "ask-takeback", "accept-takeback", "decline-takeback", "claim-time", "abort", "rematch"]


class Channel(RuleBasedStateMachine):
    """Clients that send, a channel that is bad, and a server that may forget."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.url = f"sqlite+aiosqlite:///{Path(self.folder.name) / 'games.sqlite'}"
        self.loop = asyncio.new_event_loop()
        self.way, self.answers, self.sent = [], {}, 0
        self.known = {"white": 1, "black": 1}
        self.run(self._begin())

    def run(self, coroutine):
        return self.loop.run_until_complete(asyncio.wait_for(coroutine, 60))

    async def _begin(self):
        await self._open()
        board = Board("contra")
        seat = {"kind": "human", "name": "x", "level": None, "open": False}
        self.game = await self.rooms.create(
            {"rules": "contra", "options": board.options, "start": board.position(),
             "turn": "white", "seats": {"white": seat, "black": dict(seat)},
             "control": None}, None)

    async def _open(self):
        self.store = Store(self.url)
        await self.store.open()
        self.rooms = Rooms(Hub(), self.store, Tokens(await self.store.secret()), None,
                           Computers(Engines(1, fake_launch)), ServerClock(), [])

    async def _close(self):
        await self.rooms.finish()          # what it does by itself still uses the database
        await self.store.close()

    @property
    def state(self):
        return self.run(self.rooms.room(self.game)).loaded()[0]

    @rule(colour=st.sampled_from(COLOURS), what=st.sampled_from(WHAT), pick=st.integers(0, 99),
          nonsense=st.sampled_from(["", "", "", "d1d7", "?"]))
    def send(self, colour, what, pick, nonsense):
        """A client sends a command, from what it knows."""
        move = nonsense
        if what == "move" and not nonsense:
            legal = self.run(self.rooms.room(self.game)).loaded()[1].legal_texts()
            move = legal[pick % len(legal)] if legal else "d1d2"
        self.sent += 1
        self.way.append(Command(colour, str(self.sent), what, colour, self.known[colour], move))

    @precondition(lambda self: self.way)
    @rule(pick=st.integers(0, 99), again=st.booleans(), answered=st.booleans())
    def deliver(self, pick, again, answered):
        """Any message arrives; perhaps again later; perhaps its answer is lost."""
        index = pick % len(self.way)
        command = self.way[index] if again else self.way.pop(index)
        try:
            answer = "done", self.run(self.rooms.submit(self.game, command))
        except RefusedError as refused:
            answer = "refused", refused.code
        first = self.answers.setdefault(command.id, answer)
        if first[0] == "done":
            assert answer == first          # always the same, after a restart, too
        else:
            assert answer[0] == "refused"
        if answered:
            self.known[command.colour] = self.state.seq

    @precondition(lambda self: len(self.way) > 1)
    @rule(one=st.integers(0, 99), other=st.integers(0, 99))
    def deliver_at_once(self, one, other):
        """Two messages arrive at the same moment."""
        pair = [self.way[one % len(self.way)], self.way[other % len(self.way)]]

        async def both():
            return await asyncio.gather(*(self.rooms.submit(self.game, command)
                                          for command in pair), return_exceptions=True)
        for command, result in zip(pair, self.run(both()), strict=True):
            answer = (("refused", result.code) if isinstance(result, RefusedError)
                      else ("done", result))
            assert not isinstance(result, BaseException) or isinstance(result, RefusedError), result
            assert self.answers.setdefault(command.id, answer)[0] == answer[0]

    @precondition(lambda self: self.way)
    @rule(pick=st.integers(0, 99))
    def lose(self, pick):
        """A message is lost."""
        self.way.pop(pick % len(self.way))

    @rule()
    def restart(self):
        """The server forgets all that is not on disk."""
        self.run(self._close())
        self.run(self._open())

    @invariant()
    def the_game_is_the_fold_of_what_is_on_disk(self):
        events = self.run(self.store.events_of(self.game))
        state, board = self.run(self.rooms.room(self.game)).loaded()
        assert fold(events) == state
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        replayed = make_board(state.rules, state.options, state.start)
        for move in state.moves:
            replayed.push_text(move.text)
        assert replayed.position() == board.position() and board.ply == len(state.moves)
        assert (state.result is not None) >= board.is_game_over()

    @invariant()
    def each_command_took_effect_once(self):
        events = self.run(self.store.events_of(self.game))
        ids = [(event.actor, event.command_id) for event in events]
        assert len(ids) == len(set(ids))
        done = {id: answer[1] for id, answer in self.answers.items() if answer[0] == "done"}
        for event in events[1:]:
            assert done[event.command_id] == event.seq
        assert len(done) == len(events) - 1

    def teardown(self):
        async def end():
            async for _, problem in check(self.url):
                assert problem is None
            await self._close()
        with contextlib.closing(self.loop):
            self.run(end())
        self.folder.cleanup()


Channel.TestCase.settings = settings(max_examples=8, stateful_step_count=25, deadline=None)
TestChannel = Channel.TestCase


class LongChannel(Channel):
    """The same, for longer."""


LongChannel.TestCase.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
TestLongChannel = pytest.mark.long(LongChannel.TestCase)
