"""Events as servers of version 0.1.0 tell them: for one version, both forms are sent and received.

Those servers have texts for topics, and begin the ids of studies and accounts with signs where they
tell of games.  Hearing of an event twice does no harm.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...game.identity import account_of, of_account
from ...hub.events import ClusterEvent, Topic, Touched
from ...parts.bots.events import feed_topic
from ...parts.challenges.events import challenges_topic
from ...parts.chat.events import chat_topic
from ...parts.lobby.events import SeeksEnd
from ...parts.people.events import followed_topic
from ...parts.studies.events import StudyWritten
from ...rooms.events import AbsenceChanged
from ...store.contract import ANYTHING
from ...store.lobbies import Share

FOLLOWED, CHAT = "followed people, who are no game by ", "chat of the game "
ABSENCE, STUDY = "@", "+"
TOGETHER = 100              # names in one message


class EarlierShare(Share, frozen=True, omit_defaults=True):
    """What a server tells of its lobby, with events.

    Attributes:
        called: topics that were touched.
        ended: identities with open challenges that end, and whether only the rated ones do.
    """

    called: tuple[str, ...] = ()
    ended: dict[str, bool] = {}


def shares_of(events: Iterable[ClusterEvent]) -> list[EarlierShare]:
    """Events as shares of a lobby."""
    called, shares = dict[str, None](), []
    for event in events:
        if isinstance(event, Touched):
            called |= {name: None for topic in event.topics if (name := _name(topic))}
        elif isinstance(event, SeeksEnd):
            shares.append(EarlierShare(ended={event.who: event.rated}))
    names = tuple(called)
    return shares + [EarlierShare(called=names[begin:begin + TOGETHER])
                     for begin in range(0, len(names), TOGETHER)]


def events_of(share: EarlierShare | None) -> list[ClusterEvent]:
    """Events that were received with a lobby."""
    if share is None:
        return []
    topics = tuple(topic for name in share.called for topic in _topics(name))
    touched: list[ClusterEvent] = [Touched(topics)] if topics else []
    return touched + [SeeksEnd(who, rated) for who, rated in share.ended.items()]


def names_of(event: ClusterEvent) -> dict[str, int]:
    """An event among games that were written."""
    if isinstance(event, AbsenceChanged):
        return {ABSENCE + event.account: ANYTHING}
    return {STUDY + event.study: event.number} if isinstance(event, StudyWritten) else {}


def apart(names: Mapping[str, int]) -> tuple[dict[str, int], list[ClusterEvent]]:
    """Games that were written, and the events among them."""
    events: list[ClusterEvent] = []
    for name, number in names.items():
        if name.startswith(ABSENCE):
            events.append(AbsenceChanged(name.removeprefix(ABSENCE)))
        elif name.startswith(STUDY):
            events.append(StudyWritten(name.removeprefix(STUDY), number))
    return {name: number for name, number in names.items()
            if not name.startswith((ABSENCE, STUDY))}, events


def _name(topic: Topic) -> str:
    """Of a topic; empty for those of which those servers tell nothing."""
    if topic in (challenges_topic(topic.key), feed_topic(topic.key)):
        return topic.key
    if topic == followed_topic(topic.key):
        return FOLLOWED + of_account(topic.key)
    return CHAT + topic.key if topic == chat_topic(topic.key) else ""


def _topics(name: str) -> tuple[Topic, ...]:
    if name.startswith(FOLLOWED):
        return (followed_topic(account_of(name.removeprefix(FOLLOWED)) or ""),)
    if name.startswith(CHAT):
        return (chat_topic(name.removeprefix(CHAT)),)
    return challenges_topic(name), feed_topic(name)
