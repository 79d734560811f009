"""Commands about the games as such: games, rules, lessons, endings."""
import random
import sys
from typing import Annotated

import typer

from .. import contract
from ..base.sentence import Sentence
from ..board import Board
from ..games import check_game_name, names
from ..kernel import option_value
from ..kernel import options as option_values
from ..kernel.specialise import specialise
from ..session.rule_pages import rule_page
from ..words import phrase, speak, spoken, tell
from .arguments import Game, Language
from .lines import json_line

app = typer.Typer()


@app.command()
def games(json: Annotated[bool, typer.Option("--json", help="as one JSON object")] = False) -> None:
    """List the games with their boards and options."""
    if json:
        print(json_line({name: _facts(name) for name in names()}))
        return
    for name in names():
        facts = _facts(name)
        print(f"{name:8} {facts['title']}, {tell(_board(name))}")
        for option in option_values.own_options(name):
            values = " / ".join(option_value(value) for value in option.values)
            print(f"         {option.name} = {values}: {tell(option.effect)}")
    print(phrase("every game"))
    for name, (default, effect) in option_values.COUNTS.items():
        print(f"         {name} = {default}: {tell(effect)}")


def _facts(name: str) -> dict[str, object]:
    module: contract.Game = specialise(f"games.{name}", name, compiled=False)
    return {"title": module.TITLE, "letter": module.LETTER, "board": str(_board(name)),
            "start": Board(name).position(),
            "options": {option.name: list(option.values)
                        for option in option_values.own_options(name)}
            | {option: [default] for option, (default, _) in option_values.COUNTS.items()}}


def _board(name: str) -> str:
    """How large the board of a game is."""
    module: contract.Game = specialise(f"games.{name}", name, compiled=False)
    return (Sentence("an endless plane") if contract.is_endless(module)
            else f"{module.COLUMNS} x {module.ROWS}")


@app.command()
def rules(game: Game, language: Language = None) -> None:
    """Show the rules of a game, with diagrams."""
    text = rule_page(game, language or spoken())
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown
        console = Console(width=min(100, Console().width))
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        print(text)


@app.command()
def lessons(game: Game, language: Language = None) -> None:
    """Learn a game in a few minutes: a few positions with a task each."""
    from ..session.lessons import load
    from .learning import LineLesson
    speak(language or spoken())
    LineLesson(game, load(game)).run()


@app.command()
def endings(game: Game,
            level: Annotated[int, typer.Option(
                min=1, max=3, help="how far away the wins are")] = 1,
            seed: Annotated[int | None, typer.Option(
                min=0, help="of the positions; the same one gives the same",
                show_default="a new one each time")] = None,
            language: Language = None) -> None:
    """Practise endings against perfect play: each position has a move that throws it away."""
    from ..engine.tables.traps import traps
    from .endings import LineEndings
    speak(language or spoken())
    check_game_name(game)
    LineEndings(game, traps(game, level, random.randrange(1 << 32) if seed is None else seed)).run()
