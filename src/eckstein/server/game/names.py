"""Names of people: all that can be seen, and none of what cannot.

A joiner (ZWNJ, ZWJ) is not seen, but changes how letters beside it are written.  It stays where it
does: among Arabic letters, as in Persian names; at a virama, as in Indian ones; and within pictures
that are made of several.  Anywhere else, two names that look alike would differ by it.
"""
import unicodedata

JOINERS = "\u200c\u200d"
VIRAMA, ARABIC_MARKS = 9, range(27, 36)     # canonical combining classes
PICTURED = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"   # how a picture is shown


def tidy(name: str | None) -> str:
    """A name without blanks around it, and without letters that are invisible or that turn others.
    """
    seen = "".join(letter for letter in name or "" if letter.isprintable() or letter in JOINERS)
    kept = ""
    for letter, following in zip(seen, [*seen[1:], " "], strict=False):
        if letter not in JOINERS or _matters(kept[-1:], following):
            kept += letter
    return kept.strip()


def _matters(before: str, after: str) -> bool:
    """Whether a joiner between these letters changes how they are written."""
    if not before or before in JOINERS or after in JOINERS or after == " ":
        return False
    return (unicodedata.bidirectional(before) == "AL"
            or unicodedata.combining(before) in (VIRAMA, *ARABIC_MARKS)
            or unicodedata.combining(after) == VIRAMA
            or unicodedata.category(before) == "So" or before in PICTURED)
