"""Forced wins within a few plies, found or ruled out by looking at everything.

A win in an even number of plies is one that the opponent brings about by its own last move, with no
other moves left.

One kernel looks at an attacker's move and all replies to it, and calls itself two plies deeper.  A
move that wins at once is looked for before any reply is; a reply that refuted one move is tried
first against the next (the killer heuristic: Akl and Newborn, 1977), so that where nothing is to be
won, nearly every move costs the defender a single reply.

Draws by repetition or lack of progress are no wins: `set_history` tells the search what was played
before.  Within the search nothing needs to repeat itself, for a shortest win never does.
"""
from collections.abc import Mapping, Sequence
from typing import Any

from ...kernel import game, inner, kernel, record
from ...kernel.types import Memory, Position
from ._counts import idle_after
from ._exact import STOP as STOP
from ._exact import bar, bring_forward, is_barred, stopped

NO_WIN, UNKNOWN = -1, -2
PLIES = 15                  # no search looks further ahead
BARRED = 256                # positions of the game that would be draws if they occurred again


def new_memory() -> Memory:
    """Room to search in; `limit` (nodes) is to be set before a search."""
    return record(nodes=0, limit=0, aborted=0, signals=1, killers=PLIES + 1, idle=0, no_progress=0,
                  watchful=0, bars=0, barred=BARRED, moves=game.MAX_MOVES * (PLIES + 1),
                  results=game.MAX_MOVES * (PLIES + 1))


def set_history(memory: Memory, options: Mapping[str, Any], idle: int,
                history: Sequence[int]) -> None:
    """Tell the memory what was played before, for all searches until the next call.

    Args:
        memory: from `new_memory`.
        options: the game's options; `repetition` and `no_progress` matter.
        idle: moves in a row without progress.
        history: the keys of the earlier positions.

    Raises:
        ValueError: if more of them are barred than can be remembered.
    """
    memory.no_progress, memory.idle = int(options["no_progress"]), idle
    bar(memory, history, int(options["repetition"]))
    memory.watchful = int(memory.bars > 0 or 0 < memory.no_progress <= idle + PLIES)


@inner
def drawn(memory: Memory, p: Position, idle: int) -> bool:
    """Whether a running position is a draw because of what was played before."""
    return 0 < memory.no_progress <= idle or is_barred(p, memory)


@kernel
def attack(p: Position, memory: Memory, first: int, plies: int, idle: int) -> int:
    """A move of p that forces a win within `plies`, from 1 to PLIES; or NO_WIN."""
    if stopped(memory):
        return NO_WIN
    wins = 1 + p.side
    end = game.generate(p, memory.moves, first)
    for i in range(first, end):
        memory.nodes += 1
        memory.results[i] = game.outcome(game.apply(p, memory.moves[i]))
        if memory.results[i] == wins:
            return memory.moves[i]
    if plies < 2:
        return NO_WIN
    for i in range(first, end):
        if memory.results[i]:
            continue
        q = game.apply(p, memory.moves[i])
        quiet = idle_after(p, memory.moves[i], q, idle) if memory.watchful else 0
        if memory.watchful and drawn(memory, q, quiet):
            continue
        last = game.generate(q, memory.moves, end)
        bring_forward(memory, end, last, memory.killers[plies])
        refuted = False
        for j in range(end, last):
            r = game.apply(q, memory.moves[j])
            memory.nodes += 1
            result = game.outcome(r)
            if result == wins:
                continue
            still = idle_after(q, memory.moves[j], r, quiet) if memory.watchful else 0
            if (result or plies < 3 or memory.watchful and drawn(memory, r, still)
                    or attack(r, memory, last, plies - 2, still) < 0):
                memory.killers[plies] = memory.moves[j]
                refuted = True
                break
        if memory.aborted:
            return NO_WIN
        if not refuted:
            return memory.moves[i]
    return NO_WIN


@kernel
def mate_in(p: Position, memory: Memory, first: int, plies: int) -> int:
    """Whether the player to move can force a win, whatever the opponent does.

    Args:
        p: a position.
        memory: from `new_memory`; afterwards `nodes` tells how many positions were made.
        first: where moves may be written in `memory.moves`; 0 unless the memory is in use.
        plies: within how many plies, from 1 to PLIES.

    Returns:
        The first move of a shortest win; NO_WIN if there is none, as when the game is over; or
        UNKNOWN if the limit or the signal came first.
    """
    memory.nodes = memory.aborted = 0
    if game.outcome(p):
        return NO_WIN
    for fewer in range(1, plies + 1):
        move = attack(p, memory, first, fewer, memory.idle)
        if move >= 0:
            return move
    return UNKNOWN if memory.aborted else NO_WIN


def warm() -> None:
    """Compile, or load from the cache, all that the search needs."""
    memory = new_memory()
    memory.limit = 1
    mate_in(game.start(), memory, 0, 1)
