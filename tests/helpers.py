"""The few words that tests share.

A test names a position in the project's own notation (docs/rules.md) and asks what may be
played there, or what stands on the board after some moves.
"""
import os
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import _base, thread
from pathlib import Path

import pytest

from eckstein import Board, IllegalMoveError, names
from eckstein.kernel.specialise import specialise

# Every game with the option sets that the agreement tests play, defaults first.
VARIANTS = [
    ("pur", {}),
    ("contra", {}),
    ("contra", {"arrival_wins": True}),
    ("contra", {"size": "6"}),
    ("contra", {"size": "5"}),
    ("contra", {"size": "4", "arrival_wins": True}),
    ("contra", {"size": "3"}),
    ("ecke", {}),
    ("ecke", {"chains": True}),
    ("ecke", {"ties_protect": True}),
    ("ecke", {"own_corner_safe": True}),
    ("ecke", {"chains": True, "ties_protect": True, "own_corner_safe": True}),
    ("duell", {}),
    ("duell", {"king_captures": False}),
    ("duell", {"mate_ends": False}),
    ("duell", {"board": "9x9"}),
    ("echek", {}),
    ("echek", {"bishop": "final"}),
    ("echek", {"bishop": "basic"}),
    ("echek", {"queens_first": True}),
    ("echek", {"bishop": "final", "queens_first": True}),
]
# Every game by default, and under options that change most; for what takes long under each.
EACH = [("pur", {}), ("contra", {}), ("contra", {"size": "4", "arrival_wins": True}), ("ecke", {}),
        ("ecke", {"chains": True, "ties_protect": True, "own_corner_safe": True}), ("duell", {}),
        ("echek", {})]
ENDLESS = {"repetition": 0, "no_progress": 0}
PATIENCE = 120              # seconds; a test that waits longer has failed, on a slow machine, too


def named(variants, marks=()):
    """Readable test names for (game, options) pairs."""
    return [pytest.param(game, options, marks=marks, id=" ".join(
        [game, *(f"{name}={value}" for name, value in options.items())]))
        for game, options in variants]


def in_each(variants):
    """The mark of a test that is run with these variants, and by the long tests with all."""
    return pytest.mark.parametrize(("game", "options"), [
        *named(variants), *named([one for one in VARIANTS if one not in variants],
                                 pytest.mark.long)])


def in_games(*played):
    """The mark of a test that is run with these games, and by the long tests with all."""
    return pytest.mark.parametrize("game", [
        pytest.param(game, marks=[] if game in played else pytest.mark.long) for game in names()])


def first(count, cases):
    """Parameters of a test that is run with so many cases, and by the long tests with all."""
    return [case if number < count else pytest.param(
        *(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
        for number, case in enumerate(cases)]


def texts(game, position, start="", **options):
    """The legal moves that begin with `start`."""
    return {text for text in Board(game, position, **options).legal_texts()
            if text.startswith(start)}


def after(game, position, *moves, **options):
    """The board after these moves."""
    board = Board(game, position, **options)
    for move in moves:
        board.push_text(move)
    return board


def refused(game, position, move, **options):
    """Why a move is illegal."""
    board = Board(game, position, **options)
    with pytest.raises(IllegalMoveError) as caught:
        board.parse(move)
    return str(caught.value)


def rules_of(module):
    """The game that a specialised template plays."""
    return sys.modules[module.__name__.split(".")[0] + ".kernel"].game


def compiled_rules(game, options):
    """The compiled life of a game's rules."""
    return specialise(f"games.{game}", game, **options)


def random_games(game, options, seeds, plies):
    """Boards in random play: each is yielded before every move and after the last.

    Moves that lose or end the game at once are mostly avoided, so that games grow long, and moves
    with progress are preferred, so that they lead somewhere.
    """
    for seed in seeds:
        choose = random.Random(f"{game} {options} {seed}")
        board = Board(game, **ENDLESS, **options)
        for _ in range(plies):
            yield board
            if not board.legal_moves:
                break
            board.push(_sensible(board, choose))


def _sensible(board, choose):
    wants_progress = choose.random() < 0.5
    for _ in range(6):
        move = choose.choice(list(board.legal_moves))
        board.push(move)
        good = board.outcome() is None and (not wants_progress or board.idle_moves == 0)
        board.pop()
        if good:
            break
    return move


def in_examples(code, **environment):
    """What Python prints in a process of its own, where the games of the examples are known."""
    done = subprocess.run(
        [sys.executable, "-c", f"from eckstein import Board\n{code}"], capture_output=True,
        text=True, check=False, timeout=120, env=os.environ | {
            "ECKSTEIN_GAMES": str(Path(__file__).parents[1] / "examples")} | environment)
    assert done.stderr == ""
    return done.stdout


WAITS = {module.__file__ for module in (threading, _base, thread)}


def interrupted(do, number):
    """Do something, and be sent Ctrl-C at the so-manieth line of what Python waits with."""
    left = number

    def trace(frame, event, _):
        nonlocal left
        left -= event == "line" and frame.f_code.co_filename in WAITS
        if left == 0:
            left = -1
            signal.raise_signal(signal.SIGINT)
        return trace
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(before)
