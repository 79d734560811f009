"""Whether a book is what it says: its positions, its values, its counts."""
from __future__ import annotations

from ...base.sentence import Sentence
from ...engine.books.book_file import Book, BookError
from .graph import Graph, start_of


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
