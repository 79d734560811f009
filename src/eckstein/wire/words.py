"""Types that many messages share: colours, commands, reasons, ids, with their limits."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, convert

from ..base import sentence as sentences

TEXT_LETTERS = 4000         # a position or a name; whole files have their own limit
PLAIN = r"^[^\x00-\x1f\x7f]+(?!\n)$"  # of ids: databases refuse some control characters
Colour = Literal["white", "black"]
COLOURS: tuple[Colour, Colour] = ("white", "black")

PER_COLOUR = Meta(extra_json_schema={"propertyNames": {"enum": list(COLOURS)}})
"""Of a dictionary by colour, which may lack one."""
BOTH = Meta(extra_json_schema={"propertyNames": {"enum": list(COLOURS)},
                               "required": list(COLOURS)})
"""Of a dictionary by colour that always has both."""

ClockKind = Literal["fischer", "delay", "days"]
What = Literal["move", "resign", "offer-draw", "accept-draw", "decline-draw", "ask-takeback",
               "accept-takeback", "decline-takeback", "claim-time", "claim-win",
               "claim-draw", "rematch", "decline-rematch", "abort", "join", "prepare", "adjudicate"]
Scope = Literal["read", "play", "challenge", "bot"]
# What a request or a field requires.  A scope: of a token.  "page": a session, no token suffices.
# "fresh": a session of an account that has signed in just now.
Needs = Scope | Literal["page", "fresh", "anybody"]
Code = Literal["stale", "illegal", "not-yours", "not-now", "over", "unknown-game", "bad", "busy",
               "broken", "too-fast"]
Preset = Literal["hello", "good-luck", "good-move", "thanks", "sorry", "one-moment", "well-played",
                 "good-game", "must-go"]
# Notices to accounts that are offline.
NoticeKind = Literal["turn", "clock", "challenge", "begun", "tournament", "over"]
NoticeKinds = Annotated[list[NoticeKind], Meta(max_length=6, description="of which notices")]
HttpCode = Code | Literal["missing", "too-long"]
Why = Literal["stale", "illegal", "not-yours", "not-now", "over", "unknown-game", "bad", "busy",
              "no-seat", "wrong-token", "time-over", "not-your-turn", "too-late-to-abort",
              "draw-offered", "computer-plays-on", "no-draw-offered", "no-takeback-asked",
              "nothing-to-take-back", "no-time-to-take-back", "takeback-asked", "too-much-talk",
              "no-clocks", "time-left", "not-left", "not-ended", "rematch-asked",
              "no-rematch-asked", "asked-twice", "seat-taken", "no-seat-free", "stopping",
              "database", "crowded", "has-clocks", "computer-replies", "your-turn",
              "too-many-lines", "engines-taken", "engine-failed", "uncompiled", "compiling",
              "broken", "too-slow", "signed-out", "sign-in-again", "too-fast", "seek-gone",
              "own-seek", "many-seeks", "seeks-too-fast", "lobby-full", "lobby-waits",
              "unknown-token", "not-in-scope", "challenge-gone", "own-challenge", "no-challenge",
              "many-challenges", "barred", "no-moderator", "no-chat", "chat-full", "no-text",
              "no-follow"]


class Template(Struct, frozen=True):
    """A sentence that clients can show in any language."""

    text: Annotated[str, Meta(description=(
        "the sentence in English, with names in braces, and behind a name and a colon the forms "
        "of words for one and for other numbers, such as {count} {count:move|moves}"))]
    facts: Annotated[dict[str, str | Template], Meta(
        description="the values of the names; a fact can be a template, too")]


def template_of(sentence: str) -> Template | None:
    """The template and the facts of a sentence, if it knows them."""
    if not isinstance(sentence, sentences.Sentence):
        return None
    return convert(sentences.template_of(sentence), Template)


GameId = Annotated[str, Meta(min_length=1, max_length=16, description="the id of the game")]
StudyId = Annotated[str, Meta(min_length=1, max_length=20, description="the id of the study")]
StudyVersion = Annotated[int, Meta(ge=1, le=2**31 - 1, description="the number of the version")]
ChallengeId = Annotated[str, Meta(min_length=1, max_length=16, description="the id of the "
                                  "challenge")]
AccountName = Annotated[str, Meta(max_length=200, description="the name of the account")]
CommandId = Annotated[str, Meta(
    min_length=1, max_length=64, pattern=PLAIN,
    description="new for each command; repeated, it gets its first answer again")]
Token = Annotated[str, Meta(max_length=120)]
GameName = Annotated[str, Meta(max_length=64, examples=["contra"],
                               description="the name of the rules")]
MoveText = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=TEXT_LETTERS)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
OptionName = Annotated[str, Meta(max_length=40)]
OptionValue = bool | int | Annotated[str, Meta(max_length=40)]
Options = dict[str, bool | int | str]
"""All rule options with their values."""
ChosenOptions = Annotated[dict[OptionName, OptionValue], Meta(
    max_length=20, description="rule options; those left out have their usual values")]
Start = Annotated[Text | None, Meta(
    description="the text of the position to start from; the usual start, if left out")]
PlayerName = Annotated[Annotated[str, Meta(max_length=40)] | None, Meta(
    description="of a person; invisible letters are removed")]
