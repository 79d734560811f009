"""Numbers as they stand in lists and sentences."""
from ..words import ENGLISH, spoken

BETWEEN = "\N{NARROW NO-BREAK SPACE}"


def grouped(number: int) -> str:
    """A number with commas between its thousands in English, and narrow spaces elsewhere.

    Other languages have a comma before decimals.
    """
    return f"{number:,}".replace(",", "," if spoken() == ENGLISH else BETWEEN)
