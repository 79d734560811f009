"""Tournaments: requests to the HTTP API about them, and its answers."""
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .http_games import NewClock
from .words import (
    PLAIN,
    ChosenOptions,
    Colour,
    GameId,
    GameName,
    Number,
    Options,
    PlayerName,
)

Kind = Literal["round-robin", "swiss", "arena", "club"]
Phase = Literal["open", "running", "paused", "ended"]
TieBreak = Literal["buchholz", "sonneborn-berger", "direct", "wins"]
Order = Literal["enter", "leave", "check-in", "start", "pause", "resume", "end", "pair", "remove",
                "rename", "computer", "rule"]
LISTED = 100                # tournaments in one answer
NAME_LETTERS = 80           # of a tournament
TEAM_LETTERS, TEAMS = 40, 64        # of the name of a team; teams in a tournament

TournamentId = Annotated[str, Meta(min_length=1, max_length=16,
                                   description="the id of the tournament")]
Key = Annotated[str, Meta(max_length=120, description=(
    "what gives the rights of the organiser, beside being the one who made it; keep it secret"))]
KindOf = Annotated[Kind, Meta(description=(
    "`round-robin`: everybody meets everybody; `swiss`: opponents of about the same points; "
    "`arena`: for some time, whoever is free is paired; `club`: only the organiser pairs"))]
Ordinal = Annotated[int, Meta(description="the number of a player in the tournament, from 1")]
Start = Annotated[int | None, Meta(description=(
    "when it begins by itself, in seconds since 1970, with all who have checked in; null: when the "
    "organiser says"))]
TeamName = Annotated[str, Meta(max_length=TEAM_LETTERS, description="the name of a team")]
Best = Annotated[int, Meta(ge=0, le=32, description=(
    "in a tournament of teams, how many players of each team count, those with most points; 0: "
    "there are no teams"))]
HalfPoints = Annotated[float, Meta(description="1 for a win, ½ for a draw")]


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for a tournament."""

    id: Annotated[str, Meta(min_length=16, max_length=64, pattern=PLAIN, description=(
        "a long random text; sent again, it gives the same tournament"))]
    name: Annotated[str, Meta(max_length=NAME_LETTERS, description="how it is called")]
    kind: KindOf
    rules: GameName
    options: ChosenOptions = {}
    clock: Annotated[NewClock | None, Meta(
        description="of all games; none only in a `club`")] = None
    rated: Annotated[bool, Meta(description=(
        "whether the games count for ratings; then only accounts may enter"))] = False
    rounds: Annotated[int, Meta(ge=1, le=30, description=(
        "of a `swiss` how many there are, at most 30; of a `round-robin` how often everybody meets "
        "everybody, once or twice"))] = 1
    minutes: Annotated[int, Meta(ge=1, le=1440, description="how long an `arena` lasts")] = 60
    appear: Annotated[Annotated[int, Meta(ge=10, le=14 * 86_400)] | None, Meta(description=(
        "in how many seconds each player has to make his first move, or loses; if left out, 180, "
        "and by days as long as a turn"))] = None
    pause: Annotated[Annotated[int, Meta(ge=0, le=86_400)] | None, Meta(description=(
        "seconds between two rounds; null if the organiser begins each by `pair`"))] = 30
    listed: Annotated[bool, Meta(description="whether the lobby lists it")] = True
    start: Start = None
    best: Best = 0
    teams: Annotated[list[TeamName], Meta(max_length=TEAMS, description=(
        "for which teams people can play; if empty, whoever enters can name another one"))] = []


class TournamentOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to happen in a tournament."""

    what: Annotated[Order, Meta(description=(
        "`enter`, `leave` and `check-in` are for everybody, all else for the organiser; `check-in` "
        "is for the quarter of an hour before the `start`, and whoever enters in it has checked "
        "in; `pair` begins the next round, or in a club pairs all who are free; `remove` sets "
        "somebody aside; `computer` adds a level; `rule` ends a game"))]
    key: Key = ""
    name: PlayerName = None
    player: Annotated[Ordinal, Meta(description="whom it is about")] = 0
    against: Annotated[Ordinal, Meta(description="of `pair` in a club: whom `player` meets")] = 0
    level: Annotated[int, Meta(ge=1, le=10, description="of `computer`")] = 3
    game: Annotated[str, Meta(max_length=16, description="of `rule`: which game")] = ""
    outcome: Annotated[Literal["white", "black", "drawn"], Meta(
        description="of `rule`: who has won")] = "drawn"
    team: Annotated[TeamName, Meta(description=(
        "of `enter` in a tournament of teams: for which one; whoever enters again can leave it "
        "out"))] = ""


class TournamentPlayer(Struct, frozen=True):
    """Somebody who takes part."""

    number: Ordinal
    name: str
    account: Annotated[bool, Meta(description="whether `name` is that of an account")]
    level: Annotated[int | None, Meta(description="of a computer, 1 to 10")]
    rating: Annotated[int, Meta(description="when he entered; 0 for none")]
    away: Annotated[bool, Meta(description="whether he is not paired, until he enters again")]
    checked_in: Annotated[bool, Meta(description="whether he is there before it begins")] = False
    bot: Annotated[bool, Meta(description="whether the account is a bot")] = False
    team: Annotated[str, Meta(description="for which he plays; empty for none")] = ""


class TournamentTeam(Struct, frozen=True):
    """How a team stands."""

    name: TeamName
    rank: Annotated[int, Meta(description="from 1, the same for equal points and wins")]
    points: Annotated[float, Meta(description="the sum of those of its players who count")]
    wins: Annotated[int, Meta(description="the sum of theirs")]
    count: Annotated[list[Ordinal], Meta(description="its players who count, the best first")]
    players: Annotated[int, Meta(description="how many play for it")]


class TournamentStanding(Struct, frozen=True):
    """How a player stands."""

    player: Ordinal
    rank: Annotated[int, Meta(description="from 1, the same where no tie-break parts players")]
    points: HalfPoints
    buchholz: Annotated[float, Meta(description="the points of his opponents")]
    sonneborn: Annotated[float, Meta(description=(
        "Sonneborn-Berger: the points of the opponents whom he has beaten, and half of those with "
        "whom he drew"))]
    direct: Annotated[float, Meta(description=(
        "points in the games between those who are equal until then"))]
    wins: int
    games: Annotated[int, Meta(description="how many he has played")]


class TournamentGame(Struct, frozen=True):
    """A game of a round."""

    game: Annotated[str, Meta(description="its id; empty if it was won without play")]
    white: Ordinal
    black: Ordinal
    outcome: Annotated[Literal["white", "black", "drawn", "none"] | None, Meta(
        description="who has won; `none`: nobody, it was not played; null while it goes on")]
    played: Annotated[bool, Meta(description="whether both have moved")]


class TournamentRound(Struct, frozen=True):
    """What was paired together."""

    games: list[TournamentGame]
    byes: Annotated[list[Ordinal], Meta(description="who was free, with a point")]


class Tournament(Struct, frozen=True, kw_only=True):
    """All that everybody may know of a tournament."""

    id: TournamentId
    seq: Annotated[int, Meta(description="grows with whatever happens in it")]
    name: str
    kind: KindOf
    rules: GameName
    options: Annotated[Options, Meta(description="rule options other than the usual ones")]
    clock: NewClock | None
    rated: bool
    rounds: Annotated[int, Meta(description="how many there are to be; 0 if nobody knows")]
    minutes: Annotated[int, Meta(description="how long an `arena` lasts")]
    appear: Annotated[int | None, Meta(
        description="seconds for the first move of each player")]
    pause: Annotated[int | None, Meta(
        description="seconds between two rounds; null if the organiser begins each")]
    organiser: Annotated[str, Meta(description="the name of whoever made it")]
    phase: Phase
    created: Annotated[int, Meta(description="when it was made, in seconds since 1970")]
    start: Start
    ends: Annotated[int | None, Meta(
        description="of a running arena: when nobody is paired any more, in seconds since 1970")]
    next: Annotated[int | None, Meta(
        description="when the next round begins by itself, in seconds since 1970")]
    breaks: Annotated[list[TieBreak], Meta(description="which tie-breaks count, in this order")]
    players: list[TournamentPlayer]
    standings: Annotated[list[TournamentStanding], Meta(description="the best first")]
    paired: Annotated[list[TournamentRound], Meta(description=(
        "the rounds so far; without the first ones, if they were not asked for"))]
    left_out: Annotated[int, Meta(description="how many rounds are left out")] = 0
    best: Best
    teams: Annotated[list[TournamentTeam], Meta(description="the best first")]
    new_teams: Annotated[bool, Meta(
        description="whether whoever enters can name another team")]


class TournamentPlace(Struct, frozen=True):
    """What somebody has in a tournament."""

    player: Annotated[Ordinal | None, Meta(description="his number; null if he has not entered")]
    organises: Annotated[bool, Meta(description="whether he has the rights of the organiser")]
    game: Annotated[GameId | None, Meta(description="his game that goes on")] = None
    colour: Annotated[Colour | None, Meta(description="what he plays in it")] = None
    link: Annotated[str | None, Meta(description=(
        "its page with his seat, to which a host is put in front"))] = None
    seat: Annotated[str | None, Meta(description="the token of his seat; keep it secret")] = None


class TournamentTold(Struct, frozen=True):
    """A tournament, and what whoever asks has in it."""

    tournament: Tournament
    you: TournamentPlace


class TournamentMade(Struct, frozen=True):
    """A new tournament."""

    id: TournamentId
    key: Key
    link: Annotated[str, Meta(description="its page, to which a host is put in front")]


class TournamentQuery(Struct, frozen=True):
    """Who asks."""

    key: Key = ""
    left_out: Annotated[int, Meta(ge=0, description=(
        "how many of the first rounds are known already, all of whose games had ended, and are "
        "left out of the answer"))] = 0


class ListedTournament(Struct, frozen=True):
    """A tournament in a list."""

    id: TournamentId
    name: str
    kind: KindOf
    rules: GameName
    clock: NewClock | None
    rated: bool
    phase: Phase
    players: Annotated[int, Meta(description="how many have entered")]
    changed: Annotated[Number, Meta(
        description="when something last happened in it, in seconds since 1970")]
    start: Start = None


class Tournaments(Struct, frozen=True):
    """Tournaments that the lobby lists: those that wait or run, then those that have ended."""

    tournaments: Annotated[list[ListedTournament], Meta(max_length=LISTED)]
