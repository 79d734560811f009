"""Games on this machine, and every command for them that needs no engine.

Whatever shows a session prompts, draws, and asks the engines (`thinking`).
"""
from __future__ import annotations

from collections.abc import Callable

from ..base.sentence import message_of
from ..board import COLOURS, Board, Colour
from ..engine.players import HUMAN, read_player
from ..games import check_game_name
from ..words import phrase
from .clock import Clock
from .coaching import Coaching
from .game_session import GameSession, forced_pass
from .saved_game import SavedGame
from .sentences import (
    AGREEMENT,
    RESIGNATION,
    TIME,
    Decision,
    Sentences,
    cannot_read,
    sentence,
    side_name,
    tell_move,
)


class Session(GameSession):
    """One game after another, between people and computers.

    The session owns what lasts only as long as the program runs: the current game, and an open
    offer of a draw. Position, players, clock and result belong to the game (`SavedGame`), which
    owns its file too.

    Attributes:
        saved: the game that is played.
        offered: the side that offers a draw, until it is answered; None without an offer.

    Args:
        saved: the first game.
        clock: for the first game; None for the clock it was saved with, if any.
        coached: whether the coach speaks in games between a person and a computer.
    """

    def __init__(self, saved: SavedGame, clock: Clock | None = None, coached: bool = False
                 ) -> None:
        self.saved, self._coaching = saved, Coaching() if coached else None
        saved.clock = clock or saved.clock
        self.offered: Colour | None = None
        super().__init__({
            "undo": self.undo, "load": self.load, "resign": self.resign, "draw": self.draw,
            "yes": self.yes, "no": self.no, "new": self.new, "level": self.level,
            "why": self.why,
            "white": lambda rest: self._seat(0, rest), "black": lambda rest: self._seat(1, rest)})

    @property
    def played(self) -> SavedGame:
        """The game that is played."""
        return self.saved

    def computer(self, side: int | None = None) -> str | None:
        """The name of the computer that plays a side (that to move, if left out), or None."""
        name = self.saved.players[self.side if side is None else side]
        return None if name == HUMAN else name

    def run_clock(self) -> None:
        """Run the clock of the player to move, unless the game is over."""
        if self.saved.clock:
            if self.saved.over():
                self.saved.clock.stop()
            else:
                self.saved.clock.run(self.side)

    def stop_clock(self) -> None:
        """Stop both clocks, while an engine starts or when the program ends."""
        if self.saved.clock:
            self.saved.clock.stop()

    def time_is_up(self) -> bool:
        """Whether the player to move has just lost on time; then the game is over."""
        clock = self.saved.clock
        if not clock or self.saved.over() or clock.left(self.side) > 0:
            return False
        clock.stop()
        self.saved.decide(Decision.against(self.board.turn, TIME))
        return True

    def make(self, move: int, by_computer: bool = False) -> Sentences:
        """Make a move, keep it on disk, and only then tell it."""
        mover, description = self.board.turn, self.board.describe(move)
        if self.saved.clock:
            self.saved.clock.press()
        self.offered = None
        coaching = self._coaching if len(self._computers()) == 1 else None
        if coaching and not by_computer and len(self.board.legal_moves) > 1:
            coaching.moved(self.board, move)
        self.saved.push(move)
        told = list(tell_move(mover, description, by_computer))
        if coaching and (by_computer or self.saved.over()):
            told += coaching.answered()
        return told

    def warm_coach(self, said: Callable[[], None]) -> None:
        """Make the coach ready, if there is one, and first say so if that takes some seconds."""
        if self._coaching:
            coach = self._coaching.coach(self.board)
            if not coach.is_compiled():
                said()
            coach.warm()

    def _computers(self) -> list[int]:
        """The sides that computers play."""
        return [side for side in (0, 1) if self.computer(side)]

    @property
    def untouched(self) -> bool:
        """Whether nothing has been done that would have to be saved."""
        saved = self.saved
        return not saved.written and saved.whole and not (saved.unsaved and saved.board.ply)

    def farewell(self) -> str:
        """The text for a player leaving: where the game is, and how to resume it."""
        saved = self.saved
        if self.untouched:
            return phrase("No move was made, so nothing was saved.")
        if saved.over():
            return f"{self.end()}\n{saved.whereabouts()}"
        if saved.unsaved or not saved.whole:
            return saved.whereabouts()
        told = phrase("The game is saved in {path}. Resume it with", path=saved.path)
        return f"{told}\n  {saved.command()}"

    def undo(self, rest: str) -> Sentences:
        """Take back to where a person was to move."""
        taken = self._moves_since_a_person()
        if not taken:
            return [phrase("There is no move to take back.")]
        for _ in range(taken):
            self.saved.pop()
        self.offered = None
        return [phrase("Took back {count} {count:move|moves}.", count=taken)]

    def _moves_since_a_person(self) -> int:
        """How many moves ago a person was to move and had a choice; 0 if that never was so."""
        board = self.board.copy()
        while board.move_stack:
            board.pop()
            if self.computer(COLOURS.index(board.turn)) is None and forced_pass(board) is None:
                return self.board.ply - board.ply
        return 0

    def load(self, rest: str) -> Sentences:
        """Go on with the game in a file."""
        if not rest:
            return [phrase("Load what? Type load and the name of a file.")]
        try:
            self.saved.load(rest)
        except OSError as error:
            return [cannot_read(rest, error.strerror)]
        except ValueError as error:
            return [phrase("Cannot continue {name}: {reason}.", name=rest,
                           reason=message_of(error))]
        self.offered = None
        if self._coaching:
            self._coaching.forget()
        return []

    def why(self, rest: str) -> Sentences:
        """The moves that show what the coach meant."""
        if not self._coaching:
            return [phrase("There is no coach here. To play with one, start with --coach.")]
        return self._coaching.why()

    def resign(self, rest: str) -> Sentences:
        """Give the game up: for the person to move, or the only one there is."""
        if self.saved.over():
            return [phrase("There is no game to resign.")]
        side = self.side if self.computer() is None or self.computer(1 - self.side) else (
            1 - self.side)
        self.saved.decide(Decision.against(COLOURS[side], RESIGNATION))
        return []

    def draw(self, rest: str) -> Sentences:
        """Offer a draw to another person."""
        if self.saved.over():
            return [phrase("The game is over.")]
        if self.computer(0) or self.computer(1):
            return [phrase("The computer does not accept draws. Play on, or resign.")]
        self.offered = self.board.turn
        return [phrase("{side} offers a draw. {other}, do you accept? Type yes or no; "
                       "a move means no.", side=side_name(self.offered),
                       other=side_name(COLOURS[1 - self.side]))]

    def yes(self, rest: str) -> Sentences:
        """Agree to a draw."""
        if not self.offered or self.saved.over():
            return [phrase("No draw has been offered.")]
        self.offered = None
        self.saved.decide(Decision("1/2-1/2", AGREEMENT))
        return []

    def no(self, rest: str) -> Sentences:
        """Refuse a draw."""
        if not self.offered:
            return [phrase("No draw has been offered.")]
        self.offered = None
        return [phrase("The game continues.")]

    def new(self, rest: str) -> Sentences:
        """A new game: the same again, or another one that is named."""
        words = rest.lower().split()
        try:
            if len(words) > 1:
                raise ValueError(phrase("type new, or new and the name of a game"))
            same = not words or words[0] == self.board.game
            start = self.saved.record.start.copy() if same else _first_position(words[0])
            self.begin(start, self.saved.players, self._same_clock())
        except ValueError as error:
            return [sentence(error)]
        return [phrase("A new game of {title}.", title=self.board.rules.TITLE)]

    def begin(self, start: Board, players: tuple[str, str], clock: Clock | None) -> None:
        """Begin another game; the one before stays in its file.

        Args:
            start: a board without moves.
            players: the names of White's and Black's players.
            clock: the clock, or None for none.
        """
        self.saved = self.saved.another(start, players)
        self.saved.clock = clock
        self.offered = None
        if self._coaching:
            self._coaching.forget()

    def _same_clock(self) -> Clock | None:
        old = self.saved.clock
        return old.again() if old else None

    def level(self, rest: str) -> Sentences:
        """Change the level of the computer that plays."""
        sides = self._computers()
        if len(sides) != 1:
            return [phrase("Which side? Type white level:5 or black level:5, for example.")]
        return self._seat(sides[0], rest if rest.startswith("level") else f"level:{rest}")

    def _seat(self, side: int, name: str) -> Sentences:
        """Give a side another player."""
        names = list(self.saved.players)
        try:
            names[side] = str(read_player(name if name.startswith("cmd:") else name.lower()))
            self.saved.set_players((names[0], names[1]))
        except ValueError as error:
            return [sentence(error)]
        return self.players("")


def _first_position(game: str) -> Board:
    check_game_name(game)
    return Board(game)
