"""A view: all that is needed to show a board, as `eckstein.board.view` makes it."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .words import BOTH, Colour, Options, Template

Square = Annotated[str, Meta(description="the name of a square")]


class Faces(Struct, frozen=True):
    """The numbers on the faces of a die as it lies."""

    top: int
    north: int
    east: int
    south: int
    west: int
    bottom: int


class Piece(Struct, frozen=True):
    """A die or a piece on the board."""

    colour: Colour
    kind: Annotated[Literal["die", "king", "piece"], Meta(
        description="`king` is a die with ones on every face")]
    letter: Annotated[str, Meta(
        description="as in position texts: `a` to `x` for dice, `z` for the king of Duell; a "
                    "capital is White's")]
    faces: Annotated[Faces | None, Meta(description="null for pieces")]


class Step(Struct, frozen=True):
    """One step of a move."""

    kind: Literal["tilt", "jump", "slide", "place", "return", "pass"]
    origin: Annotated[str | None, Meta(description="a square; null for a piece in hand")]
    target: Annotated[str | None, Meta(description="a square; null for a piece that leaves")]
    piece: Annotated[str, Meta(
        description="the letter of the piece, or of the die as it lies after the step")]
    faces: Annotated[Faces | None, Meta(
        description="of a die after the step; kings and pieces stay as they are")]


class Battle(Struct, frozen=True):
    """A fight that a move leads to."""

    attacker: Square
    defender: Square
    attack: Annotated[int, Meta(description="the sum of the attackers' tops")]
    defence: Annotated[int, Meta(description="the sum of the defenders' tops")]
    attackers: Annotated[list[str], Meta(description="squares of the dice that attack")]
    defenders: Annotated[list[str], Meta(description="squares of the dice that defend")]
    attack_tops: Annotated[list[int], Meta(description="the attackers' tops, in their order")]
    defence_tops: Annotated[list[int], Meta(description="the defenders' tops, in their order")]
    loser: Annotated[str | None, Meta(description="the square that is emptied, if one is")]


class Removal(Struct, frozen=True):
    """A piece that leaves the board."""

    square: Square
    piece: Annotated[str, Meta(description="its letter")]
    why: Literal["battle", "captured", "surrounded", "returned"]


class Told(Struct, frozen=True, omit_defaults=True):
    """A fact about how the game stands."""

    brief: Annotated[Template, Meta(description="in a few words")]
    sides: Annotated[list[str], Meta(
        description="if it is about sides of a piece: its square, then theirs")] = []


class Change(Told, frozen=True, kw_only=True, omit_defaults=True):
    """A fact about how the game stands for one player that holds after a move, but not before."""

    colour: Colour
    was: Annotated[Told | None, Meta(
        description="the same before the move; null if nothing like it was told")]


class Move(Struct, frozen=True, omit_defaults=True):
    """A legal move, and all that it does."""

    text: Annotated[str, Meta(description="its plain text, such as `d1d2`")]
    notation: Annotated[str, Meta(description="the text for people, such as `d1-d2`")]
    steps: list[Step]
    battles: list[Battle]
    removed: list[Removal]
    check: Annotated[int, Meta(description="0 none, 1 check, 2 mate, in games that know check")]
    check_word: Annotated[str, Meta(
        description="what the game calls that, such as `DUEL`; empty for none")]
    winner: Annotated[Colour | None, Meta(description="the winner, if the rules end the game here")]
    reason: Annotated[str | None, Meta(
        description="why the game is over with it; null if it goes on")]
    threats: Annotated[list[list[str]], Meta(
        description="squares from each attacker to the king that the move attacks")] = []
    changes: Annotated[list[Change], Meta(
        description="of how the game stands; none of a move that may be made in advance")] = []
    gained: Annotated[list[str], Meta(
        description="squares that the area gains, on an endless board")] = []
    lost: Annotated[list[str], Meta(description="squares that it loses")] = []


class Rectangle(Struct, frozen=True):
    """Some squares of the board."""

    first: Annotated[str, Meta(description="the square at the lower left")]
    columns: int
    rows: int


class BoardShown(Rectangle, frozen=True):
    """What is shown of the board."""

    wrap: Annotated[int, Meta(
        description="26 on an endless board, where names of squares start again after z and 26; "
                    "otherwise 0")]


class Area(Rectangle, frozen=True):
    """Where play is now, on an endless board."""

    reach: Annotated[Rectangle, Meta(description="how far the area might still grow")]
    borders: Annotated[list[Literal["north", "east", "south", "west"]], Meta(
        description="those that exist")]


class Outcome(Struct, frozen=True):
    """How a game has ended by its rules."""

    winner: Annotated[Colour | None, Meta(description="null for a draw")]
    reason: str
    score: Annotated[tuple[int, int] | None, Meta(
        description="White's and Black's points, in games that count them")]


class Fact(Struct, frozen=True):
    """A fact about how the game stands for one player."""

    colour: Colour
    brief: Annotated[Template, Meta(description="in a few words, for a badge")]
    text: Annotated[Template, Meta(description="as a sentence without its full stop")]
    squares: Annotated[list[str], Meta(description="that it is about")]


class View(Struct, frozen=True):
    """A position with all that a client without rules needs to draw it."""

    game: Annotated[str, Meta(description="the name of the rules")]
    title: Annotated[str, Meta(description="the title of the game")]
    options: Annotated[Options, Meta(description="all rule options")]
    position: Annotated[str, Meta(description="as text")]
    turn: Annotated[Colour, Meta(description="the player to move")]
    ply: Annotated[int, Meta(description="how many moves led here")]
    board: BoardShown
    pieces: Annotated[dict[str, Piece], Meta(description="by the name of the square")]
    letters: Annotated[str, Meta(
        description="of the pieces besides dice, capitals, in the order of the trays")]
    in_hand: Annotated[str, Meta(description="those of them that may be in hand")]
    reserves: Annotated[Annotated[dict[Colour, str], BOTH] | None, Meta(
        description="letters (capitals) of the pieces in hand; null if the game has none")]
    rights: Annotated[Annotated[dict[Colour, bool], BOTH] | None, Meta(
        description="whether a swap is left; null if the game has none")]
    area: Area | None
    goals: Annotated[dict[Colour, list[str]], BOTH, Meta(
        description="the squares that a player wants to reach")]
    check: Annotated[bool, Meta(description="whether the player to move is in check")]
    check_word: Annotated[str, Meta(
        description="what the game calls that; empty if there is no check")]
    threats: Annotated[list[list[str]], Meta(
        description="squares from each attacker to the king of the player to move")]
    standing: Annotated[list[Fact], Meta(
        description="how the game stands by its rules; White's facts first")]
    legal: Annotated[list[Move] | None, Meta(
        description="all legal moves, sorted by text, where they were asked for")]
    last: Annotated[Move | None, Meta(description="the move that led here")]
    outcome: Annotated[Outcome | None, Meta(description="null while the game goes on")]
    repetitions: Annotated[int, Meta(description="how often the position has occurred")]
    idle: Annotated[int, Meta(description="moves without progress")]


class Film(Struct, frozen=True):
    """A recorded game for a board that stands alone on a page."""

    tags: dict[str, str]
    result: str
    views: Annotated[list[View], Meta(
        description="the start and the position after each move, without legal moves")]
