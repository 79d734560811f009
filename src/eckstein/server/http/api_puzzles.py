"""The HTTP API of puzzles."""
from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import msgspec
from starlette.responses import Response

from ...base.sentence import message_of
from ...games import names
from ...lab import puzzles
from ...lab.puzzles.order import ordered
from ...wire.http_puzzles import (
    GRADES,
    Puzzle,
    PuzzleList,
    PuzzleMoves,
    PuzzleRequest,
    PuzzlesKnown,
    PuzzlesOfGame,
    SolutionMove,
)
from ..game.rulings import RefusedError
from ..work import explored
from .api_boards import at_work
from .endpoints import PREFIX, Call, endpoint
from .guard import JSON

JUDGING = 0.3               # seconds, about
KEPT = {"Cache-Control": "public, max-age=3600"}


@endpoint("GET", f"{PREFIX}/puzzles", "puzzles", answers=PuzzlesKnown, refuses=())
async def puzzles_known(call: Call[None]) -> Response:
    """How many puzzles there are, of which games, grades and themes."""
    return Response(await call.service.aside(_known), media_type=JSON, headers=KEPT)


@endpoint("GET", f"{PREFIX}/puzzles/{{rules}}", "puzzles", answers=PuzzleList,
          refuses=(400, 422))
async def puzzles_of_game(call: Call[None]) -> Response:
    """All puzzles of a game, with their solutions; none for a game without puzzles.

    They come in the order in which to solve them: the easy and short ones first.
    """
    try:
        told = await call.service.aside(_told, call.request.path_params["rules"])
    except ValueError as error:
        raise RefusedError("bad", message_of(error)) from None
    return Response(told, media_type=JSON, headers=KEPT)


@endpoint("POST", f"{PREFIX}/puzzles/{{rules}}", "puzzles", takes=PuzzleRequest,
          answers=PuzzleMoves)
async def puzzle_moves(call: Call[PuzzleRequest]) -> PuzzleMoves:
    """What the legal moves of a puzzle lead to, after any moves that are played in it."""
    return await at_work(call, JUDGING, explored.judged_moves, call.request.path_params["rules"],
                         call.wish)


@functools.cache
def _known() -> bytes:
    found = {game: puzzles.load(game) for game in names()}
    return msgspec.json.encode(PuzzlesKnown(
        {game: _counted(some) for game, some in found.items() if some}))


def _counted(some: list[puzzles.Puzzle]) -> PuzzlesOfGame:
    grades = Counter(puzzle.grade for puzzle in some)
    themes = Counter(theme for puzzle in some for theme in puzzle.themes)
    return PuzzlesOfGame(len(some), [grades[grade] for grade in range(1, GRADES + 1)], dict(themes))


@functools.cache
def _told(game: str) -> bytes:
    return msgspec.json.encode(PuzzleList([
        Puzzle(puzzle.id, puzzle.position, puzzle.options, puzzle.task, puzzle.plies,
               _moves(puzzle.solution)[0], puzzle.themes, puzzle.grade)
        for puzzle in ordered(puzzles.load(game))]))


def _moves(tree: list[Any]) -> list[SolutionMove]:
    return [SolutionMove(text, _moves(further)) for text, further in tree]


ENDPOINTS = (puzzles_known, puzzles_of_game, puzzle_moves)
