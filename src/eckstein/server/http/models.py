"""What is sent to the HTTP API and what it answers, by type."""
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..game.rulings import Code, What, Why
from ..ops.limits import MOVES, PLAIN, TEXT_LETTERS


def tidy_name(name: str) -> str:
    """A name without blanks around it, and without letters that nobody sees or that turn others."""
    return "".join(letter for letter in name if letter.isprintable()).strip()


Name = Annotated[str, Field(max_length=40), AfterValidator(tidy_name)]
Text = Annotated[str, Field(max_length=TEXT_LETTERS)]
MoveText = Annotated[str, Field(max_length=200)]
Options = Annotated[dict[Annotated[str, Field(max_length=40)],
                         bool | int | Annotated[str, Field(max_length=40)]],
                    Field(max_length=20)]
ColourName = Literal["white", "black"]
DAY = 86_400


class Strict(BaseModel):
    """No field passes unknown."""

    model_config = ConfigDict(extra="forbid")


class NewSeat(Strict):
    """Who plays a colour."""

    kind: Literal["human", "computer"] = "human"
    level: Annotated[int, Field(ge=1, le=10)] = 3
    seed: Annotated[int | None, Field(
        ge=0, lt=2**31, description="of a computer: the same seed, level and moves get the same "
                                    "replies; any, if left out")] = None
    name: Annotated[Name | None, Field(description="of a person")] = None
    open: Annotated[bool, Field(description="no token is given out now; the first who joins "
                                            "takes the seat")] = False


class NewClock(Strict):
    """How time is counted, in seconds."""

    kind: Literal["fischer", "delay"]
    initial: Annotated[float, Field(ge=1, le=30 * DAY)]
    increment: Annotated[float, Field(ge=0, le=DAY)] = 0.0


class NewGame(Strict):
    """A game to be."""

    rules: Annotated[str, Field(max_length=64, examples=["contra"])]
    options: Options = {}
    position: Text | None = None
    white: NewSeat = NewSeat()
    black: NewSeat = NewSeat()
    clock: NewClock | None = None
    id: Annotated[str | None, Field(
        min_length=16, max_length=64,
        description="a long random text; sent again, it gives the same game")] = None


class Created(BaseModel):
    """A new game, and tokens for the seats of people that are not open."""

    game: str
    seats: dict[ColourName, str]
    links: Annotated[dict[ColourName, str], Field(description="pages, to which a host is put in "
                                                              "front")]


class JoinGame(Strict):
    """A wish for an open seat."""

    colour: Annotated[ColourName | None, Field(description="any that is free, if left out")] = None
    name: Name | None = None
    id: Annotated[str, Field(min_length=16, max_length=64, pattern=PLAIN,
                             description="a long random text; sent again, it gives the same seat")]


class Joined(BaseModel):
    """A seat that was taken."""

    game: str
    colour: ColourName
    token: str
    link: str


class NewCommand(Strict):
    """Something to be done in a game."""

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=PLAIN,
                             description="new for each command; repeated, it gets its first "
                                         "answer again")]
    what: What
    seat: Annotated[str, Field(max_length=120, description="the token of a seat")] = ""
    seq: Annotated[int, Field(ge=0, le=2**53, description="how many events were known")]
    move: MoveText = ""


class Done(BaseModel):
    """A command was carried out, and is on disk."""

    seq: int


class Complaint(BaseModel):
    """Why something cannot be done."""

    code: Code | Literal["missing", "too-fast", "too-long"]
    why: Annotated[Why | None, Field(description="more finely than the code")] = None
    reason: str


class Looked(Strict):
    """A position: of which game, from where, and by which moves."""

    game: Annotated[str, Field(max_length=64)]
    options: Options = {}
    position: Text | None = None
    moves: Annotated[list[MoveText], Field(max_length=MOVES)] = []


Facts = dict[str, Any]
