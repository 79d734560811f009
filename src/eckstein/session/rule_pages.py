"""The rule pages for players, with their boards drawn."""
import re
from pathlib import Path

from ..board import Board, push_texts
from ..games import check_game_name
from ..kernel.specialise import specialise
from ..notation.diagram import diagram
from ..words import ENGLISH, FOLDER, check_language, text_of


def rule_page(game: str, language: str = ENGLISH) -> str:
    """The rules of a game in Markdown, with diagrams.

    Args:
        game: its name.
        language: the code of a language; a page that is not there in it is in English.

    Raises:
        UnknownGameError: if there is no such game.
        ValueError: if there is no such language.
    """
    check_game_name(game)
    check_language(language)
    return _draw_boards(_page(game, language))


def _page(game: str, language: str) -> str:
    """The rule page among the words of a language; of other distributions' games, the page beside
    the rules, such as `ferry.de.md` or `ferry.md`, or what the rules say of themselves.
    """
    if (FOLDER / ENGLISH / "rules" / f"{game}.md").exists():
        return text_of(f"rules/{game}.md", language)
    module = specialise(f"games.{game}", game, compiled=False)
    for ending in (f".{language}.md", ".md"):
        page = Path(module.__file__).with_name(game + ending)
        if page.exists():
            return page.read_text(encoding="utf-8")
    return f"# {module.TITLE}\n\n{module.__doc__}"


def _draw_boards(page: str) -> str:
    """Replace each block of the language `board` by a diagram."""
    return re.sub(r"```board\n(.*?)\n```", lambda found: "```text\n" + _drawn(found[1]) + "\n```",
                  page, flags=re.DOTALL)


def _drawn(line: str) -> str:
    """A diagram of `game position [moves m1 m2 ...]`; a position with blanks stands in quotes."""
    found = re.fullmatch(r'(\w+)\s+(?:"([^"]*)"|(\S+))(?:\s+moves\s+(.*))?', line.strip())
    if not found:
        raise ValueError(f"expected a game, a position and perhaps moves, not {line!r}")
    game, quoted, bare, moves = found.groups()
    position = quoted or bare
    board = Board(game, None if position == "startpos" else position)
    push_texts(board, (moves or "").split())
    return diagram(board, large=True)
