"""Classes: requests to the HTTP API about them, and its answers."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .capabilities import capability
from .http_tournaments import NAME_LETTERS, TournamentId
from .words import AccountName, GameName

PUPILS, MOST_PUZZLES = 100, 1000        # names in one request; puzzles in a task

ClassId = Annotated[str, Meta(min_length=1, max_length=16, description="the id of the class")]
ClassName = Annotated[str, Meta(min_length=1, max_length=NAME_LETTERS,
                                description="the name of the class")]
Task = Literal["lesson", "puzzles"]
Order = Literal["add", "rename", "card", "remove", "give", "take", "teacher", "leave", "end"]
At = Annotated[int, Meta(description="when it was given, in milliseconds since 1970; by this it is "
                                     "known")]


class NewClass(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a class."""

    name: ClassName


class ClassOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """An order of a teacher to a class."""

    what: Annotated[Order, Meta(description=(
        "`add` makes an account with a card for each of the `names`; `rename` calls a `pupil` "
        "by the `name`; `card` replaces a card, or all of them; `remove` removes a pupil, and "
        "deletes the account if its key is a card; `give` gives a `task` to all, `take` takes "
        "back what was given `at` a moment; `teacher` adds the account of a `name`; "
        "`leave` makes the caller no teacher any more; `end` removes all "
        "pupils, and the class"))]
    names: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=PUPILS)] = []
    pupil: Annotated[AccountName, Meta(description=(
        "the name of the pupil; empty of `card` for all whose key is a card"))] = ""
    name: Annotated[str, Meta(max_length=200)] = ""
    task: Task = "lesson"
    game: GameName = ""
    many: Annotated[int, Meta(ge=1, le=MOST_PUZZLES, description="of `puzzles`: how many")] = 10
    at: At = 0


class ClassTournament(Struct, frozen=True):
    """A new tournament of a class, which its teacher organises."""

    id: TournamentId


class Given(Struct, frozen=True):
    """What a teacher has given to all pupils."""

    at: At
    what: Task | Literal["tournament"]
    game: GameName
    many: Annotated[int, Meta(description="of `puzzles`: how many")] = 0
    tournament: Annotated[str, Meta(description="the id of the tournament")] = ""
    name: Annotated[str, Meta(description="that of the tournament")] = ""


class Pupil(Struct, frozen=True):
    """A pupil, as teachers see it."""

    name: AccountName
    card: Annotated[bool, Meta(description=(
        "whether its key is a card; if not, it has a password of its own"))]
    games: Annotated[int, Meta(description="how many games of this server have ended in a week")]
    won: Annotated[int, Meta(description="how many of these it has won")]
    learned: Annotated[list[GameName], Meta(description="games whose lessons are finished")]
    steps: Annotated[dict[str, int], Meta(
        description="by game, the step on the path of opponents, from 0")]
    solved: Annotated[dict[str, int], Meta(description="by game, how many puzzles are solved")]
    done: Annotated[list[int], Meta(description=(
        "for each of the tasks, how much of it is done: puzzles, or 1 for a lesson"))]


class PupilCard(Struct, frozen=True):
    """A card of a pupil."""

    name: AccountName
    code: Annotated[str, capability("page", "what the pupil signs in with; shown only now")]


class Class(Struct, frozen=True):
    """A class, as its teachers see it."""

    id: ClassId
    name: ClassName
    teachers: Annotated[list[AccountName], Meta(description="the caller first")]
    given: Annotated[list[Given], Meta(description="the newest first")]
    pupils: Annotated[list[Pupil], Meta(description="by name")]
    cards: Annotated[list[PupilCard], Meta(description="new cards, by this order")] = []


class ListedClass(Struct, frozen=True):
    """A class of a teacher."""

    id: ClassId
    name: ClassName
    pupils: Annotated[int, Meta(description="how many there are")]


class OwnPlaceInClass(Struct, frozen=True):
    """The class of a pupil."""

    name: ClassName
    teachers: list[AccountName]
    given: Annotated[list[Given], Meta(description="the newest first")]


class Classes(Struct, frozen=True):
    """The classes of the caller."""

    teaches: list[ListedClass]
    pupil: Annotated[OwnPlaceInClass | None, Meta(
        description="the class in which the caller is a pupil")] = None
