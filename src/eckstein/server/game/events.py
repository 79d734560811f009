"""What is stored of a game: its events, in order."""
from typing import Any, Literal

import msgspec

from ...base.errors import EcksteinError
from ...wire.words import Colour

Kind = Literal["created", "join", "move", "takeback", "offer", "decline", "end", "rematch"]

SERVER = "server"           # actors beside the two colours and guests
COMPUTER = "computer"
PREPARED = "prepared"       # the actor of the replies that a player has prepared


class DamagedGameError(EcksteinError):
    """The stored events of a game cannot be read, or make no game; the message is a sentence.

    Attributes:
        sound: how many events, from the first on, are as they should be.
    """

    def __init__(self, problem: str, sound: int = 0) -> None:
        super().__init__(problem)
        self.sound = sound


def other(colour: Colour) -> Colour:
    """The opponent's colour."""
    return "black" if colour == "white" else "white"


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that has happened in a game.

    Attributes:
        game: the id of its game.
        seq: its number in the game, from 1.
        actor: a colour, "computer", "prepared", "server", or "guest:" and an id.
        command_id: the text by which the actor knows its command.
        kind: what happened.
        data: all that belongs to it.
        clock: what is left on the clocks after it, in milliseconds by colour; None without clocks.
        at: when it happened, in milliseconds since 1970.
        digest: that of all events so far (`chain`); empty where it is not needed.
    """

    game: str
    seq: int
    actor: str
    command_id: str
    kind: Kind
    data: dict[str, Any]
    clock: dict[str, int] | None
    at: int
    digest: bytes = b""
