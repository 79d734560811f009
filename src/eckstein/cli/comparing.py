"""Two engines about one position, one after the other: their lines, and where they differ."""
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

import msgspec

from ..board import Board
from ..engine.comparison import Engine, Opinion, Settings, difference, parting, read_settings
from ..session.sentences import tell_end
from ..session.thinking import READYING
from ..words import phrase, tell
from .lines import say

INDENT = 21                 # characters before the moves of a line


def compare_engines(board: Board, usual: Settings, texts: Sequence[str], lines: int,
                    json: bool) -> int:
    """Ask two engines, print what they think, and return the status of the command.

    Args:
        board: the position.
        usual: of the first engine where only one is told, and of both what is not told.
        texts: one engine, or two.
        lines: how many lines each is to tell.
        json: whether to print JSON, an object for each engine and one for their difference.

    Raises:
        ValueError: if a text tells no engine.
    """
    told = [read_settings(text, usual) for text in texts]
    chosen = told if len(told) == 2 else [usual, *told]
    if end := board.outcome():
        print(msgspec.json.encode({"outcome": str(end)}).decode() if json else tell_end(board))
        return 0
    found = list[Opinion]()
    try:
        for number, settings in enumerate(chosen, 1):
            engine = Engine(board, settings)
            if not engine.is_compiled():
                print(phrase(READYING), file=sys.stderr, flush=True)
            engine.warm()
            found.append(engine.ask(board, lines))
            _tell(number, settings, found[-1], json)
    except KeyboardInterrupt:
        print(phrase("stopped; this is what was found"), file=sys.stderr)
        return 130
    if json:
        _print({"differ": parting(*found)})
    else:
        say([tell(difference(*found))])
    return 0


def _tell(number: int, settings: Settings, opinion: Opinion, json: bool) -> None:
    """What an engine thinks."""
    if json:
        _print({"engine": number, "settings": str(settings), "depth": opinion.depth,
                "nodes": opinion.nodes, "seconds": round(opinion.seconds, 4),
                "lines": [{"value": line.value, "mate": line.mate, "winner": line.winner,
                           "moves": line.moves} for line in opinion.lines]})
        return
    print(phrase("Engine {number}: {settings}", number=number, settings=settings))
    for place, line in enumerate(opinion.lines, 1):
        text = f"{place}. {tell(line.told):>16}  {' '.join(line.moves)}"
        print(_broken(text) if sys.stdout.isatty() else text)
    facts = {"nodes": opinion.nodes, "seconds": opinion.seconds}
    if opinion.is_full:
        print(phrase("simulations: {nodes:,}, in {seconds:.1f} s; then the tree was full (hash= "
                     "gives it more room)", **facts))
    elif opinion.depth is None:
        print(phrase("simulations: {nodes:,}, in {seconds:.1f} s", **facts))
    else:
        print(phrase("depth {depth}, {nodes:,} nodes in {seconds:.1f} s", depth=opinion.depth,
                     **facts))


def _broken(line: str) -> str:
    """A line that ends at the edge of the terminal, and goes on below its moves."""
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * INDENT,
                         break_long_words=False, break_on_hyphens=False)


def _print(told: dict[str, Any]) -> None:
    print(msgspec.json.encode(told).decode(), flush=True)
