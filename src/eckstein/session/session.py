"""A game at this machine: who plays there, the clock, and every command that needs no
thinking.  Prompts, drawing and engines are for those who show it.
"""
from __future__ import annotations

import re
from collections.abc import Callable

from ..board import COLORS, Board, Color
from ..games import check_game_name
from ..notation.moves import Reading
from ..players import HUMAN
from .clock import Clock, clock_text
from .saved_game import SavedGame
from .sentences import (
    AGREEMENT,
    RESIGNATION,
    TIME,
    Decision,
    sentence,
    side_name,
    tell_end,
    tell_move,
    tell_preview,
)
from .words import phrase

Sentences = list[str]


class Session:
    """One game after the other, between people and computers.

    Args:
        kept: the first game.
        clock: for each game; None for no clock, or that which the game was kept with.
    """

    def __init__(self, kept: SavedGame, clock: Clock | None = None) -> None:
        self.kept = kept
        kept.clock = clock or kept.clock
        self.offered: Color | None = None
        self.commands: dict[str, Callable[[str], Sentences]] = {
            "moves": self.moves, "position": self.position, "describe": self.describe,
            "undo": self.undo, "save": self.save, "load": self.load, "resign": self.resign,
            "draw": self.draw, "yes": self.yes, "no": self.no, "ja": self.yes, "nein": self.no,
            "clock": self.tell_clock,
            "new": self.new, "white": self.set_white, "black": self.set_black,
            "level": self.level, "players": self.players, "rules": self.rules}

    @property
    def board(self) -> Board:
        """The board of the game that is being played."""
        return self.kept.board

    @property
    def side(self) -> int:
        """Who is to move: 0 White, 1 Black."""
        return COLORS.index(self.board.turn)

    def computer(self, side: int | None = None) -> str | None:
        """The name of the computer that plays a side (that to move, if left out), or None."""
        name = self.kept.players[self.side if side is None else side]
        return None if name == HUMAN else name

    def forced_pass(self) -> int | None:
        """The pass, if the player to move can do nothing else."""
        return _forced_pass(self.board)

    def wait(self) -> None:
        """Let the time of the player to move run, or nobody's if the game is over."""
        if self.kept.clock:
            if self.kept.over():
                self.kept.clock.stop()
            else:
                self.kept.clock.run(self.side)

    def hold(self) -> None:
        """Let both clocks stand while something is got ready."""
        if self.kept.clock:
            self.kept.clock.stop()

    def time_is_up(self) -> bool:
        """Whether the player to move has just lost on time; then the game is over."""
        clock = self.kept.clock
        if not clock or self.kept.over() or clock.left(self.side) > 0:
            return False
        clock.stop()
        self.kept.decide(Decision.against(self.board.turn, TIME))
        return True

    def make(self, move: int, by_computer: bool = False) -> Sentences:
        """Make a move, keep it on disk, and only then tell it."""
        mover, description = self.board.turn, self.board.describe(move)
        if self.kept.clock:
            self.kept.clock.press()
        self.offered = None
        self.kept.push(move)
        return list(tell_move(mover, description, by_computer))

    def read(self, text: str) -> Reading:
        """A move that was typed; raises ValueError as `Board.read` does."""
        return self.board.read(text)

    def end(self) -> str:
        """How the game ended."""
        return tell_end(self.board, self.kept.decision)

    def farewell(self) -> str:
        """Where the game is to be found by whoever leaves the session."""
        kept = self.kept
        if not kept.written:
            return phrase("No move was made, and nothing is kept.")
        if kept.over():
            return f"{self.end()}\n{phrase('The game is in {path}.', path=kept.path)}"
        told = phrase("The game is kept in {path}. Take it up again with", path=kept.path)
        return f"{told}\n  {kept.command()}"

    # Commands: each takes what was typed after its name, and answers in sentences.

    def moves(self, rest: str) -> Sentences:
        """All legal moves, in the notation for people."""
        return [tell_moves(self.board)]

    def position(self, rest: str) -> Sentences:
        """The position as text."""
        return [self.board.position()]

    def describe(self, rest: str) -> Sentences:
        """What a move would do, before it is made."""
        if not rest:
            return [phrase("Describe which move? Type describe and the move.")]
        try:
            move = self.read(rest).move
        except ValueError as error:
            return [sentence(error)]
        return list(tell_preview(self.board.turn, self.board.describe(move)))

    def undo(self, rest: str) -> Sentences:
        """Take back to where a person was to move."""
        taken = self._moves_since_a_person()
        if not taken:
            return [phrase("There is no move to take back.")]
        for _ in range(taken):
            self.kept.pop()
        self.offered = None
        return [phrase("Took back 1 move.") if taken == 1 else
                phrase("Took back {count} moves.", count=taken)]

    def _moves_since_a_person(self) -> int:
        """How many moves ago a person was to move and had a choice; 0 if that never was so."""
        board = self.board.copy()
        while board.move_stack:
            board.pop()
            if self.computer(COLORS.index(board.turn)) is None and _forced_pass(board) is None:
                return self.board.ply - board.ply
        return 0

    def save(self, rest: str) -> Sentences:
        """Write the game to a file of the player's choice."""
        if not rest:
            return [phrase("Save where? Type save and the name of a file.")]
        try:
            self.kept.save_copy(rest)
        except OSError as error:
            return [cannot_write(rest, error.strerror)]
        except ValueError as error:
            return [cannot_write(rest, error)]
        return [phrase("Saved in {name}.", name=rest)]

    def load(self, rest: str) -> Sentences:
        """Go on with the game in a file."""
        if not rest:
            return [phrase("Load what? Type load and the name of a file.")]
        try:
            self.kept.load(rest)
        except OSError as error:
            return [cannot_read(rest, error.strerror)]
        except ValueError as error:
            return [phrase("Cannot go on with {name}: {reason}.", name=rest, reason=error)]
        self.offered = None
        return []

    def resign(self, rest: str) -> Sentences:
        """Give the game up: for the person to move, or the only one there is."""
        if self.kept.over():
            return [phrase("There is no game to give up.")]
        side = self.side if self.computer() is None or self.computer(1 - self.side) else (
            1 - self.side)
        self.kept.decide(Decision.against(COLORS[side], RESIGNATION))
        return []

    def draw(self, rest: str) -> Sentences:
        """Offer a draw to another person."""
        if self.kept.over():
            return [phrase("The game is over.")]
        if self.computer(0) or self.computer(1):
            return [phrase("A computer agrees to no draw. Play on, or resign.")]
        self.offered = self.board.turn
        return [phrase("{side} offers a draw. {other}, do you agree? Type yes or no; "
                       "a move means no.", side=side_name(self.offered),
                       other=side_name(COLORS[1 - self.side]))]

    def yes(self, rest: str) -> Sentences:
        """Agree to a draw."""
        if not self.offered or self.kept.over():
            return [phrase("Nobody has offered a draw.")]
        self.offered = None
        self.kept.decide(Decision("1/2-1/2", AGREEMENT))
        return []

    def no(self, rest: str) -> Sentences:
        """Refuse a draw."""
        if not self.offered:
            return [phrase("Nobody has offered a draw.")]
        self.offered = None
        return [phrase("The game goes on.")]

    def tell_clock(self, rest: str) -> Sentences:
        """The time both players have left."""
        clock = self.kept.clock
        if not clock:
            return [phrase("This game has no clock. One is set with --clock 5+3, for example.")]
        return [phrase("White has {white}, Black {black}.", white=clock_text(clock.left(0)),
                       black=clock_text(clock.left(1)))]

    def new(self, rest: str) -> Sentences:
        """A new game: the same again, or another one that is named."""
        words = rest.lower().split()
        try:
            if len(words) > 1:
                raise ValueError(phrase("type new, or new and the name of a game"))
            same = not words or words[0] == self.board.game
            start = self.kept.record.start.copy() if same else _first_position(words[0])
            self.begin(start, self.kept.players, self._same_clock())
        except ValueError as error:
            return [sentence(error)]
        return [phrase("A new game of {title}.", title=self.board.rules.TITLE)]

    def begin(self, start: Board, players: tuple[str, str], clock: Clock | None) -> None:
        """Let another game begin; the one before stays in its file.

        Args:
            start: a board without moves.
            players: who plays.
            clock: the clock, or None for none.
        """
        self.kept = self.kept.another(start, players)
        self.kept.clock = clock
        self.offered = None

    def _same_clock(self) -> Clock | None:
        old = self.kept.clock
        return Clock(old.seconds, old.increment) if old else None

    def set_white(self, rest: str) -> Sentences:
        """Let somebody else play White."""
        return self._seat(0, rest)

    def set_black(self, rest: str) -> Sentences:
        """Let somebody else play Black."""
        return self._seat(1, rest)

    def level(self, rest: str) -> Sentences:
        """Change the level of the computer that plays."""
        sides = [side for side in (0, 1) if self.computer(side)]
        if len(sides) != 1:
            return [phrase("Which side? Type white level:5 or black level:5, for example.")]
        return self._seat(sides[0], f"level:{rest.removeprefix('level').strip(': ')}")

    def _seat(self, side: int, name: str) -> Sentences:
        names = list(self.kept.players)
        names[side] = re.sub(r"^(?:level)?[: ]*(\d+)$", r"level:\1", name.strip().lower())
        try:
            self.kept.set_players((names[0], names[1]))
        except ValueError as error:
            return [sentence(error)]
        return self.players("")

    def players(self, rest: str) -> Sentences:
        """Who plays."""
        white, black = self.kept.players
        return [phrase("White: {white}. Black: {black}.", white=white, black=black)]

    def rules(self, rest: str) -> Sentences:
        """Where to read the rules."""
        return [phrase("The rules: eckstein rules {game}", game=self.board.game)]


def _forced_pass(board: Board) -> int | None:
    """The pass, if the player to move can do nothing else."""
    passing: int = board.rules.PASS
    return passing if list(board.legal_moves) == [passing] else None


def tell_moves(board: Board) -> str:
    """All legal moves, in the notation for people."""
    texts = sorted(board.notation(move) for move in board.legal_moves)
    return phrase("{count} moves: {list}", count=len(texts), list="  ".join(texts))


def cannot_write(name: object, reason: object) -> str:
    """The sentence that a file cannot be written."""
    return phrase("Cannot write {name}: {reason}.", name=name, reason=reason)


def cannot_read(name: object, reason: object) -> str:
    """The sentence that a file cannot be read."""
    return phrase("Cannot read {name}: {reason}.", name=name, reason=reason)


def _first_position(game: str) -> Board:
    check_game_name(game)
    return Board(game)
