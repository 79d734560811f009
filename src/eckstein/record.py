"""Records of games: a start, a tree of moves with what is said about them, and who played.

The text is that of the Portable Game Notation (see notation/pgn); here it meets the rules.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import options as option_values
from .board import BLACK, Board, Color, Outcome
from .games import check_game_name
from .notation import pgn
from .notation.errors import IllegalMoveError, NotationError
from .notation.pgn import RESULTS, RecordError
from .notation.positions.recognise import game_of_position

LINE_WIDTH = 80
RUNNING = "*"
ALWAYS = ("White", "Black", "Date")                 # tags that every record has, if only empty
TOLD_BY_BOARD = ("Game", "Options", "Position")
_FIRST_TAGS = ("Game", "Options", *ALWAYS, "Result", "Position", "Score")


class Node:
    """A move in the tree of a record, or its root, which is the start and has no move.

    Attributes:
        parent: the node before, or None for the root.
        move: the move that leads here, as the rules number it; None for the root.
        text: the same for people.
        ply: how many moves lead here from the start.
        opening: comments before this move, where it begins a variation.
        comments: comments after this move, or before the first move if this is the root.
        glyphs: opinions as numbers: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!, and so on as in chess.
        variations: what comes next, the main line first.
    """

    __slots__ = ("parent", "move", "text", "ply", "opening", "comments", "glyphs", "variations")

    def __init__(self, parent: Node | None = None, move: int | None = None,
                 text: str = "") -> None:
        self.parent, self.move, self.text = parent, move, text
        self.ply: int = parent.ply + 1 if parent else 0
        self.opening: list[str] = []
        self.comments: list[str] = []
        self.glyphs: list[int] = []
        self.variations: list[Node] = []

    def add(self, board: Board, move: int) -> Node:
        """Append a move, as the main line if it is the first here, and else as a variation.

        Args:
            board: a board that stands at this node; it is left as it is.
            move: a legal move on it.

        Returns:
            The new node.

        Raises:
            IllegalMoveError: if the move is not legal.
        """
        if move not in board.legal_moves:
            raise IllegalMoveError(f"{move} is not a legal move in {board.position()}")
        node = Node(self, move, board.notation(move))
        self.variations.append(node)
        return node

    def path(self) -> list[Node]:
        """The nodes from the first move to this one."""
        found: list[Node] = []
        node = self
        while node.parent:
            found.append(node)
            node = node.parent
        return found[::-1]

    def __repr__(self) -> str:
        return f"<Node {self.text or 'start'} at ply {self.ply}>"


@dataclass(eq=False)
class Record:
    """A game that was played, or analysed.

    Attributes:
        start: a board at the start, which is not to be moved on.
        tags: White, Black, Date and whatever else is said of the game; not the tags that follow
            from the rest: Game, Options, Position, Result, and Score at the end of a game.
        result: 1-0, 0-1, 1/2-1/2 or *.
        root: the node of the start, without a move.
    """

    start: Board
    tags: dict[str, str]
    result: str = RUNNING
    root: Node = field(default_factory=Node)

    @classmethod
    def from_board(cls, board: Board, **tags: str) -> Record:
        """The game that was played on a board.

        Args:
            board: a board with its moves; it is left as it is.
            tags: White, Black, Date and any others; Result where the rules do not tell it.

        Raises:
            PositionError: if the board began at a position that cannot occur in a game.
            NotationError: if a tag contradicts the board.
        """
        if told := [name for name in TOLD_BY_BOARD if name in tags]:
            raise NotationError(f"the tag {told[0]} is told by the board, and cannot be given")
        start = board.copy()
        while start.move_stack:
            start.pop()
        start.check_status()
        record = cls(start, {name: "" for name in ALWAYS})
        node, now = record.root, start.copy()
        for move in board.move_stack:
            node = node.add(now, move)
            now.push(move)
        _settle(record, board.outcome(), tags)
        return record

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main line, without the root."""
        node = self.root
        while node.variations:
            node = node.variations[0]
            yield node

    def end(self) -> Node:
        """The last node of the main line; the root if there are no moves."""
        node = self.root
        for node in self.mainline():
            pass
        return node

    def board(self, node: Node | None = None) -> Board:
        """A board of its own at a node of this record, with the moves that led there.

        Args:
            node: the end of the main line if left out.
        """
        board = self.start.copy()
        for step in (node or self.end()).path():
            assert step.move is not None
            board.push(step.move)
        return board

    def outcome(self) -> Outcome | None:
        """How the rules ended the main line, or None if they did not."""
        return self.board().outcome()

    def tag_pairs(self) -> dict[str, str]:
        """All tags in the order in which they are written.

        Raises:
            NotationError: if result or tags contradict how the rules ended the game.
        """
        outcome = self.outcome()
        _agree(outcome, self.result, self.tags.get("Score"))
        start, game = self.start, self.start.game
        found = {"Game": game, "Result": self.result} | self.tags
        if chosen := option_values.write(game, start.options):
            found["Options"] = chosen
        if start.position() != Board(game, **start.options).position():
            found["Position"] = start.position()
        if outcome and outcome.score:
            found["Score"] = _score_text(outcome.score)
        first = [name for name in _FIRST_TAGS if name in found]
        return {name: found[name] for name in [*first, *sorted(set(found).difference(first))]}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    def _identity(self) -> tuple[object, ...]:
        # A list of plies in the order of the tree tells the tree, however deep it is.
        nodes = [(node.ply, node.move, node.opening, node.comments, node.glyphs)
                 for node in _all_nodes(self.root)]
        return (self.start.game, self.start.options, self.start.position(), self.tags,
                self.result, nodes)


def _all_nodes(root: Node) -> Iterator[Node]:
    """A node and all that follow, each before its variations, without recursion."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(node.variations))


def move_number(turn: Color, ply: int) -> str:
    """How the move after `ply` moves is numbered, such as `3.` or, for Black, `3...`.

    Args:
        turn: who moved first.
        ply: how many moves were made before.
    """
    number, black = divmod(ply + (turn is BLACK), 2)
    return f"{number + 1}{'...' if black else '.'}"


# The end of a game, and what is said about it.

def _settle(record: Record, outcome: Outcome | None, tags: dict[str, str]) -> None:
    """Give a record its tags and its result."""
    result = tags.get("Result", RUNNING)
    _agree(outcome, result, tags.get("Score"))
    record.result = outcome.result() if outcome else result
    told = {"Result", "Score"} if outcome and outcome.score else {"Result"}
    record.tags |= {name: value for name, value in tags.items() if name not in told}


def _agree(outcome: Outcome | None, result: str, score: str | None) -> None:
    """Raise NotationError if a result or a score contradicts how the rules ended the game."""
    if complaint := _wrong_result(outcome, result) or _wrong_score(outcome, score):
        raise NotationError(complaint)


def _wrong_result(outcome: Outcome | None, result: str) -> str:
    if result not in RESULTS:
        return f"{result} is not a result; results are {', '.join(RESULTS)}"
    if outcome and result not in (RUNNING, outcome.result()):
        return f"the result is {result}, but the game ended {outcome.result()}: {outcome}"
    return ""


def _wrong_score(outcome: Outcome | None, score: str | None) -> str:
    if score is None or not (outcome and outcome.score):
        return ""
    right = _score_text(outcome.score)
    return "" if score.strip() == right else f"the score is {score}, but the game ended {right}"


def _score_text(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


# Reading.

def read_records(text: str) -> Iterator[Record]:
    """The games of a text, one by one, every move checked against the rules.

    Args:
        text: any number of games in the notation that `write_record` writes, or close to it.

    Raises:
        RecordError: for the first thing that is wrong, with its game, line and column; games
            before that have been yielded.
    """
    for game in pgn.parse(text):
        yield _Reader(game).record()


def read_record(text: str) -> Record:
    """The only game of a text; raises as `read_records` does, also if there are none or more."""
    games = pgn.parse(text)
    first = next(games, None)
    if first is None:
        raise RecordError("there is no game in this text", 1, 1, 1)
    record = _Reader(first).record()
    if second := next(games, None):
        raise RecordError("expected one game, and here begins another", 2, second.line,
                          second.column)
    return record


class _Reader:
    """Makes a record of one game of a text."""

    def __init__(self, game: pgn.Game) -> None:
        self._game = game
        self._tags = {name: tag.value for name, tag in game.tags.items()}

    def record(self) -> Record:
        start = self._start()
        record = Record(start, {name: "" for name in ALWAYS})
        record.root.comments = [comment.text for comment in self._game.main.comments]
        self._read_moves(start, record.root)
        self._read_end(record)
        return record

    def _start(self) -> Board:
        game = self._name()
        place = self._game.tags.get("Options")
        try:
            chosen = option_values.complete(game, option_values.parse([place.value])
                                            if place else {})
            place = self._game.tags.get("Position")
            board = Board(game, place.value if place else None, **chosen)
            board.check_status()
        except ValueError as error:
            raise self._error(_sentence(error), place or self._game) from None
        return board

    def _name(self) -> str:
        tag, position = self._game.tags.get("Game"), self._game.tags.get("Position")
        try:
            if tag:
                check_game_name(tag.value.strip().lower())
                return tag.value.strip().lower()
            if position:
                return game_of_position(position.value)
        except ValueError as error:
            raise self._error(_sentence(error), tag or position or self._game) from None
        raise self._error('the tag Game is missing, such as [Game "contra"], and there is no '
                          "tag Position to tell the game by", self._game)

    def _read_moves(self, start: Board, root: Node) -> None:
        """Walk the tree in the order of the text, so that the first mistake is found first."""
        board, here = start.copy(), root
        todo = [(self._game.main, 0, root)]         # where in which line, and the node before it
        while todo:
            line, index, before = todo.pop()
            if index == len(line.moves):
                continue
            while here is not before and here is not before.parent:
                board.pop()
                assert here.parent is not None
                here = here.parent
            if here is not before:
                assert before.move is not None
                board.push(before.move)
                here = before
            node = self._read_move(board, before, line.moves[index])
            if index == 0 and before is not root or line is not self._game.main:
                pass
            todo.append((line, index + 1, node))
            todo.extend((variation, 0, before) for variation in reversed(line.moves[index].variations))
