"""Pictures of positions and games, as SVG, PNG and animated GIF, of any board or view.

A view is what `eckstein.board.view.view` tells of a board; nothing here knows any rules.

Examples:
    >>> from eckstein import Board
    >>> from eckstein.render import svg
    >>> svg(Board("contra"), flat=True, size=300)[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
"""
from .look import Look
from .pictures import frames, gif, png, svg
from .themes import theme_names

__all__ = ["Look", "frames", "gif", "png", "svg", "theme_names"]
