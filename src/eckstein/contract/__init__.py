"""The contract: what the module of a game provides, as types.

A game is a module in `games`.  Every game provides `Rules`; the small protocols below it are parts,
of which a module provides all members or none.  The parts of `Game` are used for all games: if a
module leaves one out, `games/_defaults/` stands in.  The parts `Changing`, `Endless`, `Ways`,
`OneMove`, `Legs` and `FirstSquares` have no default, and code that needs them tests for them with
`part_of`.

Rules run interpreted and compiled (see kernel), and work only on integers.  Descriptions are plain
Python, so that text, pictures and the web need no knowledge of the rules.  Squares are pairs
(column, row) from (0, 0), White's lower left.  Where rules count players by integers, a side is 0
for White and 1 for Black; descriptions name a `Colour`.

mypy checks the modules of this package against these types, and `eckstein check-game` checks any
module at run time (contract/conformance.py, board/game_check.py).
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeGuard, TypeVar, cast, runtime_checkable

from .pieces import Battle, Colour, Contents, Fact, Namer, Reason, Removed, Square, Step

T = TypeVar("T")


class Rules(Protocol):
    """What every game's module gives.

    In all functions `p` is a position of the game's own class, `move` one of its moves, legal in
    `p`, and `q` the position after it.
    """

    TITLE: str
    """The name of the game for people."""
    LETTER: str
    """A capital, with which texts of its positions begin (small when Black is to move)."""
    COLUMNS: int
    """How many columns the board has, 1 to 26; 0 where it is endless (see `Endless`)."""
    ROWS: int
    """How many rows; 0 where the board is endless."""
    POSITION_TEXT: str
    """How a position is written: a module of notation/positions, "dice" or "area"."""
    MOVE_TEXT: str
    """How a move is written: a module of notation/moves, "squares", "legs" or "actions"."""
    MAX_MOVES: int
    """No position has more legal moves; at least 1."""
    MOVE_CODES: int
    """Every move is an integer from 0 to MOVE_CODES - 1."""
    PASS: int
    """The move that is a forced pass, or -1 if the game has none."""

    @property
    def Position(self) -> type[Any]:
        """The class of positions: a NamedTuple of integers below 2**63, the first of them `side`.

        `side` is to move: 0 White, 1 Black.  Equal positions have equal fields.
        """

    def start(self) -> Any:
        """The first position."""

    def generate(self, p: Any, moves: Any, n: int) -> int:
        """Write the legal moves to moves[n], moves[n + 1] and so on, each of them once.

        At least one while the game runs: a forced pass is written as PASS, and alone.  What lies
        below n is left as it is.  Returns the index after the last one, n at least.
        """

    def apply(self, p: Any, move: int) -> Any:
        """The position after a legal move, a new one; the other player is to move in it."""

    def outcome(self, p: Any) -> int:
        """RUNNING, WHITE_WINS, BLACK_WINS or DRAW, 0 to 3, as far as the position alone tells."""

    def key(self, p: Any) -> int:
        """Up to 63 bits that tell positions apart: all that matters for the future."""

    def progress(self, p: Any, move: int, q: Any) -> bool | int:
        """Whether the move from p to q restarts the count of moves without progress.

        Whether it can be undone is another question, see `Irreversible`.
        """

    def contents(self, p: Any) -> Contents:
        """What lies where."""

    def position(self, contents: Contents) -> Any:
        """The position with these contents, possible or not: the other way round to `contents`.

        Raises:
            ValueError: with a sentence, if no position can hold them.
        """

    def problems(self, p: Any) -> Sequence[str]:
        """Why the position cannot occur in a game: sentences without their full stops, or none."""

    def steps(self, p: Any, move: int) -> Sequence[Step]:
        """The way of a move, one step at least."""

    def reason(self, p: Any) -> Reason:
        """Why the game is over; asked only when `outcome` says that it is."""


# Parts that are asked of all games, with defaults.

@runtime_checkable
class Check(Protocol):
    """Check: a king, the piece "K", that can be attacked.  By default there is none."""

    CHECK_WORDS: tuple[str, str]
    """What the game calls check and mate, such as "DUEL" and "DUEL-MATT"."""

    def in_check(self, p: Any) -> bool | int:
        """Whether the player to move is in check; searches ask it, too."""

    def check(self, p: Any) -> int:
        """What the last move did to the player to move: 0 nothing, 1 check, 2 mate."""


@runtime_checkable
class Haste(Protocol):
    """How soon a player can win at best.  By default the next ply may win."""

    def least_plies(self, p: Any, side: int) -> int:
        """A number of plies, 0 or more, in fewer of which this player cannot win, with either side
        to move.

        Searches of forced wins look no further where fewer are left.  The closer the better, but
        never too many: then they overlook wins.
        """


@runtime_checkable
class Irreversible(Protocol):
    """Progress that can never be undone.  By default none is known to be."""

    def irreversible(self, p: Any, move: int, q: Any) -> bool | int:
        """Whether neither p nor any position before it can ever stand on the board again.

        Asked only of moves that make progress.  Wherever repetitions are looked for, nothing from
        before such a move is: to say True too often hides draws, to say False costs time.
        """


@runtime_checkable
class SameMoves(Protocol):
    """Whether a move's number means the same in all positions.  By default it does."""

    MOVES_ALIKE: bool
    """False where squares get new numbers as play moves; then searches learn less from moves."""


@runtime_checkable
class Battles(Protocol):
    """Battles between dice.  By default there are none."""

    def battles(self, p: Any, move: int) -> Sequence[Battle]:
        """The battles that a move leads to, whatever their results."""


@runtime_checkable
class Removals(Protocol):
    """Pieces that leave the board.  By default none ever does."""

    def removed(self, p: Any, move: int) -> Sequence[Removed]:
        """What leaves the board with a move, and why.

        Squares are where a piece lies when it leaves, counted as in p: the mover's own falls where
        it has come to, turned as it has come there.
        """


@runtime_checkable
class Score(Protocol):
    """Points.  By default they are not counted."""

    def score(self, p: Any) -> tuple[int, int] | None:
        """White's and Black's points."""


@runtime_checkable
class Goals(Protocol):
    """Squares that are a player's aim, for pictures.  By default there are none."""

    def goals(self, colour: Colour) -> Sequence[Square]:
        """The squares that this player wants to reach."""


@runtime_checkable
class Pieces(Protocol):
    """What is moved, if it is not dice alone.  By default it is."""

    LETTERS: str
    """The letters of the pieces besides dice, capitals, in the order in which trays show them."""
    NOUN: str
    """What sentences call one: "die" or "piece"; a piece among dice is a die with six ones."""


@runtime_checkable
class Reserves(Protocol):
    """Pieces in hand, and rights to be used up.  By default there are neither."""

    IN_HAND: str
    """Those of LETTERS that may be in hand."""
    RIGHTS: str
    """The letters of the rights that both players may have, capitals: "S" is a swap."""


@runtime_checkable
class Marks(Protocol):
    """Whether written marks of check are held to be part of a move.  By default they are not."""

    STRICT_MARKS: bool
    """Whether a missing or wrong mark makes a written move illegal."""


@runtime_checkable
class Refusals(Protocol):
    """Reasons of the game's own for refusing a move.  By default there are none."""

    def refusal(self, p: Any, steps: Sequence[Step], name: Namer) -> str:
        """Why a requested move is not legal.

        Asked only about moves that are not legal, while the game runs, where the player to move
        need not pass, and where a piece of his lies on the first square, if the move begins on one.

        Args:
            p: the position.
            steps: the way that is asked for, one at least, in squares of p, perhaps beyond the
                board.  Kinds are "place", "return" and "slide"; "tilt" with its direction where the
                text tells that a die rolls so; and "go" where it tells only from where to where.
            name: what the text calls a square.

        Returns:
            A sentence without its full stop, or "" to say no more than that it is not allowed.  A
            `Sentence`, such as `Sentence("{square} is not empty", square=name(target))`, can be
            told in any language that has words for its template; any other text is told as it is.
        """


@runtime_checkable
class Standing(Protocol):
    """How the game stands.  By default there is nothing to tell."""

    def standing(self, p: Any, name: Namer) -> Sequence[Fact]:
        """What decides the game, as it is now, for both players.

        Facts, not opinions: the board shows the same to any player with the rules.

        Args:
            p: the position; perhaps the game is over in it.
            name: what the text calls a square.

        Returns:
            Facts, White's first, each player's in the same order; best as `Sentence`s, which can
            be told in any language.
        """


class Game(Rules, Check, Haste, Irreversible, SameMoves, Battles, Removals, Score, Goals, Pieces,
           Reserves, Marks, Refusals, Standing, Protocol):
    """A game as boards, texts and pictures see it: a module with its gaps filled by defaults."""

    def __hash__(self) -> int: ...


# Parts that only some games have.

@runtime_checkable
class Changing(Protocol):
    """Facts that are asked after each legal move, where `standing` looks further ahead."""

    def changing(self, p: Any, name: Namer) -> Sequence[Fact]:
        """What `standing` tells of the position itself, without what comes next."""


@runtime_checkable
class Endless(Protocol):
    """A board without end (COLUMNS and ROWS are 0), on which play moves about."""

    LONGEST: int
    """How many squares long the area may be in either direction."""

    def area(self, p: Any) -> tuple[int, int, int, int]:
        """Where play is now: the first and last column and row, as west, south, east, north."""

    def drift(self, p: Any, move: int, q: Any) -> Square:
        """By how many columns and rows the squares of q are shifted against those of p."""


class EndlessGame(Game, Endless, Protocol):
    """A game on a board without end."""


@runtime_checkable
class Ways(Protocol):
    """Moves found by the squares that they visit; of several ways to one end `steps` tells one."""

    def along(self, p: Any, squares: Sequence[Square]) -> int | None:
        """The move that visits these squares one by one, two at least; None if none does."""


@runtime_checkable
class OneMove(Protocol):
    """Whether one move is legal, where that is found sooner than all legal moves are."""

    def allows(self, p: Any, move: int) -> bool:
        """Whether a number from 0 to below MOVE_CODES is a legal move of a running position."""


@runtime_checkable
class Legs(Protocol):
    """Moves along two legs at most, told by their ends and by which leg comes first."""

    def rolling(self, origin: Square, target: Square, column_first: bool) -> int:
        """The move between two squares, whether or not it is legal; along one leg if it can."""


@runtime_checkable
class FirstSquares(Protocol):
    """Pieces that step when they are placed."""

    def first_squares(self, p: Any, target: Square) -> Sequence[Square]:
        """Where a piece may be placed that then steps to `target`."""


PARTS: tuple[type, ...] = (Check, Haste, Irreversible, SameMoves, Battles, Removals, Score, Goals,
                           Pieces, Reserves, Marks, Refusals, Standing, Changing, Endless, Ways,
                           OneMove, Legs, FirstSquares)


def part_of(rules: Game, part: Callable[..., T]) -> T | None:
    """The module of a game as one of its parts, or None if it does not provide that one."""
    return cast(T, rules) if _provides(rules, part) else None


@functools.cache
def _provides(rules: Any, part: Any) -> bool:
    return isinstance(rules, part)          # which takes longer than to make a move


def is_endless(rules: Game) -> TypeGuard[EndlessGame]:
    """Whether the board has no end; `check-game` sees to it that `Endless` is then there."""
    return rules.COLUMNS == 0


# Knowledge.

class Evaluation(Protocol):
    """What every module in `knowledge` gives: what is known of playing a game well.

    Values are hundredths of a die or a piece, for the player to move.
    """

    SWING: int
    """By how much one ply may change the value, for pruning; 0 or more."""

    def plain(self, p: Any) -> int:
        """A simple value, for players that look no further."""

    def evaluate(self, p: Any) -> int:
        """The value that the engine goes by."""

    def noisy(self, p: Any, moves: Any, n: int) -> int:
        """Write, as `generate` does, the moves to be played out before a position is valued."""


class Urgency(Protocol):
    """Which moves to look at early; `games/_defaults/knowledge.py` answers for what is left out."""

    URGENT_FIRST: bool
    """Whether alpha-beta looks at urgent moves first, too, or leaves urgency to the tree search."""

    def urgency(self, p: Any, move: int) -> int:
        """How soon to look at a move: above 0 early, below 0 late."""


class Sight(Protocol):
    """What searches see without looking further, by default nothing."""

    SEES_WINS: bool
    """Whether proof-number search tries noisy moves where it meets a position: if one wins, it
    need not go there.  It pays where `least_plies` tells soon that none can."""

    def odds(self, p: Any, side: int) -> int:
        """How likely it is that a side (0 White, 1 Black) can force a win in a running position.

        In sixteenths of doublings: 16 if it has to prove half as much as with even odds, and to
        be refuted takes twice as much; 0 if nothing is known.  Beyond 128 all are alike.
        """


class Knowledge(Evaluation, Urgency, Sight, Protocol):
    """Knowledge as searches see it: a module with its gaps filled by defaults."""


class Fitted(Evaluation, Protocol):
    """Knowledge with weights to fit (lab/tuning.py): `evaluate` is `weigh` with WEIGHTS."""

    @property
    def FEATURES(self) -> Sequence[str]:
        """The names of the features."""

    @property
    def WEIGHTS(self) -> Sequence[int]:
        """A weight for each of them."""

    def weigh(self, p: Any, weights: Any) -> int:
        """The sum of all features, each times its weight."""
