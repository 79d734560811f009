"""A game played line by line: prompts, moves as text, and answers in sentences.

Everything is said in lines of text, for terminals, screen readers and pipes alike.  The game is
kept on disk after every move.
"""
import random
import sys
from collections.abc import Callable, Iterator

from ..board import Board
from ..games import names
from ..notation.diagram import diagram
from ..players import HUMAN, SIMPLE, Player, check_players, make_player
from .arguments import make_board
from .kept_game import KeptGame
from .telling import tell_end, tell_move

HELP = """\
Type a move, in any form the game's notation allows, or one of these:
  moves        all legal moves
  board        the board again           position     the position as text
  undo         take back your last move  resign       give the game up
  save FILE    write the game to a file  load FILE    go on with the game in a file
  rules        where to read the rules   quit         stop; the game is kept
"""


class Leave(Exception):
    """The player stops; the game is not over."""


def start_play(game: str | None, players: tuple[str, str], *, position: str | None,
               options: list[str] | None, seed: int | None, record: str | None,
               resume: bool) -> None:
    """Set up a game or take one up again, and play it."""
    check_players(players)
    if game is None:
        game = _ask_game()
        if game is None:
            return
    start = make_board(game, position, options)
    kept = KeptGame.open(start, players, record, resume)
    chance = random.Random(seed)
    if any(name not in (HUMAN, *SIMPLE) for name in players):
        print("Getting the engine ready; the very first time this takes some seconds.", flush=True)
    computers = [None if name == HUMAN else make_player(name, kept.board, chance.randrange(1 << 30))
                 for name in players]
    Session(kept, computers).run()


def _ask_game() -> str | None:
    """Ask which game, until one is named or input ends."""
    known = names()
    print("Which game?")
    for number, name in enumerate(known, 1):
        print(f"  {number}  {name}")
    for line in _lines("game> "):
        word = line.strip().lower()
        if word in ("quit", "exit", "q"):
            return None
        if word.isdigit() and 1 <= int(word) <= len(known):
            return known[int(word) - 1]
        if word in known:
            return word
        if word:
            print(f"There is no game {word}. Type a number from 1 to {len(known)}, or a name.")
    return None


def _lines(prompt: str) -> Iterator[str]:
    """Lines as they are typed, until the end of input."""
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        yield line


class Session:
    """One game between people at this terminal and simple opponents."""

    def __init__(self, kept: KeptGame, computers: list[Player | None]) -> None:
        self.kept, self.computers = kept, computers
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help, "?": self.help, "moves": self.moves, "board": self.show,
            "show": self.show, "position": self.position, "undo": self.undo, "save": self.save,
            "load": self.load, "resign": self.resign, "quit": self.quit, "exit": self.quit,
            "rules": self.rules}

    @property
    def board(self) -> Board:
        """The board of the game that is being played."""
        return self.kept.board

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self.show("")
        if any(player is None for player in self.computers):
            print("Type a move, or help.")
        try:
            while not self.kept.over():
                player = self.computers[self.board._p.side]
                if player is None:
                    self._human()
                else:
                    self._make(player(self.board), by_computer=True)
            print(tell_end(self.board, self.kept.resigned))
            if self.kept.written:
                print(f"The game is in {self.kept.path}.")
        except (Leave, KeyboardInterrupt):
            print(f"\nThe game is kept in {self.kept.path}. Take it up again with\n"
                  f"  {self.kept.command()}" if self.kept.written
                  else "\nNo move was made, and nothing is kept.")

    def _human(self) -> None:
        """Ask until one legal move has been made, or the game has changed."""
        forced = list(self.board.legal_moves)
        if forced == [self.board.rules.PASS]:
            self._make(forced[0])
            return
        for line in _lines(f"{self.board.turn}> "):
            words = line.strip()
            name, _, rest = words.partition(" ")
            if not words:
                continue
            if command := self.commands.get(name.lower()):
                before = self.kept.state()
                command(rest.strip())
                if self.kept.state() == before:
                    continue
                return
            if self._typed(words):
                return
        raise Leave

    def _typed(self, text: str) -> bool:
        """Make a move that was typed, or say what is wrong with it."""
        try:
            reading = self.board.read(text)
        except ValueError as error:
            reason = str(getattr(error, "reason", error))
            print(f"{reason[0].upper()}{reason[1:]}. (help tells what you can type, moves lists "
                  "the legal moves.)")
            return False
        for warning in reading.warnings:
            print(f"Note: {warning}.")
        self._make(reading.move)
        return True

    def _make(self, move: int, by_computer: bool = False) -> None:
        """Make a move, keep it on disk, and only then tell it."""
        mover = self.board.turn
        description = self.board.describe(move)
        self.kept.push(move)
        for sentence in tell_move(mover, description, by_computer):
            print(sentence)
        if not self.kept.over() and self.computers[self.board._p.side] is None:
            self.show("")

    # Commands.

    def help(self, rest: str) -> None:
        """What can be typed."""
        print(HELP)

    def show(self, rest: str) -> None:
        """The board, and who is to move."""
        print()
        print(diagram(self.board, large=True))
        if not self.kept.over():
            check = {0: "", 1: " DUEL!"}.get(int(self.board.in_check()), "")
            print(f"{self.board.turn.capitalize()} to move.{check}")

    def moves(self, rest: str) -> None:
        """All legal moves, in the notation for people."""
        texts = sorted(self.board.notation(move) for move in self.board.legal_moves)
        print(f"{len(texts)} moves: {'  '.join(texts)}")

    def position(self, rest: str) -> None:
        """The position as text."""
        print(self.board.position())

    def undo(self, rest: str) -> None:
        """Take back to where a person was to move."""
        taken = 0
        while self.board.move_stack:
            self.kept.pop()
            taken += 1
            if (self.computers[self.board._p.side] is None
                    and list(self.board.legal_moves) != [self.board.rules.PASS]):
                break
        print(f"Took back {taken} move{'s' * (taken != 1)}." if taken
              else "There is no move to take back.")
        if taken:
            self.show("")

    def save(self, rest: str) -> None:
        """Write the game to a file of the player's choice."""
        if not rest:
            print("Save where? Type save and the name of a file.")
            return
        try:
            self.kept.save_copy(rest)
            print(f"Saved in {rest}.")
        except OSError as error:
            print(f"Cannot write {rest}: {error.strerror}.")
        except ValueError as error:
            print(f"Cannot write {rest}: {error}.")

    def load(self, rest: str) -> None:
        """Go on with the game in a file."""
        if not rest:
            print("Load what? Type load and the name of a file.")
            return
        try:
            self.kept.load(rest)
            self.show("")
        except OSError as error:
            print(f"Cannot read {rest}: {error.strerror}.")
        except ValueError as error:
            print(f"Cannot go on with {rest}: {error}.")

    def resign(self, rest: str) -> None:
        """Give the game up."""
        self.kept.resign(self.board.turn)

    def quit(self, rest: str) -> None:
        """Stop; the game is kept."""
        raise Leave

    def rules(self, rest: str) -> None:
        """Where to read the rules."""
        print(f"The rules: eckstein rules {self.board.game}")
