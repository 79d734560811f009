"""Commands about the program itself: warm, check-game, doctor, worker."""
import importlib.util
import os
import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Annotated

import typer

from ..base.sentence import Sentence, message_of
from ..games import check_game_name, names
from ..kernel.specialise import NoCompilerError
from ..words import phrase, tell
from . import completion
from .arguments import IN_ENGLISH, Options
from .server_commands import Database, needing_server

app = typer.Typer()


@app.command(rich_help_panel=IN_ENGLISH)
def warm(games: Annotated[list[str] | None, typer.Argument(
            help="which games; default: all that have no library",
            show_default=False,
            autocompletion=completion.games)] = None,
         jobs: Annotated[int, typer.Option(
             "--jobs", "-j", min=1, max=256, help="how many processes")] = os.cpu_count() or 1
         ) -> None:
    """Compile the games that have no library, such as your own, so that they start at once."""
    from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn

    from ..kernel.specialise import life_of
    from ..kernel.warming import warm as warm_games
    from .progress import Progress
    for game in games or ():
        check_game_name(game)
    wanted = [game for game in dict.fromkeys(games or names()) if life_of(game) == "jit"]
    for game in dict.fromkeys(games or ()):
        if life_of(game) == "plain":
            print(phrase("{game} runs in plain Python: pip install 'eckstein[compile]' brings a "
                         "compiler.", game=game))
        elif game not in wanted:
            print(phrase("{game} has a library, so there is nothing to compile.", game=game))
    if not wanted:
        if not games:
            print(phrase("All games have libraries, or no compiler is here: there is nothing to "
                         "compile."))
        return
    with Progress("{task.description}", BarColumn(), MofNCompleteColumn(),
                  TimeElapsedColumn()) as progress:
        task = progress.add_task(phrase("compiling"), total=len(wanted))
        for game, seconds in warm_games(wanted, min(jobs, len(wanted))):
            progress.console.print(f"{game}: {seconds:.1f} s")
            progress.update(task, advance=1)


@app.command(rich_help_panel=IN_ENGLISH)
def check_game(module: Annotated[str, typer.Argument(
                   help="a game's name, or its file or folder", show_default=False,
                   autocompletion=completion.games)],
               games: Annotated[int, typer.Option(min=1, max=10000, help="random games")] = 20,
               seed: Annotated[int, typer.Option(help="seed of the games")] = 1,
               compiled: Annotated[bool, typer.Option(help="compare compiled rules with "
                                                           "interpreted ones")] = True,
               option: Options = None
               ) -> int:
    """Check that a game fulfils the contract (status 1 if not)."""
    from ..board.game_check import ContractError, check_module, find_game
    from ..board.game_check import check_game as check
    from ..kernel import options
    game = find_game(module)
    try:
        check_module(game)
        chosen = options.complete(game, options.parse(option or []))
        own = options.own_values(chosen)
        for sentence in check(game, games, seed, None if compiled else (), own):
            print(phrase("ok: {sentence}", sentence=sentence))
    except ContractError as error:
        for fault in error.faults:
            print(phrase("broken: {fault}", fault=fault))
        return 1
    except NoCompilerError as error:
        raise ValueError(Sentence("{error}; or leave compiled rules out with --no-compiled",
                                  error=message_of(error))) from None
    return 0


@app.command(rich_help_panel=IN_ENGLISH)
def new_game(name: Annotated[str, typer.Argument(
                 help="what commands call the game, such as rafts", show_default=False)],
             folder: Annotated[Path | None, typer.Option(
                 "--folder", "-f", help="where to make it; default: a folder of its name",
                 show_default=False)] = None) -> None:
    """Make a folder with a game to begin with: rules, their page, knowledge and tests."""
    from .new_game import make
    where = folder or Path(name)
    for path in make(name, where):
        print(path)
    print(phrase("Play it: {command}", command=f"ECKSTEIN_GAMES={where / 'games'} "
                                               f"eckstein play {name} --black level:3"))


@app.command(rich_help_panel=IN_ENGLISH)
def doctor() -> int:
    """Show versions and how the games run, and check that they agree (status 1 if not)."""
    from ..board.game_check import ContractError
    from ..board.game_check import check_game as check
    from ..engine.nets import NetError, judge_of, net_for
    from ..kernel import binding as ahead
    from ..kernel import cache, options
    from ..kernel.specialise import lives_of
    print(phrase("Python {version} on {machine}, {count} {count:core|cores}",
                 version=platform.python_version(),
                 machine=platform.machine(), count=os.cpu_count()))
    for package in ("eckstein", "numba", "llvmlite", "numpy", "wasmtime", "msgspec",
                    "typer", "rich"):
        print(f"{package} {_version(package)}")
    for extra, lacking in _extras().items():
        print(phrase("extra {extra}: there", extra=extra) if not lacking else
              phrase("extra {extra}: needs {missing} (pip install 'eckstein[{extra}]')",
                     extra=extra, missing=", ".join(lacking)))
    print(phrase("compiled ahead of time: {folder} ({megabytes:.1f} MB), for {platform}",
                 folder=ahead.FOLDER, megabytes=_megabytes(ahead.FOLDER),
                 platform=ahead.platform()))
    print(phrase("compiled by Numba: {folder} ({megabytes:.1f} MB)", folder=cache.base(),
                 megabytes=_megabytes(cache.base())))
    print(phrase("in browsers: {thinking}", thinking=_in_browsers()))
    well = True
    for game in names():
        lives = lives_of(game)
        here = [life for life, missing in lives.items() if not missing]
        for life, missing in lives.items():
            if missing:
                print(phrase("{game}: no life {life!r}: {missing}", game=game, life=life,
                             missing=missing))
        try:
            for _ in check(game, count=2, lives=here):
                pass
            print(phrase("{game}: searches run by {life!r}; compiled and interpreted rules agree "
                         "on a sample ({lives})", game=game, life=here[0], lives=", ".join(here))
                  if here else
                  phrase("{game}: nothing here is compiled, so that searches run in plain Python; "
                         "pip install 'eckstein[compile]' brings a compiler", game=game))
        except ContractError as fault:
            well = False
            print(phrase("{name}: {error}", name=game, error=message_of(fault)))
        try:
            net = net_for("on", game, options.defaults(game))
            print(f"{game}: {tell(judge_of(net.name if net else ''))}")
        except NetError as fault:
            well = False
            print(phrase("{name}: {error}", name=game, error=message_of(fault)))
    return 0 if well else 1


def _extras() -> dict[str, list[str]]:
    """The extras of this distribution, each with the packages that it lacks here."""
    found: dict[str, list[str]] = {}
    for wanted in requires("eckstein") or []:
        extra, name = re.search(r"extra == ['\"](\w+)", wanted), re.match(r"[\w.-]+", wanted)
        if not extra or not name or extra[1] in ("all", "dev"):
            continue
        lacking = found.setdefault(extra[1], [])
        try:
            version(name[0])
        except PackageNotFoundError:
            lacking.append(name[0])
    return found


def _in_browsers() -> str:
    """Whether visitors of the pages can think for themselves."""
    from ..base.web_files import PACKAGE, WEB, browser_files
    if not (WEB / "app" / "index.html").is_file():
        return phrase("the pages are not built (make web)")
    if folder := browser_files():
        return phrase("{folder} ({megabytes:.1f} MB); pages think for themselves", folder=folder,
                      megabytes=_megabytes(folder))
    if importlib.util.find_spec(PACKAGE):
        return phrase("what {package} has is of other pages, or not built; the server thinks for "
                      "them", package=PACKAGE)
    return phrase("the server thinks for the pages (pip install 'eckstein[browser]')")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return phrase("not installed")


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


@app.command(rich_help_panel=IN_ENGLISH)
def worker(database: Database = None,
           engines: Annotated[int, typer.Option(
               min=1, max=256, metavar="<number>", help="engines that search at once")
           ] = os.cpu_count() or 1,
           log_json: Annotated[bool, typer.Option("--log-json", help="logs as JSON lines")] = False
           ) -> int:
    """Search for the servers on a PostgreSQL database that were started with --workers."""
    serving, work, logs = map(needing_server, ("serving.serving", "serving.worker",
                                               "serving.logs"))
    logs.set_up_logs(as_json=log_json)
    work.work(serving.database_url(database), engines)
    return 130
