"""The legal moves of a view, by what is picked up and where it is put down."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Move = Mapping[str, Any]


class Choices:
    """Which pieces can move, where to, and in how many ways.

    A piece is named by its square, or by its letter if it is in hand.

    Args:
        legal: the legal moves of a view, or None for none.
    """

    def __init__(self, legal: list[Move] | None) -> None:
        self._ways: dict[str, dict[str, list[Move]]] = {}
        for move in legal or []:
            first = move["steps"][0]
            if first["kind"] != "pass":
                self._add(first["origin"] or first["piece"], end_of(move), move)
                if is_swap(move):
                    self._add(first["target"], first["origin"], move)

    def _add(self, origin: str, target: str, move: Move) -> None:
        self._ways.setdefault(origin, {}).setdefault(target, []).append(move)

    def origins(self) -> list[str]:
        """All pieces that can move, those on the board first."""
        return sorted(self._ways, key=lambda name: (len(name) == 1, name[1:].zfill(2), name))

    def targets(self, origin: str | None) -> dict[str, list[Move]]:
        """Where a piece can go, and all ways to get there."""
        return self._ways.get(origin, {}) if origin else {}

    def labels(self, origin: str | None) -> dict[str, str]:
        """By square, the tops that a die may show there: `1`, or `1|5`; letters of other pieces."""
        return {target: "|".join(sorted({_shown(move) for move in ways}))
                for target, ways in self.targets(origin).items()}


def end_of(move: Move) -> str:
    """The square on which a move's piece comes to lie."""
    if is_swap(move):
        return str(move["steps"][0]["target"])
    return str(next(step["target"] for step in reversed(move["steps"]) if step["target"]))


def is_swap(move: Move) -> bool:
    """Whether king and rook change squares."""
    steps = move["steps"]
    return (len(steps) == 2 and steps[1]["origin"] == steps[0]["target"]
            and steps[1]["target"] == steps[0]["origin"] and steps[0]["origin"] is not None)


def final_piece(move: Move, colour: str) -> dict[str, Any]:
    """The piece of a move as it lies in the end, in the form of a view's pieces."""
    step = next(step for step in reversed(move["steps"]) if step["target"])
    if is_swap(move):
        step = move["steps"][0]
    return piece_after(step, colour)


def piece_after(step: Mapping[str, Any], colour: str) -> dict[str, Any]:
    """The piece of a step as it lies after it."""
    kind = "die" if step["faces"] else "king" if step["piece"] in "Zz" else "piece"
    return {"colour": colour, "kind": kind, "letter": step["piece"], "faces": step["faces"]}


def _shown(move: Move) -> str:
    piece = final_piece(move, "")
    if piece["faces"]:
        return str(piece["faces"]["top"])
    return "K" if piece["kind"] == "king" else str(piece["letter"])
