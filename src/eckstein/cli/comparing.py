"""Two players about one position, one after the other: their lines, and where they differ."""
import contextlib
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

from ..board import Board
from ..engine.comparison import Opinion, ask, difference, parting
from ..engine.limits import Limits
from ..engine.players import LIMITS, PlayerName, make_player, read_player, thinkers
from ..session.sentences import tell_end
from ..session.thinking import READYING
from ..words import phrase, tell
from .lines import json_line, say

INDENT = 21                 # characters before the moves of a line


def compare(board: Board, usual: dict[str, Any], texts: Sequence[str], lines: int,
            json: bool) -> int:
    """Ask two players, print what they think, and return the status of the command.

    Args:
        board: the position.
        usual: settings of the engine that is compared with where one player is told, and of
            players what is not told of them.
        texts: one player, or two.
        lines: how many lines each is to tell.
        json: whether to print JSON, an object for each player and one for their difference.

    Raises:
        ValueError: if a text tells no player.
    """
    told = [read_player(text, thinkers()) for text in ["alphabeta", *texts][-2:]]
    chosen = [name.filled(**usual) for name in told]
    limits = Limits(**{name: usual[name] for name in LIMITS})
    if end := board.outcome():
        print(json_line({"outcome": str(end)}) if json else tell_end(board))
        return 0
    found = list[Opinion]()
    try:
        for number, name in enumerate(chosen, 1):
            if name.must_compile(board):
                print(phrase(READYING), file=sys.stderr, flush=True)
            with contextlib.closing(make_player(name.filled(book=False), board)) as player:
                player.warm()
                found.append(ask(player, board, limits, lines))
            _tell(number, name, found[-1], json)
    except KeyboardInterrupt:
        print(phrase("stopped; this is what was found"), file=sys.stderr)
        return 130
    if json:
        print(json_line({"differ": parting(*found)}))
    else:
        say([tell(difference(*found))])
    return 0


def _tell(number: int, name: PlayerName, opinion: Opinion, json: bool) -> None:
    """What a player thinks."""
    if json:
        print(json_line({
            "engine": number, "settings": str(name), "depth": opinion.depth,
            "nodes": opinion.nodes, "seconds": round(opinion.seconds, 4),
            "lines": [{"value": line.value and line.value.score,
                       "mate": line.value and line.value.mate, "winner": line.winner,
                       "moves": line.moves} for line in opinion.lines]}), flush=True)
        return
    print(phrase("Engine {number}: {settings}", number=number, settings=name))
    for place, line in enumerate(opinion.lines, 1):
        text = f"{place}. {tell(line.told):>16}  {' '.join(line.moves)}"
        print(_broken(text) if sys.stdout.isatty() else text)
    facts = {"nodes": opinion.nodes, "seconds": opinion.seconds}
    if opinion.is_full:
        print(phrase("simulations: {nodes:,}, in {seconds:.1f} s; then the tree was full (hash= "
                     "gives it more room)", **facts))
    elif opinion.depth is None and opinion.nodes:
        print(phrase("simulations: {nodes:,}, in {seconds:.1f} s", **facts))
    elif opinion.depth is not None:
        print(phrase("depth {depth}, {nodes:,} nodes in {seconds:.1f} s", depth=opinion.depth,
                     **facts))


def _broken(line: str) -> str:
    """A line that ends at the edge of the terminal, and goes on below its moves."""
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * INDENT,
                         break_long_words=False, break_on_hyphens=False)
