"""What shells complete: games, players, and the values of options.

A shell runs the program at every press of the Tab key, so nothing is imported before it is needed.
"""
import contextlib
import io
import os
import textwrap
from collections.abc import Callable, Iterable

import typer

Told = list[tuple[str, str]]        # values, each with what it means

ASKED = "_ECKSTEIN_COMPLETE"        # the variable in which a shell asks
LONGEST = 60                        # letters of an explanation; the library would break lines
BREAKS = ":="                       # bash, unlike the other shells, begins a new word at these


def asked() -> bool:
    """Whether a shell has started the program to hear how a word may go on."""
    return ASKED in os.environ


def asked_by_bash() -> bool:
    """Whether that shell is bash."""
    return os.environ.get(ASKED) == "complete_bash"


def answer_bash(answer: Callable[[], object]) -> None:
    """Let a question of bash be answered as if words were parted by blanks alone.

    Args:
        answer: prints the words that may stand there, one a line, and may leave the program.
    """
    words = _rejoined(os.environ["COMP_WORDS"].split("\n")[:int(os.environ["COMP_CWORD"]) + 1])
    os.environ.update(COMP_WORDS="\n".join(words), COMP_CWORD=str(len(words) - 1))
    there = max(words[-1].rfind(sign) + 1 for sign in BREAKS)
    with contextlib.redirect_stdout(io.StringIO()) as told, contextlib.suppress(SystemExit):
        answer()
    for line in told.getvalue().splitlines():
        print(line[there:])


def _rejoined(parts: list[str]) -> list[str]:
    """Words such as `level:3` from the parts into which bash has taken them."""
    words: list[str] = []
    glued = False
    for part in parts:
        breaks = part != "" and not part.strip(BREAKS)
        if words and (breaks or glued):
            words[-1] += part
        else:
            words.append(part)
        glued = breaks
    return words


def games() -> Told:
    """The names of all games."""
    from ..games import names
    return [(name, "") for name in names()]


def rule_options(context: typer.Context) -> Told:
    """The options of the game that has been named, or of all games, each with a value."""
    from ..games import names
    from ..kernel import option_value, options
    from ..words import tell
    # Where an option still lacks its value, the parser has not come to the arguments.
    typed = context.parent.args if context.parent else []
    known = names()
    named = [game for game in known if game in typed]
    found = {f"{option.name}={option_value(value)}": option.effect
             for game in named or known
             for option in options.own_options(game) for value in option.values}
    found |= {f"{name}={default}": effect for name, (default, effect) in options.COUNTS.items()}
    return [(value, textwrap.shorten(tell(effect), LONGEST, placeholder=" ..."))
            for value, effect in found.items()]


def players() -> Told:
    """All players."""
    from ..engine.players import KINDS
    return _examples(KINDS)


def thinkers() -> Told:
    """All players but people."""
    from ..engine.players import thinkers as kinds
    return _examples(kinds())


def computers() -> Told:
    """All players on a server but people."""
    from ..engine.players import on_servers
    return _examples(on_servers())


def _examples(kinds: Iterable[str]) -> Told:
    """How players of some kinds are written, as far as it can be guessed."""
    from ..engine.levels import LEVELS
    from ..engine.players import KINDS
    from ..words import tell
    levels = {f"level:{level.number}": level.name for level in LEVELS}
    return [(text, tell(levels.get(text, KINDS[kind].says))) for kind in kinds
            for text in KINDS[kind].several or (KINDS[kind].example,)]


def languages() -> Told:
    """The languages that are spoken."""
    from ..words import LANGUAGES
    return [(name, "") for name in LANGUAGES]


def puzzle_themes() -> Told:
    """What puzzles may be about."""
    from ..lab.puzzles import THEMES
    return [(name, "") for name in THEMES]


def themes() -> Told:
    """How pictures may look."""
    from ..render.themes import theme_names
    return [(name, "") for name in theme_names()]


def formats_to_read() -> Told:
    """The formats of files that are read."""
    from ..record.exchange import FORMATS
    from ..words import tell
    return [(name, tell(what)) for name, what in FORMATS.items()]


def formats_to_write() -> Told:
    """The formats of files that are written."""
    from ..record.conversion import TARGETS
    from ..words import tell
    return [(name, tell(what)) for name, what in TARGETS.items()]
