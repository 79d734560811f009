"""A game played line by line: prompts, moves as text, and answers in sentences.

Everything is said in lines of text, for terminals, screen readers and pipes alike.  The game is
kept on disk after every move.
"""
import asyncio
import importlib.util
import os
import sys
from collections.abc import Callable

from ..base.sentence import Sentence
from ..base.setting_values import number_in
from ..board import Board
from ..engine.messages import EngineError
from ..engine.players import read_player
from ..games import names
from ..notation.diagram import diagram
from ..session.clock import Clock, clock_text
from ..session.replay import Replay
from ..session.saved_game import SavedGame, Wishes
from ..session.sentences import cannot_read, sentence, side_name
from ..session.session import Session
from ..session.thinking import READYING, Thinking
from ..session.unfinished import Unfinished, unfinished
from ..words import command, phrase, speak, spoken
from .advice import Advice
from .arguments import make_board
from .lines import QuitError, lines, say, usual_commands
from .replaying import LineReplay, walk_through

LEAVING = ("quit", "exit")
AFTERWARDS = ("new", "undo", "replay", "load", "save", "board", "show", "position", "players",
              "white", "black", "level", "clock", "rules", "help", "?")


def start_play(game: str | None, players: Wishes, *, position: str | None = None,
               options: list[str] | None = None, seed: int | None = None,
               record: str | None = None, resume: bool = False, clock: str | None = None,
               replay: str | None = None, encoding: str | None = None, plain: bool = False,
               speed: float = 1.0, language: str | None = None, coach: bool = False) -> None:
    """Set up a game, resume one, or open recorded ones; and play, or walk through them."""
    speak(language or spoken())
    white, black = (None if name is None else str(read_player(name)) for name in players)
    players = white, black
    chosen_clock = Clock.read(clock) if clock else None
    full = not plain and full_screen()
    if replay is not None:
        walk = Replay.read(replay, encoding)
        if full:
            from ..tui.board_app import BoardApp
            from ..tui.state import PlayState
            BoardApp(PlayState(None, walk, speed), Thinking(seed)).play()
        else:
            walk_through(walk, Thinking(seed))
        return
    asked = game is None and full and not (resume and record is None)
    if resume and record is None:
        saved = _resume(game, position, options, players)
    elif chosen := names()[0] if asked else game or _ask_game():
        saved = SavedGame.open(make_board(chosen, position, options), players, record)
    else:
        saved = None
    if saved is None:
        return
    session, thinking = Session(saved, chosen_clock, coach), Thinking(seed)
    if not asked:
        session.warm_coach(lambda: print(phrase(READYING), flush=True))
    if full:
        from ..tui.board_app import BoardApp
        from ..tui.state import PlayState
        BoardApp(PlayState(session, speed=speed, ask=asked), thinking).play()
    else:
        LineSession(session, thinking).run()


def full_screen() -> bool:
    """Whether a board can be drawn over the whole screen here."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") in (None, "",
                                                                                      "dumb"):
        return False
    if importlib.util.find_spec("textual") is None:
        print(phrase("For a full-screen board: pip install 'eckstein[tui]'."))
        return False
    return True


def _resume(game: str | None, position: str | None, options: list[str] | None,
             players: Wishes) -> SavedGame | None:
    """The unfinished game that was last played, or another one if a user is there to choose."""
    if game is None and (position is not None or options):
        raise ValueError(Sentence("name the game that this position or these options belong to, "
                                  "or leave them out"))
    start = make_board(game, position, options) if game else None
    found = unfinished(game)
    if not found:
        raise ValueError(Sentence("there is no unfinished game of {game} to resume", game=game)
                         if game else Sentence("there is no unfinished game to resume"))
    chosen: Unfinished | None = found[0]
    if len(found) > 1:
        print(phrase("Unfinished games, the most recent first:"))
        say([f"  {number}  {one}" for number, one in enumerate(found, 1)])
        if sys.stdin.isatty():
            chosen = _choose(found)
    return SavedGame.resumed(chosen.path, players, start) if chosen else None


def _choose(found: list[Unfinished]) -> Unfinished | None:
    """The game that is chosen by its number, the first for an empty line, None if nothing is."""
    print(phrase("Which one? Press Enter for the first, or type a number."))
    for line in lines("> "):
        word = command(line.strip())
        if word in LEAVING:
            return None
        if not word:
            return found[0]
        if number := number_in(word, 1, len(found)):
            return found[number - 1]
        print(phrase("Type a number from 1 to {count}.", count=len(found)))
    return None


def _ask_game() -> str | None:
    """Ask which game, until one is named or input ends."""
    known = names()
    print(phrase("Which game?"))
    for number, name in enumerate(known, 1):
        print(f"  {number}  {name}")
    for line in lines(phrase("game> ")):
        word = command(line.strip())
        if word in ("quit", "exit", "q"):
            return None
        if chosen := number_in(word, 1, len(known)):
            return known[chosen - 1]
        if word in known:
            return word
        if word:
            print(phrase("There is no game {name}. Type a number from 1 to {count}, or a name.",
                         name=word, count=len(known)))
    return None


class LineSession:
    """Games that are played line by line.

    Args:
        session: the games.
        thinking: the computers that play, and the adviser for hints and values.
    """

    def __init__(self, session: Session, thinking: Thinking) -> None:
        self.session, self.thinking = session, thinking
        self.commands: dict[str, Callable[[str], None]] = {
            **usual_commands("plain"), "board": self.show, "show": self.show,
            "hint": self.hint, "evaluate": self.evaluate, "replay": self.replay}

    @property
    def board(self) -> Board:
        """The board of the game that is being played."""
        return self.session.board

    def run(self) -> None:
        """Play until the game is over or the user leaves."""
        with asyncio.Runner() as self._runner:
            self._advice = Advice(self.thinking, self._runner)
            try:
                self._play()
            except (QuitError, KeyboardInterrupt, OSError) as left:
                self.session.stop_clock()
                print(f"\n{self.session.farewell()}")
                if not isinstance(left, QuitError):
                    raise
            finally:
                self._runner.run(self.thinking.close())

    def _play(self) -> None:
        if self.session.saved.note:
            print(self.session.saved.note)
        self.show("")
        if None in (self.session.computer(0), self.session.computer(1)):
            print(phrase("Type a move, or help."))
        self._to_the_end()
        while None in (self.session.computer(0), self.session.computer(1)) and self._goes_on():
            self._to_the_end()

    def _to_the_end(self) -> None:
        """Let people and computers move until the game is over."""
        while not self.session.saved.over():
            self.session.run_clock()
            computer = self.session.computer()
            if computer is None:
                self._human()
            else:
                self._computer(computer)
        self.session.run_clock()
        print(self.session.end())
        if not self.session.untouched:
            print(self.session.saved.whereabouts())

    def _goes_on(self) -> bool:
        """Whether, after the end of a game, there is another one, or this one goes on."""
        told = phrase("Type new for another game, undo to take back, replay to step through this "
                      "one, or quit.")
        say([told])
        for line in lines("> "):
            words = line.strip()
            name = command(words.partition(" ")[0])
            if name in LEAVING:
                return False
            if name in AFTERWARDS:
                self._obeyed(words)
            elif words:
                say([told])
            if not self.session.saved.over():
                return True
        return False

    def _computer(self, name: str) -> None:
        """Let a computer move, or leave if its engine fails."""
        side = self.session.side
        self._advice.warn_of_wait(side, name, self.board)
        self.session.stop_clock()
        try:
            self._runner.run(self.thinking.prepare(side, name, self.board))
            self.session.run_clock()
            move = self._runner.run(self.thinking.move(side, name, self.board,
                                                       self.session.saved.clock))
        except EngineError as error:
            again = phrase("Resume the game, perhaps with another player.")
            print(f"{sentence(error)} {again}")
            raise QuitError from None
        if not self.session.time_is_up():
            self._make(move, by_computer=True)

    def _prompt(self) -> str:
        clock = self.session.saved.clock
        left = f" {clock_text(clock.left(self.session.side))}" if clock else ""
        return f"{phrase(self.board.turn)}{left}> "

    def _human(self) -> None:
        """Ask until one legal move has been made, or the game has changed."""
        forced = self.session.forced_pass()
        if forced is not None:
            self._make(forced)
            return
        while True:
            line = next(lines(self._prompt()), None)
            if line is None:
                raise QuitError
            if self.session.time_is_up() or self._obeyed(line.strip()):
                return

    def _obeyed(self, words: str) -> bool:
        """Do what was typed; return whether the game has changed."""
        name, _, rest = words.partition(" ")
        name, rest = command(name), rest.strip()
        if not words:
            return False
        if own := self.commands.get(name):
            own(rest)
            return False
        answer = self.session.obey(name, rest)
        if answer is None:
            return self._typed(words)
        say(answer.told)
        if answer.changed and not self.session.saved.over():
            self.show("")
        return answer.changed

    def _typed(self, text: str) -> bool:
        """Make a move that was typed, or say what is wrong with it."""
        try:
            reading = self.session.read(text)
        except ValueError as error:
            explained = phrase("(Type help for the commands, or moves for the legal moves.)")
            say([f"{sentence(error)} {explained}"])
            return False
        for warning in reading.warnings:
            print(phrase("Note: {warning}.", warning=warning))
        self._make(reading.move)
        return True

    def _make(self, move: int, by_computer: bool = False) -> None:
        """Make a move, print it, and show the board to a person to move."""
        say(self.session.make(move, by_computer))
        if not self.session.saved.over() and self.session.computer() is None:
            self.show("")

    # Commands that print by themselves, or think.

    def show(self, rest: str) -> None:
        """The board, and the side to move."""
        print()
        print(diagram(self.board, large=True))
        if not self.session.saved.over():
            word = phrase(self.board.rules.CHECK_WORDS[0])
            check = f" {word}!" if self.board.in_check() else ""
            print(phrase("{side} to move.", side=side_name(self.board.turn)) + check)

    def hint(self, rest: str) -> None:
        """A good move, and what it does."""
        self._advice.hint(self.board)

    def evaluate(self, rest: str) -> None:
        """What the engine thinks of the position."""
        if self._advice.evaluate(self.board):
            print(phrase("(+ is good for White, - for Black; 1.00 is a die.)"))

    def replay(self, rest: str) -> None:
        """Walk through a file of games, or through this one."""
        try:
            walk = Replay.read(rest) if rest else Replay([self.session.saved.as_record()])
        except OSError as error:
            print(cannot_read(rest, error.strerror))
        except ValueError as error:
            print(sentence(error))
        else:
            LineReplay(walk, self._advice).walk()
            self.show("")
