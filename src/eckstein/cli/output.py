"""Output that an encoding or a stream cannot take: what is lost is as little as can be."""
import codecs
import os
import sys
import unicodedata

HANDLER = "eckstein.nearest"
_NEAREST = {
    "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "…": "...", "–": "-",
    "—": "-", "−": "-", "→": "->", "←": "<-", "▶": ">", "█": "#", "░": ".", "×": "x", "·": ".",
    "ß": "ss", "œ": "oe", "Œ": "OE", "æ": "ae", "•": "*", "½": "1/2", "≤": "<=", "≥": ">="}


def nearest(text: str, encoding: str) -> str:
    """A text in letters that an encoding has, a question mark for each that is like none."""
    return "".join(_nearest(letter, encoding) for letter in text)


def _nearest(letter: str, encoding: str) -> str:
    plain = unicodedata.normalize("NFKD", letter)
    for found in (letter, _NEAREST.get(letter, ""), plain,
                  "".join(one for one in plain if not unicodedata.combining(one))):
        try:
            found.encode(encoding)
        except UnicodeEncodeError:
            continue
        if found:
            return found
    return "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return nearest(error.object[error.start:error.end], error.encoding), error.end


def prepare() -> None:
    """Let standard output and standard error take any text, whatever their encoding."""
    codecs.register_error(HANDLER, _replace)
    if sys.stderr is None:              # closed; what is printed there must not go elsewhere
        sys.stderr = open(os.devnull, "w", encoding="utf-8")    # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors=HANDLER)
