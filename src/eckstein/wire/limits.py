"""Limits that messages state themselves."""

TEXT_LETTERS = 4000         # a position or a name; whole files have their own limit
MOVES = 2000
PLAIN = r"^[^\x00-\x1f\x7f]+(?!\n)$"  # what a command's id looks like: no database takes all else
