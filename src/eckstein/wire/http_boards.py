"""Requests to the HTTP API about positions, texts and pictures, and its answers."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..notation.annotations import LONGEST_CLOCK
from .positions import PositionRef
from .views import Move
from .words import (
    PER_COLOUR,
    ChosenOptions,
    Colour,
    GameName,
    MoveText,
    Options,
    Start,
    Template,
    Text,
)

FILE_LETTERS = 300_000
NODES = 20_000
LARGEST = 1200              # pixels of a picture; animations have half of it
PARENT = Meta(description="an index in the list; null for the root")
PLAIN_TEXT = Meta(description="the plain text of the move")
OPENING = Meta(description="comments that stand before the move")
COMMENTS = Meta(description="comments that stand after it")
GLYPHS = Meta(description="numbers of signs, as in records")
MARKS = Meta(description="marked squares with a colour (G, R, B or Y), such as `Gd4`")
ARROWS = Meta(description="arrows with a colour, such as `Gd1d4`")
CLOCK = Meta(description="seconds left for the player of the move; null if unknown")
EVALUATION = Meta(description="what an engine found the position after the move to be worth")
BY_ENGINE = Meta(description="whether the engine has judged this move, or, of the first move of a "
                             "variation, proposed it")
Drawn = Annotated[str, Meta(max_length=7)]
Comment = Annotated[str, Meta(max_length=FILE_LETTERS)]
DRAWINGS = 100
GameOfTexts = Annotated[Annotated[str, Meta(max_length=64)] | None, Meta(
    description="the game of the moves, if the text does not name it")]


class LookRequest(PositionRef, frozen=True, forbid_unknown_fields=True):
    """The position to view."""


class PremovesAnswer(Struct, frozen=True):
    """Moves that the player can choose in advance while the opponent thinks."""

    moves: Annotated[list[Move], Meta(
        description="all that are legal after at least one move of the opponent's, sorted by text; "
                    "with their ways alone, for what else they do depends on that move")]


class ReadRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A text of any kind, or a piece of one, and the position that its moves start from if it names
    none.
    """

    text: Annotated[str, Meta(max_length=FILE_LETTERS)]
    game: GameOfTexts = None
    options: ChosenOptions = {}
    position: Start = None
    more: Annotated[bool, Meta(
        description="whether the text goes on: then the last game begun in it is not read, and "
                    "comes back as `rest`, to be put before the next piece")] = False
    format: Annotated[Annotated[str, Meta(max_length=20)] | None, Meta(
        description="that of the answer to the first piece; recognised, if left out")] = None


class NodeValue(Struct, frozen=True, forbid_unknown_fields=True):
    """What a position is worth to White."""

    score: Annotated[Annotated[int, Meta(ge=-99_999_999, le=99_999_999)] | None, Meta(
        description="hundredths of a die; null where there is `mate`")]
    mate: Annotated[Annotated[int, Meta(ge=-9999, le=9999)] | None, Meta(
        description="moves to a forced end, positive for White; null where none is seen")]
    depth: Annotated[Annotated[int, Meta(ge=0, le=9999)] | None, Meta(
        description="how many plies ahead that was seen, if that is known")] = None


class TreeNode(Struct, frozen=True, forbid_unknown_fields=True):
    """A move with what is said about it; the first node of a tree is its root, without a move."""

    parent: Annotated[Annotated[int, Meta(ge=0, le=NODES)] | None, PARENT] = None
    text: Annotated[MoveText, PLAIN_TEXT] = ""
    notation: Annotated[str, Meta(
        max_length=200, description="the text for people; passed over when a tree is written")] = ""
    opening: Annotated[list[Comment], OPENING] = []
    comments: Annotated[list[Comment], COMMENTS] = []
    glyphs: Annotated[list[Annotated[int, Meta(ge=0, le=255)]], GLYPHS] = []
    marks: Annotated[list[Drawn], Meta(max_length=DRAWINGS), MARKS] = []
    arrows: Annotated[list[Drawn], Meta(max_length=DRAWINGS), ARROWS] = []
    clock: Annotated[Annotated[float, Meta(ge=0, lt=LONGEST_CLOCK)] | None, CLOCK] = None
    evaluation: Annotated[NodeValue | None, EVALUATION] = None
    by_engine: Annotated[bool, BY_ENGINE] = False


class ReadNode(Struct, frozen=True, omit_defaults=True):
    """A move that was read, with what is said about it; the first node is the root."""

    parent: Annotated[int | None, PARENT]
    text: Annotated[str, PLAIN_TEXT]
    notation: Annotated[str, Meta(description="the text for people")]
    opening: Annotated[list[str], OPENING]
    comments: Annotated[list[str], COMMENTS]
    glyphs: Annotated[list[int], GLYPHS]
    marks: Annotated[list[str], MARKS]
    arrows: Annotated[list[str], ARROWS]
    clock: Annotated[float | None, CLOCK] = None
    evaluation: Annotated[NodeValue | None, EVALUATION] = None
    by_engine: Annotated[bool, BY_ENGINE] = False


class ReadGame(Struct, frozen=True):
    """A game that was read, as a tree."""

    game: Annotated[str, Meta(description="the name of the rules")]
    options: Annotated[Options, Meta(description="all rule options")]
    start: Annotated[str, Meta(description="the text of the position it begins with")]
    tags: Annotated[dict[str, str], Meta(description="White, Black, Date and so on")]
    result: Annotated[str, Meta(description="`1-0`, `0-1`, `1/2-1/2` or `*`")]
    nodes: Annotated[list[ReadNode], Meta(
        description="the root first; the first child of a node is its main line")]


class ReadFault(Struct, frozen=True):
    """What is wrong with a game, and where."""

    game: Annotated[int, Meta(description="which game of the text that was sent, from 1")]
    line: Annotated[int, Meta(description="its line, from 1")]
    column: Annotated[int, Meta(description="its column, from 1")]
    reason: Annotated[str, Meta(description="a sentence in English")]
    template: Annotated[Template | None, Meta(description="the same for other languages")]


class ReadAnswer(Struct, frozen=True):
    """The format of a text, and the games in it."""

    format: Annotated[str, Meta(description="the name of the format")]
    says: Annotated[str, Meta(description="what that is")]
    games: Annotated[list[ReadGame], Meta(description="those that can be read")]
    faults: Annotated[list[ReadFault], Meta(description="why others cannot be read, one for each")]
    warnings: Annotated[list[ReadFault], Meta(
        description="what had no place in games that can be read, and is kept as a comment")]
    count: Annotated[int, Meta(description="how many games were seen, good ones and others")]
    lines: Annotated[int, Meta(description="how many lines were read")]
    rest: Annotated[str, Meta(
        description="what was not read: with `more` the last game begun, and whatever follows as "
                    "many games as are read at once")]


class WriteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A tree to be written as a record."""

    game: GameName
    options: ChosenOptions = {}
    position: Start = None
    tags: Annotated[dict[Annotated[str, Meta(max_length=40)], Text], Meta(
        max_length=50, description="White, Black, Date and so on; those that the game itself tells "
                                   "are passed over")] = {}
    result: Annotated[Literal["1-0", "0-1", "1/2-1/2", "*"] | None, Meta(
        description="needed where the rules do not decide it")] = None
    nodes: Annotated[list[TreeNode], Meta(
        max_length=NODES, description="the root first; of moves, `parent` and `text` are enough")
    ] = []


class WriteAnswer(Struct, frozen=True):
    """The text of a record."""

    text: str


class LaidPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A die or a piece of a position that is being set up."""

    colour: Colour
    letter: Annotated[str, Meta(
        min_length=1, max_length=1, description="as in a view, in either case")]


class SetUpRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that was set up by hand."""

    game: GameName
    pieces: Annotated[dict[Annotated[str, Meta(max_length=3)], LaidPiece], Meta(
        max_length=100, description="by the name of the square")]
    options: ChosenOptions = {}
    turn: Annotated[Colour, Meta(description="the player to move")] = "white"
    reserves: Annotated[dict[Colour, Annotated[str, Meta(max_length=10)]], PER_COLOUR, Meta(
        description="letters of the pieces in hand, as in a view")] = {}
    rights: Annotated[dict[Colour, bool], PER_COLOUR, Meta(
        description="whether a swap is left, as in a view")] = {}


class SetUpAnswer(Struct, frozen=True, omit_defaults=True):
    """The text of a position, and why it could not occur in a game."""

    position: str
    problems: Annotated[list[str], Meta(description="sentences in English")]
    templates: Annotated[list[Template | None], Meta(
        description="for each problem its template, for other languages; null if it has none")
    ] = []


class TablesRequest(PositionRef, frozen=True, forbid_unknown_fields=True):
    """The position to look up in tables of endings."""


ExactResult = Literal["won", "drawn", "lost"]
PLIES_TO_THE_END = Meta(description="moves of both players until the end; null for a draw")


class ExactMove(Struct, frozen=True):
    """A legal move, and its result for the player to move."""

    text: Annotated[str, PLAIN_TEXT]
    notation: Annotated[str, Meta(description="the text for people")]
    result: ExactResult
    plies: Annotated[int | None, PLIES_TO_THE_END]


class TablesAnswer(Struct, frozen=True):
    """The entry of tables of endings for a position in a game."""

    state: Annotated[Literal["known", "uncertain", "missing", "unsound", "none"], Meta(
        description="`uncertain` if what was played before may make a draw of it; `missing` if the "
                    "table has not been built; `unsound` if it cannot be used; `none` if no table "
                    "can have the position, or the game is over")]
    ending: Annotated[str | None, Meta(description="the ending, by its material")] = None
    command: Annotated[str | None, Meta(
        description="what builds a table that is missing or unsound")] = None
    result: Annotated[ExactResult | None, Meta(
        description="for the player to move; null unless known")] = None
    plies: Annotated[int | None, PLIES_TO_THE_END] = None
    moves: Annotated[list[ExactMove], Meta(
        description="the best first; without those that are uncertain")] = []


class BookRequest(PositionRef, frozen=True, forbid_unknown_fields=True):
    """The position to look up in the opening book."""


class BookedMove(Struct, frozen=True):
    """A move that the opening book has."""

    text: Annotated[str, PLAIN_TEXT]
    notation: Annotated[str, Meta(description="the text for people")]
    score: Annotated[int | None, Meta(
        description="hundredths of a die, positive if White is better; null if one side wins by "
                    "force")]
    mate: Annotated[int | None, Meta(
        description="moves to a forced win, positive if White wins; null if there is none")]
    positions: Annotated[int, Meta(
        description="how many positions of the book can follow, the next one included")]


class BookAnswer(Struct, frozen=True):
    """The entry of the opening book for a position in a game."""

    moves: Annotated[list[BookedMove], Meta(
        description="the best for the player to move first; empty if there is no entry")]
    nodes: Annotated[int | None, Meta(
        description="how many positions were searched for each value; null if there is no entry")
    ] = None


class PictureQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What a picture shows, and how it looks."""

    game: GameName
    position: Start = None
    moves: Annotated[str, Meta(max_length=8000, description="with blanks between them")] = ""
    options: Annotated[str, Meta(
        max_length=200, description="NAME=VALUE, with blanks between them")] = ""
    flat: bool = False
    black: Annotated[bool, Meta(description="seen from Black's side")] = False
    theme: Annotated[str, Meta(max_length=20)] = "wood"
    size: Annotated[int, Meta(
        ge=40, le=LARGEST, description="in pixels; of an animation half as much at most")] = 480
    coordinates: bool = True
    numerals: bool | None = None
    move: Annotated[Annotated[str, Meta(max_length=200)] | None, Meta(
        description="drawn as a plan")] = None
    arrows: Annotated[str, Meta(max_length=400, description="with blanks between them")] = ""
    marks: Annotated[str, Meta(max_length=400, description="with blanks between them")] = ""
