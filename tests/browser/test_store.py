"""The store in a browser: what its database does not take is kept in memory, and written later."""
import asyncio
import json
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from eckstein.browser.store import BrowserStore
from eckstein.server.game.chain import chained
from eckstein.server.game.events import DamagedGameError, Event
from eckstein.server.game.replay import replay
from eckstein.server.game.replies import Replies
from eckstein.server.store.contract import ANYTHING, ConflictError, StoreError
from eckstein.server.store.transactions import Ending, Transaction
from eckstein.wire.games import PreparedMove

FULL = "the browser has no more space"
ENDED = Ending(9, "white")


class FakeDatabase:
    """In place of IndexedDB; `full` is why it takes nothing."""

    def __init__(self):
        self.rows, self.all_games, self.kept, self.full = {}, {}, {}, ""
        self.written = 0

    async def write(self, text):
        await asyncio.sleep(0)
        batch = json.loads(text)
        self.written += 1
        if self.full:
            return self.full
        new = {(row["game"], row["seq"]): row for row in batch["events"]}
        notes = dict(batch["notes"])
        if new.keys() & self.rows.keys() or notes.keys() & self.kept.keys():
            return "conflict"
        self.rows |= new
        self.all_games |= {row["id"]: row for row in batch["games"]}
        for game in batch["over"]:
            self.all_games[game]["over"] = True
        self.kept |= notes | dict(batch["settings"])
        return ""

    async def events(self, game):
        return json.dumps([row for _, row in sorted(self.rows.items()) if row["game"] == game])

    async def games(self):
        return json.dumps(list(self.all_games.values()))

    async def settings(self):
        return json.dumps(self.kept)

    def listen(self, heard):
        self.heard = heard


def event(seq, game="abc", command=None):
    return Event(game, seq, "white", command or f"{seq}", "move", {"move": 1}, None, 5)


def writing(*seqs, game="abc"):
    return Transaction([event(seq, game) for seq in seqs])


@pytest.fixture
def store():
    told = []
    store = BrowserStore(FakeDatabase(), told.append)
    store.database, store.told = store._database, told
    return store


def run(test):
    return asyncio.run(test)


async def test_events_lie_there_without_digests(store):
    await store.write(Transaction([chained(b"", event(1))]))
    assert await store.events_of("abc") == [event(1)]
    assert "digest" not in str(store.database.rows)


async def test_events_come_back_as_they_were(store):
    await store.write(writing(1, 2))
    assert await store.events_of("abc") == [event(1), event(2)]
    assert await store.events_of("none") == []
    assert await store.events_of("abc", 2) == [event(2)]
    assert await store.last_seqs(["abc", "none"]) == {"abc": 2}


async def test_an_event_is_written_once(store):
    await store.write(writing(1))
    with pytest.raises(ConflictError):
        await store.write(writing(1))


async def test_games_go_on_in_memory_and_that_is_told_once(store):
    await store.write(writing(1))
    store.database.full = FULL
    await store.write(writing(2))
    await store.write(writing(3))
    assert [found.seq for found in await store.events_of("abc")] == [1, 2, 3]
    assert await store.last_seqs(["abc"]) == {"abc": 3}
    assert store.told == [FULL]
    assert await store.trouble(7) == "write"


@pytest.mark.parametrize("again", [event(2, command="other"), event(3, command="2")])
async def test_in_memory_too_an_event_and_a_command_are_written_once(store, again):
    store.database.full = FULL
    await store.write(writing(2))
    with pytest.raises(ConflictError):
        await store.write(Transaction([again]))
    assert await store.last_seqs(["abc"]) == {"abc": 2}


async def test_what_is_missing_is_written_with_the_next_event(store):
    store.database.full = FULL
    await store.write(writing(1))
    store.database.full = ""
    await store.write(writing(2))
    assert [seq for _, seq in store.database.rows] == [1, 2]
    assert store.told == [FULL, ""]
    assert await store.trouble(7) is None


async def test_what_is_missing_is_written_while_nobody_plays(store):
    store.database.full = FULL
    await store.write(writing(1))
    store.database.full = ""
    await store.stay_alive(9)
    assert list(store.database.rows) == [("abc", 1)]


async def test_what_another_tab_has_written_meanwhile_counts(store):
    store.database.full = FULL
    await store.write(writing(1))
    await store.write(writing(1, game="other"))
    store.database.full = ""
    await store._database.write(json.dumps({
        "events": [{"game": "abc", "seq": 1, "text": "{}"}], "games": [], "over": [],
        "settings": [], "notes": []}))
    await store.write(writing(2, game="other"))
    assert [found.seq for found in await store.events_of("other")] == [1, 2]
    assert store.database.rows["abc", 1]["text"] == "{}"


async def test_writers_that_come_together_write_what_is_missing_once(store):
    store.database.full = FULL
    await store.write(writing(1))
    store.database.full = ""
    await asyncio.gather(*(store.write(writing(seq, game="other")) for seq in (1, 2, 3)))
    assert len(store.database.rows) == 4


async def test_games_are_looked_at_when_they_are_due_and_once_at_the_start(store):
    def game(name, tended):
        return {"id": name, "rules": "contra", "created": 1, "over": False, "tended": tended,
                "due": 0 if tended else None}
    await store.write(Transaction([event(1, "a")], [game("a", True), game("b", False)]))
    await store.write(Transaction([event(1, "c")], [game("c", True)]))
    await store.write(Transaction([event(2, "c")], ended={"c": ENDED}))
    store.database.full = FULL
    await store.write(Transaction([event(1, "d")], [game("d", True)]))
    assert await store.due(0, 9, 9) == [("a", 0), ("d", 0)]
    written = store.database.written
    await store.write(Transaction([], due={"a": 5, "d": None, "b": 8}))
    assert store.database.written == written        # the next start makes it anew
    assert await store.due(1, 7, 9) == [("a", 5)]
    await store.write(Transaction([event(2, "a")], ended={"a": ENDED}))
    assert await store.due(0, 9, 9) == [("b", 8)]
    again = BrowserStore(store.database)
    store.database.full = ""
    await store.write(Transaction([event(1, "e")], [game("e", True)]))
    await again.open()
    assert await again.due(0, 9, 9) == [("d", 0), ("e", 0)]


async def test_the_secret_is_made_once_for_all_tabs(store):
    other = BrowserStore(store.database)
    secrets = await asyncio.gather(store.secret(), other.secret())
    assert secrets[0] == secrets[1] == await store.secret()
    assert len(secrets[0]) >= 32


async def test_the_secret_stays_while_nothing_is_kept(store):
    store.database.full = FULL
    assert await store.secret() == await store.secret()


async def test_pauses_come_back_in_order(store):
    assert await store.alive() is None
    await store.stay_alive(4)
    assert await store.alive() == 4
    for begin, end in ((20, 30), (4, 10), (4, 10)):
        await store.add_pause(begin, end)
    assert await store.pauses() == [(4, 10), (20, 30)]


async def test_a_damaged_event_is_said_to_be_damaged(store):
    await store.write(writing(1))
    store.database.rows["abc", 1]["text"] = '{"game": 1}'
    with pytest.raises(DamagedGameError, match="an event cannot be read"):
        await store.events_of("abc")


async def test_what_the_browser_says_instead_of_rows_is_an_error(store):
    async def failing(game):
        return "the browser's database cannot be used"
    store.database.events = failing
    with pytest.raises(StoreError, match="cannot be used"):
        await store.events_of("abc")


def test_other_tabs_are_heard(store):
    heard = []
    others = SimpleNamespace(hear_of=heard.append)
    run(store.listen(others))
    store.database.heard('["abc"]')
    assert heard == [{"abc": ANYTHING}]


async def test_conditional_replies_are_kept_until_they_are_taken_back():
    store = BrowserStore(FakeDatabase())
    laid = Replies("g", "black", 1, 0, "id", [[PreparedMove("d1d2", "d1-d2"),
                                               PreparedMove("d7d6", "d7-d6")]])
    await store.write(Transaction([], replies=[laid]))
    assert await store.replies_of("g") == [laid] and await store.replies_of("h") == []
    await store.write(Transaction([], replies=[msgspec.structs.replace(laid, lines=[])]))
    assert await store.replies_of("g") == []


async def test_a_study_is_not_kept_where_nobody_else_would_find_it():
    store = BrowserStore(FakeDatabase())
    with pytest.raises(StoreError):
        await store.write(Transaction([], studies=[("id", "text", 1)]))
    assert await store.study("id") is None


async def test_what_is_written_late_is_read_once_whenever_it_is_read(store):
    """Between a piece that is written and the next, and before all of it counts as written."""
    store.database.full = FULL
    await store.write(writing(1))
    await store.write(writing(2))
    await store.write(writing(1, game="other"))
    store.database.full = ""
    store.database.rows["other", 1] = {"game": "other", "seq": 1}       # by another tab
    keeping, found = asyncio.create_task(store.stay_alive(9)), []
    while not keeping.done():
        found.append([one.seq for one in await store.events_of("abc")])
        await asyncio.sleep(0)
    assert found == [[1, 2]] * len(found) and len(found) > 3


def test_games_of_the_first_version_go_on():
    """What a browser held when events still told keys of positions, some of which changed since."""
    stored = json.loads((Path(__file__).parents[1] / "stored" / "browser-1.json").read_text())
    database = FakeDatabase()
    database.rows = {(row["game"], row["seq"]): row for row in stored["events"]}
    database.all_games = {row["id"]: row for row in stored["games"]}
    store = BrowserStore(database)
    for game, row in database.all_games.items():
        state, board = replay(asyncio.run(store.events_of(game)))
        told = [json.loads(one["text"]) for one in stored["events"] if one["game"] == game]
        assert [move.text for move in state.moves] == [
            event["data"]["text"] for event in told if event["kind"] == "move"]
        assert row["over"] == (state.result is not None) == (not board.legal_texts())
