"""Commands of the server: serve and join."""
import os
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import typer

from ..base.sentence import Sentence
from ..words import phrase
from . import completion
from .arguments import (
    Language,
    Options,
    Plain,
    Position,
    Speed,
    a_number,
    make_board,
    with_conditions,
)

Database = Annotated[str | None, typer.Option("--database", "-d", metavar="<file|url>",
                                              envvar="ECKSTEIN_DATABASE", show_envvar=False,
                                              help="where games are saved; default: what the "
                                                   "variable ECKSTEIN_DATABASE names, or your own "
                                                   "folder")]

Host = Annotated[str, typer.Option(help="address to listen on; 0.0.0.0 for the whole network")]
Port = Annotated[int | None, typer.Option(
    min=0, max=65535, help="port to listen on; default: the first free one from 8000 on")]
OpenBrowser = Annotated[bool | None, typer.Option("--open/--no-open", help="open a browser",
                                                  show_default=False)]

Hostname = Annotated[list[str] | None, typer.Option(
    "--hostname", metavar="<name>", envvar="ECKSTEIN_HOSTNAME", show_envvar=False,
    help="a name by which browsers reach the server, such as play.example.org; may be given "
         "repeatedly; default: what the variable ECKSTEIN_HOSTNAME names, and the names of this "
         "machine")]

Key = Annotated[Path | None, typer.Option("--key", metavar="<file>", envvar="ECKSTEIN_KEY",
                                          show_envvar=False,
                                          help="the file of the key that signs seats, if it is not "
                                               "in a PostgreSQL database itself; default: what "
                                               "the variable ECKSTEIN_KEY names")]

KEEP = 365                  # days
CLUB = 400                  # connections, and requests a second, of a school behind one address
BURST = 6                   # as many seconds' requests may come at once


app = typer.Typer()


def needing_server(module: str) -> Any:
    """A module of the server, or a sentence on what to install."""
    import importlib
    try:
        return importlib.import_module(f"eckstein.server.{module}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("eckstein"):
            raise
        raise ValueError(Sentence("the server needs the package {name}; install it with pip "
                                  "install 'eckstein[server]'", name=error.name)) from None


@app.command()
def serve(host: Host = "127.0.0.1", port: Port = None, database: Database = None, key: Key = None,
          open_browser: OpenBrowser = None,
          connections: Annotated[int, typer.Option(
              min=1, metavar="<number>", help="sockets and streams from one address")] = 100,
          all_connections: Annotated[int | None, typer.Option(
              min=1, metavar="<number>", help="connections from everywhere; default: what the "
                                              "limit of open files allows, at most "
                                              "20000")] = None,
          requests: Annotated[float, typer.Option(
              min=1, metavar="<number>", callback=a_number,
              help="requests and messages a second from one address; six times as many "
                   "at once")] = 100,
          engines: Annotated[int | None, typer.Option(
              min=1, metavar="<number>", help="computer players that think at once, and as many "
                                              "analyses; default: half the processors")] = None,
          first_move: Annotated[float, typer.Option(
              min=5, metavar="<seconds>", callback=a_number,
              help="for each of the first two moves in games of strangers")] = 30,
          workers: Annotated[bool, typer.Option(
              "--workers", help="engines run where eckstein worker does, on other machines")
          ] = False,
          keep: Annotated[float | None, typer.Option(
              min=0, metavar="<days>", callback=a_number,
              help="for how many days games and studies are kept in which nothing happens any "
                   "more; 0: for ever; default: 365, and for ever where only this machine can "
                   "reach the server")] = None,
          proxy: Annotated[list[str] | None, typer.Option(
              metavar="<address>", help="a proxy or network of proxies to trust for "
                                        "X-Forwarded-For; may be given repeatedly")] = None,
          push: Annotated[str | None, typer.Option(
              metavar="<contact>", help="send notices by Web Push; where push services reach you, "
                                        "as mailto:NAME@example.org")] = None,
          push_service: Annotated[list[str] | None, typer.Option(
              metavar="<url>", help="a push service beside those of browsers; may be given "
                                    "repeatedly")] = None,
          mail_from: Annotated[str | None, typer.Option(
              metavar="<address>", help="send notices by mail, from this address; default: no mail "
                                        "is sent")] = None,
          mail_server: Annotated[str | None, typer.Option(
              metavar="<host:port>", help="the mail server; default: port 587 of this machine; TLS "
                                          "from the start at port 465")] = None,
          mail_user: Annotated[str | None, typer.Option(
              metavar="<name>", help="with which to sign in at the mail server")] = None,
          mail_password: Annotated[Path | None, typer.Option(
              metavar="<file>", help="the file of the password for that; default: what the "
                                     "variable ECKSTEIN_MAIL_PASSWORD holds")] = None,
          address: Annotated[str | None, typer.Option(
              metavar="<url>", help="where links in mails lead, such as "
                                    "https://play.example.org/")] = None,
          hostname: Hostname = None,
          without: Annotated[list[str] | None, typer.Option(
              metavar="<part>", help="a part of the server that is closed, with those that need "
                                     "it; may be given repeatedly")] = None,
          describe: Annotated[str | None, typer.Option(
              metavar="<part>", help="say what a part of the server does, and serve nothing; "
                                     "'all' lists the parts")] = None,
          log_json: Annotated[bool, typer.Option("--log-json", help="logs as JSON lines")] = False,
          metrics: Annotated[str | None, typer.Option(
              metavar="<port>", help="port of this machine at which Prometheus reads metrics, or "
                                     "<address>:<port>; default: nowhere")] = None
          ) -> int:
    """Play in the browser: serve games on this machine."""
    serving, settings, logs, hosts, described = map(needing_server, (
        "serving.serving", "settings", "serving.logs", "ops.hosts", "described"))
    if describe is not None:
        print(described.described(describe))
        return 0
    logs.set_up_logs(as_json=log_json)
    chosen: dict[str, Any] = {} if engines is None else {"engines": engines}
    if mail_from is not None:
        chosen["mail"] = needing_server("parts.mail.sender").sender_of(
            mail_from, address, mail_server, mail_user, mail_password, os.environ)
    if keep is None:
        keep = 0.0 if hosts.is_loopback(host) else KEEP
    names = [*(hostname or ()), *filter(None, [urlsplit(address or "").hostname])]
    wished = settings.Settings(serving.database_url(database), key, requests=requests,
                               burst=BURST * requests, connections=connections,
                               all_connections=all_connections, keep=keep,
                               first_move=first_move, workers=workers,
                               push=push or "", push_services=tuple(push_service or ()),
                               hosts=hosts.hosts_of(host, names),
                               without=described.checked(without or ()), **chosen)
    serving.serve(wished, host, port, proxy or (), metrics, open_browser=open_browser)
    return 130


@app.command()
def club(name: Annotated[str, typer.Argument(help="of the club, as all its pages show it")],
         game: Annotated[str, typer.Option("--game", help="which game is played",
                                           autocompletion=completion.games)] = "contra",
         option: Options = None,
         clock: Annotated[str | None, typer.Option(metavar="<clock>", show_default=False,
                                                   help="time for each game, such as 10+5; "
                                                        "default: no clock")] = None,
         host: Host = "127.0.0.1", port: Port = None, database: Database = None,
         hostname: Hostname = None, open_browser: OpenBrowser = None) -> int:
    """Open a club or a class: all play on this machine by a link, and a teacher pairs them."""
    from ..session.clock import Clock
    serving, settings, logs, hosts, wire = map(needing_server, (
        "serving.serving", "settings", "serving.logs", "ops.hosts", "parts.tournaments.clubs"))
    logs.set_up_logs(as_json=False)
    board, told = make_board(game, None, option), Clock.read(clock) if clock else None
    wished = settings.Settings(serving.database_url(database), requests=CLUB, burst=BURST * CLUB,
                               connections=CLUB, keep=0.0 if hosts.is_loopback(host) else KEEP,
                               hosts=hosts.hosts_of(host, hostname or ()))
    serving.serve(wished, host, port, open_browser=open_browser, club=wire.wish_of(
        name, game, dict(board.options), None if told is None else (
            told.kind, told.seconds, told.increment)))
    return 130


@app.command()
@with_conditions
def join(link: Annotated[str, typer.Argument(help="a link to a game, or the address of a server to "
                                                  "start a game on")],
         game: Annotated[str | None, typer.Argument(
             help="which game to start", autocompletion=completion.games)] = None,
         position: Position = None, option: Options = None,
         colour: Annotated[Literal["white", "black"] | None, typer.Option(
             show_default=False, help="your colour; default: white, and random with "
                                      "--somebody")] = None,
         level: Annotated[str | None, typer.Option(
             autocompletion=completion.computers, help="level of the computer")] = None,
         friend: Annotated[bool, typer.Option("--friend", help="play against a friend, by a "
                                                               "link")] = False,
         somebody: Annotated[bool, typer.Option(
             "--somebody", help="play against an opponent in the lobby, on the same "
                                "terms")] = False,
         rated: Annotated[bool, typer.Option(
             "--rated", help="with a clock; for accounts, by a token in ECKSTEIN_TOKEN")] = False,
         clock: Annotated[str | None, typer.Option(metavar="<clock>", show_default=False,
                                                   help="time for the game, and what each move "
                                                        "adds, such as 5+3; 5d3 if it is free in "
                                                        "each turn, 2h+30 for hours, 3days for "
                                                        "days a move")] = None,
         name: Annotated[str | None, typer.Option(help="your name")] = None,
         plain: Plain = False, speed: Speed = 1.0, language: Language = None, **conditions: Any
         ) -> None:
    r"""Play a game on a server, on the full screen or line by line.

    The board needs a terminal and eckstein\[tui]; without them, or with --plain, the
    game is played in lines of text.
    """
    from ..client.remote import RemoteGame
    from ..session.clock import Clock
    from ..words import preferred, speak
    from .online import LineOnline, look_for_somebody, new_game
    from .play import full_screen
    speak(language or preferred(os.environ))
    if game is None:
        remote = RemoteGame.join(link, name)
    else:
        board, server = make_board(game, position, option), link.rstrip("/")
        counted = Clock.read(clock) if clock else None
        if somebody:
            remote = look_for_somebody(server, colour, board, counted, name,
                                       {"rated": rated, **conditions})
        else:
            mine = colour or "white"
            remote = new_game(server, game, mine, level, friend, board, counted)
            if friend:
                other = next(seat for seat in remote.seats if seat != mine)
                print(phrase("Send your friend this link: {link}", link=remote.link(other)))
            remote.seats = {mine: remote.seats[mine]}
    if not plain and full_screen():
        from ..session.thinking import Thinking
        from ..tui.online_app import OnlineApp
        OnlineApp(remote, Thinking(), speed=speed).play()
    else:
        LineOnline(remote).run()
