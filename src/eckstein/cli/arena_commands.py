"""Commands that compare players: match, tournament."""
from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..base.sentence import Sentence, message_of
from ..base.text_files import read_text
from ..base.user_paths import data_folder
from ..engine.players import examples, thinkers
from ..games import check_game_name
from ..kernel import options as option_values
from ..notation.errors import NotationError
from ..words import phrase
from . import completion
from .arguments import IN_ENGLISH, Encoding, Game, Ray, a_number
from .arguments import Options as RuleOptions
from .lines import json_line, note, reason

if TYPE_CHECKING:
    from ..lab.arena.games_file import GamesFile
    from ..lab.arena.match import Standing
    from ..lab.arena.openings import Opening
    from ..lab.arena.plan import Adjudication, Plan
    from ..lab.arena.playing import Finished
    from ..lab.arena.statistics import Sprt
    from ..lab.arena.tournament import Row

GAMES, MOST_GAMES = 100, 10000      # played without a test, and at most with one
ROUNDS = 20                         # games of any two in a tournament
PLIES = 4                           # of random openings
NUMBER = r"(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})"
CLOCK = re.compile(rf"(?:([1-9]\d{{0,2}})/)?{NUMBER}(?:\+{NUMBER})?")
WIDTH = 8                           # of the words before figures, at least

Concurrency = Annotated[int, typer.Option("--concurrency", "-j", min=1, max=256,
                                          help="games played at once")]
Plies = Annotated[int | None, typer.Option(
    "--opening-plies", min=0, max=100, show_default=f"{PLIES}; all of a game in a file",
    help="moves that each pair of games begins with, random ones or those of the openings")]
Openings = Annotated[str | None, typer.Option(
    metavar="<file>", help="start each pair of games from the next game or position of this file")]
Seed = Annotated[int, typer.Option(help="seed of the openings and random numbers")]
File = Annotated[str | None, typer.Option("--record", metavar="<file>",
                                          help="save the games here, and continue those that are "
                                               "there")]
TimeForMove = Annotated[float | None, typer.Option(
    min=0.001, callback=a_number,
    help="seconds for each move, for engines without a limit of their own")]
Nodes = Annotated[int | None, typer.Option(min=1, help="positions for each move, likewise")]
ClockTime = Annotated[str | None, typer.Option("--clock", metavar="<moves/seconds+seconds>",
                                               help="time for the game, or for so many moves of it "
                                                    "again and again, and what each move adds; "
                                                    "such as 60, 60+0.5 or 40/60")]
Margin = Annotated[float | None, typer.Option(min=0, metavar="<seconds>", show_default="0.1",
                                       help="by how much a time may be exceeded")]
Adjudicate = Annotated[str | None, typer.Option(metavar="<score,moves>", help="end a game when "
                                                "both players give this score for so many "
                                                "moves")]
Draws = Annotated[str | None, typer.Option(metavar="<score,moves>", help="end a game as a draw "
                                           "when both players give no more than this score for so "
                                           "many moves")]
Longest = Annotated[int | None, typer.Option(min=1, max=100000, metavar="<moves>", help="end a "
                                             "game as a draw after so many moves of each player")]
Tables = Annotated[bool, typer.Option("--tables", help="end a game where tables of endings know "
                                                       "how it ends")]
Json = Annotated[bool, typer.Option("--json", help="the result as one JSON object")]

PLAYERS = f"Players: {examples(thinkers())}."
app = typer.Typer()


@app.command(rich_help_panel=IN_ENGLISH, epilog=PLAYERS)
def match(game: Game,
          first: Annotated[str, typer.Argument(
              show_default=False, help="a player, see below",
              autocompletion=completion.thinkers)],
          second: Annotated[str, typer.Argument(
              show_default=False, help="another one", autocompletion=completion.thinkers)],
          games: Annotated[int | None, typer.Option(
              min=2, help="how many, an even number", show_default=f"{GAMES}; {MOST_GAMES} at most "
              "with --sprt; 2 for each opening of a file that has fewer")] = None,
          option: RuleOptions = None, concurrency: Concurrency = 1, ray: Ray = None,
          opening_plies: Plies = None, openings: Openings = None, encoding: Encoding = None,
          seed: Seed = 1, time: TimeForMove = None, nodes: Nodes = None,
          clock: ClockTime = None, margin: Margin = None, adjudicate: Adjudicate = None,
          draws: Draws = None, longest: Longest = None, tables: Tables = False, record: File = None,
          sprt: Annotated[str | None, typer.Option(
              metavar="<elo,elo>", help="stop when the test decides that the first player is "
                                        "better by the second Elo, or by no more than the first "
                                        "(status 1)")] = None,
          alpha: Annotated[float, typer.Option(
              callback=a_number, help="probability of a false positive")] = 0.05,
          beta: Annotated[float, typer.Option(
              callback=a_number, help="probability of a false negative")] = 0.05,
          logistic: Annotated[bool, typer.Option("--logistic", help="test logistic Elo instead of "
                                                                    "normalised")] = False,
          json: Json = False) -> int:
    """Play a match in pairs of games, and report which player is stronger, and by how much.

    To continue an interrupted run, run the same command again.
    """
    from ..lab.arena.match import Standing
    test = _sprt(sprt, alpha, beta, logistic)
    plan = _plan(game, [first, second], games, MOST_GAMES if sprt else GAMES, option, seed,
                 opening_plies, openings, encoding, time, nodes, clock, margin, adjudicate, draws,
                 longest, tables)

    def headline(played: list[Finished]) -> str:
        return _headline(Standing.of(played), test)

    def decided(played: list[Finished]) -> bool:
        return test is not None and test.verdict(Standing.of(played).pairs) != "open"

    path, played = _play(plan, record, concurrency, ray, headline, decided)
    standing = Standing.of(played)
    if json:
        print(json_line(_match_facts(plan, standing, test, path)))
    else:
        for line in _match_lines(plan, standing, test):
            print(line)
    return 1 if test and test.verdict(standing.pairs) == "H0" else 0


@app.command(rich_help_panel=IN_ENGLISH, epilog=PLAYERS)
def tournament(game: Game,
               contestants: Annotated[list[str], typer.Argument(
                   show_default=False, help="two or more players, see below",
                   autocompletion=completion.thinkers)],
               games: Annotated[int | None, typer.Option(
                   min=2, help="of any two, an even number",
                   show_default=f"{ROUNDS}; 2 for each opening of a file that has fewer")] = None,
               option: RuleOptions = None, concurrency: Concurrency = 1, ray: Ray = None,
               opening_plies: Plies = None, openings: Openings = None, encoding: Encoding = None,
               seed: Seed = 1, time: TimeForMove = None, nodes: Nodes = None,
               clock: ClockTime = None, margin: Margin = None, adjudicate: Adjudicate = None,
               draws: Draws = None, longest: Longest = None, tables: Tables = False,
               record: File = None,
               json: Json = False) -> None:
    """Play a round-robin tournament, and print the crosstable with ratings.

    To continue an interrupted run, run the same command again.
    """
    try:
        from ..lab.arena.tournament import crosstable
    except ModuleNotFoundError as error:
        raise ValueError(Sentence("the ratings of a tournament need the package {name}; install "
                                  "it with pip install 'eckstein[arena]'",
                                  name=error.name)) from None
    plan = _plan(game, contestants, games, ROUNDS, option, seed, opening_plies, openings, encoding,
                 time, nodes, clock, margin, adjudicate, draws, longest, tables)
    path, played = _play(plan, record, concurrency, ray, lambda played: game, lambda played: False)
    rows = crosstable(plan, played)
    if json:
        print(json_line({"game": plan.game, "options": plan.options, "record": str(path),
                        "games": len(played), "rows": [row._asdict() | {
                            "rating": row.rating._asdict()} for row in rows],
                        "faults": _faults(played)}))
        return
    for line in _table(rows):
        print(line)
    for fault in _faults(played):
        print(_fault(fault["round"], fault["fault"]))


# What is asked for.

def _plan(game: str, contestants: Sequence[str], games: int | None, usual: int,
          options: list[str] | None, seed: int, opening_plies: int | None, openings: str | None,
          encoding: str | None, time: float | None, nodes: int | None, clock: str | None,
          margin: float | None, adjudicate: str | None, draws: str | None,
          longest: int | None, tables: bool) -> Plan:
    from ..lab.arena.pace import MARGIN, Pace
    from ..lab.arena.plan import Adjudication, Plan
    check_game_name(game)
    asked = option_values.parse(options or [])
    chosen = () if openings is None else _openings(openings, encoding, game, asked, opening_plies)
    games = games or (min(usual, 2 * len(chosen)) if chosen else usual)
    moves, seconds, increment = (None, None, 0.0) if clock is None else _clock(clock)
    return Plan(game, tuple(text.strip() for text in contestants), games,
                option_values.complete(game, asked), seed,
                PLIES if opening_plies is None else opening_plies,
                Pace(time, nodes, seconds, increment, moves, MARGIN if margin is None else margin),
                _agreed("--adjudicate", adjudicate, Adjudication),
                _agreed("--draws", draws, Adjudication), longest, chosen, tables)


def _openings(name: str, encoding: str | None, game: str,
              options: Mapping[str, option_values.Value], plies: int | None) -> tuple[Opening, ...]:
    """The openings of a file; what is none is named on standard error."""
    from ..lab.arena.opening_file import read_openings
    try:
        found, faults = read_openings(read_text(name, encoding), game, options, plies)
    except (NotationError, option_values.OptionError) as error:
        raise ValueError(Sentence("{name}: {error}", name=name, error=message_of(error))) from None
    for fault in faults:
        print(f"{name}: {reason(fault)}", file=sys.stderr)
    if not found:
        raise ValueError(Sentence("{name} holds no opening of {game}", name=name, game=game))
    return tuple(found)


def _agreed(option: str, text: str | None,
            rule: Callable[[int, int], Adjudication]) -> Adjudication | None:
    """The rule by which two players end a game."""
    if text is None:
        return None
    if not re.fullmatch(r"[1-9]\d{0,4},[1-9]\d{0,2}", text):
        raise ValueError(Sentence("{option} is a score and a number of moves, such as 600,4, not "
                                  "{text!r}", option=option, text=text))
    score, moves = map(int, text.split(","))
    return rule(score, moves)


def _clock(text: str) -> tuple[int | None, float, float]:
    """The moves of a session, its seconds, and what each move adds."""
    found = CLOCK.fullmatch(text)
    if not found or not float(found[2]):
        raise ValueError(Sentence("--clock is a time in seconds, perhaps for so many moves, and "
                                  "perhaps what each move adds, such as 60, 10+0.1 or 40/60, not "
                                  "{text!r}", text=text))
    return int(found[1]) if found[1] else None, float(found[2]), float(found[3] or 0)


def _sprt(bounds: str | None, alpha: float, beta: float, logistic: bool) -> Sprt | None:
    from ..lab.arena.statistics import Model, Sprt
    if bounds is None:
        return None
    try:
        low, high = map(float, bounds.split(","))
    except ValueError:
        raise ValueError(Sentence("--sprt is two Elo differences, such as 0,5, not {bounds!r}",
                                  bounds=bounds)) from None
    return Sprt(low, high, alpha, beta, Model.LOGISTIC if logistic else Model.NORMALIZED)


# Playing.

def _play(plan: Plan, record: str | None, concurrency: int, cluster: str | None,
          headline: Callable[[list[Finished]], str],
          decided: Callable[[list[Finished]], bool]) -> tuple[Path, list[Finished]]:
    """Play until all games are played or it is decided; tell where the games are kept."""
    from ..lab.arena.games_file import GamesFile, own_file
    from ..lab.arena.match import play_on
    path = _default_path(plan) if record is None else Path(record)
    if not path.parent.is_dir():
        raise ValueError(Sentence("there is no folder {folder} to save the games in",
                                  folder=path.parent))
    with own_file(path, note) if record is None else GamesFile(path) as file:
        played = _told(plan, file)
        with _progress(plan.total) as show:
            show(headline(played) if played else phrase("getting ready"), len(played))
            games = play_on(plan, file, concurrency, cluster)
            try:
                while not decided(played) and (finished := next(games, None)):
                    played.append(finished)
                    show(headline(played), len(played))
                    for fault in _faults([finished]):
                        print(_fault(fault["round"], fault["fault"]), file=sys.stderr)
            except KeyboardInterrupt:
                print(phrase("{count} {count:game is|games are} saved; run the same command again "
                             "to continue", count=len(played)), file=sys.stderr)
                raise
            finally:
                games.close()
    return path, played


def _default_path(plan: Plan) -> Path:
    """A file in the user's folder that only this plan has: its digits tell, names are for people.
    """
    folder = data_folder() / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    if there := sorted(folder.glob(f"{plan.game}_*_{plan.fingerprint()}.txt")):
        return there[0]
    names = "_".join(re.sub(r"[^\w.=,]+", "-", name)[:40] for name in plan.contestants)
    return folder / f"{plan.game}_{names[:120]}_{plan.fingerprint()}.txt"


def _told(plan: Plan, file: GamesFile) -> list[Finished]:
    """The games that are there already, and sentences about the file."""
    played = file.finished(plan)
    for fault in file.faults:
        print(phrase("{path}: {error}; this game does not count, and stays in the file",
                     path=file.path, error=fault.message), file=sys.stderr)
    told = (phrase("games are saved in {path}, where {count} {count:is|are} already",
                   path=file.path, count=len(played)) if played else
            phrase("games are saved in {path}", path=file.path))
    print(told, file=sys.stderr)
    return played


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str, int], None]]:
    """A bar on standard error; yields what moves it."""
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn

    from .progress import Progress, Rate
    rate = Rate(lambda speed: phrase("{speed:.0f} games/min", speed=60 * speed))
    with Progress("{task.description}", BarColumn(), MofNCompleteColumn(), rate,
                  TimeRemainingColumn(), speed_estimate_period=300) as progress:
        tasks: list[Any] = []

        def show(text: str, done: int) -> None:
            if not tasks:
                tasks.append(progress.add_task(text, total=total, completed=done))
            progress.update(tasks[0], description=text, completed=done)
        yield show


# What is told.

def _headline(standing: Standing, test: Sprt | None) -> str:
    text = f"+{standing.wins} ={standing.draws} -{standing.losses}"
    if standing.games:
        text += f"  Elo {_difference(standing)}"
    if test:
        text += f"  LLR {test.ratio(standing.pairs):.2f} ({test.lower:.2f}, {test.upper:.2f})"
    return text


def _match_lines(plan: Plan, standing: Standing, test: Sprt | None) -> Iterator[str]:
    one, other = plan.contestants
    yield phrase("{game}: {first} against {second}", game=plan.game, first=one, second=other)
    told = list(_figures(standing, test))
    width = max(WIDTH, *(len(what) for what, _ in told))
    yield from (f"{what:{width}}  {figures}" for what, figures in told)
    yield from (_fault(*fault) for fault in standing.faults)


def _figures(standing: Standing, test: Sprt | None) -> Iterator[tuple[str, str]]:
    """What was counted and estimated, each with the word that stands before it."""
    yield phrase("games"), phrase(
        "{games}: {wins} won, {draws} drawn, {losses} lost; {points}", games=standing.games,
        wins=standing.wins, draws=standing.draws, losses=standing.losses,
        points=_points(standing.points))
    yield phrase("pairs"), ", ".join(
        phrase("{count} with {points}", count=count, points=_points(points / 2))
        for points, count in enumerate(standing.pairs))
    if standing.games:
        found = standing.estimate()
        yield "Elo", phrase("{difference} (95 %: {low:+z.1f} to {high:+z.1f})",
                            difference=_difference(standing), low=found.low, high=found.high)
        yield phrase("better"), phrase("with a probability of {percent:.2f} %",
                                       percent=100 * found.superiority)
    if test:
        says = {"H0": phrase("no, not better by {elo:g}", elo=test.elo1),
                "H1": phrase("yes, better than by {elo:g}", elo=test.elo0),
                "open": phrase("not decided")}[test.verdict(standing.pairs)]
        yield phrase("test"), phrase(
            "{says}: LLR {ratio:.2f} within {lower:.2f} to {upper:.2f} for {model} Elo {elo0:g} or "
            "{elo1:g}", says=says, ratio=test.ratio(standing.pairs), lower=test.lower,
            upper=test.upper, model=phrase(test.model), elo0=test.elo0, elo1=test.elo1)


def _points(number: float) -> str:
    return phrase("{number} {number:point|points}", number=f"{number:g}")


def _fault(round_: str, fault: str) -> str:
    """What went wrong in a game."""
    return phrase("game {round}: {fault}", round=round_, fault=fault)


def _difference(standing: Standing) -> str:
    found = standing.estimate()
    error = f" ± {found.error:.1f}" if math.isfinite(found.error) else ""
    return f"{found.elo:+z.1f}{error}"


def _match_facts(plan: Plan, standing: Standing, test: Sprt | None, path: Path) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "game": plan.game, "options": plan.options, "contestants": plan.contestants,
        "record": str(path), "games": standing.games, "wins": standing.wins,
        "draws": standing.draws, "losses": standing.losses, "pairs": standing.pairs,
        "estimate": standing.estimate()._asdict() if standing.games else None, "sprt": None,
        "faults": [{"round": round_, "fault": fault} for round_, fault in standing.faults]}
    if test:
        facts["sprt"] = {"elo0": test.elo0, "elo1": test.elo1, "model": test.model,
                         "llr": test.ratio(standing.pairs), "lower": test.lower,
                         "upper": test.upper, "verdict": test.verdict(standing.pairs)}
    return facts


def _faults(played: list[Finished]) -> list[dict[str, str]]:
    return [{"round": game.job.round, "fault": text} for game in played
            for text in (game.note, game.fault) if text]


def _table(rows: Sequence[Row]) -> Iterator[str]:
    """The crosstable in columns."""
    cells = [["", phrase("player"), phrase("points"), phrase("games"), "Elo", "±",
              *map(str, range(1, len(rows) + 1))]]
    for number, row in enumerate(rows, 1):
        error = f"{row.rating.error:.0f}" if math.isfinite(row.rating.error) else "?"
        cells.append([str(number), row.name, f"{row.points:g}", str(row.games),
                      f"{row.rating.elo:+z.0f}", error,
                      *("-" if met is None else f"{met[0]:g}/{met[1]}" for met in row.against)])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(cell.ljust(width) if place == 1 else cell.rjust(width)
                        for place, (cell, width) in enumerate(zip(line, widths, strict=True)))
