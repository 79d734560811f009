"""What happens on a day, as clients know it: all that the server has acknowledged to them."""
from __future__ import annotations

import random
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .person import Person


@dataclass(frozen=True)
class Length:
    """How long a day is, and how much happens on it.

    Attributes:
        seconds: after which pupils begin nothing new.
        clubs: that meet.
        pupils: of each.
        kills: how often the server is killed.
        plies: of a game at most, before a player resigns.
        accounts: how many pupils of each club get an account.
    """

    seconds: float = 150.0
    clubs: int = 10
    pupils: int = 12
    kills: int = 5
    plies: int = 12
    accounts: int = 5


@dataclass
class Day:
    """All that clients know.

    Attributes:
        length: see there.
        base: the address of the server.
        others: those of other servers on the same database.
        chance: decides what people do.
        until: when pupils begin nothing new any more, by the clock `time.monotonic`.
        people: all of them.
        seats: the players, by game and colour.
        moves: by game and ply what was acknowledged.
        seeks: by the key of a seek the seeker, and the games that it has led to.
        accepted: games that came of challenges.
        tournaments: by id of what kind they are.
        written: by study and chapter the comments that were acknowledged.
        blocked: two accounts, from when and until when one of them blocked the other.
        taken: by what was asked, the seconds until the answer.
        counts: how often what was done.
        wrong: what was not as it must be.
    """

    length: Length
    base: str
    chance: random.Random
    until: float = 0.0
    others: list[str] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    seats: dict[str, dict[str, Person]] = field(default_factory=lambda: defaultdict(dict))
    moves: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    seeks: dict[str, tuple[Person, set[str]]] = field(default_factory=dict)
    accepted: set[str] = field(default_factory=set)
    tournaments: dict[str, str] = field(default_factory=dict)
    written: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    blocked: list[tuple[Person, Person, float, float]] = field(default_factory=list)
    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    wrong: list[str] = field(default_factory=list)

    def over(self) -> bool:
        """Whether it is too late to begin anything new."""
        return time.monotonic() >= self.until

    def note(self, what: str, begin: float) -> None:
        """Something that began then has been answered."""
        self.taken[what].append(time.perf_counter() - begin)

    def complain(self, what: str) -> None:
        """Something is not as it must be."""
        self.wrong.append(what)

    def sits(self, person: Person, game: str, colour: str) -> None:
        """Note that a person plays a game."""
        other = self.seats[game].setdefault(colour, person)
        if other is not person:
            self.complain(f"{game}: {colour} was given to {other.name} and to {person.name}")

    def found(self, person: Person, key: str, told: dict[str, Any]) -> None:
        """A seek has led to a game."""
        self.seeks[key][1].add(told["game"])
        self.sits(person, told["game"], told["colour"])
