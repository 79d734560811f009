"""Puzzles: positions in which exactly one move wins, or exactly one does not lose.

They come in files, one for each game (docs/formats/puzzles.md).
"""
from .puzzle import THEMES, Puzzle, PuzzleError
from .puzzle_file import load, read_puzzles

__all__ = ["THEMES", "Puzzle", "PuzzleError", "load", "read_puzzles"]
