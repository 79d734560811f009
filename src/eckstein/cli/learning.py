"""The lesson of a game line by line: a few positions with a task each, and the rules in short."""
from __future__ import annotations

from ..board import Board
from ..session.lessons import Lesson, Task, Told
from ..words import phrase
from .lines import QuitError, say
from .tasks import LineTasks, tell_beginning


class LineLesson(LineTasks):
    """One lesson, from its first task to its rules.

    Args:
        game: its name.
        lesson: the tasks and their texts.
    """

    HELP = "lesson"

    def __init__(self, game: str, lesson: Lesson) -> None:
        super().__init__()
        self._game, self._lesson = game, lesson
        self._task: Task
        self._told: Told
        self._board: Board
        self._done = False

    @property
    def board(self) -> Board:
        return self._board

    @property
    def over(self) -> bool:
        return self._done

    def run(self) -> None:
        """Set all tasks, until the user leaves or input ends; then print the rules in short."""
        count = len(self._lesson.tasks)
        try:
            for number, (task, told) in enumerate(self._lesson.tasks, 1):
                self._task, self._told = task, told
                self._board, self._done = Board(self._game, task.position), False
                print(phrase("Task {number} of {count}: {title}", number=number, count=count,
                             title=told.title))
                self.ask()
        except QuitError:
            print()
            return
        print(phrase("That was the lesson. In short:"))
        say([f"- {rule}" for rule in self._lesson.rules])
        say([phrase("Now play: eckstein play {game}", game=self._game)])

    def task(self) -> str:
        return self._told.text

    def answer(self, text: str) -> None:
        move = self._board.parse(text)
        if self._board.text(move) in self._task.answers:
            self._play(move)
        else:
            say([self._told.wrong])

    def hint(self, rest: str) -> None:
        self.check_open()
        board = self._board
        say([tell_beginning(board.describe(board.parse(self._task.answers[0])).steps[0])])

    def solution(self, rest: str) -> None:
        self.check_open()
        move = self._board.parse(self._task.answers[0])
        say([phrase("Solution: {line}", line=self._board.notation(move))])
        self._play(move)

    def _play(self, move: int) -> None:
        """Make the right move, and say what it shows."""
        self._board.push(move)
        self._done = True
        self.show("")
        say([self._told.notice, phrase("Press Enter to continue, or type quit.")])
