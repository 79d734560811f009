"""Commands about one position: show, state, query, perft, play."""
import sys
import time
from typing import Annotated

import typer

from ..base.sentence import Sentence
from ..board import Board
from ..engine.players import KINDS, USUAL, examples
from ..notation.diagram import diagram
from ..session.sentences import side_name, tell_end
from ..words import phrase
from . import completion
from .arguments import (
    IN_ENGLISH,
    Encoding,
    Game,
    Language,
    Moves,
    Options,
    Plain,
    Position,
    Speed,
    make_board,
)
from .lines import json_line

app = typer.Typer()


@app.command()
def show(game: Game, moves: Moves = None, position: Position = None, option: Options = None,
         small: Annotated[bool, typer.Option("--small", help="without the side faces")] = False
         ) -> None:
    """Draw a position."""
    board = make_board(game, position, option, moves)
    print(diagram(board, large=not small))
    print(summary(board))


def summary(board: Board) -> str:
    """The side to move, or how the game ended, and the position as text."""
    if board.outcome():
        line = tell_end(board)
    elif board.in_check():
        line = phrase("{side} to move (in check).", side=side_name(board.turn))
    else:
        line = phrase("{side} to move.", side=side_name(board.turn))
    return f"{line}  {board.position()}"


@app.command()
def state(game: Game, moves: Moves = None, position: Position = None, option: Options = None,
          json: Annotated[bool, typer.Option("--json", help="as one JSON object")] = False) -> None:
    """Describe a position: the side to move, the legal moves, and whether the game is over."""
    board = make_board(game, position, option, moves)
    if json:
        from .query import state_of
        print(json_line(state_of(board)))
        return
    print(summary(board))
    texts = board.legal_texts()
    print(phrase("{count} legal {count:move|moves}: {moves}", count=len(texts),
                 moves=" ".join(texts)).rstrip())


@app.command(rich_help_panel=IN_ENGLISH)
def query() -> None:
    """Answer queries of programs: one JSON object per line in, one per line out.

    Fields: id (returned as it is), game, position, options (object), moves (list of texts), want
    (state, legal, describe, notation or perft, or a list of them), depth (for perft).  A query
    that cannot be answered gets an object with `error` and `field`.
    """
    from .query import answer_line
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(answer_line(line) + b"\n")
            sys.stdout.buffer.flush()


@app.command(rich_help_panel=IN_ENGLISH)
def perft(game: Game, depth: Annotated[int, typer.Argument(
              min=0, max=30, show_default=False, help="how many plies")],
          position: Position = None, option: Options = None,
          divide: Annotated[bool, typer.Option("--divide", help="for each first move")] = False,
          jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256,
                                            help="threads to count with")] = 1) -> None:
    """Count move sequences, the classic test of rules, with compiled code."""
    from ..board.counting import count
    board = make_board(game, position, option)
    begin = time.perf_counter()
    counts = count(board, depth, jobs)
    seconds = time.perf_counter() - begin
    if divide:
        for text, number in sorted(counts.by_move.items()):
            print(f"{text}: {number}")
    print(counts.total)
    speed = counts.total / max(seconds, 1e-9) / 1e6
    print(f"{seconds:.2f} s, {speed:.1f} million a second, loading included", file=sys.stderr)


@app.command(epilog=Sentence("Players: {known}.", known=examples(KINDS)))
def play(game: Annotated[str | None, typer.Argument(
             show_default=False, help="prompts if left out",
             autocompletion=completion.games)] = None,
         white: Annotated[str | None, typer.Option(
             show_default=USUAL[0], autocompletion=completion.players,
             help="a player, see below; default in a resumed game: the player so far")] = None,
         black: Annotated[str | None, typer.Option(
             show_default=USUAL[1], autocompletion=completion.players, help="likewise")] = None,
         position: Position = None, option: Options = None,
         seed: Annotated[int | None, typer.Option(help="seed of the random numbers")] = None,
         record: Annotated[str | None, typer.Option(metavar="<file>",
                                                    help="save the game in this file; if it ends "
                                                         "with an unfinished game, resume "
                                                         "that")] = None,
         resume: Annotated[bool, typer.Option("--resume", help="resume the last unfinished game, "
                                                               "of any kind if GAME is left "
                                                               "out")] = False,
         clock: Annotated[str | None, typer.Option(metavar="<clock>", show_default=False,
                                                   help="time for the game, and what each move "
                                                        "adds, such as 5+3; 5d3 if it is free in "
                                                        "each turn, 2h+30 for hours, 3days for "
                                                        "days a move")] = None,
         replay: Annotated[str | None, typer.Option(metavar="<file>", show_default=False,
                                                    help="step through recorded games "
                                                         "instead")] = None,
         encoding: Encoding = None,
         coach: Annotated[bool, typer.Option("--coach", help="against a computer: after its reply, "
                                                             "say what your move did or "
                                                             "missed")] = False,
         plain: Plain = False, speed: Speed = 1.0, language: Language = None
         ) -> None:
    r"""Play a game on the full screen, or line by line.

    The board needs a terminal and eckstein\[tui]; without them, or with --plain, the
    game is played in lines of text.
    """
    from .play import start_play
    start_play(game, (white, black), position=position, options=option, seed=seed, record=record,
               resume=resume, clock=clock, replay=replay, encoding=encoding, plain=plain,
               speed=speed, language=language, coach=coach)
