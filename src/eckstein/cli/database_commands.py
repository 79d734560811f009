"""Commands that look after the database of a server."""
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..words import phrase, tell
from .server_commands import Database, needing_server

app = typer.Typer(name="db", help="Maintain the server's database.", no_args_is_help=True)


@app.command()
def check(database: Database = None) -> None:
    """Replay every game in the database."""
    maintenance, url = _maintenance(database)

    async def run() -> tuple[int, int]:
        games = bad = 0
        async for game, problem in maintenance.check(url):
            games += 1
            if problem is not None:
                bad += 1
                print(phrase("game {game}: {problem}", game=game, problem=problem))
        return games, bad
    games, bad = asyncio.run(run())
    print(_checked(games, bad))
    if bad:
        raise typer.Exit(1)


def _checked(games: int, bad: int) -> str:
    """What was found in a database."""
    if not bad:
        return phrase("{count} {count:game, as it|games, all as they} should be.", count=games)
    return phrase("{bad} of {count} {count:game|games} {bad:is not as it|are not as they} should "
                  "be.", bad=bad, count=games)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="where to write the copy")],
           database: Database = None,
           force: Annotated[bool, typer.Option("--force", help="overwrite the file if it "
                                                               "exists")] = False
           ) -> None:
    """Copy the database to a file, also while the server runs."""
    maintenance, url = _maintenance(database)
    _tell_number(maintenance.backup(url, file, force=force), file)
    print(tell(maintenance.where_key_is(url)))


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="a copy")], database: Database = None,
            force: Annotated[bool, typer.Option("--force", help="replace the database if there is "
                                                                "one; its games are "
                                                                "lost")] = False) -> None:
    """Replace the database by a copy."""
    maintenance, url = _maintenance(database)
    _tell_number(maintenance.restore(file, url, force=force), phrase("the database"))
    print(tell(maintenance.where_key_is(url)))


@app.command()
def export(file: Annotated[Path | None, typer.Argument(help="where to write; standard output if "
                                                            "left out")] = None,
           database: Database = None,
           force: Annotated[bool, typer.Option("--force", help="overwrite the file if it "
                                                               "exists")] = False
           ) -> None:
    """Write all games as records, and name those that are damaged."""
    from ..base.files import save_text
    maintenance, url = _maintenance(database)
    if file is not None:
        maintenance.check_free(file, force=force)

    async def run(take: Callable[[str], object]) -> int:
        bad = 0
        async for game, text, problem in maintenance.export(url):
            if text is not None:
                take(text)
            if problem is not None:
                bad += 1
                print(_told_damage(game, text, problem), file=sys.stderr)
        return bad
    if file is None:
        bad = asyncio.run(run(lambda text: print(text)))
    else:
        found: list[str] = []
        bad = asyncio.run(run(found.append))
        save_text(file, "\n".join(found))
        _tell_number(len(found), file)
    if bad:
        raise typer.Exit(1)


def _told_damage(game: str, text: str | None, problem: str) -> str:
    told = phrase("game {game}: {problem}", game=game, problem=problem)
    return (phrase("{told}; it is left out", told=told) if text is None else
            phrase("{told}; what comes before that is written", told=told))


def _tell_number(games: int, place: object) -> None:
    print(phrase("{count} {count:game is|games are} in {place}.", count=games, place=place))


def _maintenance(database: str | None) -> tuple[Any, str]:
    serving = needing_server("machine.serving")
    return needing_server("machine.maintenance"), serving.database_url(database)
