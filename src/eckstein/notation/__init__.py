"""Text for squares, positions, moves and games, and files of other programs.

Nothing here knows a game by name: games say in which of the few ways their positions and moves are
written, and describe both as contents and steps (see games).
"""
