"""A game at one moment: its state, and what its clocks show."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...board import Board
from ...wire.words import Colour
from . import clocks
from .events import COMPUTER
from .speeds import patience_of
from .state import State


@dataclass(slots=True)
class Snapshot:
    """A game at a moment.

    Attributes:
        state: the fold of its events.
        board: its board, after the same moves; it is never changed.
        now: the time.
        pauses: when no server ran.
        absences: when each player is away, perhaps only until a planned end; the player's clock
            stands still meanwhile.
        gone: since when each player that is not connected has not been.
    """

    state: State
    board: Board
    now: int
    pauses: Sequence[clocks.Span] = field(default=())
    absences: Mapping[Colour, Sequence[clocks.Span]] = field(default_factory=dict)
    gone: Mapping[Colour, int] = field(default_factory=dict)

    @property
    def spent(self) -> int:
        """How long the present turn has lasted."""
        mover = self._mover()
        away = self.absences.get(mover, ()) if mover else ()
        return clocks.elapsed(self.state.since, self.now,
                              clocks.joined((*self.pauses, *away)) if away else self.pauses)

    def away_until(self, colour: Colour | None) -> int | None:
        """Until when a player is away; None for a player that is not."""
        away = self.absences.get(colour, ()) if colour else ()
        return next((end for begin, end in away if begin <= self.now < end), None)

    def claimable_in(self, colour: Colour) -> int | None:
        """In how many milliseconds the opponent of a player that is gone can claim the game, if it
        is the player's turn then; None if the player is there, or such a game is not claimed.

        Bots are connected to all their games at once, and not to single ones.
        """
        state, since = self.state, self.gone.get(colour)
        if (since is None or state.running is None or state.control is None
                or state.control.kind == "days" or not state.claims or state.seats[colour].bot
                or any(seat.kind == COMPUTER for seat in state.seats.values())):
            return None
        return max(0, since + patience_of(state.control) - self.now)

    def flag_falls(self) -> int | None:
        """When the time of the player to move is over, if an absence ends as planned."""
        left = self.time_left()
        back = self.away_until(self._mover()) or self.now
        return None if left is None else back + left

    def time_left(self) -> int | None:
        """How long until the player to move loses on time; None if no clock runs."""
        lasts = self._lasts()
        return None if lasts is None else lasts - self.spent

    def _appears(self) -> bool:
        """Whether the player to move has a limit for the first move."""
        state = self.state
        return (state.appear is not None and state.result is None
                and len(state.moves) < clocks.FREE_PLIES
                and not any(seat.open for seat in state.seats.values()))

    def _mover(self) -> Colour | None:
        """The player whose time passes; None where none does."""
        return self.state.turn if self._appears() else self.state.running

    def _lasts(self) -> int | None:
        """How long the present turn may last; None without a limit."""
        state = self.state
        if self._appears():
            return state.appear
        if (runner := state.running) is None:
            return None
        assert state.left is not None and state.control is not None
        return clocks.deadline(state.control, state.left[runner])

    def due(self) -> int | None:
        """When something happens without a command, by the clock of `served`.

        This may be too early, since of an absence that lasts no more counts than is over.

        Returns:
            When the flag falls; 0 if a computer is to move against a person; None if there is
            nothing to wait for.
        """
        state = self.state
        if state.computer_due() and not state.between_computers():
            return 0
        if (lasts := self._lasts()) is None:
            return None
        away = clocks.elapsed(state.since, self.now, self.pauses) - self.spent
        return clocks.served(state.since, self.pauses) + lasts + away

    def shown_clock(self) -> dict[str, int] | None:
        """What the clocks show now."""
        state = self.state
        if state.left is None or (runner := state.running) is None:
            return state.left
        assert state.control is not None
        return state.left | {runner: clocks.remaining(state.control, state.left[runner],
                                                      self.spent)}
