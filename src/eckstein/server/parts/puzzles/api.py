"""The HTTP API of puzzles."""
from __future__ import annotations

import functools
from collections import Counter
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from starlette.responses import Response

from ....base.sentence import Sentence, message_of
from ....games import names
from ....lab import puzzles
from ....lab.puzzles.daily import puzzle_of
from ....lab.puzzles.order import ordered, rating_of
from ....wire.http_coach import CoachRequest
from ....wire.http_mistakes import Card, MistakeAnswer, Review
from ....wire.http_puzzles import (
    GRADES,
    Puzzle,
    PuzzleList,
    PuzzleMoves,
    PuzzleOfDay,
    PuzzleOfDayQuery,
    PuzzleRating,
    PuzzleRequest,
    PuzzlesKnown,
    PuzzlesOfGame,
    PuzzleTried,
    SolutionMove,
)
from ...game.glicko import Rating
from ...game.rulings import RefusedError
from ...net.boards import MOVE, at_work
from ...net.endpoints import PREFIX, Call, endpoint
from ...net.guard import JSON, json_response
from ...work import coached, explored
from .deck import reviewed
from .ratings import after_puzzle

JUDGING, PROVING = 0.3, 0.2  # seconds, about
KEPT = {"Cache-Control": "public, max-age=3600"}


@endpoint("GET", f"{PREFIX}/puzzles", "puzzles", answers=PuzzlesKnown, refuses=(), needs="anybody")
async def puzzles_known(call: Call[None]) -> Response:
    """How many puzzles there are, of which games, grades and themes."""
    return Response(await call.service.aside(_known), media_type=JSON, headers=KEPT)


@endpoint("GET", f"{PREFIX}/puzzles/{{rules}}", "puzzles", answers=PuzzleList,
          refuses=(400, 422), needs="anybody")
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
          answers=PuzzleMoves, needs="anybody")
async def puzzle_moves(call: Call[PuzzleRequest]) -> PuzzleMoves:
    """What the legal moves of a puzzle lead to, after any moves that are played in it."""
    return await at_work(call, JUDGING, explored.judged_moves, call.request.path_params["rules"],
                         call.wish)


@endpoint("POST", f"{PREFIX}/puzzles/{{rules}}/rating", "puzzles", takes=PuzzleTried,
          answers=PuzzleRating, refuses=(400, 413, 422), needs="anybody")
async def puzzle_rating(call: Call[PuzzleTried]) -> PuzzleRating:
    """A solver's rating after a puzzle.  The server stores nothing of it."""
    return await call.service.aside(_rated, call.request.path_params["rules"], call.wish)


@endpoint("GET", f"{PREFIX}/puzzle-of-the-day", "puzzles", takes=PuzzleOfDayQuery,
          answers=PuzzleOfDay, refuses=(400, 422), needs="anybody")
async def puzzle_of_the_day(call: Call[PuzzleOfDayQuery]) -> Response:
    """The puzzle of a day, the same for all clients."""
    asked = call.wish.date
    told = await call.service.aside(_of_day, asked or datetime.now(UTC).date().isoformat())
    response = json_response(told, 200)
    if asked:
        response.headers.update(KEPT)
    return response


@endpoint("POST", f"{PREFIX}/mistake", "puzzles", takes=CoachRequest, answers=MistakeAnswer,
          needs="anybody")
async def mistake(call: Call[CoachRequest]) -> MistakeAnswer:
    """Whether the last move of a game was a mistake, and a task that it makes, with its answers."""
    return await at_work(call, PROVING + MOVE * len(call.wish.moves), coached.mistake_in,
                         call.wish)


@endpoint("POST", f"{PREFIX}/review", "puzzles", takes=Review, answers=Card,
          refuses=(413, 422), needs="anybody")
async def review(call: Call[Review]) -> Card:
    """When a task comes back after an attempt at it.  The server stores nothing of it."""
    return await call.service.aside(reviewed, call.wish)


def _rated(game: str, tried: PuzzleTried) -> PuzzleRating:
    try:
        found = next((one for one in puzzles.load(game) if one.id == tried.id), None)
    except ValueError as error:
        raise RefusedError("bad", message_of(error)) from None
    if found is None:
        raise RefusedError("bad", Sentence("{game} has no puzzle {id}", game=game, id=tried.id))
    before = Rating(*msgspec.structs.astuple(tried.before))
    return PuzzleRating(*after_puzzle(before, rating_of(found), tried.solved, tried.days))


def _of_day(text: str) -> PuzzleOfDay:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise RefusedError("bad", f"there is no day {text}") from None
    game, puzzle = puzzle_of(day)
    return PuzzleOfDay(text, game, puzzle.id, puzzle.position)


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
               _moves(puzzle.solution)[0], puzzle.themes, puzzle.grade,
               rating_of(puzzle))
        for puzzle in ordered(puzzles.load(game))]))


def _moves(tree: list[Any]) -> list[SolutionMove]:
    return [SolutionMove(text, _moves(further)) for text, further in tree]


ENDPOINTS = (puzzles_known, puzzles_of_game, puzzle_moves, puzzle_rating, puzzle_of_the_day,
             mistake, review)
