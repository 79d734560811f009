"""What is asked about a move; each answer is found once."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from ...base.sentence import Sentence
from ...board import COLOURS, WHITE, Board
from ...board.description import Description
from ...contract import Game, is_endless
from ...contract.coaching import Noted, Spot, Turn
from ...contract.pieces import Square
from ...notation.squares import name_of, plane_name
from ..analysis import CAP, Judgement, Value, judge, lost_chances
from ..info import Info
from .remark import Arrow, Proof, Remark
from .searches import Searches

TOLD = 3                    # moves of a forced win that are told of; of longer ones nothing is said
FARTHEST = 2 * TOLD - 1     # plies of it
LINE = 5                    # moves of a line that shows what is meant


class Gain(NamedTuple):
    """How many of the opponent's pieces a move takes, and how many of its own player's it costs."""

    won: int
    lost: int

    @property
    def net(self) -> int:
        """What is won less what is lost."""
        return self.won - self.lost


class Facts:
    """A move, the engine's own, the reply to each, and what pieces come to by them.

    Args:
        searches: what is asked.
        board: where the move is played; it is left as it is.
        move: a legal move.

    Attributes:
        board, move: as above.
        after: the board after the move.
        side: the player that moves, 0 White or 1 Black.
    """

    def __init__(self, searches: Searches, board: Board, move: int) -> None:
        self._searches, self.board, self.move = searches, board, move
        self.after = ahead(board, move)
        self.side = COLOURS.index(board.turn)
        self.over = self.after.is_game_over()
        self._gains: dict[Any, dict[int, Gain]] = {}

    # What the engine thinks.

    @cached_property
    def lines(self) -> list[Info]:
        """The engine's two best lines."""
        return self._searches.lines(self.board)

    @cached_property
    def best(self) -> int:
        """The engine's move."""
        return self.lines[0].pv[0]

    @cached_property
    def better(self) -> Board:
        """The board after the engine's move."""
        return ahead(self.board, self.best)

    @cached_property
    def replies(self) -> list[Info]:
        """The engine's two best lines after the move."""
        return self._searches.lines(self.after)

    @cached_property
    def reply(self) -> int:
        """The engine's reply to the move, after which the game is not over."""
        return self.replies[0].pv[0]

    @cached_property
    def then(self) -> Board:
        """The board after that reply."""
        return ahead(self.after, self.reply)

    @cached_property
    def was(self) -> Value:
        """What the position was worth."""
        return Value.of(self.lines[0].worth, self.board.turn)

    @cached_property
    def became(self) -> Value:
        """What it is worth after the move."""
        return self._value(self.after)

    def _value(self, board: Board) -> Value:
        if end := board.outcome():
            if end.winner is None:
                return Value(0)
            return Value(CAP if end.winner is WHITE else -CAP, 0)
        lines = self.replies if board is self.after else self._searches.lines(board)
        return Value.of(lines[0].worth, board.turn)

    @cached_property
    def judgement(self) -> Judgement | None:
        """What is wrong with the move in the eyes of the engine."""
        if self.move == self.best:
            return None
        instead = None
        if self.was.winner is None and self.became.winner not in (None, self.board.turn):
            instead = self._value(self.better)
        return judge(self.board.turn, self.was, self.became, instead)

    @cached_property
    def lost(self) -> float:
        """The chances that the move gave away."""
        return lost_chances(self.board.turn, self.was, self.became)

    @property
    def is_losing(self) -> bool:
        """Whether the opponent wins by force after the move."""
        return self.became.winner == self.board.turn.other

    # What is proved.

    @cached_property
    def passed(self) -> Board | None:
        """The board before the move, as if the player had passed; None if that cannot be."""
        return self.board.passed()

    def win(self, board: Board | None, plies: int, side: int) -> int:
        """The plies of a player's shortest forced win within so many; 0 if there is none.

        Raises:
            UnsettledError: if that takes too long.
        """
        if board is None or board.is_game_over():
            return 0
        return self._searches.exact.shortest(board, plies, side)

    def wins(self, board: Board, plies: int, side: int, move: int | None = None) -> bool:
        """Whether a player has won or can force a win within so many plies, after a move or now.

        Raises:
            UnsettledError: if that takes too long.
        """
        return self._searches.exact.wins(board, plies, side, move)

    def winning_moves(self, board: Board, plies: int) -> list[int]:
        """The moves that force a win within so many plies, this one included.

        Raises:
            UnsettledError: if that takes too long.
        """
        return self._searches.exact.winning_moves(board, plies)

    def pieces_ahead(self, board: Board) -> int:
        """What the player to move will be ahead in pieces; see `Searches.pieces_ahead`."""
        return self._searches.pieces_ahead(board)

    def plain(self, board: Board) -> int:
        """What the player to move is ahead in pieces now, where `plain_is_pieces`."""
        return self._searches.plain(board)

    @property
    def plain_is_pieces(self) -> bool:
        """Whether the game's plain value counts nothing but pieces."""
        return self._searches.coaching.PLAIN_IS_PIECES

    # What pieces come to.

    def gains(self, board: Board) -> dict[int, Gain]:
        """What each legal move takes, and what it costs its own player."""
        p = board.state
        if p not in self._gains:
            self._gains[p] = {move: gain_of(board.rules, p, move) for move in board.legal_moves}
        return self._gains[p]

    def captures(self, board: Board) -> Iterator[int]:
        """The legal moves that take more than they cost."""
        return (move for move, gain in self.gains(board).items() if gain.net > 0)

    def prey(self, board: Board) -> int:
        """The most that a move of the player to move takes, whatever it costs."""
        return max((gain.won for gain in self.gains(board).values()), default=0)

    def swing(self, board: Board, move: int) -> int:
        """What a move takes less what it costs and what the best answer takes back at once."""
        after = self.gains(ahead(board, move)).values()
        return self.gains(board)[move].net - max((gain.net for gain in after), default=0)

    def takes(self, board: Board, move: int) -> bool:
        """Whether a move takes more than it costs, and no answer takes anything back."""
        return self.gains(board)[move].net > 0 and self.prey(ahead(board, move)) == 0

    # What is told.

    @cached_property
    def told(self) -> Description:
        """What the move does."""
        return self.board.describe(self.move)

    @cached_property
    def best_told(self) -> Description:
        """What the engine's move does."""
        return self.board.describe(self.best)

    @cached_property
    def reply_told(self) -> Description:
        """What the engine's reply does."""
        return self.after.describe(self.reply)

    def noted(self) -> Iterator[Noted]:
        """What the game's own module has to say of the move."""
        return self._searches.coaching.missed(Turn(
            spot(self.board), self.move, spot(self.after), self.best, spot(self.better), self.reply,
            spot(self.then)))

    def bad(self, kind: str, sentence: Sentence, proof: Proof, shows: Literal["reply", "best"],
            theme: str = "", arrows: tuple[Arrow, ...] | None = None,
            marks: tuple[str, ...] = (), line: tuple[str, ...] = ()) -> Remark:
        """A remark on a bad move; its picture and line are of the move that shows it, if none are
        given.
        """
        shown = self.reply_told if shows == "reply" else self.best_told
        line = line or (line_of(self.after, self.replies[0].pv) if shows == "reply" else
                line_of(self.board, self.lines[0].pv))
        return Remark(kind, "bad", sentence, proof, way(shown) if arrows is None else arrows,
                      marks or (targets(shown) if arrows is None else ()), self.best_told.text,
                      line, shows, theme, self.judgement)

    def good(self, kind: str, sentence: Sentence, proof: Proof, theme: str = "",
             arrows: tuple[Arrow, ...] | None = None, marks: tuple[str, ...] = ()) -> Remark:
        """A remark on a good move; its picture is that move, unless arrows are given."""
        return Remark(kind, "good", sentence, proof,
                      way(self.told) if arrows is None else arrows,
                      marks or (targets(self.told) if arrows is None else ()), theme=theme)


def spot(board: Board) -> Spot:
    """A board as a game's own module sees it."""
    def name(square: Square) -> str:
        return plane_name(square, board.origin) if is_endless(board.rules) else name_of(square)

    def passed() -> Spot | None:
        other = board.passed()
        return None if other is None else spot(other)

    return Spot(board.state, name, board.notation, lambda: list(board.legal_moves),
                lambda move: spot(ahead(board, move)), passed)


def ahead(board: Board, move: int) -> Board:
    """A board of its own after a move."""
    after = board.copy()
    after.push(move)
    return after


def gain_of(rules: Game, p: Any, move: int) -> Gain:
    """The pieces that a move takes, and those that it costs."""
    gone = [one.piece.colour for one in rules.removed(p, move) if one.why != "returned"]
    lost = gone.count(COLOURS[p.side])
    return Gain(len(gone) - lost, lost)


def way(told: Description) -> tuple[tuple[str, str], ...]:
    """The arrow of a move; none where a piece comes from hand, or a player passes."""
    first, last = told.steps[0].origin, told.steps[-1].target
    return ((first, last),) if first and last and first != last else ()


def targets(told: Description) -> tuple[str, ...]:
    """Where a move ends, for moves that have no arrow."""
    last = told.steps[-1].target
    return (last,) if last and not way(told) else ()


def line_of(board: Board, moves: Sequence[int]) -> tuple[str, ...]:
    """The moves of a line as plain texts, as far as they are legal."""
    at, texts = board.copy(), list[str]()
    for move in moves[:LINE]:
        if move not in at.legal_moves:
            break
        texts.append(at.text(move))
        at.push(move)
    return tuple(texts)
