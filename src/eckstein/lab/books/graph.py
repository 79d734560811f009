"""The positions of a book as a graph, and what follows from the values of its leaves.

Values are backed up by minimax; going round in circles is a draw.  What is expanded next are the
leaves that a game reaches soonest: each ply counts 1, and in addition each move what it gives away,
a ply for each PLY_WORTH.  So the best lines are followed deepest, while a move that is a little
worse, by either player, does not lead out of the book at once.  This is the drop-out expansion of
T. R. Lincke, "Strategies for the automatic construction of opening books" (2000), with the sum of
its penalties taken along the shortest way, and with neither player as the book's own.
"""
from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...base.sentence import Sentence
from ...board import Board
from ...engine.books.book_file import Book, BookError, Entry, Header, key_of
from ...engine.books.values import before, is_decided

PLY_WORTH = 20              # hundredths of a die


@dataclass(slots=True)
class Node:
    """A position.

    Attributes:
        moves: a way to it from the first position of the game.
        value: for the player to move: what the search found, or what was backed up.
        after: the keys of the positions after all legal moves, in the book or not; None for a
            leaf.
        over: whether the game is over.
    """

    moves: tuple[int, ...]
    value: int
    after: tuple[int, ...] | None = None
    over: bool = False


class Graph:
    """A book that grows.

    Args:
        start: the first position of the game.
        value: of that.

    Attributes:
        nodes: by the last bits of the key; the first position comes first.
    """

    def __init__(self, start: Board, value: int) -> None:
        self._start, self.root = start, key_of(start)
        self.nodes = {self.root: Node((), value)}

    @classmethod
    def of_book(cls, start: Board, book: Book) -> Graph:
        """The graph of a book that was read.

        Raises:
            BookError: if the book has not the first position of the game, or positions that no
                moves of its own lead to.
        """
        if key_of(start) not in book.entries:
            raise BookError(Sentence("the book does not have the first position of the game"))
        graph = cls(start, book.entries[key_of(start)].value)
        todo = [graph.root]
        for key in todo:
            node = graph.nodes[key]
            board = graph.board(key)
            node.over = board.is_game_over()
            if not book.entries[key].below:
                continue
            ways = list(ways_from(board))
            node.after = tuple(after for _, after in ways)
            for move, after in ways:
                if after in book.entries and after not in graph.nodes:
                    graph.nodes[after] = Node((*node.moves, move), book.entries[after].value)
                    todo.append(after)
        if lost := len(book.entries) - len(graph.nodes):
            raise BookError(Sentence("moves of the book lead to all but {count} of its positions",
                                     count=lost))
        return graph

    def board(self, key: int) -> Board:
        """A board with one of the positions, which nothing led to."""
        return at(self._start, self.nodes[key].moves)

    def backup(self) -> None:
        """Give each position that is no leaf the value of its best move."""
        inner = [(node, self._inside(node)) for node in self.nodes.values() if node.after]
        inner.sort(key=lambda one: -len(one[0].moves))
        for node, _ in inner:
            node.value = 0
        # Nodes that never come to a leaf keep the 0.
        changed = True
        while changed:
            changed = False
            for node, after in inner:
                value = max(before(self.nodes[key].value) for key in after)
                if value != node.value:
                    node.value, changed = value, True

    def frontier(self, count: int) -> list[int]:
        """The leaves to be expanded next, the most urgent first; see the head of this file."""
        found: list[int] = []
        reached, queue = set[int](), [(0.0, self.root)]
        while queue and len(found) < count:
            distance, key = heapq.heappop(queue)
            if key in reached:
                continue
            reached.add(key)
            node = self.nodes[key]
            if node.after is None:
                if not node.over and not is_decided(node.value):
                    found.append(key)
                continue
            for after in self._inside(node):
                given = node.value - before(self.nodes[after].value)
                heapq.heappush(queue, (distance + 1 + max(0, given) / PLY_WORTH, after))
        return found

    def entries(self) -> dict[int, Entry]:
        """What is written in a file."""
        places = {key: place for place, key in enumerate(self.nodes)}
        below = dict.fromkeys(self.nodes, 0)        # sets of places, as bits
        inner = [(key, self._inside(node)) for key, node in self.nodes.items() if node.after]
        inner.sort(key=lambda one: -len(self.nodes[one[0]].moves))
        changed = True
        while changed:
            changed = False
            for key, afters in inner:
                found = below[key]
                for after in afters:
                    found |= below[after] | 1 << places[after]
                if found != below[key]:
                    below[key], changed = found, True
        return {key: Entry(node.value, (below[key] & ~(1 << places[key])).bit_count())
                for key, node in self.nodes.items()}

    def _inside(self, node: Node) -> list[int]:
        """The positions of the book that the moves of a position lead to."""
        return [key for key in dict.fromkeys(node.after or ()) if key in self.nodes]


def start_of(header: Header) -> Board:
    """The first position of the game that a book is about, on a board with compiled rules."""
    options: dict[str, Any] = header.options
    return Board(header.game, compiled=True, **options)


def at(start: Board, moves: tuple[int, ...]) -> Board:
    """The position after these moves, on a board that has forgotten them."""
    board = start.copy()
    for move in moves:
        board.push(move)
    board._set(board.state, board.origin)
    return board


def ways_from(board: Board) -> Iterator[tuple[int, int]]:
    """The legal moves, and by which key the position after each is told."""
    for move in list(board.legal_moves):
        board.push(move)
        after = key_of(board)
        board.pop()
        yield move, after


def check(book: Book) -> None:
    """See that the moves of a book lead to all its positions, and that values are backed up.

    What the leaves are worth is what the search found, and taken as it is.

    Raises:
        BookError: with the first thing that is not so.
    """
    graph = Graph.of_book(start_of(book.header), book)
    graph.backup()
    for key, entry in graph.entries().items():
        told = book.entries[key]
        if told != entry:
            raise BookError(Sentence(
                "{position}: the book says value {value} and {below} positions below; by its "
                "leaves it is value {true} and {count} positions",
                position=graph.board(key).position(), value=told.value, below=told.below,
                true=entry.value, count=entry.below))
