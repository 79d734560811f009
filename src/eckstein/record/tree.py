"""What a record holds: a start, a tree of moves, tags and a result that agree with the rules."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..base.expect import expect
from ..base.sentence import Sentence
from ..board import Board, Outcome
from ..kernel import options as option_values
from ..notation.annotations import Annotations, Evaluation
from ..notation.errors import IllegalMoveError, NotationError
from ..notation.pgn import RESULTS, RecordError

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
        marks: squares that are marked after this move, with a colour, such as Gd4.
        arrows: arrows that are drawn then, such as Gd1d4.
        clock: the seconds left for the player of this move, to the thousandth, or None.
        evaluation: what an engine found the position after this move to be worth, or None.
        by_engine: whether the engine has judged this move and chosen its glyph, or, of the first
            move of a variation, has proposed it.
        variations: what comes next, the main line first.
    """

    __slots__ = (
        "_text",
        "arrows",
        "by_engine",
        "clock",
        "comments",
        "evaluation",
        "glyphs",
        "marks",
        "move",
        "opening",
        "parent",
        "ply",
        "variations",
    )

    def __init__(self, parent: Node | None = None, move: int | None = None,
                 text: str | Callable[[], str] = "") -> None:
        self.parent, self.move, self._text = parent, move, text
        self.ply: int = parent.ply + 1 if parent else 0
        self.opening: list[str] = []
        self.comments: list[str] = []
        self.glyphs: list[int] = []
        self.marks: list[str] = []
        self.arrows: list[str] = []
        self.clock: float | None = None
        self.evaluation: Evaluation | None = None
        self.by_engine = False
        self.variations: list[Node] = []

    @property
    def text(self) -> str:
        """The text of the move for people, made when it is first asked for."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def add(self, board: Board, move: int) -> Node:
        """Append a move, as the main line if it is the first here, and else as a variation.

        Args:
            board: a board that stands at this node; it is left as it is.
            move: a legal move on it.

        Returns:
            The new node.

        Raises:
            IllegalMoveError: if the move is not legal.
            TypeError: if it is no board.
        """
        expect("a board", board, Board)
        if move not in board.legal_moves:
            raise IllegalMoveError(Sentence("{move} is not a legal move in {position}", move=move,
                                            position=board.position()))
        node = Node(self, move, board._notation_later(move))
        self.variations.append(node)
        return node

    def annotate(self, told: Annotations) -> None:
        """Take over the values in comments for programs."""
        self.marks, self.arrows = told.marks, told.arrows
        self.clock, self.evaluation = told.clock, told.evaluation
        self.by_engine = told.by_engine

    def annotations(self) -> Annotations:
        """What comments are to tell programs; lists are copies."""
        return Annotations(self.marks.copy(), self.arrows.copy(), self.clock, self.evaluation,
                           self.by_engine)

    def path(self) -> list[Node]:
        """The nodes from the first move to this one."""
        found: list[Node] = []
        node = self
        while node.parent:
            found.append(node)
            node = node.parent
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        # A tree is pickled and copied as a list of its nodes, however deep it is, and a node as
        # the way to it in its tree.
        if self.parent is None:
            return _grown, ([_told(node) for node in _all_nodes(self)],)
        path = self.path()
        return _reached, (path[0].parent, [
            node.parent.variations.index(node) for node in path if node.parent])

    def __repr__(self) -> str:
        return f"<Node {self.text or 'start'} at ply {self.ply}>"


def _all_nodes(root: Node) -> Iterator[Node]:
    """All nodes of a tree, each before its variations."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(node.variations))


def _told(node: Node) -> tuple[Any, ...]:
    """All that a node says, without those beside it."""
    return (node.ply, node.move, node.text, node.opening.copy(), node.comments.copy(),
            node.glyphs.copy(), node.annotations())


def _grown(told: list[tuple[Any, ...]]) -> Node:
    """The root of the tree with these nodes."""
    way: list[Node] = []                    # from the root to the node before
    for ply, move, text, opening, comments, glyphs, remarks in told:
        del way[ply:]
        node = Node(way[-1] if way else None, move, text)
        node.opening, node.comments, node.glyphs = opening, comments, glyphs
        node.annotate(remarks)
        if way:
            way[-1].variations.append(node)
        way.append(node)
    return way[0]


def _reached(root: Node, turns: list[int]) -> Node:
    """The node at the end of a way through a tree."""
    node = root
    for number in turns:
        node = node.variations[number]
    return node


@dataclass(eq=False)
class Record:
    """A game that was played, or analysed.

    Attributes:
        start: a board at the start, which is not to be moved on.
        tags: White, Black, Date and whatever else is said of the game; not the tags that follow
            from the rest: Game, Options, Position, Result, and Score at the end of a game.
        result: 1-0, 0-1, 1/2-1/2 or *.
        root: the node of the start, without a move.
        warnings: what had no place in the text that it was read from, and is kept as comments.
    """

    start: Board
    tags: dict[str, str] = field(default_factory=lambda: dict.fromkeys(ALWAYS, ""))
    result: str = RUNNING
    root: Node = field(default_factory=Node)
    warnings: list[RecordError] = field(default_factory=list)

    @classmethod
    def from_board(cls, board: Board, **tags: str) -> Record:
        """The game that was played on a board.

        Args:
            board: a board with its moves; it is left as it is.
            tags: White, Black, Date and any others; Result where the rules do not tell it.

        Raises:
            PositionError: if the board began at a position that cannot occur in a game.
            NotationError: if a tag contradicts the board.
            TypeError: if it is no board, or a tag no text.
        """
        expect("a board", board, Board)
        for name, value in tags.items():
            expect(f"the tag {name}", value, str)
        if told := [name for name in TOLD_BY_BOARD if name in tags]:
            raise NotationError(Sentence("the tag {tag} follows from the board, and cannot be "
                                         "set", tag=told[0]))
        outcome = board.outcome()
        if complaint := (wrong_result(outcome, tags.get("Result", RUNNING))
                         or wrong_score(outcome, tags.get("Score"))):
            raise NotationError(complaint)
        start = board.copy()
        while start.move_stack:
            start.pop()
        start.check_status()
        record = cls(start)
        node, now = record.root, start.copy()
        for move in board.move_stack:
            node = node.add(now, move)
            now.push(move)
        record.settle(outcome, tags)
        return record

    def settle(self, outcome: Outcome | None, tags: Mapping[str, str]) -> None:
        """Take over tags, and the result where the rules do not tell it.

        Args:
            outcome: how the rules ended the main line.
            tags: any tags; those that follow from the rest are passed over.
        """
        self.result = outcome.result() if outcome else tags.get("Result", RUNNING)
        told = {*TOLD_BY_BOARD, "Result"} | ({"Score"} if outcome and outcome.score else set())
        self.tags |= {name: value for name, value in tags.items() if name not in told}

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main line, without the root."""
        node = self.root
        while node.variations:
            node = node.variations[0]
            yield node

    def nodes(self) -> Iterator[Node]:
        """All nodes from the root on, each before its variations."""
        return _all_nodes(self.root)

    def end(self) -> Node:
        """The last node of the main line; the root if there are no moves."""
        node = self.root
        while node.variations:
            node = node.variations[0]
        return node

    def board(self, node: Node | None = None) -> Board:
        """A board of its own at a node of this record, with the moves that led there.

        Args:
            node: the end of the main line if left out.

        Raises:
            TypeError: if it is no node.
        """
        expect("a place in a record", node, Node, type(None))
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
        if complaint := (wrong_result(outcome, self.result)
                         or wrong_score(outcome, self.tags.get("Score"))):
            raise NotationError(complaint)
        start, game = self.start, self.start.game
        found = {name: value for name, value in self.tags.items() if name not in TOLD_BY_BOARD}
        found |= {"Game": game, "Result": outcome.result() if outcome else self.result}
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
        nodes = [(node.ply, node.move, node.opening, node.comments, node.glyphs,
                  node.annotations()) for node in self.nodes()]
        return (self.start.game, self.start.options, self.start.position(), self.tags,
                self.result, nodes)


def wrong_result(outcome: Outcome | None, result: str) -> str:
    """A sentence if a result contradicts how the rules ended the game, else empty."""
    if result not in RESULTS:
        return Sentence("{result} is not a result; results are {known}", result=result,
                        known=", ".join(RESULTS))
    if outcome and result not in (RUNNING, outcome.result()):
        return Sentence("the result is {result}, but the game ended {right}: {outcome}",
                        result=result, right=outcome.result(), outcome=str(outcome))
    return ""


def wrong_score(outcome: Outcome | None, score: str | None) -> str:
    """A sentence if a score contradicts how the rules ended the game, else empty."""
    if score is None or not (outcome and outcome.score):
        return ""
    right = _score_text(outcome.score)
    return "" if score.strip() == right else Sentence(
        "the score is {score}, but the game ended {right}", score=score, right=right)


def _score_text(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"
