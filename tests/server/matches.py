"""Games under rulings alone, by any clock."""
import pytest

from eckstein.server.game.boards import make_board
from eckstein.server.game.clocks import DAY
from eckstein.server.game.events import Event
from eckstein.server.game.rulings import Command, RefusedError, rule
from eckstein.server.game.snapshot import Snapshot
from eckstein.server.game.state import begin

MINUTE = 60_000


class Match:
    """A game under rulings alone; what is ruled happens at once."""

    def __init__(self, game="contra", position=None, control=None, black="human"):
        self.board = make_board(game, {}, position)
        seats = {"white": {"kind": "human", "name": "A", "level": None, "open": False},
                 "black": {"kind": black, "name": "B", "level": 1 if black == "computer" else None,
                           "open": False}}
        data = {"rules": game, "options": self.board.options, "start": self.board.position(),
                "turn": str(self.board.turn), "seats": seats, "control": control}
        clock = {"white": control["initial"], "black": control["initial"]} if control else None
        self.now, self.number = 0, 0
        self.state = begin(Event("g", 1, "server", "create", "created", data, clock, 0))

    def do(self, what, colour, move="", seq=None, both=False, lag=0):
        """What comes of a command, which knows everything unless `seq` says otherwise."""
        self.number += 1
        command = Command(colour or "guest:x", str(self.number), what, colour,
                          self.state.seq if seq is None else seq, move, both=both,
                          lag=lag)
        draft = rule(Snapshot(self.state, self.board, self.now), command)
        self.board = draft.board
        self.state.apply(Event("g", self.state.seq + 1, draft.actor, draft.command_id, draft.kind,
                               draft.data, draft.clock, self.now))
        if draft.refused:
            raise draft.refused
        return draft

    def play(self, *moves):
        for move in moves:
            self.do("move", self.state.turn, move)
        return self

    def code(self, what, colour, move="", **more):
        """The code with which a command is refused."""
        with pytest.raises(RefusedError) as caught:
            self.do(what, colour, move, **more)
        assert caught.value.reason
        return caught.value.code


def timed(kind="fischer", initial=MINUTE, increment=0):
    return Match(control={"kind": kind, "initial": initial, "increment": increment})


def by_days(days=3, **more):
    return Match(control={"kind": "days", "initial": days * DAY, "increment": 0}, **more)


def begun_by_days(days=3):
    return by_days(days).play("d1d2", "d7d6")
