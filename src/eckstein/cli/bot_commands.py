"""The command of bots."""
import os
from pathlib import Path
from typing import Annotated

import typer

from ..base.sentence import Sentence
from . import completion
from .arena_commands import PLAYERS
from .arguments import IN_ENGLISH

app = typer.Typer()


@app.command(rich_help_panel=IN_ENGLISH, epilog=PLAYERS)
def bot(server: Annotated[str, typer.Argument(help="the address of a server, such as "
                                                   "http://localhost:8000")],
        player: Annotated[str, typer.Option(
            "--player", "-p", help="who plays, such as level:5, or cmd:PROGRAM for a program that "
                                   "speaks our protocol", autocompletion=completion.players)],
        token_file: Annotated[Path | None, typer.Option(
            metavar="<file>", help="a file with a token of the account; default: the variable "
                                   "ECKSTEIN_TOKEN")] = None,
        policy: Annotated[Path | None, typer.Option(
            metavar="<file>", help="a file of JSON that says which challenges are accepted; see "
                                   "docs/bots.md")] = None,
        become: Annotated[str | None, typer.Option(
            metavar="<name>", help="let the account of this name be a bot from now on, for "
                                   "ever")] = None,
        tournament: Annotated[list[str] | None, typer.Option(
            "--tournament", metavar="<id|link>", help="a tournament that the bot enters; may be "
                                                      "given repeatedly")] = None,
        team: Annotated[str, typer.Option(
            metavar="<name>", help="the team for which the bot enters them")] = "",
        seconds: Annotated[float, typer.Option(
            min=0.01, help="for each move in games without clocks or by days")] = 1.0,
        greet: Annotated[bool, typer.Option(
            "--greet", help="say hello in each game, and at its end that it was a good one; the "
                            "policy must have chats")] = False) -> None:
    """Play as a bot on a server, all games at once, until Ctrl-C."""
    import msgspec

    from ..base.json_text import read_json
    from ..client.bot import Bot
    from ..client.bridge import Bridge
    from ..client.entry import Entry
    from ..engine.players import read_player, thinkers
    from ..wire.http_bots import Policy
    token = token_file.read_text(encoding="utf-8").strip() if token_file is not None else (
        os.environ.get("ECKSTEIN_TOKEN", ""))
    if not token:
        raise ValueError(Sentence("name a file with a token by --token-file, or put the token into "
                                  "the variable ECKSTEIN_TOKEN"))
    read_player(player, thinkers())
    account = Bot(server, token)
    if become is not None:
        account.become(become)
    if policy is not None:
        try:
            account.accept_only(read_json(policy.read_bytes(), Policy))
        except msgspec.DecodeError as error:
            raise ValueError(Sentence("{path} is no policy: {error}", path=policy,
                                      error=error)) from None


    def say(told: str) -> None:
        print(told, flush=True)
    entries = [Entry(server, token, one, say, team=team) for one in tournament or ()]
    for entry in entries:
        entry.start()
    Bridge(account, player, seconds, say, greet=greet).run()
