"""Commands about the games as such: games, rules."""
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from .. import options as option_values
from ..board import Board, play_out
from ..games import check_game_name, names
from ..kernel import option_value, specialise
from ..notation.diagram import diagram
from .arguments import Game


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("games")(games)
    app.command("rules")(rules)


def games(json: Annotated[bool, typer.Option("--json", help="as one JSON object")] = False) -> None:
    """List the games with their boards and options."""
    if json:
        import msgspec
        print(msgspec.json.encode({name: _facts(name) for name in names()}).decode())
        return
    for name in names():
        facts = _facts(name)
        print(f"{name:8} {facts['title']}, {facts['board']}")
        for option in option_values.own_options(name):
            values = " / ".join(option_value(value) for value in option.values)
            print(f"         {option.name} = {values}: {option.effect}")
    print("every game")
    for name, (default, effect) in option_values.COUNTS.items():
        print(f"         {name} = {default}: {effect}")


def _facts(name: str) -> dict[str, object]:
    module = specialise(f"games.{name}", name, compiled=False)
    board = f"{module.COLUMNS} x {module.ROWS}" if module.COLUMNS else "an endless plane"
    return {"title": module.TITLE, "letter": module.LETTER, "board": board,
            "start": Board(name).position(),
            "options": {option.name: list(option.values)
                        for option in option_values.own_options(name)}
            | {option: [default] for option, (default, _) in option_values.COUNTS.items()}}


def rules(game: Game) -> None:
    """Show the rules of a game, with diagrams."""
    text = rule_page(game)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown
        console = Console(width=min(100, Console().width))
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        print(text)


def rule_page(game: str) -> str:
    """The rules of a game in Markdown, with diagrams.

    Raises:
        UnknownGame: if there is no such game.
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
