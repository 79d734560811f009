"""Commands of the moderators of a server."""
import asyncio
import json as json_text
from typing import Annotated, Any

import typer

from ..words import phrase
from .server_commands import Database, needing_server

MOST_MINUTES = 10_080       # a week
app = typer.Typer()
Json = Annotated[bool, typer.Option("--json", help="a JSON object a line")]


@app.command()
def moderator(name: Annotated[str | None, typer.Argument(
                  show_default=False, help="of an account; if left out, lists all moderators"
                  )] = None,
              no: Annotated[bool, typer.Option("--no", help="be a moderator no more")] = False,
              database: Database = None) -> None:
    """Make an account a moderator, also while the server runs."""
    overseeing, url = _overseeing(database)
    if name is None:
        for one in asyncio.run(overseeing.moderators(url)):
            print(one)
        return
    changed = asyncio.run(overseeing.appoint(url, name, moderator=not no))
    if no:
        print(phrase("{name} is no moderator any more.", name=name) if changed else
              phrase("{name} is no moderator.", name=name))
    else:
        print(phrase("{name} is a moderator from now on.", name=name) if changed else
              phrase("{name} is a moderator already.", name=name))


@app.command()
def audit(json: Json = False, database: Database = None) -> None:
    """Print all that moderators did, the newest first."""
    overseeing, url = _overseeing(database)

    async def run() -> None:
        async for entry, by, account in overseeing.audit(url):
            print(_as_json(entry, by, account) if json else _as_text(entry, by, account))
    asyncio.run(run())


@app.command()
def flag(minutes: Annotated[float, typer.Option(
             min=0, max=MOST_MINUTES, help="first compare games with the engine, for so long")] = 0,
         database: Database = None) -> None:
    """Look for what is unusual in rated games, for moderators to judge, also while the server runs.
    """
    url = needing_server("serving.serving").database_url(database)
    if minutes:
        comparing = needing_server("parts.moderation.comparing")
        games, left = asyncio.run(comparing.compare(url, minutes))
        print(phrase("{games} {games:game was|games were} compared with the engine; "
                     "{left} {left:is|are} left.", games=games, left=left))
    games, flags = asyncio.run(needing_server("parts.moderation.flagging").flag(url))
    print(phrase("{games} {games:game was|games were} looked at; there {flags:is|are} {flags} "
                 "{flags:flag|flags} to judge.", games=games, flags=flags))


def _as_json(entry: Any, by: str, account: str) -> str:
    return json_text.dumps({
        "id": entry.seq, "at": _time(entry.at), "by": by or None, "what": entry.what,
        "account": account, "why": entry.why, "text": entry.text,
        "until": None if entry.until is None else _time(entry.until), "entry": entry.entry},
        ensure_ascii=False)


def _as_text(entry: Any, by: str, account: str) -> str:
    told = [f"{entry.seq}", _time(entry.at), by or "(operator)", entry.what, account]
    if entry.entry is not None:
        told.append(f"entry {entry.entry}")
    if entry.until is not None:
        told.append(f"until {_time(entry.until)}")
    return "  ".join(told + [f'{name}: "{_one_line(text)}"' for name, text in (
        ("text", entry.text), ("why", entry.why)) if text])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _time(at: int) -> str:
    from datetime import UTC, datetime
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _overseeing(database: str | None) -> tuple[Any, str]:
    serving = needing_server("serving.serving")
    return needing_server("parts.moderation.overseeing"), serving.database_url(database)
