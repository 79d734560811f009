"""Small puzzles of Contra for tests, and a file of them."""
import msgspec

from eckstein.lab.puzzles import Puzzle

# White's die is two steps from the goal, Black's farther: only d5-d6 is in time.
RACE = Puzzle("c0001", "Cve3Wd5", "win", 3,
              [["d5d6", [["e3d3", [["d6d7", []]]], ["e3e2", [["d6d7", []]]],
                         ["e3f3", [["d6d7", []]]]]]], ["race", "quiet"], 3, 10)
# Anywhere but on a3 White's only die falls at once.
ESCAPE = Puzzle("c0002", "CBb3lf5aa2", "save", 2, [["b3a3", []]], ["battle", "defence"], 4, 20)
HEADER = {"eckstein": "puzzles", "version": 2, "game": "contra", "made": "2026-11-22",
          "how": "by hand", "puzzles": 2}


def changed(puzzle, **fields):
    """A puzzle with other values."""
    return msgspec.structs.replace(puzzle, **fields)


def write(path, lines=(RACE, ESCAPE), **header):
    """A file of puzzles, whatever is wrong with them; its path."""
    lines = [HEADER | header, *lines]
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return path
