"""Chess, which is none of the games here; but people have files of it, and try them first."""
import re

from ..base.sentence import Sentence

# The first moves of a game, each as it can only be in chess; between them comments and a number.
# What has been read of these is never read otherwise, so that the time grows with the text alone.
_OPENING = re.compile(r"(?<![\w.])1\s*+\.\s*+(?:[a-h][34]|N[acfh]3)[!?]*+"
                      r"(?:\s++|\{[^{}]*+\}|\d++\s*+\.{3}|\$\d++)++"
                      r"(?:[a-h][56]|N[acfh]6)(?![\w-])")
_TAG = re.compile(r'^[ \t]*+\[(?P<name>\w++)\s*+"', re.MULTILINE | re.ASCII)
_FEN = re.compile(r"\s*(?:[pnbrqk1-8]{1,8}/){7}[pnbrqk1-8]{1,8}\s+[wb]\s+(?:-|[kqa-h]{1,4})"
                  r"\s+(?:-|[a-h][36])(?:\s|$)", re.IGNORECASE)
_ITS_TAGS = {"FEN", "ECO", "WhiteElo", "BlackElo"}
CHESS = Sentence("this is chess, which is not one of the games here")
_HEAD = 20_000              # letters of a text that tell what it is


def is_chess(text: str) -> bool:
    """Whether a text is a game or a position of chess, judged by its first letters."""
    head = text[:_HEAD]
    tags = {found["name"] for found in _TAG.finditer(head)}
    return ("Game" not in tags and "Position" not in tags
            and bool(tags & _ITS_TAGS or _OPENING.search(head) or _FEN.match(head)))
