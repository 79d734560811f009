"""Tournaments: requests to the HTTP API about them, and its answers."""
from typing import Annotated, Literal

from msgspec import Meta, Struct, UnsetType

from .capabilities import capability
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
Order = Literal["enter", "leave", "check-in", "start", "pause", "resume", "end", "pair", "propose",
                "swap", "add", "computer", "rename", "remove", "back", "absent", "bye", "present",
                "late", "rule", "forfeit", "undo", "organiser", "dismiss"]
LISTED = 100                # tournaments in one answer
NAME_LETTERS = 80           # of a tournament
TEAM_LETTERS, TEAMS = 40, 64        # of the name of a team; teams in a tournament

TournamentId = Annotated[str, Meta(min_length=1, max_length=16,
                                   description="the id of the tournament")]
Key = Annotated[str, Meta(max_length=120, description=(
    "gives the rights of the organiser to any holder; the creator has them without it; keep it "
    "secret"))]
KindOf = Annotated[Kind, Meta(description=(
    "`round-robin`: each player meets each other one; `swiss`: opponents of about the same points; "
    "`arena`: for some time, free players are paired; `club`: only the organiser pairs"))]
Ordinal = Annotated[int, Meta(description="the number of a player in the tournament, from 1")]
Start = Annotated[int | None, Meta(description=(
    "the scheduled start, in seconds since 1970, with all players that have checked in; null: the "
    "organiser starts it"))]
TeamName = Annotated[str, Meta(max_length=TEAM_LETTERS, description="the name of a team")]
Best = Annotated[int, Meta(ge=0, le=32, description=(
    "in a tournament of teams, how many players of each team count, those with most points; 0: "
    "there are no teams"))]
HalfPoints = Annotated[float, Meta(description="1 for a win, ½ for a draw")]
Outcome = Literal["white", "black", "drawn", "none"]
ByHand = Annotated[bool, Meta(description=(
    "whether an organiser enters its result; it is not played on the server, or not to its end"))]


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a tournament."""

    id: Annotated[str, Meta(min_length=16, max_length=64, pattern=PLAIN, description=(
        "a long random text; sent again, it gives the same tournament"))]
    name: Annotated[str, Meta(max_length=NAME_LETTERS, description="its name")]
    kind: KindOf
    rules: GameName
    options: ChosenOptions = {}
    clock: Annotated[NewClock | None, Meta(
        description="of all games; none only in a `club`")] = None
    rated: Annotated[bool, Meta(description=(
        "whether the games count for ratings; then only accounts may enter"))] = False
    rounds: Annotated[int, Meta(ge=1, le=30, description=(
        "of a `swiss` the number of rounds, at most 30; of a `round-robin` how often each two "
        "players meet, once or twice"))] = 1
    minutes: Annotated[int, Meta(ge=1, le=1440, description="how long an `arena` lasts")] = 60
    appear: Annotated[Annotated[int, Meta(ge=10, le=14 * 86_400)] | None, Meta(description=(
        "within how many seconds each player must make the first move, or loses; if left out, 180, "
        "and with days as long as a turn"))] = None
    pause: Annotated[Annotated[int, Meta(ge=0, le=86_400)] | None, Meta(description=(
        "seconds between two rounds; null if the organiser begins each by `pair`"))] = 30
    listed: Annotated[bool, Meta(description="whether the lobby lists it")] = True
    start: Start = None
    best: Best = 0
    teams: Annotated[list[TeamName], Meta(max_length=TEAMS, description=(
        "the teams to choose from; if empty, players can name new ones when they enter"))] = []


class TournamentOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """An order to a tournament."""

    what: Annotated[Order, Meta(description=(
        "`enter`, `leave` and `check-in` are for players, all else for organisers; `check-in` is "
        "for the quarter of an hour before the `start`, and a player that enters then has checked "
        "in; `pair` begins the next round, as it was proposed if it was, or in a club pairs all "
        "free players; `propose` pairs the next round without beginning it; `swap` exchanges "
        "`player` and `against` in what is proposed, or the colours of two that meet; `add` enters "
        "a player by `name` alone, whose games are played elsewhere; `computer` adds a level; "
        "`remove` withdraws a player for the rest of the tournament, `back` takes back one that "
        "was added; `absent` leaves a player out of the next round, `bye` gives `points` for it, "
        "and `present` takes either back; `late` gives `points` for each round before a player "
        "entered; `rule` enters the result of a game; `forfeit` decides one without play; `undo` "
        "takes the last order back; `organiser` names another account as organiser, `dismiss` "
        "takes that back"))]
    key: Annotated[str, Meta(max_length=120, description=(
        "of the organiser, or in `enter` an invitation"))] = ""
    name: PlayerName = None
    player: Annotated[Ordinal, Meta(description="the player concerned")] = 0
    against: Annotated[Ordinal, Meta(
        description="of `pair` in a club, and of `swap`: the other player")] = 0
    level: Annotated[int, Meta(ge=1, le=10, description="of `computer`")] = 3
    game: Annotated[str, Meta(max_length=16, description=(
        "of `rule` and `forfeit`: which game; if it has no id, `round` and `player` say it"))] = ""
    round: Annotated[int, Meta(ge=0, description="the number of a round, from 1")] = 0
    outcome: Annotated[Outcome, Meta(description=(
        "of `rule` the result, of `forfeit` the winner, or `none` if neither came"))] = "drawn"
    points: Annotated[float, Meta(ge=0, le=1, description=(
        "of `bye`: 0, 0.5 or 1; of `late`, and of `add` in a Swiss that has begun: 0 or 0.5 for "
        "each round before"))] = 0
    rating: Annotated[int, Meta(ge=0, le=4000, description=(
        "of `add`: by which the player is seeded; 0 for none"))] = 0
    team: Annotated[TeamName, Meta(description=(
        "of `enter` in a tournament of teams: the player's team; a player that enters again can "
        "leave it out"))] = ""


class TournamentPlayer(Struct, frozen=True):
    """A participant of a tournament."""

    number: Ordinal
    name: str
    account: Annotated[bool, Meta(description="whether `name` is that of an account")]
    level: Annotated[int | None, Meta(description="of a computer, 1 to 10")]
    rating: Annotated[int, Meta(description="that at the time of entry; 0 for none")]
    away: Annotated[bool, Meta(
        description="whether the player has withdrawn, and is not paired before entering again")]
    checked_in: Annotated[bool, Meta(
        description="whether the player has checked in before the start")] = False
    bot: Annotated[bool, Meta(description="whether the account is a bot")] = False
    team: Annotated[str, Meta(description="the player's team; empty for none")] = ""
    by_name: Annotated[bool, Meta(description=(
        "whether an organiser has added the player by name alone"))] = False
    absent: Annotated[bool, Meta(description=(
        "whether the player is away in the next round, and stays in the tournament"))] = False
    bye: Annotated[float | None, Meta(description=(
        "the points of a bye that the player has in the next round"))] = None
    missed: Annotated[int, Meta(description=(
        "how many rounds had begun when the player entered"))] = 0


class TournamentTeam(Struct, frozen=True):
    """The standing of a team."""

    name: TeamName
    rank: Annotated[int, Meta(description="from 1, the same for equal points and wins")]
    points: Annotated[float, Meta(description="the sum of its counting players' points")]
    wins: Annotated[int, Meta(description="the sum of its counting players' wins")]
    count: Annotated[list[Ordinal], Meta(description="its counting players, the best first")]
    players: Annotated[int, Meta(description="how many play for it")]


class TournamentStanding(Struct, frozen=True):
    """The standing of a player."""

    player: Ordinal
    rank: Annotated[int, Meta(description="from 1, the same where no tie-break parts players")]
    points: HalfPoints
    buchholz: Annotated[float, Meta(description="the points of the player's opponents")]
    sonneborn: Annotated[float, Meta(description=(
        "Sonneborn-Berger: the points of the beaten opponents, and half of the points of those "
        "that drew"))]
    direct: Annotated[float, Meta(description=(
        "points in the games between the players that are still tied"))]
    wins: int
    games: Annotated[int, Meta(description="how many the player has played")]


class TournamentGame(Struct, frozen=True):
    """A game of a round."""

    game: Annotated[str, Meta(description="its id; empty if it is not played on the server")]
    white: Ordinal
    black: Ordinal
    outcome: Annotated[Outcome | None, Meta(
        description="the winner, or `drawn`; `none` if it was not played; null while it goes on")]
    played: Annotated[bool, Meta(description=(
        "whether it was played: both have moved, or an organiser has entered the result"))]
    by_hand: ByHand = False


class TournamentBye(Struct, frozen=True):
    """A bye that an organiser has given."""

    player: Ordinal
    points: Annotated[float, Meta(description="0, ½ or 1")]


class TournamentRound(Struct, frozen=True):
    """The pairings of a round."""

    games: list[TournamentGame]
    byes: Annotated[list[Ordinal], Meta(description=(
        "the players for whom no opponent was left, which is worth a point"))]
    out: Annotated[list[Ordinal], Meta(description=(
        "players of a `club` who were there and sat out, without a point"))] = []
    granted: Annotated[list[TournamentBye], Meta(description="byes that organisers gave")] = []
    absent: Annotated[list[Ordinal], Meta(description=(
        "players that were away in this round, and stayed in the tournament"))] = []


class Tournament(Struct, frozen=True, kw_only=True):
    """The public state of a tournament."""

    id: TournamentId
    seq: Annotated[int, Meta(description="grows with each event of the tournament")]
    name: str
    kind: KindOf
    rules: GameName
    options: Annotated[Options, Meta(description="rule options other than the usual ones")]
    clock: NewClock | None
    rated: bool
    rounds: Annotated[int, Meta(description="how many are planned; 0 if unknown")]
    minutes: Annotated[int, Meta(description="how long an `arena` lasts")]
    appear: Annotated[int | None, Meta(
        description="seconds for the first move of each player")]
    pause: Annotated[int | None, Meta(
        description="seconds between two rounds; null if the organiser begins each")]
    organiser: Annotated[str, Meta(description=(
        "the name of its creator, or of the organiser that has taken over"))]
    organisers: Annotated[list[str], Meta(description="the names of the other organisers")] = []
    phase: Phase
    created: Annotated[int, Meta(description="when it was made, in seconds since 1970")]
    start: Start
    ends: Annotated[int | None, Meta(
        description="of a running arena: when pairing stops, in seconds since 1970")]
    next: Annotated[int | None, Meta(
        description="the scheduled start of the next round, in seconds since 1970")]
    breaks: Annotated[list[TieBreak], Meta(description="which tie-breaks count, in this order")]
    players: list[TournamentPlayer]
    standings: Annotated[list[TournamentStanding], Meta(description="the best first")]
    paired: Annotated[list[TournamentRound], Meta(description=(
        "the rounds so far; without the first ones, if they were not asked for"))]
    left_out: Annotated[int, Meta(description="how many rounds are left out")] = 0
    proposal: Annotated[TournamentRound | None, Meta(description=(
        "the pairings of the next round, while organisers look at them; null for others"))] = None
    undo: Annotated[Order | None, Meta(description=(
        "the last order of an organiser that can still be undone"))] = None
    best: Best
    teams: Annotated[list[TournamentTeam], Meta(description="the best first")]
    new_teams: Annotated[bool, Meta(
        description="whether players can name new teams when they enter")]


class TournamentPlace(Struct, frozen=True):
    """The caller's part in a tournament."""

    player: Annotated[Ordinal | None, Meta(
        description="the caller's number; null without an entry")]
    organises: Annotated[bool, Meta(
        description="whether the caller has the rights of the organiser")]
    owns: Annotated[bool, Meta(description=(
        "whether the caller may name other organisers, as its creator or with the key"))] = False
    game: Annotated[GameId | None, Meta(description="the caller's running game")] = None
    colour: Annotated[Colour | None, Meta(description="the caller's colour in it")] = None
    link: Annotated[str | UnsetType | None, capability(
        "play", "its page with the caller's seat, to which a host is put in front")] = None
    seat: Annotated[str | UnsetType | None, capability(
        "play", "the token of the caller's seat; keep it secret")] = None
    invitation: Annotated[str | UnsetType | None, capability(
        "play", "for an organiser: the `key` of players who are invited, whose places no crowd "
        "takes; pages have it in the link for players, after the `#`")] = None


class TournamentTold(Struct, frozen=True):
    """A tournament, and the caller's part in it."""

    tournament: Tournament
    you: TournamentPlace


class TournamentMade(Struct, frozen=True):
    """A new tournament."""

    id: TournamentId
    key: Annotated[Key, capability("play", "gives the rights of the organiser")]
    link: Annotated[str, Meta(description="its page, to which a host is put in front")]


class TournamentQuery(Struct, frozen=True):
    """The caller's key, and what the caller knows."""

    key: Key = ""
    left_out: Annotated[int, Meta(ge=0, description=(
        "how many first rounds the client has, with all games ended; the answer leaves them out, "
        "unless one of them has changed since `seq`"))] = 0
    seq: Annotated[int, Meta(ge=0, description="the `seq` of what the client has")] = 0


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
