"""Requests to the HTTP API about studies, and its answers."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .capabilities import capability
from .http_boards import FILE_LETTERS, WriteRequest
from .words import ChosenOptions, Colour, GameName, StudyVersion, Template, Token

MOVES_JUDGED = 2000
PLIES_COUNTED = 200
CHAPTERS = 200
Name = Annotated[str, Meta(max_length=300)]
Judgement = Literal["inaccuracy", "mistake", "blunder", "missed-win", "allowed-loss"]


class PositionValue(Struct, frozen=True, forbid_unknown_fields=True):
    """What a position is worth, as in a line of an analysis."""

    score: Annotated[int | None, Meta(
        description="hundredths of a die, from White's point of view; null where there is `mate`")]
    mate: Annotated[int | None, Meta(
        description="moves to a forced win, positive for White; null where none is seen")]


class MoveValues(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is not the engine's own, with what the engine found."""

    turn: Annotated[Colour, Meta(description="the player of the move")]
    before: Annotated[PositionValue, Meta(description="with best play")]
    after: Annotated[PositionValue, Meta(description="after the move")]


class JudgeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves to be judged."""

    moves: Annotated[list[MoveValues], Meta(max_length=MOVES_JUDGED)]


class MoveJudgement(Struct, frozen=True):
    """What is wrong with a move."""

    judgement: Annotated[Judgement | None, Meta(
        description="null if nothing is; `missed-win` and `allowed-loss` whatever the scores")]
    glyph: Annotated[int | None, Meta(description="the number of its sign, as in records")]
    lost: Annotated[float, Meta(description="the chances to win that it gave away, 0 to 1")]


class JudgeAnswer(Struct, frozen=True):
    """The judgements, in the order of the moves."""

    moves: list[MoveJudgement]


class NewStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """A study to store."""

    text: Annotated[str, Meta(min_length=1, max_length=FILE_LETTERS,
                              description="records, one after the other, or a file as for `/read`")]


class KeptStudy(Struct, frozen=True):
    """The address of a stored study."""

    study: Annotated[str, Meta(description="its id, which follows from its text")]
    link: Annotated[str, Meta(description="a page, to which a host is put in front")]
    until: Annotated[int | None, Meta(
        description="until when it is kept, in seconds since 1970; null: for ever")] = None


class StudyText(Struct, frozen=True):
    """The text of a stored study, which never changes."""

    text: str


ChapterKey = Annotated[str, Meta(min_length=1, max_length=40, description="a name of the chapter "
                                 "that stays when chapters move; chosen by its author")]
Known = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class StudyChapter(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter of a shared study: a tree, in which the server fills in `notation`."""

    key: ChapterKey
    title: Name = ""
    version: Annotated[Known, Meta(
        description="in which it was last changed; passed over when it is written")] = 0


class StudyContent(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a shared study."""

    name: Name
    chapters: Annotated[list[StudyChapter], Meta(min_length=1, max_length=CHAPTERS)]
    arranged: Annotated[Known, Meta(
        description="in which version its name or the order of its chapters was last changed; "
                    "passed over when it is written")] = 0


class NewSharedStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """A study for several authors."""

    content: StudyContent


class WriteStudy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of a shared study."""

    key: Annotated[Token, Meta(description="the key for writing")]
    version: Annotated[StudyVersion, Meta(description="the one that was changed")]
    chapters: Annotated[list[StudyChapter], Meta(
        max_length=CHAPTERS, description="those that are new, or have changed")] = []
    name: Annotated[Name | None, Meta(description="null if it has not changed")] = None
    order: Annotated[
        Annotated[list[ChapterKey], Meta(min_length=1, max_length=CHAPTERS)] | None,
        Meta(description="the keys of all chapters that are left; null if chapters were neither "
                         "added, nor moved, nor deleted")] = None


class BegunStudy(Struct, frozen=True):
    """A study that is shared from now on."""

    study: Annotated[str, Meta(description="its id, which is all that reading needs")]
    key: Annotated[str, capability("anybody", "needed to write, along with the id")]
    version: StudyVersion


class StudyQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which version of a shared study, and how much of it."""

    version: Annotated[StudyVersion | None, Meta(
        description="one that `earlier` names; the last, if left out")] = None
    since: Annotated[Known, Meta(
        description="only chapters that have changed after this version")] = 0


class SharedStudy(Struct, frozen=True):
    """A version of a shared study."""

    version: StudyVersion
    name: str
    order: Annotated[list[str], Meta(description="the keys of all chapters")]
    chapters: Annotated[list[StudyChapter], Meta(
        description="those that were asked for, in the same order")]


class WrittenStudy(Struct, frozen=True):
    """The change is on disk."""

    version: Annotated[StudyVersion, Meta(
        description="the version with the change; those before it may be by other authors")]


class EarlierVersion(Struct, frozen=True):
    """A stored earlier version of a shared study."""

    version: StudyVersion
    written: Annotated[int, Meta(description="in seconds since 1970")]


class EarlierVersions(Struct, frozen=True):
    """The stored earlier versions of a shared study."""

    versions: Annotated[list[EarlierVersion], Meta(description="the newest first")]


class StudyNews(Struct, frozen=True):
    """An event of the stream of a shared study."""

    version: Annotated[StudyVersion, Meta(description="the number of the last one")]
    people: Annotated[list[str], Meta(
        description="the people that have it open at this server, the caller included")]


class OpeningsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A text with games, and which of them count."""

    text: Annotated[str, Meta(max_length=FILE_LETTERS, description="records, one after the other; "
                                                                   "or a file as for `/read`")]
    game: GameName
    options: ChosenOptions = {}
    plies: Annotated[int, Meta(
        ge=1, le=PLIES_COUNTED, description="how many moves of each game")] = 24


class OpeningsAnswer(Struct, frozen=True):
    """How games continued from each position, by any order of moves."""

    games: Annotated[int, Meta(description="how many were counted")]
    others: Annotated[int, Meta(description="how many are of other games, or have other rules")]
    wrong: Annotated[int, Meta(description="how many could not be read")]
    reason: Annotated[str | None, Meta(description="why the first of these could not be read")]
    template: Annotated[Template | None, Meta(description="the same for other languages")]
    positions: Annotated[dict[str, dict[str, tuple[int, int, int, int]]], Meta(
        description="by the text of a position, and by the plain text of a move made in it: how "
                    "many of these games White won, were drawn, Black won, and have an unknown "
                    "result")]
