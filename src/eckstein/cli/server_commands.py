"""Commands of the server: serve."""
from typing import Annotated

import typer


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("serve")(serve)


def serve(host: Annotated[str, typer.Option(help="where to listen; 0.0.0.0 for everybody "
                                                 "in the network")] = "127.0.0.1",
          port: Annotated[int | None, typer.Option(min=0, max=65535, help="which port; the first "
                                                   "free one from 8000 on if left out")] = None,
          database: Annotated[str | None, typer.Option(
              "--database", "-d", metavar="FILE|URL", help="where games are kept")] = None,
          open_browser: Annotated[bool | None, typer.Option(
              "--open/--no-open", help="open a browser")] = None,
          log_json: Annotated[bool, typer.Option("--log-json", help="logs as JSON lines")] = False
          ) -> None:
    """Play in the browser: serve games on this machine."""
    try:
        from ..server.logs import set_up_logs
        from ..server.service import Settings
        from ..server.serving import database_url
        from ..server.serving import serve as run
    except ModuleNotFoundError as error:
        raise ValueError(f"the server needs {error.name}; install it with: "
                         "pip install 'eckstein[server]'") from None
    set_up_logs(as_json=log_json)
    run(Settings(database_url(database)), host, port, open_browser=open_browser)
