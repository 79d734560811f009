"""The command that writes the app as a folder of files: site."""
from pathlib import Path
from typing import Annotated

import typer

from ..browser.site import write_site
from ..words import phrase
from .arguments import IN_ENGLISH

app = typer.Typer()


@app.command(rich_help_panel=IN_ENGLISH)
def site(folder: Annotated[Path, typer.Argument(metavar="<folder>",
                                                help="where to write it; made if it is not there")],
         docs: Annotated[Path | None, typer.Option(
             metavar="<folder>", help="the documentation as a site, to be part of it")] = None,
         force: Annotated[bool, typer.Option("--force",
                                             help="replace what is in the folder")] = False
         ) -> None:
    """Write the app as a folder that any web host serves; it thinks in the visitor's browser."""
    size = write_site(folder, docs=docs, force=force)
    print(phrase("{folder}: {megabytes:.1f} MB. Look at it with: python -m http.server -d {folder}",
                 folder=folder, megabytes=size / 1e6))
