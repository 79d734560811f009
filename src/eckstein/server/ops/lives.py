"""What becomes of the lasting things of a person, whatever happens to the person: all of them.

A column, a topic or a kind of signed text that holds a person and belongs to none of them keeps the
server from starting.  A thing that is new here is tried with all events (tests/server/things.py).
"""
from __future__ import annotations

from typing import Literal, NamedTuple

# It goes on under the name of now, or under that of a guest; a guest has no such thing.
Becomes = Literal["stays", "ends", "new name", "nameless", "–"]


class Life(NamedTuple):
    """What becomes of a thing by each event.

    Attributes:
        holds: the columns, topics and kinds of signed texts where it is; a column as `table.name`,
            others as `topic name` and `signed name`.
        deleted: its owner deletes the account.
        signed_up: its owner, a guest, makes an account.
    """

    holds: tuple[str, ...]
    deleted: Becomes
    signed_up: Becomes
    renamed: Becomes = "stays"
    name_taken: Becomes = "stays"
    barred: Becomes = "stays"
    muted: Becomes = "stays"
    token_revoked: Becomes = "stays"
    password_set: Becomes = "stays"
    signed_out: Becomes = "stays"
    blocked: Becomes = "stays"
    became_bot: Becomes = "stays"


# What the events are called, in the order of the documentation.
EVENTS = {"renamed": "changes the name", "name_taken": "a moderator takes the name",
          "deleted": "deletes the account", "barred": "is barred", "muted": "is muted",
          "token_revoked": "revokes the token", "password_set": "sets a password elsewhere",
          "signed_out": "signs out", "blocked": "is blocked by the other",
          "became_bot": "becomes a bot", "signed_up": "signs up, as a guest"}

LIVES = {
    # Of the server itself.
    "connection of a page": Life(("signed guest",), "ends", "stays", password_set="ends",
                                 signed_out="ends"),
    "game": Life(("player.who", "topic game", "signed seat"), "ends", "stays",
                 renamed="new name", name_taken="new name"),
    "offer of a rematch": Life((), "ends", "stays", blocked="ends"),
    "conditional replies": Life((), "ends", "stays"),
    # Of its parts.
    "open challenge": Life(("topic lobby",), "ends", "ends", renamed="new name",
                           name_taken="ends", password_set="ends", signed_out="ends",
                           became_bot="ends"),
    "rated open challenge": Life((), "ends", "–", renamed="new name", name_taken="ends",
                                 barred="ends", password_set="ends", signed_out="ends",
                                 became_bot="ends"),
    "open challenge of a program": Life((), "ends", "–", renamed="new name", name_taken="ends",
                                        token_revoked="ends", password_set="ends",
                                        became_bot="ends"),
    "challenge sent": Life(("challenge.sender", "topic challenges"), "ends", "new name",
                           renamed="new name", name_taken="new name", blocked="ends"),
    "rated challenge sent": Life((), "ends", "–", renamed="new name", name_taken="new name",
                                 barred="ends", blocked="ends", became_bot="ends"),
    "challenge sent by a program": Life((), "ends", "–", renamed="new name",
                                        name_taken="new name", token_revoked="ends",
                                        password_set="ends", blocked="ends"),
    "challenge received": Life(("challenge.receiver",), "ends", "new name", renamed="new name",
                               name_taken="new name", blocked="ends"),
    "rematch among the challenges": Life((), "ends", "–", renamed="new name",
                                         name_taken="new name", blocked="ends"),
    "rated rematch among the challenges": Life((), "ends", "–", renamed="new name",
                                               name_taken="new name", barred="ends",
                                               blocked="ends"),
    "line of chat": Life(("chat_line.who", "topic chat"), "ends", "stays"),
    "calendar": Life(("calendar.account",), "ends", "–"),
    "vacation": Life(("absence.account",), "ends", "–"),
    "profile": Life(("freed_name.account",), "ends", "–", renamed="new name",
                    name_taken="new name"),
    "place on the leaderboard": Life(("standing.account", "pseudonym.account"), "ends", "–",
                                     renamed="new name", name_taken="new name", barred="ends"),
    "place in a tournament": Life(("topic tournament",), "ends", "new name", renamed="new name",
                                  name_taken="new name"),
    "place in a rated tournament": Life((), "ends", "–", renamed="new name",
                                        name_taken="new name", barred="ends", became_bot="ends"),
    "organiser's rights": Life(("signed organiser", "signed invitation"), "ends", "stays"),
    "rights of a second organiser": Life((), "ends", "–", renamed="new name",
                                         name_taken="new name"),
    "study": Life(("topic study", "signed study"), "stays", "stays"),
    "being followed": Life(("relation.other", "topic followed"), "ends", "–", renamed="new name",
                           name_taken="new name", blocked="ends"),
    "block": Life(("relation.who",), "ends", "–"),
    "report": Life(("report.reporter",), "nameless", "new name", renamed="new name",
                   name_taken="new name"),
    "report about the player": Life(
        ("report.account", "flag.account", "moderation_entry.account", "moderation_entry.by"),
        "ends", "–", renamed="new name", name_taken="ends", barred="ends", muted="ends"),
    "token": Life(("access_token.account",), "ends", "–", token_revoked="ends",
                  password_set="ends"),
    "session at the page": Life(("session.account",), "ends", "–", password_set="ends",
                                signed_out="ends"),
    "session of another device": Life((), "ends", "–"),
    "known device": Life(("signed device",), "ends", "–"),
    "passkeys and recovery codes": Life(
        ("passkey.account", "recovery_code.account", "signed ticket"), "ends", "–"),
    "progress": Life(("kept.account",), "ends", "–"),
    "mail address": Life(("contact.account", "signed mail"), "ends", "–"),
    "class that is taught": Life(("class_teacher.account",), "ends", "–", renamed="new name",
                                 name_taken="new name"),
    "place in a class": Life(("pupil.account",), "ends", "–", renamed="new name",
                             name_taken="new name"),
    "notice that waits": Life(("notice.account",), "ends", "–"),
    "device with Web Push": Life(("push_subscription.account",), "ends", "–",
                                 password_set="ends", signed_out="ends"),
    "policy and events of a bot": Life(
        ("bot_policy.account", "bot_event.account", "bot_told.account", "topic feed"), "ends",
        "–"),
}
