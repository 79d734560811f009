"""A line on the terminal that tells how far a measurement is."""
import sys


def tell(text: str = "") -> None:
    """Put a text in place of the one before; none wipes the line, before a result is printed."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
