"""The conditions of games that players look for: each is a field of one of two structures below.

From its type and its `condition` are made the field of all messages and stored objects that have
conditions, its row in docs/server-api.md, an option of `eckstein join`, the control in forms of the
pages, and what lists say of it.  The words stand here in English, and in `reasons.json` of other
languages.  Which opponents it lets in, `SUITS` in `server/store/lobbies.py` says.

Games, options, clocks and colours are no such fields: they have rules and controls of their own.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from ..base.sentence import Sentence

Points = Annotated[int, Meta(ge=0, le=9999)]


class Condition(NamedTuple):
    """What there is to know of a condition.  In its words, `{value}` is its value, and `{low}` and
    `{high}` are the two of a range.

    Attributes:
        name: that of its field.
        type: that of its values.
        usual: the value if none is given.
        asks: what forms and the help of commands say; empty if they ask in ways of their own.
        told: what lists say if it is not as usual; of a choice, what each value is called.
        refused: why a player whom it does not let in cannot take an open challenge.
    """

    name: str
    type: Any
    usual: Any
    asks: str
    told: str | Mapping[str, str]
    refused: str

    def texts(self) -> list[str]:
        """All its words in English."""
        told = [self.told] if isinstance(self.told, str) else self.told.values()
        return [text for text in (self.asks, *told, self.refused) if text]

    def tell(self, value: Any) -> Sentence | None:
        """What lists say of a value; None if it is as usual."""
        told = self.told if isinstance(self.told, str) else self.told[value]
        return _filled(told, value) if told and value != self.usual else None

    def refuse(self, value: Any) -> Sentence:
        """Why a player whom a value does not let in cannot take an open challenge."""
        return _filled(self.refused, value)


def _filled(template: str, value: Any) -> Sentence:
    facts = (dict(zip(("low", "high"), value, strict=True)) if isinstance(value, tuple)
             else {"value": value})
    return Sentence(template, **facts)


def condition(description: str, asks: str = "", told: str | Mapping[str, str] = "",
              refused: str = "") -> Meta:
    """The annotation of a field that is a condition.

    Args:
        description: what the documentation of the API says.
        asks, told, refused: as in `Condition`.
    """
    return Meta(description=description, extra={"asks": asks, "told": told, "refused": refused})


Rated = Annotated[bool, condition(
    "whether the game counts for the ratings of both players; requires two accounts, a clock and "
    "the usual rules")]


class GameConditions(Struct, frozen=True, kw_only=True):
    """Conditions that two players share, in open challenges and in challenges to one player."""

    rated: Rated = False


class SeekConditions(GameConditions, frozen=True, kw_only=True):
    """Conditions of open challenges: those of the game, and what a player asks of the others."""

    among: Annotated[tuple[Points, Points] | None, condition(
        "the lowest and the highest rating of an opponent; null: a range around the seeker's "
        "rating, which widens", asks="the lowest and the highest rating of your opponent",
        refused="this seek is for accounts that are rated from {low} to {high}")] = None
    challenges: Annotated[bool, condition(
        "whether others may challenge the seeker to a different game",
        asks="while I wait, others may challenge me to another game")] = True


def described(kind: type[GameConditions]) -> dict[str, Condition]:
    """All conditions among the fields of a structure, by their names."""
    hints, plain = get_type_hints(kind, include_extras=True), get_type_hints(kind)
    return {field.name: Condition(field.name, plain[field.name], field.default, **extra)
            for field in fields(kind) for meta in get_args(hints[field.name])[1:]
            if (extra := getattr(meta, "extra", None))}


GAME, SEEK = described(GameConditions), described(SeekConditions)


def values_of(conditions: Mapping[str, Condition], of: GameConditions) -> dict[str, Any]:
    """The values of conditions in an object."""
    return {name: getattr(of, name) for name in conditions}


def told_of(conditions: Mapping[str, Condition], of: GameConditions) -> list[Sentence]:
    """What lists say of the conditions of an object that are not as usual."""
    return [told for name, one in conditions.items()
            if (told := one.tell(getattr(of, name))) is not None]
