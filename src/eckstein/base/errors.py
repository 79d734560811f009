"""The base of every error that this package raises on its own account.

One `except EcksteinError` catches them all.  Each is also what Python's own habits expect
(`ValueError` for what cannot be read, `RuntimeError` for what cannot be done), and its text is a
sentence for the person at fault.
"""


class EcksteinError(Exception):
    """What went wrong, as a sentence."""
