"""What a puzzle is about, from what the moves of its main line do.

The first move tells most; what helpers decide, several that fall at once, chains, blocks and the
like count wherever the solver does so on the main line.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....board import Board
from ....board.description import Description, Fight
from ....contract import is_endless
from ....contract.pieces import Reason, Step
from ....engine.exact import Exact, UnsettledError
from ..puzzle import THEMES

ENDS = {Reason.GOAL: "race", Reason.DUEL_MATE: "mate", Reason.KING_TAKEN: "mate",
        Reason.SURROUNDED: "surround", Reason.ELIMINATION: "elimination"}
THREAT = 5                  # plies within which the opponent would win, were it his turn


def themes_of(board: Board, task: str, solution: Sequence[Any], exact: Exact) -> list[str]:
    """The themes of a puzzle, in the order of THEMES.

    Args:
        board: its position; unchanged.
        task: "win" or "save".
        solution: the tree; its first branches are the main line.
        exact: tells what the opponent threatens.
    """
    line, solver = _main_line(board.copy(), solution), board.turn.value
    first = line[0]
    found = set(_of_first(first, solver))
    if _is_loud(first):
        found.discard("quiet")
    elif any(_is_loud(board.describe(move)) for move in board.legal_moves):
        found.add("quiet")
    if task == "save":
        found.add("defence")
    elif line[-1].reason in ENDS:
        end = ENDS[line[-1].reason]
        found.add("corner" if end == "race" and _aims_are_corners(board) else end)
    for number, told in enumerate(line):
        found |= set(_of_solver(told, solver) if number % 2 == 0 else _of_defender(told, solver))
    found |= set(_of_ways(board.copy(), solution, exact))
    return [theme for theme in THEMES if theme in found]


def _main_line(board: Board, tree: Sequence[Any]) -> list[Description]:
    line = []
    while tree:
        text, tree = tree[0]
        move = board.parse(text)
        line.append(board.describe(move))
        board.push(move)
    return line


def _is_loud(told: Description) -> bool:
    """Whether a move fights, takes, threatens to take the king, or ends the game."""
    return bool(told.battles or told.removed or told.check or told.winner)


def _of_first(told: Description, solver: str) -> Iterator[str]:
    """What only the first move tells."""
    if told.battles:
        yield "battle"
    if any(one.why in ("captured", "surrounded") and not _belongs_to(one.piece, solver)
           for one in told.removed):
        yield "capture"
    if any(one.why == "battle" and _belongs_to(one.piece, solver) for one in told.removed):
        yield "sacrifice"
    if told.check == 1:
        yield "check"
    if any(step.kind == "jump" for step in told.steps):
        yield "jump"
    if any(step.kind == "place" for step in told.steps):
        yield "placing"


def _of_solver(told: Description, solver: str) -> Iterator[str]:
    """What any move of the solver on the main line tells."""
    if any(fight.loser for fight in told.battles):
        yield "battle"
    if any(_is_won_by_helpers(fight) for fight in told.battles):
        yield "support"
    if sum(not _belongs_to(one.piece, solver) for one in told.removed) > 1:
        yield "double"
    if sum(step.kind == "jump" for step in told.steps) > 1:
        yield "chain"
    slides = [step for step in told.steps if step.kind == "slide"]
    if len(slides) > 1 and slides[0].piece != slides[1].piece:
        yield "swap"


def _of_defender(told: Description, solver: str) -> Iterator[str]:
    """What a reply on the main line tells."""
    if any(_belongs_to(one.piece, solver) for one in told.removed):
        yield "sacrifice"
    if any(_is_held_by_helpers(fight) for fight in told.battles):
        yield "support"


def _is_won_by_helpers(fight: Fight) -> bool:
    """Whether the attacker beats a die that he would not beat alone."""
    own = fight.attack_tops[fight.attackers.index(fight.attacker)]
    return fight.loser == fight.defender and own <= fight.defence


def _is_held_by_helpers(fight: Fight) -> bool:
    """Whether a die that is attacked stays, and would fall alone."""
    own = fight.defence_tops[fight.defenders.index(fight.defender)]
    return fight.loser != fight.defender and own < fight.attack


def _of_ways(board: Board, tree: Sequence[Any], exact: Exact) -> Iterator[str]:
    """Blocks, diagonals and points: what the steps of the solver's moves on the main line tell."""
    rules, solver = board.rules, board.turn
    aims, number = set(rules.goals(solver)), 0
    while tree:
        text, tree = tree[0]
        move = board.parse(text)
        steps, score = rules.steps(board.state, move), rules.score(board.state)
        square_name = board.describe(move).steps[-1].target or ""
        threats = _threats(board, exact) if number % 2 == 0 else []
        board.push(move)
        if number % 2 == 0:
            if any(step.kind == "tilt" and _is_diagonal(step) for step in steps):
                yield "diagonal"
            gained = rules.score(board.state)
            if score and gained and gained[solver] > score[solver] and {
                    steps[0].origin, steps[-1].target} <= aims:
                yield "points"
            if threats and not board.is_game_over() and _are_blocked(
                    board, threats, square_name):
                yield "block"
        number += 1


def _is_diagonal(step: Step) -> bool:
    (column, row), (other_column, other_row) = step.origin or (0, 0), step.target or (0, 0)
    return column != other_column and row != other_row


def _threats(board: Board, exact: Exact) -> list[Description]:
    """The moves by which the opponent would win soonest, were it his turn.

    None if that takes more than THREAT plies or cannot be told.
    """
    other = board.passed()
    if other is None:
        return []
    try:
        plies = exact.shortest(other, THREAT, int(other.state.side))
        return [other.describe(move)
                for move in (exact.winning_moves(other, plies) if plies else ())]
    except UnsettledError:
        return []


def _are_blocked(board: Board, threats: Sequence[Description], square: str) -> bool:
    """Whether none of some moves is legal any more, since a piece stands in the way of each.

    Args:
        board: with the moves' player to move.
        threats: the moves.
        square: where the piece stands now; a king that steps aside blocks no piece.
    """
    piece, legal = board.piece_at(square), {board.text(move) for move in board.legal_moves}
    return piece is not None and piece.kind != "K" and all(
        told.text not in legal and square in [step.target for step in told.steps]
        and _is_there(board, told) for told in threats)


def _is_there(board: Board, told: Description) -> bool:
    """Whether the piece that would move lies where it lay, or is in hand still."""
    origin = told.steps[0].origin
    piece = origin and board.piece_at(origin)
    return not origin or bool(piece and piece.colour == board.turn)


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
