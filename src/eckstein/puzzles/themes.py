"""What a puzzle is about, told from what the moves of its main line do."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..board import Board
from ..contract import is_endless
from ..description import Description
from ..games import Reason
from .puzzle import THEMES

ENDS = {Reason.GOAL: "race", Reason.DUEL_MATE: "mate", Reason.KING_TAKEN: "mate",
        Reason.SURROUNDED: "surround", Reason.ELIMINATION: "elimination"}


def themes_of(board: Board, task: str, solution: Sequence[Any]) -> list[str]:
    """The themes of a puzzle, in the order of THEMES.

    Args:
        board: its position; unchanged.
        task: "win" or "save".
        solution: the tree, whose first branches are the main line.
    """
    line = _main_line(board.copy(), solution)
    solver = board.turn.value
    found = set(_of_move(line[0], solver, board))
    if task == "save":
        found.add("defence")
    else:
        end = ENDS.get(line[-1].reason) if line[-1].reason else None
        found |= {"corner" if end == "race" and _aims_are_corners(board) else end} if end else set()
        for number, told in enumerate(line):
            if number % 2 == 0 and any(fight.loser for fight in told.battles):
                found.add("battle")
            if number % 2 == 1 and any(_belongs_to(one.piece, solver) for one in told.removed):
                found.add("sacrifice")
    if not (line[0].battles or line[0].removed or line[0].check or line[0].winner):
        found.add("quiet")
    return [theme for theme in THEMES if theme in found]


def _main_line(board: Board, tree: Sequence[Any]) -> list[Description]:
    line = []
    while tree:
        text, tree = tree[0]
        move = board.parse(text)
        line.append(board.describe(move))
        board.push(move)
    return line


def _of_move(told: Description, solver: str, board: Board) -> list[str]:
    """What the first move does."""
    found = []
    if told.battles:
        found.append("battle")
    if any(fight.loser == fight.defender and len(fight.attackers) > 1 for fight in told.battles):
        found.append("support")
    if any(one.why in ("captured", "surrounded") and not _belongs_to(one.piece, solver)
           for one in told.removed):
        found.append("capture")
    if any(one.why == "battle" and _belongs_to(one.piece, solver) for one in told.removed):
        found.append("sacrifice")
    if told.check == 1:
        found.append("check")
    if any(step.kind == "jump" for step in told.steps):
        found.append("jump")
    if any(step.kind == "place" for step in told.steps):
        found.append("placing")
    return found


def _belongs_to(piece: str, side: str) -> bool:
    """Whether the letter of a piece, a capital for White, is that of a side."""
    return piece.isupper() == (side == "white")


def _aims_are_corners(board: Board) -> bool:
    """Whether all squares that the player wants to reach are corners of the board."""
    rules = board.rules
    if is_endless(rules):
        return False
    corners = {(column, row) for column in (0, rules.COLUMNS - 1) for row in (0, rules.ROWS - 1)}
    return set(rules.goals(board.turn)) <= corners
