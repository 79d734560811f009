"""Puzzles solved line by line: the board, tries, what comes of them, and what else could be."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from ..board import Board
from ..board.score import moves_in
from ..engine.coach import Coach
from ..lab.puzzles import THEMES, Puzzle, PuzzleError, load
from ..lab.puzzles.exploring import Exploration
from ..lab.puzzles.order import ordered
from ..lab.puzzles.solving import Answer, Attempt
from ..lab.puzzles.tally import Tally, write_tally
from ..lab.puzzles.trees import Trees
from ..session.sentences import cannot_write, side_name, tell_end, tell_move
from ..words import catalogue, phrase, spoken, tell
from .judging import tell_answers, tell_judged
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
    begin = [] if first is None else [with_id(game, known, first)]
    left = [puzzle for puzzle in found if puzzle.id not in solved] or found
    return begin + [puzzle for puzzle in left if puzzle.id != first]


def with_id(name: str, puzzles: Sequence[Puzzle], id: str) -> Puzzle:
    """The puzzle of this id.

    Args:
        name: of the game or file that they are of.
        puzzles: all of them.
        id: of one of them.

    Raises:
        PuzzleError: if there is none.
    """
    for puzzle in puzzles:
        if puzzle.id == id:
            return puzzle
    if not puzzles:
        raise PuzzleError(phrase("{game} has no puzzle {id}", game=name, id=id))
    raise PuzzleError(phrase("{game} has no puzzle {id}; the first is {first}, the last {last}",
                             game=name, id=id, first=min(one.id for one in puzzles),
                             last=max(one.id for one in puzzles)))


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
        self._trees = Trees()
        self._exploration: Exploration | None = None
        self._slip: tuple[Board, int] | None = None     # the first wrong try, and where it was made
        self._commands["undo"] = self.undo

    @property
    def board(self) -> Board:
        return self._exploration.board if self._exploration else self._attempt.board

    @property
    def over(self) -> bool:
        return self._attempt.over

    def run(self) -> None:
        """Set puzzles until none is left, the user leaves, or input ends."""
        try:
            while self._left:
                self._exploration = self._slip = None
                self._attempt = Attempt(self._game, self._left.popleft())
                puzzle = self._attempt.puzzle
                print(phrase("Puzzle {id}, grade {grade}.", id=puzzle.id, grade=puzzle.grade))
                self.ask()
            print(phrase("There are no more puzzles of this kind."))
        except QuitError:
            print()
        except KeyboardInterrupt:
            print()
            raise
        finally:
            self._tell_tally()

    def _tell_tally(self) -> None:
        own = self._tally.of(self._game)
        print(phrase("Solved now: {now}, of all: {all}. Streak: {streak}, the longest: {best}.",
                     now=self._solved, all=len(own.solved), streak=own.streak, best=own.best))

    def _prompt(self) -> str:
        return f"{phrase(self.board.turn)}> " if self.board.legal_moves else "> "

    def _do(self, name: str, typed: str, rest: str) -> None:
        if self.over and typed and name not in self._commands:
            self._try(typed)
        else:
            super()._do(name, typed, rest)

    def task(self) -> str:
        side, moves = side_name(self.board.turn), moves_in(self._attempt.plies)
        if self._attempt.puzzle.task == "save":
            return phrase("{side} to move: find the only move that does not lose.", side=side)
        if moves == 1:
            return phrase("{side} to move: win with this move.", side=side)
        return phrase("{side} to move: win within {moves} {moves:move|moves}.",
                      side=side, moves=moves)

    def answer(self, text: str) -> None:
        attempt = self._attempt
        answer, mover, reply = attempt.answer(text)
        if answer is Answer.WRONG:
            self._stumble()
            board = attempt.board.copy()
            self._slip = self._slip or (board, board.parse(text))
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

    def moves(self, rest: str) -> None:
        """All legal moves; after the end also what each of them leads to."""
        if self.over and self.board.legal_moves:
            say(tell_answers(self._explored()))
        else:
            super().moves(rest)

    def undo(self, rest: str) -> None:
        """Take a move back, once all is found, and say what could be played instead."""
        if not self.over:
            raise PuzzleError(phrase("first find the move, or type solution"))
        self._explored().undo()
        self._judge()

    def _try(self, text: str) -> None:
        """Play any move, once all is found, and say what it leads to."""
        exploration = self._explored()
        mover, board = exploration.board.turn, exploration.board
        told = board.describe(board.parse(text))
        exploration.play(text)
        say(list(tell_move(mover, told)))
        self._judge()

    def _explored(self) -> Exploration:
        """The walk through the puzzle that begins where the attempt ended."""
        if self._exploration is None:
            ended = self._attempt.board
            self._exploration = Exploration(self._game, self._attempt.puzzle, self._trees)
            for move in ended.move_stack:
                self._exploration.play(self._exploration.board.text(move))
        return self._exploration

    def _judge(self) -> None:
        self.show("")
        say([tell_end(self.board)] if self.board.is_game_over()
            else tell_judged(self._explored()))

    def _end(self, told: str) -> None:
        """The puzzle is over: say so, what was wrong with the first try, and what it was about."""
        known = theme_names()
        say([told, *self._coached(), phrase("Themes: {themes}.", themes=", ".join(
            known[theme] for theme in self._attempt.puzzle.themes))])
        say([phrase("Press Enter for the next puzzle, or type quit."),
             phrase("What else could be played? Type undo, moves, or any move.")])

    def _coached(self) -> Iterator[str]:
        """What the coach says of the first wrong try, which would have given the solution away."""
        if self._slip is None:
            return
        board, move = self._slip
        coach = Coach(board.game, **board.options)
        try:
            remark = coach.remark(board, move) if coach.is_compiled() else None
        finally:
            coach.close()
        if remark and remark.tone == "bad" and remark.sentence:
            yield phrase("Coach on {move}: {remark}", move=board.notation(move),
                         remark=tell(remark.sentence))

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
