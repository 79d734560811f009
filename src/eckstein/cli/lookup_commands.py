"""Commands that look something up on a server: open seeks, and what was played in a position."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..wire.conditions import SEEK, told_of
from ..words import phrase, tell
from .arguments import Game, Moves, Options, Position, make_board
from .lines import json_line

if TYPE_CHECKING:
    from ..wire.http_explore import ExploredMove
    from ..wire.http_games import NewClock
    from ..wire.lobby import OpenSeek

app = typer.Typer()
Json = Annotated[bool, typer.Option("--json", help="JSON lines")]


@app.command()
def lobby(server: Annotated[str, typer.Argument(
              help="the address of a server, such as http://localhost:8000")],
          json: Json = False) -> None:
    """List the players looking for an opponent on a server, with all conditions."""
    from ..client.lookups import open_seeks
    found = open_seeks(server)
    if json:
        for seek in found.seeks:
            print(json_line(seek))
        return
    if not found.seeks:
        print(phrase("No player is looking for a game just now."))
        return
    rows = [[phrase("game"), phrase("clock"), phrase("colour"), phrase("rated"), phrase("rating"),
             phrase("player"), phrase("options")], *map(_seek, found.seeks)]
    for line in _columns(rows):
        print(line)
    if found.count > len(found.seeks):
        print(phrase("These are the oldest of {count} open seeks.", count=found.count))
    print(phrase("To play one of them, look for the same: eckstein join {server} GAME --somebody",
                 server=server.rstrip("/")))


def _seek(seek: OpenSeek) -> list[str]:
    return [", ".join([seek.rules, *seek.also]), ", ".join(map(_clock, seek.clocks)),
            phrase("either") if seek.colour is None else phrase(seek.colour),
            phrase("yes") if seek.rated else phrase("no"), _rating(seek), seek.name,
            ", ".join(filter(None, [
                " ".join(f"{name}={int(value) if isinstance(value, bool) else value}"
                         for name, value in seek.options.items()),
                *map(tell, told_of(SEEK, seek))]))]


def _clock(clock: NewClock | None) -> str:
    from ..session.clock import Clock
    if clock is None:
        return phrase("no clock")
    return Clock(clock.initial, clock.increment, kind=clock.kind).typed


def _rating(seek: OpenSeek) -> str:
    """The rating of a seeker, and the ratings of the wanted opponents."""
    rated = "-" if seek.rating is None else str(seek.rating)
    return rated if seek.among is None else phrase(
        "{rated}, wants {low} to {high}", rated=rated, low=seek.among[0], high=seek.among[1])


@app.command()
def explore(game: Game,
            server: Annotated[str, typer.Option(
                "--from", metavar="<address>", help="the server that has the public games",
                show_default=False)],
            moves: Moves = None, position: Position = None, option: Options = None,
            json: Json = False) -> None:
    """Show what was played in a position, in the public games of a server."""
    from ..client.lookups import explored
    board = make_board(game, position, option, moves)
    found = explored(server, board)
    if json:
        for move in found.moves:
            print(json_line(move))
        return
    if not found.moves:
        print(phrase("No public game has come to this position."))
        return
    rows = [[phrase("move"), phrase("games"), phrase("White wins"), phrase("drawn"),
             phrase("Black wins"), phrase("rating")], *map(_move, found.moves)]
    for line in _columns(rows, right=True):
        print(line)
    print(phrase("Of each game the first {plies} plies count; ratings are means of both players.",
                 plies=found.plies))


def _move(move: ExploredMove) -> list[str]:
    games = move.white + move.drawn + move.black
    return [move.notation, str(games), *(
        f"{count} ({count / games:.0%})" for count in (move.white, move.drawn, move.black)),
        "-" if move.points is None else str(move.points)]


def _columns(rows: Sequence[Sequence[str]], *, right: bool = False) -> Iterator[str]:
    """Rows as lines of a table, all but the first column at the right if so wanted."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        yield "  ".join([first.ljust(widths[0]), *(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width in zip(others, widths[1:], strict=True))]).rstrip()
