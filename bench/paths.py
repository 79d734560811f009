"""How many files of the server, in how many folders, an act of a player passes through.

Run it as `python -m bench.paths`.  A server in this process is watched by `sys.setprofile`, so the
figures are counts and do not depend on the machine.
"""
import asyncio
import logging
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog
from tests.server.actors import browsing
from tests.server.helpers import LINE, cheap_passwords, serving
from tests.server.journeys import challenge, respond, seek

import eckstein.server

ROOT = Path(eckstein.server.__file__).parent
Act = Callable[[], Awaitable[object]]


async def watched(act: Act) -> set[str]:
    """The files that run meanwhile."""
    passed = set[str]()

    def note(frame, event, argument):     # type: ignore[no-untyped-def]
        if event == "call":
            file = frame.f_code.co_filename
            if file.startswith(str(ROOT)):
                passed.add(str(Path(file).relative_to(ROOT)))
    sys.setprofile(note)
    try:
        await act()
        await asyncio.sleep(0.3)            # what follows by itself
    finally:
        sys.setprofile(None)
    return passed


def show(name: str, files: set[str]) -> None:
    """Print a line."""
    print(f"{name:34}{len(files):6}{len({file.split('/')[0] for file in files}):9}")


async def main() -> None:
    """Print how far a move, a pair in the lobby and a challenge go."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    print(f"{'':34}{'files':>6}{'folders':>9}")
    with tempfile.TemporaryDirectory() as folder, cheap_passwords():
        async with serving(Path(folder)) as server, server.client() as one, \
                server.client() as two:
            made = await server.create()
            await one.join(made, "white", "black")
            show("a move", await watched(lambda: one.do(made, "white", "move", 1, LINE[0])))
            key = await seek(one)
            await one.hear("seeking", id=key)

            async def paired() -> None:
                await seek(two)
                await one.hear("paired", id=key)
            show("an open challenge becomes a game", await watched(paired))
    with tempfile.TemporaryDirectory() as folder, cheap_passwords():
        async with browsing(Path(folder), 2) as (_, anna, bruno):
            await anna.sign_up("Anna")
            await bruno.sign_up("Bruno")
            made = await challenge(anna)
            show("a challenge is accepted", await watched(lambda: respond(bruno, made, "accept")))


if __name__ == "__main__":
    asyncio.run(main())
