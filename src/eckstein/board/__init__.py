"""A game in progress: positions, moves and their texts, and how it ends."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from operator import index
from typing import Any, Self

from ..base.expect import expect, expect_several
from ..base.sentence import Sentence, joined, reason_of
from ..contract import Game, OneMove, is_endless, part_of
from ..contract.pieces import BLACK, COLOURS, WHITE, Colour, Contents, Piece, Reason, Square
from ..kernel import dice
from ..kernel import options as option_values
from ..kernel.specialise import specialise
from ..notation.diagram import diagram
from ..notation.errors import IllegalMoveError, PositionError
from ..notation.moves import MoveContext, Reading, find_move, read_move, write_move
from ..notation.pgn import move_number
from ..notation.positions import START_ORIGIN, read_position, write_position
from ..notation.squares import PLANE, plane_square, read_name
from .description import Description, describe, doubts, spoken
from .legal_moves import LegalMoves
from .outcome import Outcome

__all__ = ["BLACK", "COLOURS", "WHITE", "Board", "Colour", "LegalMoves", "Outcome", "push_texts"]


_OWN = frozenset({
    "game", "_options", "compiled", "rules", "_endless", "_fast", "_repetition", "_no_progress",
    "_p", "_origin", "_key", "_decided", "_idle", "_reversible", "_legal", "_allowed", "_stack",
    "_seen"})


class Board:
    """A position of a game with the moves that led to it.

    Boards are equal when game, options, first position and moves are; where on the plane Echek is
    played does not matter.  A board changes with every move, so it cannot be hashed: as a key of
    dictionaries there are `position()` and `key`.  Copies, deep copies and pickles have the same
    history.

    Args:
        game: "pur", "contra", "ecke", "duell", "echek", or a game of your own (see games).
        position: a position text; the start if left out.
        compiled: play by compiled rules, which take seconds to load or compile and then are
            several times as fast.
        options: rule options of the game, and `repetition` and `no_progress`.

    Raises:
        UnknownGameError, OptionError, NotationError: all of them ValueErrors.

    Examples:
        >>> board = Board("contra")
        >>> board.push_text("d1d2")
        >>> board.turn
        <Colour.BLACK: 'black'>
        >>> len(board.legal_moves)
        7
    """

    def __init__(self, game: str = "contra", position: str | None = None, *,
                 compiled: bool = False, **options: object) -> None:
        self.game, self._options, self.compiled = game, _complete(game, options), compiled
        own = option_values.own_values(self.options)
        self.rules: Game = specialise(f"games.{game}", game, compiled=False, **own)
        self._endless = self.rules if is_endless(self.rules) else None
        if compiled:
            self._fast = specialise("search.play.playing", game, **own)
        self._repetition = int(self.options[option_values.REPETITION])
        self._no_progress = int(self.options[option_values.NO_PROGRESS])
        self._legal: list[int] | None
        self._allowed: object           # a move that has been found to be legal, or None
        if position is None:
            self._set(self.rules.start(), START_ORIGIN)
        else:
            self.set_position(position)

    # What stands on the board.

    @property
    def options(self) -> option_values.Values:
        """All options of the game, which do not change."""
        return self._options

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return COLOURS[self._p.side]

    @property
    def state(self) -> Any:
        """The position as rules and searches have it: a `Position` of the game, all integers.

        A search of another life takes `search.game.Position(*board.state)`.
        """
        return self._p

    @property
    def ply(self) -> int:
        """How many moves have been made on this board."""
        return len(self._stack)

    @property
    def move_stack(self) -> list[int]:
        """The moves made on this board, first to last."""
        return [entry[0] for entry in self._stack]

    @property
    def key(self) -> int:
        """63 bits that tell positions apart: all that matters for the future but history."""
        return self._key

    @property
    def origin(self) -> Square:
        """Where on the endless plane the square (0, 0) of `contents` lies."""
        return self._origin

    def position(self) -> str:
        """The position as text."""
        return write_position(self.rules, self._p, self._origin)

    def set_position(self, text: str) -> None:
        """Restart from a position text, which may be impossible: see `status`.

        Raises:
            NotationError: if the text is not well formed; the board is unchanged.
            TypeError: if it is no text.
        """
        expect("a position", text, str)
        self._set(*read_position(self.rules, text))

    def reset(self) -> None:
        """Restart from the first position of the game."""
        self._set(self.rules.start(), START_ORIGIN)

    def status(self) -> list[str]:
        """Sentences that say why this position cannot occur in a game; empty if it can."""
        return list(self.rules.problems(self._p))

    def check_status(self) -> None:
        """Raise PositionError unless the position can occur in a game."""
        if problems := self.status():
            raise PositionError(joined(problems), self.position())

    def contents(self) -> Contents:
        """What lies where, in hand and so on, by (column, row)."""
        return self.rules.contents(self._p)

    def piece_at(self, square: str) -> Piece | None:
        """What lies on a square, such as "d2"; None if nothing does.

        Raises:
            NotationError: if there is no such square.
            TypeError: if it is no text.
        """
        expect("the name of a square", square, str)
        rules = self.rules
        if self._endless:
            return self.contents().pieces.get(plane_square(read_name(square), self._origin))
        return self.contents().pieces.get(read_name(square, rules.COLUMNS, rules.ROWS))

    def turned(self) -> Board:
        """A board of its own with this position turned by half a turn, and the colours swapped.

        Black gets what White had, and the other way round, the turn included; so the legal moves
        are the same ones, seen from the other side.  The board has no moves behind it.
        """
        rules, found = self.rules, self.contents()
        columns, rows = ([square[axis] for square in found.pieces] for axis in (0, 1))
        across, along = ((min(columns) + max(columns), min(rows) + max(rows)) if self._endless
                         else (rules.COLUMNS - 1, rules.ROWS - 1))
        other = Contents(
            found.side.other,
            {(across - column, along - row): Piece(piece.colour.other, piece.kind,
                                                   dice.turned_round(piece.die))
             for (column, row), piece in found.pieces.items()},
            found.reserves[::-1], "".join(sorted(found.rights.swapcase())))
        board = self.copy()
        board._set(rules.Position(*rules.position(other)), self._origin)
        return board

    def passed(self) -> Board | None:
        """A board of its own as if the player to move had passed; None if that cannot be.

        The pieces are the same, and the other player is to move; the board has no moves behind it.
        It cannot be where the game is over, or where the position would be impossible.
        """
        found, board = self.contents(), self.copy()
        board._set(self.rules.position(found._replace(side=found.side.other)), self._origin)
        return None if board.is_game_over() or board.status() else board

    # Moves.

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none once the game is over.  They stay as they are after a push."""
        return LegalMoves(self)

    def push(self, move: int) -> None:
        """Make a legal move.

        Raises:
            IllegalMoveError: if it is not legal; the board is unchanged.
        """
        self._push(self._legal_one(move))

    def pop(self) -> int:
        """Take back the last move and return it.

        Raises:
            IndexError: if no move has been made on this board.
        """
        if not self._stack:
            raise IndexError("there is no move to take back")
        self._count(-1)
        (move, self._p, self._origin, self._key, self._decided, self._idle, self._reversible,
         self._legal) = self._stack.pop()
        self._allowed = None
        return move

    def peek(self) -> int:
        """The last move.

        Raises:
            IndexError: if no move has been made on this board.
        """
        if not self._stack:
            raise IndexError("there is no last move")
        return self._stack[-1][0]

    def copy(self) -> Self:
        """A board of its own with the same position and history, of the same class.

        Attributes that a class of one's own has added are taken over as they are.
        """
        board = object.__new__(type(self))
        board.__dict__.update(self.__dict__)
        board._stack, board._seen = self._stack.copy(), self._seen.copy()
        return board

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        board = self.copy()
        board.__dict__.update(deepcopy(self._added(), memo))
        return board

    def _added(self) -> dict[str, Any]:
        """The attributes that are not a board's own, but those of a class derived from it."""
        return {name: value for name, value in self.__dict__.items() if name not in _OWN}

    def __getstate__(self) -> dict[str, Any]:
        """What the board is made from again, in plain words: modules of rules are no values."""
        p, origin = self._stack[0][1:3] if self._stack else (self._p, self._origin)
        return {"game": self.game, "options": dict(self.options), "compiled": self.compiled,
                "position": write_position(self.rules, p, origin), "origin": origin,
                "moves": self.move_stack, "added": self._added()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Board.__init__(self, state["game"], compiled=state["compiled"], **state["options"])
        self._set(read_position(self.rules, state["position"])[0], state["origin"])
        for move in state["moves"]:
            self._push(move)        # not `push`: what a class does at a move, it has done
        self.__dict__.update(state["added"])

    # Text.

    def read(self, text: str) -> Reading:
        """A legal move from its text in any accepted form, with warnings about the text.

        Raises:
            NotationError: if the text is not that of a move.
            IllegalMoveError: if the move is not legal.
            TypeError: if it is no text.
        """
        expect("a move to be read", text, str)
        context = self._context()
        reading = read_move(context, text)
        found = reading.warnings + doubts(context, text, reading.move)
        return reading._replace(warnings=found)

    def parse(self, text: str) -> int:
        """A legal move from its text; raises as `read` does."""
        expect("a move to be read", text, str)
        return find_move(self._context(), text)

    def push_text(self, text: str) -> None:
        """Make the move of a text; raises as `read` does, and then the board is unchanged."""
        self.push(self.parse(text))

    def text(self, move: int) -> str:
        """The canonical plain text of a legal move.

        Raises:
            IllegalMoveError: if it is not legal; so do `notation` and `describe`.
        """
        return write_move(self._context(), self._legal_one(move))

    def notation(self, move: int) -> str:
        """The richer text of a legal move for people, with battles, checks and wins."""
        return spoken(self._context(), self._legal_one(move))

    def _notation_later(self, move: int) -> Callable[[], str]:
        """What makes the text for people of a legal move, whatever becomes of this board."""
        return partial(spoken, self._context()._replace(legal=()), move)

    def variation_text(self, moves: Iterable[int]) -> str:
        """Moves one after the other from here, numbered, as people write them.

        Args:
            moves: the first is legal here, each other one after those before it; the board is
                left as it is.

        Raises:
            IllegalMoveError: for the first that is not legal.
        """
        expect_several("moves", moves, int)
        first = self._stack[0][1] if self._stack else self._p
        board = self.copy()
        words: list[str] = []
        for move in moves:
            number = move_number(COLOURS[first.side], board.ply)
            words += [number] if not words or board.turn is WHITE else []
            words.append(board.notation(move))
            board.push(move)
        return " ".join(words)

    def describe(self, move: int) -> Description:
        """What a legal move does: steps, the die after each, battles, what leaves, and how."""
        return describe(self._context(), self._legal_one(move))

    def legal_texts(self) -> list[str]:
        """The plain texts of all legal moves, sorted."""
        context = self._context()
        return sorted(write_move(context, move) for move in context.legal)

    # The end.

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it runs."""
        if self._decided:
            winner = None if self._decided == 3 else COLOURS[self._decided - 1]
            return Outcome(winner, Reason(self.rules.reason(self._p)), self._score())
        if self._repetition and self.repetitions() >= self._repetition:
            return Outcome(None, Reason.REPETITION, self._score())
        if self._no_progress and self._idle >= self._no_progress:
            return Outcome(None, Reason.NO_PROGRESS, self._score())
        return None

    def is_game_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._decided or self._drawn())

    def repetitions(self) -> int:
        """How often this position has stood on the board, now included."""
        return self._seen[self._key]

    def keys(self) -> list[int]:
        """The keys of all positions that have stood on this board, the present one last."""
        return [entry[3] for entry in self._stack] + [self._key]

    @property
    def idle_moves(self) -> int:
        """How many moves in a row were made without progress (see the option `no_progress`)."""
        return self._idle

    @property
    def reversible_moves(self) -> int:
        """How many of the last moves can be undone; no position before them can occur again.

        Never fewer than `idle_moves`: not all progress is for good.
        """
        return self._reversible

    def in_check(self) -> bool:
        """Whether the player to move is in check, in games that know it."""
        return bool(self.rules.in_check(self._p))

    def __str__(self) -> str:
        return diagram(self)

    def __repr__(self) -> str:
        chosen = {name: value for name, value in self.options.items()
                  if value != option_values.defaults(self.game)[name]}
        extra = "".join(f", {name}={value!r}" for name, value in chosen.items())
        return f"Board({self.game!r}, {self.position()!r}{extra})"

    def _repr_svg_(self) -> str:
        """A picture, for notebooks."""
        from ..render import svg
        return svg(self, size=360)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    # Behind the face.

    def _identity(self) -> tuple[object, ...]:
        first = self._stack[0][1] if self._stack else self._p
        return self.game, self.options, tuple(first), self.move_stack

    def _legal_one(self, move: int) -> int:
        """The move, if it is legal."""
        if not self._is_legal(move):
            hint = " (parse reads a text)" if isinstance(move, str) else ""
            raise IllegalMoveError(f"{move!r} is not a legal move in {self.position()}{hint}")
        return move

    def _set(self, p: Any, origin: Square) -> None:
        self._p, self._origin = p, origin
        self._key, self._decided = self.rules.key(p), self.rules.outcome(p)
        self._idle = self._reversible = 0
        self._stack: list[tuple[Any, ...]] = []
        self._seen = {self._key: 1}
        self._legal = self._allowed = None
        if self.compiled:
            self._p = self._fast.game.Position(*p)

    def _context(self) -> MoveContext:
        return MoveContext(self.rules, self._p, self._origin, self.legal_moves)

    def _is_legal(self, move: object) -> bool:
        one = part_of(self.rules, OneMove)
        if one is None or self._legal is not None or self.is_game_over():
            return move in self._moves()
        if move is None or move is not self._allowed:
            try:
                code = index(move)      # type: ignore[arg-type]
            except TypeError:
                return False
            if not (0 <= code < self.rules.MOVE_CODES and one.allows(self._p, code)):
                return False
            self._allowed = move
        return True

    def _moves(self) -> list[int]:
        if self._legal is None:
            self._legal = [] if self.is_game_over() else self._moves_at(self._p)
        return self._legal

    def _moves_at(self, p: Any) -> list[int]:
        """The legal moves of a position, if the game goes on there."""
        if self.compiled:
            found: list[int] = self._fast.legal_moves(p)
            return found
        room = [0] * self.rules.MAX_MOVES
        return room[:self.rules.generate(p, room, 0)]

    def _drawn(self) -> bool:
        return (0 < self._repetition <= self._seen[self._key]
                or 0 < self._no_progress <= self._idle)

    def _push(self, move: int) -> None:
        p, rules = self._p, self.rules
        self._stack.append((move, p, self._origin, self._key, self._decided, self._idle,
                            self._reversible, self._legal))
        if self.compiled:
            self._p, self._decided, self._key, (self._idle, self._reversible) = self._fast.played(
                p, move, self._idle, self._reversible)
        else:
            self._p = q = rules.apply(p, move)
            self._decided, self._key = rules.outcome(q), rules.key(q)
            if not rules.progress(p, move, q):
                self._idle, self._reversible = self._idle + 1, self._reversible + 1
            else:
                self._idle = 0
                self._reversible = 0 if rules.irreversible(p, move, q) else self._reversible + 1
        if self._endless:
            columns, rows = self._endless.drift(p, move, self._p)
            self._origin = (self._origin[0] + columns) % PLANE, (self._origin[1] + rows) % PLANE
        self._legal = self._allowed = None
        self._count(1)

    def _count(self, step: int) -> None:
        """One occurrence of the position more, or one less."""
        times = self._seen.get(self._key, 0) + step
        if times:
            self._seen[self._key] = times
        else:
            del self._seen[self._key]

    def _score(self) -> tuple[int, int] | None:
        return self.rules.score(self._p)


def push_texts(board: Board, texts: Iterable[str], first: int = 1) -> None:
    """Make the moves of several texts.

    Args:
        board: is changed.
        texts: one for each move.
        first: the number of the first of them, for errors.

    Raises:
        NotationError, IllegalMoveError: for the first bad one, with its number in the message
            and as the attribute `number`.
    """
    expect("a board", board, Board)
    expect_several("texts of moves", texts, str)
    for number, text in enumerate(texts, first):
        try:
            board.push_text(text)
        except ValueError as error:
            told = type(error)(Sentence("move {number} ({move}): {reason}", number=number,
                                        move=text, reason=reason_of(error)))
            told.number = number  # type: ignore[attr-defined]
            raise told from None


def _complete(game: str, options: dict[str, object]) -> option_values.Values:
    from ..games import check_game_name
    check_game_name(game)
    return option_values.Values(option_values.complete(game, options))
