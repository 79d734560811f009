"""Commands that look after the database of a server."""
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ..words import phrase, tell
from . import moderation_commands
from .server_commands import Database, Key, needing_server

app = typer.Typer(name="db", help="Maintain the server's database.")
app.add_typer(moderation_commands.app)


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
def upgrade(database: Database = None) -> None:
    """Bring the tables up to date, as the first start of a server does."""
    _take_steps(database, back=False)


@app.command()
def downgrade(database: Database = None) -> None:
    """Bring the tables back, to go on with the version before; no game is lost."""
    _take_steps(database, back=True)


def _take_steps(database: str | None, *, back: bool) -> None:
    maintenance, url = _maintenance(database)
    print(phrase("The tables are at step {step}.",
                 step=asyncio.run(maintenance.step(url, back=back))))


@app.command()
def accept(game: Annotated[str, typer.Argument(help="its id, from its address")],
           database: Database = None) -> None:
    """Let a game go on without what has been lost of it, also while the server runs."""
    maintenance, url = _maintenance(database)
    print(phrase("Game {game} goes on with the {count} {count:event|events} that it has.",
                 game=game, count=asyncio.run(maintenance.accept(url, game))))


@app.command()
def rate(database: Database = None,
         check: Annotated[bool, typer.Option(
             "--check", help="only say what would become otherwise")] = False) -> None:
    """Reckon all ratings anew from the results that are stored, also while the server runs."""
    _, url = _maintenance(database)
    found = asyncio.run(needing_server("parts.ratings.counting").recompute(
        url, write_it=not check))
    print(phrase("{count} {count:game counts|games count}.", count=found.games), end=" ")
    if not (found.standings or found.changes):
        print(phrase("All ratings are as they should be."))
    elif check:
        print(phrase("{standings} {standings:rating|ratings} and {changes} {changes:change|changes}"
                     " of ratings would become otherwise.", standings=found.standings,
                     changes=found.changes))
        raise typer.Exit(1)
    else:
        print(phrase("{standings} {standings:rating|ratings} and {changes} {changes:change|changes}"
                     " of ratings are put right.", standings=found.standings,
                     changes=found.changes))


@app.command()
def explore(database: Database = None) -> None:
    """Count anew what was played in public games, also while the server runs."""
    _, url = _maintenance(database)
    print(phrase("{count} {count:game was|games were} looked at.",
                 count=asyncio.run(needing_server("parts.explore.counting").recompute(url))))


@app.command()
def dump(folder: Annotated[Path, typer.Argument(help="a new folder for them")],
         database: Database = None,
         until: Annotated[str | None, typer.Option(
             metavar="<month>", help="the last month, such as 2026-11; default: the last one that "
                                     "is over")] = None) -> None:
    """Write public games as files for research, also while the server runs."""
    from ..server.parts.explore import dumps
    _, url = _maintenance(database)
    games, months = asyncio.run(dumps.dump(url, folder, dumps.last_month(until)))
    print(phrase("{count} {count:game|games} of {months} {months:month|months} are in {folder}.",
                 count=games, months=months, folder=folder))


@app.command()
def rotate(database: Database = None, key: Key = None,
           keep: Annotated[int | None, typer.Option(
               min=1, metavar="<number>", help="how many of the newest keys are accepted from now "
                                               "on; default: all. Links by the others lead to no "
                                               "seat any more")] = None) -> None:
    """Add a new key that signs seats, also while the server runs."""
    maintenance, url = _maintenance(database)
    print(phrase("{count} {count:key is|keys are} accepted; the newest signs new links within a "
                 "minute.", count=asyncio.run(maintenance.rotate(url, keep, key))))


@app.command()
def revoke(game: Annotated[str, typer.Argument(help="its id, from its address")],
           colour: Annotated[Literal["white", "black"], typer.Argument(help="of the seat")],
           database: Database = None, key: Key = None) -> None:
    """Make the links to a seat useless, also while the server runs, and print a new one."""
    maintenance, url = _maintenance(database)
    print(asyncio.run(maintenance.revoke(url, game, colour, key)))


@app.command("key")
def move_key(file: Annotated[Path, typer.Argument(help="the file, which is new")],
             database: Database = None,
             back: Annotated[bool, typer.Option("--back", help="put the key back into the "
                                                               "database")] = False) -> None:
    """Move the key that signs seats out of a PostgreSQL database into a file."""
    maintenance, url = _maintenance(database)
    asyncio.run(maintenance.move_key(url, file, back=back))
    print(phrase("The key is in the database again; servers need no --key any more.") if back else
          phrase("The key is in {file} alone; start each server with --key and a copy of this "
                 "file.", file=file))


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
    serving = needing_server("serving.serving")
    return needing_server("database.maintenance"), serving.database_url(database)
