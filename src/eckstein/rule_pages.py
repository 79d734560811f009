"""The rule pages for players, which lie beside the rules, with their boards drawn."""
import re
from pathlib import Path

from .board import Board, play_out
from .games import check_game_name
from .kernel import specialise
from .notation.diagram import diagram


def rule_page(game: str) -> str:
    """The rules of a game in Markdown, with diagrams.

    Raises:
        UnknownGameError: if there is no such game.
    """
    check_game_name(game)
    return _draw_boards(_page(game))


def _page(game: str) -> str:
    """The rule page beside the rules, or what the rules say of themselves."""
    module = specialise(f"games.{game}", game, compiled=False)
    page = Path(module.__file__).with_suffix(".md")
    return page.read_text(encoding="utf-8") if page.exists() else (
        f"# {module.TITLE}\n\n{module.__doc__}")


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
    play_out(board, (moves or "").split())
    return diagram(board, large=True)
