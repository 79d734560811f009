"""A small book of Contra, made by hand."""
from eckstein import Board
from eckstein.engine.books.book_file import Header, key_of, own_path, rules_digest, write_book
from eckstein.lab.books.graph import Graph, Node, ways_from

# What the first moves, and the replies to d1d2, are worth to who makes them.
FIRST = {"d1d2": 20, "e1e2": 15, "c1c2": 5, "a1a2": -30}
REPLIES = {"d7d6": -20, "c7c6": -24}


def graph():
    """Its positions: the first one, four after it, and two after one of these."""
    start = Board("contra")
    found = Graph(start, 0)
    expand(found, start, FIRST)
    start.push_text("d1d2")
    expand(found, start, REPLIES)
    found.backup()
    return found


def expand(found, board, values):
    """Add the positions after some moves."""
    node = found.nodes[key_of(board)]
    node.after = tuple(after for _, after in ways_from(board))
    for text, value in values.items():
        move = board.parse(text)
        board.push(move)
        found.nodes[key_of(board)] = Node((*board.move_stack,), -value)
        board.pop()


def header(**fields):
    """The header of a book of Contra."""
    return Header(**{"game": "contra", "options": {}, "rules": rules_digest("contra", ()),
                     "made": "2026-11-22", "how": "by hand", "engine": "0", "nodes": 7,
                     "positions": 0} | fields)


def write_sample(path=None, **fields):
    """Write it where the user's own book lies, or elsewhere; return the path."""
    path = path or own_path("contra", ())
    path.parent.mkdir(parents=True, exist_ok=True)
    write_book(path, header(**fields), graph().entries())
    return path
