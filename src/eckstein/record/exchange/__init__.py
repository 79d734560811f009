"""Positions and games as other programs write them, one module a format.

`detect` tells the formats apart by their first lines; record/conversion.py goes from one to
another. Cublino programs exchange positions as course strings, which are the position texts used
here, so they need no module.
"""
import re

from ...notation.pgn_tokens import seen

FORMATS = {
    "position": "position texts of any game, one a line",
    "record": "games with tags, moves, comments and variations",
    "json": "games as objects of JSON, as this program writes them",
    "ramapo": "a position of Duell, as the program Ramapo saves it",
    "studer": "a position of Duell, as Studer's program saves it (.dls)",
    "replay": "a game as positions, one a line, as one Cublino program saves it",
}

_FIRST_LINES = {
    "json": re.compile(r'(?:\[\s*)?\{\s*"\w*"\s*:', re.ASCII),
    "ramapo": re.compile(r"(?:board[^\S\n]*+:?|(?:(?:0|[hc][0-9]+)\s+){8}(?:0|[hc][0-9]+))\s*$",
                         re.IGNORECASE | re.ASCII | re.MULTILINE),
    "studer": re.compile(r"-?[0-9]+\s+-?[0-9]+\s+-?1\s", re.ASCII),
    "replay": re.compile(r"([A-Z])[ \t\r]*\n[^\n]*\n[^\n]*\n\s*\1[A-Z]", re.IGNORECASE | re.ASCII),
    "record": re.compile(r"[\[{;%]|[0-9]+\.|(?:1-0|0-1|1/2-1/2|\*)\s*$"),
    "position": re.compile(r"[A-Z][^\S\n]*(?:[A-Z]{2}[1-9][^\S\n]*)*$|[A-Z0-9/]+[^\S\n]+[wb]\b",
                           re.IGNORECASE | re.ASCII | re.MULTILINE),
}
_TAG_LINE = re.compile(r'^[^\S\n]*\[\s*[A-Za-z]\w*\s*"[^\n]*\]', re.ASCII | re.MULTILINE)
FIRST = 1000                # letters at the head of a text that may be unseen ones


def detect(text: str) -> str | None:
    """The format of a text, recognised by its beginning.

    Args:
        text: a whole file.

    Returns:
        A name from FORMATS, or None if it looks like none of them.
    """
    begin = seen(text[:FIRST]).lstrip() + text[FIRST:]
    found = next((name for name, pattern in _FIRST_LINES.items() if pattern.match(begin)), None)
    return found or ("record" if _TAG_LINE.search(text) else None)
