"""Puzzles solved line by line: the board, tries, and what comes of them."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from ..board import Board
from ..puzzles import THEMES, Puzzle, PuzzleError, load
from ..puzzles.solving import Answer, Attempt, ordered
from ..puzzles.tally import Tally, write_tally
from ..session.sentences import cannot_write, side_name, tell_move
from ..words import catalogue, phrase, spoken
from .lines import QuitError, say
from .tasks import LineTasks, tell_beginning


def theme_names() -> dict[str, str]:
    """What themes are called in the language that is spoken, by their names in files."""
    return catalogue("en", "themes") | catalogue(spoken(), "themes")


def chosen(game: str, solved: Sequence[str], grade: int | None = None, theme: str | None = None,
           first: str | None = None) -> list[Puzzle]:
    """The puzzles of a game that are wanted: those not solved yet, the easy ones first.

    If all that are wanted are solved, they come once more.

    Args:
        game: its name.
        solved: the ids of those that are solved.
        grade, theme: what they must be, if anything; a theme also in the language that is spoken.
        first: the id of the one to begin with.

    Raises:
        ValueError: if there are none, with what there is.
    """
    known = ordered(load(game))
    if not known:
        raise PuzzleError(phrase("there are no puzzles of {game}; eckstein puzzles make makes "
                                 "some", game=game))
    if theme is not None:
        words = {word.lower(): name for name, word in theme_names().items()}
        wanted = theme if theme in THEMES else words.get(theme.lower())
        if wanted is None:
            raise PuzzleError(phrase("there is no theme {theme!r}; themes are {known}", theme=theme,
                                     known=", ".join(THEMES)))
        theme = wanted
    found = [puzzle for puzzle in known if grade in (None, puzzle.grade)
             and (theme is None or theme in puzzle.themes)]
    if not found:
        raise PuzzleError(phrase("there is no such puzzle of {game}; grades are {grades}, themes "
                                 "{themes}", game=game,
                                 grades=", ".join(map(str, sorted({one.grade for one in known}))),
                                 themes=", ".join(name for name in THEMES if any(
                                     name in one.themes for one in known))))
    begin = [puzzle for puzzle in known if puzzle.id == first]
    if first is not None and not begin:
        raise PuzzleError(phrase("{game} has no puzzle {id}; the first is {first}, the last "
                                 "{last}", game=game, id=first, first=min(one.id for one in known),
                                 last=max(one.id for one in known)))
    left = [puzzle for puzzle in found if puzzle.id not in solved] or found
    return begin + [puzzle for puzzle in left if puzzle.id != first]


class LinePuzzles(LineTasks):
    """Puzzles of one game, one after the other.

    Args:
        game: its name.
        puzzles: which ones, in their order.
        tally: what was done before; it is kept up to date, and on disk.
    """

    HELP = "puzzle"

    def __init__(self, game: str, puzzles: Iterable[Puzzle], tally: Tally) -> None:
        super().__init__()
        self._game, self._left, self._tally = game, deque(puzzles), tally
        self._solved = 0
        self._attempt: Attempt

    @property
    def board(self) -> Board:
        return self._attempt.board

    @property
    def over(self) -> bool:
        return self._attempt.over

    def run(self) -> None:
        """Put puzzles until none is left, somebody leaves, or input ends."""
        try:
            while self._left:
                self._attempt = Attempt(self._game, self._left.popleft())
                puzzle = self._attempt.puzzle
                print(phrase("Puzzle {id}, grade {grade}.", id=puzzle.id, grade=puzzle.grade))
                self.ask()
            print(phrase("There are no more puzzles of this kind."))
        except (QuitError, KeyboardInterrupt):
            print()
        own = self._tally.of(self._game)
        print(phrase("Solved now: {now}, of all: {all}. Streak: {streak}, the longest: {best}.",
                     now=self._solved, all=len(own.solved), streak=own.streak, best=own.best))

    def task(self) -> str:
        side, moves = side_name(self.board.turn), (self._attempt.plies + 1) // 2
        if self._attempt.puzzle.task == "save":
            return phrase("{side} to move: find the only move that does not lose.", side=side)
        if moves == 1:
            return phrase("{side} to move: win with this move.", side=side)
        return phrase("{side} to move: win within {moves} moves.", side=side, moves=moves)

    def answer(self, text: str) -> None:
        attempt = self._attempt
        answer, mover, reply = attempt.answer(text)
        if answer is Answer.WRONG:
            self._stumble()
            say([phrase("Wrong. Try again, or type hint or solution.")])
            return
        if answer is Answer.GOES_ON or reply:
            print(phrase("Right."))
        if reply:
            say(list(tell_move(mover, reply, by_computer=True)))
        if answer is Answer.GOES_ON:
            self.show("")
        else:
            self._solved += 1
            self._tally.solve(self._game, attempt.puzzle.id, attempt.flawless)
            self._keep()
            self._end(phrase("Solved!"))

    def hint(self, rest: str) -> None:
        self.check_open()
        step = self._attempt.hint()
        self._stumble()
        say([tell_beginning(step)])

    def solution(self, rest: str) -> None:
        self.check_open()
        line = self._attempt.give_up()
        self._stumble()
        self._end(phrase("Solution: {line}", line=line))

    def _end(self, told: str) -> None:
        """The puzzle is over: say so, and what it was about."""
        known = theme_names()
        say([told, phrase("Themes: {themes}.", themes=", ".join(
            known[theme] for theme in self._attempt.puzzle.themes))])
        say([phrase("Press Enter for the next puzzle, or type quit.")])

    def _stumble(self) -> None:
        """The streak is over."""
        self._tally.stumble(self._game)
        self._keep()

    def _keep(self) -> None:
        """Write down what was done."""
        try:
            write_tally(self._tally)
        except OSError as error:
            print(cannot_write(error.filename, error.strerror))
