"""A game as the fold over its events; nothing here needs a board or the time."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from ...wire.words import COLOURS, Colour
from .clocks import FREE_PLIES, LAG_QUOTA, Control, quota_after
from .events import COMPUTER, Event, other


@dataclass(slots=True)
class Seat:
    """The player of a colour: a person with a name, `open` until taken, or a computer with a level.

    Of an account no name is stored with the game: it is called as it is called today.  The errors
    of a computer follow from its seed, which is secret.

    Attributes:
        who: the identity of a person, where it is known: "guest:" or "account:" and an id.
        bot: whether that account is a bot, as it is today.
        anchor: of a computer in a rated game: the rating against which the game counts.
        random: of a computer: how many of a hundred moves it takes at random.
    """

    kind: str
    name: str
    level: int | None = None
    open: bool = False
    seed: int = 0
    who: str = ""
    bot: bool = False
    anchor: int | None = None
    random: int = 0


class Move(msgspec.Struct, frozen=True, gc=False):
    """A move that was made.

    The text says what was played.  The code is how the rules of today number the move; what is
    stored of it is only a guess, which `replay` checks.

    Attributes:
        text, code, notation: which move it was.
        spent: how many milliseconds it took, without what was given back for its journey.
        turn: the colour to move after it.
        left: milliseconds on the clock of its player, after it; None without clocks.
    """

    text: str
    code: int
    notation: str
    spent: int
    turn: Colour
    left: int | None = None


@dataclass(slots=True)
class State:
    """All that is known of a game.

    Attributes:
        seq: how many events there were.
        digest: that of the last event.
        first: the colour that moved first.
        since: when the present turn began.
        touched: when the last event was.
        changed: the number of the last event that changed the position, or ended the game.
        replied: the number of the last such event that was not a computer's move.
        left: milliseconds by colour, or None without clocks.
        quotas: what can be given back for the journeys of moves, in milliseconds by colour.
        draw, takeback: the colour that has offered or asked, and with which event, or None.
        draw_gone, takeback_gone: the number of the event by which an offer last ceased to stand.
        asked: which colours have offered or asked for what since the position last changed.
        shortened: the number of the last event that took moves back.
        rematch: the colours that want to play again; next_game: the game that came of it.
        payer: the payer for thinking computers, an alias of an address.
        listed: whether the lobby lists it for watching.
        rated: whether it counts for the ratings of its players.
        tournament: that it belongs to, or "".
        claims: whether a player can claim it when the opponent has left.
        appear: milliseconds for the first move of each player, once both are there; then the game
            is aborted, or lost in a tournament.  None for no limit.
        joined: by command id the seat that was taken with it.
        answers: by actor and command id the number of the event that came of the command.
    """

    game: str
    rules: str
    options: dict[str, Any]
    start: str
    first: Colour
    seats: dict[Colour, Seat]
    control: Control | None
    created: int
    payer: str = ""
    listed: bool = False
    rated: bool = False
    tournament: str = ""
    claims: bool = True
    appear: int | None = None
    seq: int = 0
    digest: bytes = b""
    moves: list[Move] = field(default_factory=list)
    since: int = 0
    touched: int = 0
    changed: int = 1
    replied: int = 1
    left: dict[str, int] | None = None
    quotas: dict[Colour, int] = field(
        default_factory=lambda: dict.fromkeys(COLOURS, LAG_QUOTA))
    draw: tuple[Colour, int] | None = None
    takeback: tuple[Colour, int] | None = None
    draw_gone: int = 0
    takeback_gone: int = 0
    asked: tuple[tuple[Colour, str], ...] = ()
    shortened: int = 0
    rematch: list[Colour] = field(default_factory=list)
    next_game: str | None = None
    result: dict[str, Any] | None = None
    answers: dict[tuple[str, str], int] = field(default_factory=dict)
    joined: dict[str, Colour] = field(default_factory=dict)

    @property
    def turn(self) -> Colour:
        """The colour to move, or that would be."""
        return self.moves[-1].turn if self.moves else self.first

    @property
    def running(self) -> Colour | None:
        """The colour with the running clock, or None."""
        if self.left is None or self.result is not None or len(self.moves) < FREE_PLIES:
            return None
        return self.turn

    @property
    def offers_rematch(self) -> bool:
        """Whether a player waits for an answer to the offer of a rematch."""
        return bool(self.rematch) and self.next_game is None

    def computer_due(self) -> bool:
        """Whether a computer has to move now."""
        return self.result is None and self.seats[self.turn].kind == COMPUTER

    def grants_absence(self) -> bool:
        """Whether the clock of a player on vacation stands still: by days, but not where the other
        players of a tournament wait.
        """
        return (self.result is None and self.control is not None and self.control.kind == "days"
                and not self.tournament)

    def between_computers(self) -> bool:
        """Whether only computers play."""
        return all(seat.kind == COMPUTER for seat in self.seats.values())

    def takeback_ply(self, asker: Colour) -> int | None:
        """How many moves are left if the asker takes back; None before the asker's first move."""
        turns = [self.first, *(move.turn for move in self.moves)]
        for ply in range(len(self.moves) - 1, -1, -1):
            if turns[ply] == asker:
                return ply
        return None

    def after(self, event: Event) -> State:
        """The state after the next event; this one is not changed, since others may read it.

        Raises:
            ValueError: if it is not the next one.
        """
        state = self.copy()
        state.apply(event)
        return state

    def copy(self) -> State:
        """The same, to take in what this one is not to know."""
        return replace(
            self, seats={colour: replace(seat) for colour, seat in self.seats.items()},
            moves=self.moves.copy(), rematch=self.rematch.copy(), answers=self.answers.copy(),
            joined=self.joined.copy())

    def apply(self, event: Event) -> None:
        """Take in the next event.

        Raises:
            ValueError: if it is not the next one.
        """
        if event.seq != self.seq + 1 or event.game != self.game:
            raise ValueError(f"event {event.seq} of {event.game} cannot follow event {self.seq} "
                             f"of {self.game}")
        self.seq, self.digest, self.touched = event.seq, event.digest, event.at
        self.answers[event.actor, event.command_id] = event.seq
        _TAKE_IN[event.kind](self, event)
        if event.clock is not None:
            self.left = event.clock

    def _created(self, event: Event) -> None:
        self.since = event.at

    def _join(self, event: Event) -> None:
        seat = self.seats[event.data["colour"]]
        seat.name, seat.open, seat.who = event.data["name"], False, event.data.get("who", "")
        seat.bot = event.data.get("bot", False)
        self.joined[event.command_id] = event.data["colour"]
        if not self.moves:
            self.since = event.at

    def _move(self, event: Event) -> None:
        mover = self.turn
        left = event.clock and event.clock[mover]
        self.quotas = self.quotas | {mover: quota_after(self.quotas[mover],
                                                        event.data.get("lag", 0))}
        self.moves.append(msgspec.convert(event.data | {"left": left}, Move))
        self._turned(event)
        if event.actor != COMPUTER:
            self.replied = event.seq
        self.result = event.data.get("result")

    def _takeback(self, event: Event) -> None:
        del self.moves[event.data["ply"]:]
        self._turned(event)
        self.replied = self.shortened = event.seq

    def _turned(self, event: Event) -> None:
        self.since, self.changed, self.asked = event.at, event.seq, ()
        self._drop_offers(event, "draw", "takeback")

    def _drop_offers(self, event: Event, *whats: str) -> None:
        if "draw" in whats and self.draw is not None:
            self.draw, self.draw_gone = None, event.seq
        if "takeback" in whats and self.takeback is not None:
            self.takeback, self.takeback_gone = None, event.seq
        if "rematch" in whats:
            self.rematch = []

    def _offer(self, event: Event) -> None:
        offer = event.data["by"], event.seq
        self.asked += (event.data["by"], event.data["what"]),
        if event.data["what"] == "draw":
            self.draw = offer
        else:
            self.takeback = offer

    def _decline(self, event: Event) -> None:
        self._drop_offers(event, event.data["what"])

    def _end(self, event: Event) -> None:
        self.result = event.data["result"]
        self.changed = self.replied = event.seq
        self._drop_offers(event, "draw", "takeback")

    def _rematch(self, event: Event) -> None:
        self.rematch.append(event.data["by"])
        self.asked += (event.data["by"], "rematch"),
        self.next_game = event.data.get("next")


_TAKE_IN = {"created": State._created, "join": State._join, "move": State._move,
            "takeback": State._takeback, "offer": State._offer, "decline": State._decline,
            "end": State._end, "rematch": State._rematch}


def begin(event: Event) -> State:
    """The state after a game's first event."""
    if event.kind != "created":
        raise ValueError(f"game {event.game} does not begin with its creation")
    data = event.data
    control = data["control"]
    state = State(event.game, data["rules"], data["options"], data["start"], data["turn"],
                  msgspec.convert(data["seats"], dict[Colour, Seat]),
                  msgspec.convert(control, Control) if control else None, event.at,
                  data.get("payer", ""), data.get("listed", False), data.get("rated", False),
                  data.get("tournament", ""), data.get("claims", not data.get("tournament")),
                  data.get("appear"))
    state.apply(event)
    return state


def swapped(seats: dict[Colour, Seat]) -> dict[Colour, Seat]:
    """The seats of a rematch, as far as they follow from those of the game."""
    return {colour: Seat(seat.kind, seat.name, seat.level, who=seat.who, anchor=seat.anchor,
                         random=seat.random)
            for colour in seats for seat in [seats[other(colour)]]}
