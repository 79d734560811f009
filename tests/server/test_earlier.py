"""Servers of version 0.1.0 and of this one on one database tell each other of events."""
import msgspec
import pytest

from eckstein.server.database.cluster import earlier
from eckstein.server.database.cluster.attendance import Attendance, Present
from eckstein.server.hub.events import ClusterEvent, Touched
from eckstein.server.hub.hub import Hub
from eckstein.server.parts.bots.events import feed_topic
from eckstein.server.parts.challenges.events import challenges_topic
from eckstein.server.parts.chat.events import chat_topic
from eckstein.server.parts.lobby.events import SeeksEnd
from eckstein.server.parts.people.events import followed_topic
from eckstein.server.parts.studies.events import StudyWritten
from eckstein.server.rooms.events import AbsenceChanged
from eckstein.server.store.contract import ANYTHING
from eckstein.server.store.lobbies import Lobbies
from eckstein.server.store.presence import Elsewhere

# What a server of 0.1.0 has sent, word for word.
CALLED = ('{"term":1,"games":{},"lobby":{"called":["account:a","guest:g",'
          '"followed people, who are no game by account:b","chat of the game xyz"]}}')
ENDED = '{"term":1,"games":{},"lobby":{"ended":{"account:a":false,"guest:g":true}}}'


class OldShare(msgspec.Struct):
    """The events among what a server of 0.1.0 understands of a lobby."""

    called: tuple[str, ...] = ()
    ended: dict[str, bool] = {}


class OldPresent(msgspec.Struct):
    """What a server of 0.1.0 understands of a notification."""

    term: int
    games: dict[str, list]
    lobby: OldShare | None = None


class Server:
    """What one server tells and hears."""

    def __init__(self):
        self.hub, self.heard = Hub(lambda event: self.attendance.note_event(event)), []
        for kind in (Touched, SeeksEnd, AbsenceChanged, StudyWritten):
            self.hub.on(kind, self.heard.append)
        self.attendance = Attendance(Elsewhere(), Lobbies(self.hub), self.hub)
        self.attendance.to_tell(1)          # that it has just started

    def told(self):
        """What it tells now."""
        return self.attendance.to_tell(1)


def test_events_of_an_earlier_server_are_heard():
    server = Server()
    server.attendance.hear("other", CALLED)
    server.attendance.hear("other", ENDED)
    touched, *ends = server.heard
    assert {*touched.topics} == {
        challenges_topic("account:a"), feed_topic("account:a"), challenges_topic("guest:g"),
        feed_topic("guest:g"), followed_topic("b"), chat_topic("xyz")}
    assert ends == [SeeksEnd("account:a", False), SeeksEnd("guest:g", True)]


def test_an_earlier_server_hears_events_in_its_own_words():
    server = Server()
    server.hub.touch(challenges_topic("account:a"), feed_topic("account:a"), followed_topic("b"),
                     chat_topic("xyz"))
    server.hub.publish(SeeksEnd("guest:g", True))
    shares = [one.lobby for one in (msgspec.json.decode(told, type=OldPresent)
                                    for told in server.told()) if one.lobby is not None]
    assert {name for share in shares for name in share.called} == {
        "account:a", "followed people, who are no game by account:b", "chat of the game xyz"}
    assert [share.ended for share in shares if share.ended] == [{"guest:g": True}]


@pytest.mark.parametrize("event", [
    Touched((chat_topic("xyz"), followed_topic("b"))), SeeksEnd("guest:g", True),
    AbsenceChanged("a"), StudyWritten("s", 7)])
def test_what_is_published_at_one_server_arrives_at_another(event):
    here, there = Server(), Server()
    here.hub.publish(event)
    for told in here.told():
        assert "\n" not in told and " " not in told.split('"')[0]
        there.attendance.hear("here", told)
    assert event in there.heard and here.told() == []


def test_studies_and_absences_stand_among_the_games_that_an_earlier_server_hears_of():
    for event, told in ((AbsenceChanged("a"), {"@a": ANYTHING}), (StudyWritten("s", 7), {"+s": 7})):
        assert earlier.names_of(event) == told
        assert earlier.apart(told | {"game": 3}) == ({"game": 3}, [event])
    assert earlier.names_of(SeeksEnd("guest:g", True)) == {}


def test_however_much_is_told_each_notification_is_short_enough_for_postgresql():
    here, there = Server(), Server()
    for number in range(2000):
        who = f"account:{number:032}"
        here.hub.touch(challenges_topic(who), feed_topic(who))
    told = here.told()
    assert max(len(one.encode()) for one in told) < 7900
    for one in told:
        there.attendance.hear("here", one)
    heard = {topic for event in there.heard for topic in event.topics}
    assert len(heard) == 4000


def test_what_happens_twice_before_it_is_told_is_told_once():
    server = Server()
    for _ in range(3):
        server.hub.touch(chat_topic("xyz"))
    events = [event for told in server.told()
              for event in msgspec.json.decode(told, type=Present).events]
    assert len(events) == 1


def test_events_of_a_later_version_are_passed_over():
    server = Server()
    server.attendance.hear("other", '{"term":1,"games":{},"events":[{"type":"Unheard","of":1},'
                                    '{"type":"SeeksEnd","who":"guest:g","rated":false}]}')
    assert server.heard == [SeeksEnd("guest:g", False)]
    assert issubclass(SeeksEnd, ClusterEvent)
