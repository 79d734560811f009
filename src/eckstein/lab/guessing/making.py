"""Making proofs to be guessed: a certificate, checked by the rules, and the worth of all moves.

Certificates tell one winning move of each position, and bounds that need not be tight.  So the
search at full width is asked about every move of every position that can arise.
"""
from __future__ import annotations

import msgspec

from ...base.files import save_bytes
from ...board import Board
from ...board.score import moves_in, plies_within
from ...engine.exact import Exact
from ...kernel.options import Value, changed_rules, own_values
from ..proofs.checking import check
from ..proofs.claims import Claim
from ..proofs.proving import prove
from . import Guessing, Moves, file_of

LATE = 2                    # moves beyond the shortest win within which other wins are told
LIMIT = 50_000_000          # positions that an answer may take


def make(id: str, board: Board, plies: int) -> Guessing:
    """A proof to be guessed.

    Args:
        id: its name.
        board: a position, and nothing played; the player to move wins.
        plies: of the shortest win.

    Raises:
        RefusedError, FalseClaimError: if that is not so.
        UnsettledError: if it would take too long to say what a move is worth.
    """
    attacker = int(board.state.side)
    proof = prove(board, Claim(attacker, True, plies))
    check(proof)
    walk = _Walk(board, attacker)
    if walk.exact.shortest(board, plies, attacker) != plies:
        raise ValueError(f"the win of {id} takes fewer than {plies} plies")
    walk.attack(board, plies)
    options: dict[str, Value] = dict(changed_rules(board.game, board.options))
    return Guessing(id, options, board.position(), plies, len(proof.entries), LATE, walk.moves)


def write(game: str, made: list[Guessing]) -> int:
    """Write the file of a game, whole or not at all; returns how many bytes it has.

    Raises:
        OSError: if it cannot be written.
    """
    proofs = sorted(made, key=lambda one: (one.plies, len(one.moves)))
    content = b"[" + b",\n".join(map(msgspec.json.encode, proofs)) + b"]\n"
    save_bytes(file_of(game), content)
    return len(content)


class _Walk:
    """All positions that arise while the player finds the shortest win, and each move beside it."""

    def __init__(self, board: Board, attacker: int) -> None:
        self.exact, self.moves = Exact(board, LIMIT), dict[str, Moves]()
        self._attacker = attacker

    def attack(self, board: Board, plies: int) -> None:
        """Note all moves of the attacker, and what becomes of the game after each of them."""
        if board.position() in self.moves:
            return
        within = plies_within(moves_in(plies) + LATE)
        found = {move: self.exact.length(board, move, within, self._attacker)
                 for move in board.legal_moves}
        self.moves[board.position()] = {board.text(move): length for move, length in found.items()}
        for move, length in found.items():
            ahead = _after(board, move)
            if length in (plies, None) and not ahead.is_game_over():
                self._defend(ahead, (plies if length else within) - 1, wins=length == plies)

    def _defend(self, board: Board, plies: int, wins: bool) -> None:
        """Note the reply that holds out longest, or that refutes, and what becomes of the game."""
        if board.position() in self.moves:
            return
        lengths: dict[int, int | None] = {}
        for move in board.legal_moves:
            lengths[move] = self.exact.length(board, move, plies, self._attacker)
            if lengths[move] is None:
                break
        best = max(lengths, key=lambda move: plies + 1 if lengths[move] is None
                   else int(lengths[move] or 0))
        self.moves[board.position()] = {board.text(best): lengths[best]}
        ahead = _after(board, best)
        if wins and not ahead.is_game_over():
            self.attack(ahead, plies - 1)


def _after(board: Board, move: int) -> Board:
    """The position after a move, and nothing played before."""
    ahead = board.copy()
    ahead.push(move)
    return ahead if ahead.is_game_over() else Board(
        ahead.game, ahead.position(), **own_values(ahead.options))


