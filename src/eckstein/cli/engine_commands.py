"""Commands of the engine: engine, analyse, levels, bench."""
import contextlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..base.files import check_place
from ..base.sentence import Sentence
from ..base.text_files import read_text
from ..board import Board
from ..engine.analysis import Verdict
from ..engine.limits import MOST, Limits
from ..notation.pgn import GLYPHS
from ..record import Record, save_records
from ..session.sentences import tell_end
from ..words import phrase, tell
from . import completion
from .arguments import (
    IN_ENGLISH,
    Encoding,
    Moves,
    OptionalGame,
    Options,
    Position,
    a_number,
    games_in,
    make_board,
)
from .lines import grouped, json_line, reason

if TYPE_CHECKING:       # what need not be loaded for other commands
    from ..engine.levels import Level
    from ..engine.searcher import Searcher
    from .progress import Progress


app = typer.Typer()


@app.command(rich_help_panel=IN_ENGLISH)
def engine() -> None:
    """Run the engine for another program: a dialect of UCI on standard input and output."""
    from ..engine.protocol import main
    main()


@app.command()
def analyse(game: OptionalGame = None, moves: Moves = None, position: Position = None,
            option: Options = None,
            file: Annotated[str | None, typer.Option("--file", "-f", metavar="<file>",
                                                     help="analyse the games in this file")] = None,
            encoding: Encoding = None,
            lines: Annotated[int, typer.Option("--lines", "-n", min=1, max=64,
                                               help="how many lines")] = 1,
            seconds: Annotated[float | None, typer.Option(
                "--time", "-t", min=0.001, max=1e6, callback=a_number,
                help="seconds for each position")] = None,
            depth: Annotated[int | None, typer.Option(
                min=1, max=100, help="how many plies to look ahead")] = None,
            nodes: Annotated[int | None, typer.Option(
                min=1, max=MOST, help="positions searched, for each position")] = None,
            threads: Annotated[int, typer.Option(
                "--threads", "-j", min=1, max=256, help="threads to search with")] = 1,
            megabytes: Annotated[int, typer.Option("--hash", min=1, max=65536,
                                                   help="megabytes of memory")] = 64,
            compare: Annotated[list[str] | None, typer.Option(
                metavar="<player>", show_default=False, autocompletion=completion.thinkers,
                help="another player; its lines stand below these, such as level:5, mcts, "
                     "threads=4,hash=256 or tables=off; given twice: these two")] = None,
            output: Annotated[str | None, typer.Option("--output", "-O", metavar="<file>",
                                                       help="write annotated games here")] = None,
            json: Annotated[bool, typer.Option("--json", help="JSON lines")] = False) -> int:
    """Analyse a position, or every move of recorded games.

    A file may hold games of several kinds; with --file, GAME may be left out.  Games that cannot
    be read are named and skipped, and the exit status is then 1.
    """
    if seconds is None and depth is None and nodes is None:
        seconds = 1.0 if file is None else 0.2
    limits = Limits(depth=depth, nodes=nodes, time=seconds)
    if output is not None:
        check_place(output)
    if compare and len(compare) > 2:
        raise ValueError(Sentence("--compare is for one or two engines"))
    if file is not None:
        games, wrong = _games(game, file, encoding, output)
        status = _analyse_games(games, limits, threads, megabytes, output, json)
        return status or (1 if wrong else 0)
    if game is None:
        raise ValueError(Sentence("name a game, such as eckstein analyse contra, or give --file"))
    board = make_board(game, position, option, moves)
    if compare:
        from . import comparing
        usual = {"threads": threads, "hash": megabytes, "time": seconds, "nodes": nodes,
                 "depth": depth}
        return comparing.compare(board, usual, compare, lines, json)
    return _analyse_position(board, limits, lines, threads, megabytes, json)


@app.command()
def levels(game: Annotated[str | None, typer.Argument(
              help="for which game", show_default=False,
              autocompletion=completion.games)] = None) -> None:
    """List the levels of the engine; with a game, also their limits in it."""
    from ..engine.levels import levels_of
    from ..games import check_game_name
    if game is not None:
        check_game_name(game)
    for level in levels_of(game):
        print(f"{level.number:2}  {phrase(level.name):20} {phrase(level.says)}"
              f"{_bounds(level, game)}")


def _bounds(level: "Level", game: str | None) -> str:
    """What a level is bounded by, in brackets; nothing without a game."""
    if level.nodes is None:
        return f" ({phrase('no limit')})"
    if game is None:
        return ""
    told = [phrase("{nodes} {nodes:node|nodes} a move", nodes=grouped(level.nodes))]
    if level.depth:
        told.insert(0, phrase("{count} {count:ply|plies}", count=level.depth))
    if level.misjudges:
        told.append(phrase("errs by {dice:g} dice", dice=level.misjudges / 100))
    return f" ({', '.join(told)})"


@app.command(rich_help_panel=IN_ENGLISH)
def bench() -> None:
    """Search fixed positions and print the number of nodes: the engine's signature."""
    from ..engine.signature import signature
    total = 0
    for name, nodes, _ in signature():
        print(f"{name}: {nodes}")
        total += nodes
    print(total)


def _analyse_position(board: Board, limits: Limits, lines: int, threads: int, megabytes: int,
                      json: bool) -> int:
    from rich.progress import BarColumn, TimeElapsedColumn

    from ..engine.analysis import Value, spoken_line
    from ..engine.nets import judge_of, net_for
    from ..engine.searcher import Searcher
    from .progress import Progress
    if end := board.outcome():
        print(json_line({"outcome": str(end)}) if json else tell_end(board))
        return 0
    _tell_table(board, json)
    _tell_book(board, json)
    searcher = Searcher(board.game, board.options, threads, megabytes, tables=True,
                        net=net_for("on", board.game, board.options))
    with Progress("{task.description}", BarColumn(), TimeElapsedColumn(),
                  transient=True) as progress:
        _get_ready(searcher, progress)
    last, status = [], 0
    try:
        for found in searcher.analyse(board, limits, lines):
            last = found
            for info in found if json else []:
                value = Value.of(info.worth, board.turn)
                print(json_line({
                    "depth": info.depth, "seldepth": info.seldepth, "line": info.line,
                    "value": value.score, "mate": value.mate, "nodes": info.nodes,
                    "seconds": round(info.seconds, 4),
                    "moves": list(spoken_line(board, info.pv))}), flush=True)
    except KeyboardInterrupt:
        print(phrase("stopped; this is what was found"), file=sys.stderr)
        status = 130
    finally:
        searcher.close()
    for info in [] if json else last:
        told = tell(Value.of(info.worth, board.turn).told)
        print(f"{info.line}. {told:>16}  {' '.join(spoken_line(board, info.pv))}")
    if last and not json:
        info = last[0]
        print(phrase("depth {depth}, {nodes:,} nodes in {seconds:.1f} s; values in dice, positive "
                     "for White", depth=info.depth, nodes=info.nodes, seconds=info.seconds))
        print(tell(judge_of(info.net)))
    return status


def _tell_table(board: Board, json: bool) -> None:
    """What a table knows about a position exactly, if there is one."""
    from ..engine.tables import NoTableError, TableError, certain
    try:
        found = certain(board)
    except NoTableError:
        return
    except TableError as error:
        print(phrase("no table is used: {reason}", reason=reason(error)), file=sys.stderr)
        return
    if found is None:
        print(phrase("what was played before may make a draw of what the table says, so the "
                     "engine searches"), file=sys.stderr)
        return
    best = [one.text for one in found.moves if one.value == found.value]
    if json:
        print(json_line({"table": found.ending.name, "result": found.value.result,
                         "plies": found.value.plies, "moves": best}), flush=True)
    else:
        print(phrase("exact, by the table {ending}: {side} to move, {value}: {moves}",
                     ending=found.ending.name, side=phrase(board.turn.value),
                     value=tell(found.value.sentence), moves=" ".join(best)), flush=True)


def _tell_book(board: Board, json: bool) -> None:
    """What the opening book knows about a position, if there is one."""
    from ..engine.analysis import Value
    from ..engine.books import BookError, find
    from ..engine.books.values import score_of
    try:
        known = find(board)
    except BookError as error:
        print(phrase("no book is used: {reason}", reason=reason(error)), file=sys.stderr)
        return
    if known is None:
        return
    values = [(one, Value.of(score_of(one.value), board.turn)) for one in known.moves]
    if json:
        print(json_line({
            "book": known.header.made, "nodes": known.header.nodes,
            "moves": [{"move": one.text, "value": value.score, "mate": value.mate,
                       "positions": one.below} for one, value in values]}), flush=True)
    else:
        moves = ", ".join(f"{board.notation(one.move)} {tell(value.told)}"
                          for one, value in values)
        print(phrase("by the opening book: {moves}", moves=moves), flush=True)


def _get_ready(searcher: "Searcher", progress: "Progress") -> None:
    """Load what a search needs, before its time begins; to compile takes long, and is shown."""
    if searcher.slow:
        print(tell(searcher.slow), file=sys.stderr)
    if not searcher.must_compile() or not progress.console.is_terminal:
        searcher.warm()
        return
    progress.console.print(phrase("Compiling the engine for {game}, once on this machine; its time "
                                  "to think starts afterwards.", game=searcher.game),
                           soft_wrap=True)
    task = progress.add_task(phrase("compiling"), total=None)
    searcher.warm()
    progress.remove_task(task)


def _analyse_games(records: dict[int, Record], limits: Limits, threads: int, megabytes: int,
                   output: str | None, json: bool) -> int:
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn

    from ..engine import analysis
    from ..engine.nets import net_for
    from ..engine.searcher import Searcher
    from .progress import Progress
    plies = sum(1 for record in records.values() for _ in record.mainline())
    done, complaints, status = 0, set[str](), 0
    with Progress("{task.description}", BarColumn(), MofNCompleteColumn(),
                  TimeRemainingColumn()) as progress:
        task = progress.add_task(phrase("judging"), total=plies)
        try:
            for number, record in records.items():
                rules = record.start.game, record.start.options
                searcher = Searcher(*rules, threads, megabytes, tables=True,
                                    net=net_for("on", *rules))
                verdicts = []
                with contextlib.closing(searcher):
                    _get_ready(searcher, progress)
                    for verdict in analysis.judge_record(record, searcher, limits):
                        verdicts.append(verdict)
                        progress.update(task, advance=1)
                        _tell_verdict(number, verdict, json)
                        complaints.add(searcher.complaint)
                analysis.annotate(record, verdicts)
                done += 1
                if not json:
                    _tell_worst(number, verdicts)
        except KeyboardInterrupt:
            print(phrase("stopped; {done} of {count} {count:game|games} judged", done=done,
                         count=len(records)), file=sys.stderr)
            status = 130
    for complaint in sorted(complaints - {""}):
        print(phrase("no table is used: {reason}", reason=complaint), file=sys.stderr)
    if output is not None:      # all games, for this may be the file that they came from
        save_records(output, records.values())
    return status


def _games(game: str | None, name: str, encoding: str | None,
           output: str | None) -> tuple[dict[int, Record], bool]:
    """The games of a file by their numbers, of any kinds, but of this one among others if there are
    any; and whether something is wrong with others.
    """
    from ..record.conversion import read_each
    found, wrong = games_in(name, read_each(read_text(name, encoding)), output)
    if not found and not wrong:
        raise ValueError(Sentence("{name} contains no game", name=name))
    kinds = {record.start.game for record in found.values()}
    if game is not None and kinds and game not in kinds:
        raise ValueError(Sentence("{name} holds a game of {first}, and none of {game}; leave "
                                  "{game} out to analyse whatever is there", name=name,
                                  first=min(kinds), game=game))
    return found, wrong


def _tell_verdict(number: int, verdict: Verdict, json: bool) -> None:
    from ..engine.analysis import Value, as_json
    if json:
        print(json_line({"game": number, **as_json(verdict)}), flush=True)
        return
    sign = next((sign for sign, glyph in GLYPHS.items() if glyph == verdict.glyph), None)
    better = "" if sign is None else f"  {sign:2} " + phrase("better {move}",
                                                             move=verdict.best_notation)
    print(f"{(verdict.ply + 1) // 2:3}{'.' if verdict.ply % 2 else '...':4}"
          f"{verdict.notation:14} "
          f"{tell(Value(verdict.after, verdict.mate_after).told):>16}{better}")


def _cost(verdict: Verdict) -> str:
    """What a bad move cost, in dice or in a word."""
    if not verdict.decisive:
        return f"-{verdict.loss / 100:.2f}"
    return (phrase("allows a forced loss") if verdict.mate_before is None
            else phrase("misses a forced win"))


def _tell_worst(number: int, verdicts: list[Verdict]) -> None:
    bad = [verdict for verdict in verdicts if verdict.loss > 0 or verdict.decisive]
    worst = sorted(bad, key=lambda verdict: (not verdict.decisive, -verdict.loss))[:3]
    told = [f"{(verdict.ply + 1) // 2}{'.' if verdict.ply % 2 else '...'} {verdict.notation} "
            f"({_cost(verdict)})" for verdict in worst]
    if told:
        print(phrase("game {number}: the moves that lost most: {moves}", number=number,
                     moves=", ".join(told)))
