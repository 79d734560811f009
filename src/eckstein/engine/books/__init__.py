"""Opening books: what the engine found about the first plies of a game, when it had much time.

>>> from eckstein import Board
>>> from eckstein.engine.books import find
>>> print(find(Board("contra", "CAa2Ab3We5va3")))       # no opening, so no book has it
None
"""
from .book_file import Book, BookError, Entry, open_book, read_book
from .probing import BookMove, Known, find

__all__ = ["Book", "BookError", "BookMove", "Entry", "Known", "find", "open_book",
           "read_book"]
