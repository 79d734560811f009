"""The tables of a database; `migrations` brings those of earlier versions to what stands here.

Each column that holds an account or an identity says what becomes of it when that ends; see
`identities`.
"""
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy import (
    BigInteger,
    Boolean,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Text,
)

# What becomes of a row, or of the name in it, when an account or an identity ends.
OWN = {"ends": "deleted"}           # the row goes with it
NAMELESS = {"ends": "nameless"}     # the row stays, without an identity
STAYS = {"ends": "stays"}           # what stands there identifies no person
# The same, and an account gets what was a guest's.
OWN_OF_ANY = OWN | {"claimed": True}
NAMELESS_OF_ANY = NAMELESS | {"claimed": True}
# What a row is found by, what each row has, and what it may have.
_key = partial(sa.Column[Any], primary_key=True)
_has = partial(sa.Column[Any], nullable=False)
_may = partial(sa.Column[Any], nullable=True)
_own = partial(sa.Column[Any], "account", String(16), nullable=False, info=OWN)

# By what is looked for what has expired: its first event, or what was seen when it was looked at.
age = sa.literal_column("coalesce(checked, created)", BigInteger)


def _index(name: str, *columns: str | sa.ColumnElement[Any], where: str | None = None,
           unique: bool = False) -> sa.Index:
    """An index of the rows for which something holds, or of all."""
    only = None if where is None else sa.text(where)
    return sa.Index(name, *columns, sqlite_where=only, postgresql_where=only,
                    unique=unique)


tables = sa.MetaData()
steps = sa.Table("alembic_version", tables, _key("version_num", String(32)))    # see `migrations`
games = sa.Table(
    "game", tables, _key("id", String(16)), _has("rules", String(64)), _has("created", BigInteger),
    _has("over", Boolean), _has("tended", Boolean), _may("due", BigInteger, server_default="0"),
    _may("head", Integer), _may("digest", LargeBinary), _may("owner", BigInteger),
    _has("lasting", Boolean, server_default=sa.false()), _may("checked", BigInteger),
    _index("game_age", "lasting", age), _index("game_due", "due", "id", where="due IS NOT NULL"),
    _index("game_to_tend", "tended", "over"))
events = sa.Table(
    "game_event", tables, _key("game", String(16), ForeignKey("game.id")), _key("seq", Integer),
    _has("actor", String(32)), _has("command_id", String(64)), _has("kind", String(16)),
    _has("data", Text), _may("clock", Text), _has("at", BigInteger),
    sa.UniqueConstraint("game", "actor", "command_id", name="game_event_once"))
settings = sa.Table("setting", tables, _key("name", String(32)), _has("value", Text))
downtimes = sa.Table("downtime", tables, _key("begin", BigInteger), _has("end", BigInteger))
replies = sa.Table(
    "replies", tables, _key("game", String(16), ForeignKey("game.id")), _key("colour", String(5)),
    _has("seq", Integer), _has("ply", Integer), _has("command_id", String(64)), _has("lines", Text))
studies = sa.Table(
    "study", tables, _key("id", String(20)), _has("text", Text),
    _has("created", BigInteger, index=True))
# The leases by which servers own games, and until when.
nodes = sa.Table(
    "node", tables, _key("term", BigInteger, autoincrement=False),
    _has("until", DateTime(timezone=True)))
# Work for engines on other machines; nothing in it outlives the server that waits for it.
jobs = sa.Table(
    "job", tables, _key("id", BigInteger, autoincrement=False), _has("priority", Integer),
    _has("put", DateTime(timezone=True), server_default=sa.func.current_timestamp()),
    _has("deadline", DateTime(timezone=True)), _has("task", Text),
    _has("attempt", Integer, server_default="0"), _may("until", DateTime(timezone=True)),
    _may("answer", Text))
accounts = sa.Table(
    "account", tables, _key("id", String(16)), _has("name", String(40)),
    _has("likeness", String(120), unique=True), _has("created", BigInteger),
    _may("password", String(200)), _has("bot", Boolean, server_default=sa.false()),
    _has("public", Boolean, server_default=sa.false()),
    _has("seen", Boolean, server_default=sa.true()),
    _has("chats", Boolean, server_default=sa.false()),
    _has("guests", Boolean, server_default=sa.true()), _may("renamed", BigInteger),
    _may("checked", BigInteger), _index("account_age", age),
    sa.Index("account_bot", "id", sqlite_where=sa.text("bot = 1"), postgresql_where=sa.text("bot")))
freed_names = sa.Table(
    "freed_name", tables, _key("digest", String(64)), _has("account", String(16), info=NAMELESS),
    _has("freed", BigInteger, index=True))
passkeys = sa.Table(
    "passkey", tables, _key("id", String(1400)), _own(index=True),
    _has("public_key", LargeBinary), _has("uses", BigInteger), _has("label", String(80)),
    _has("created", BigInteger))
classes = sa.Table(
    "class", tables, _key("id", String(16)), _has("name", String(80)), _has("given", Text),
    _has("created", BigInteger))
class_teachers = sa.Table(
    "class_teacher", tables, _key("class_id", String(16)),
    _key("account", String(16), index=True, info=OWN))
# An account has a code as long as its class vouches for it: then it is the account's only key.
pupils = sa.Table(
    "pupil", tables, _own(primary_key=True), _has("class_id", String(16), index=True),
    _may("code", String(64), unique=True), _has("added", BigInteger))
recovery_codes = sa.Table(
    "recovery_code", tables, _key("digest", String(64)), _own(index=True))
sessions = sa.Table(
    "session", tables, _key("digest", String(64)), _own(index=True),
    _has("device", String(80)), _has("created", BigInteger), _has("used", BigInteger))
documents = sa.Table(
    "kept", tables, _own(primary_key=True), _has("version", Integer), _has("text", Text))
players = sa.Table(
    "player", tables, _key("game", String(16)), _key("colour", String(5)),
    _has("who", String(32), info=NAMELESS_OF_ANY), _has("rules", String(64)),
    _has("began", BigInteger), _may("ended", BigInteger),
    _may("outcome", String(5)), _may("speed", String(12)),
    _has("rated", Boolean, server_default=sa.false()), _may("pseudonym", String(16)),
    _may("agreed", Boolean), _may("points", Float(53)), _may("to_explore", BigInteger),
    _index("player_agreed", "ended", "game", where="agreed"),
    _index("player_history", "who", "ended", "game"),
    _index("player_tally", "who", "rules", "outcome", "ended", "game"),
    _index("player_to_explore", "to_explore", "game", where="to_explore IS NOT NULL"))
# Which open challenges have led to which games: none leads to two.
pairings = sa.Table(
    "pairing", tables, _key("seek", String), _has("game", String, index=True),
    _has("colour", String))
# Random numbers by which results name accounts; no client is told one.
pseudonyms = sa.Table(
    "pseudonym", tables, _key("code", String(16)),
    _has("account", String(16), unique=True, info=OWN))
# One row for each rated game that has ended (see `game.results`); no row is ever changed.
results = sa.Table(
    "result", tables, _key("seq", Integer, autoincrement=True),
    _has("game", String(16), unique=True), _has("rules", String(64)), _has("speed", String(12)),
    *(_has(f"{colour}{name}", kind) for colour in ("white", "black") for name, kind in (
        ("", String(16)), ("_points", Float(53)), ("_deviation", Float(53)),
        ("_volatility", Float(53)), ("_moves", Integer))),
    _has("winner", String(8)), _has("how", String(12)), _has("ruler", String(16)),
    _has("mixed", Boolean), _has("began", BigInteger), _has("at", BigInteger),
    _has("version", Integer))
# What results of version 0 changed: the ratings after them, as they were stored before.
changes_before = sa.Table(
    "change_before", tables, _key("seq", Integer, autoincrement=False), _key("colour", String(5)),
    _has("points", Float(53)), _has("deviation", Float(53)), _has("volatility", Float(53)))
# What follows from the results, up to the one of which the setting `RATED` tells (`parts.ratings`).
RATED = "rated to"
standings = sa.Table(
    "standing", tables, _key("code", String(16)), _key("rules", String(64)),
    _key("speed", String(12)), _has("account", String(16), index=True, info=NAMELESS),
    _has("points", Float(53)), _has("deviation", Float(53)), _has("volatility", Float(53)),
    _has("at", BigInteger), _has("games", Integer), _has("first", BigInteger),
    _has("links", Integer), _has("met", Text), _has("known", Text), _has("listed", BigInteger),
    _index("standing_best", "rules", "speed", "points", "listed", "account"))
standing_changes = sa.Table(
    "standing_change", tables, _key("code", String(16)),
    _key("seq", Integer, index=True, autoincrement=False),
    _has("rules", String(64)), _has("speed", String(12)), _has("opponent", String(16)),
    _has("points", Float(53)), _has("deviation", Float(53)), _has("volatility", Float(53)),
    _has("gain", Float(53)), _has("sure", Boolean), _has("began", BigInteger),
    _has("at", BigInteger), _index("standing_history", "code", "rules", "speed", "at"))
access_tokens = sa.Table(
    "access_token", tables, _key("digest", String(64)), _own(index=True),
    _has("name", String(80)), _has("scopes", String(80)), _has("created", BigInteger),
    _may("ends", BigInteger), _may("used", BigInteger))
bot_policies = sa.Table("bot_policy", tables, _own(primary_key=True), _has("text", Text))
bot_events = sa.Table(
    "bot_event", tables, _own(primary_key=True), _key("id", BigInteger, autoincrement=False),
    _has("at", BigInteger), _has("text", Text))
bot_told = sa.Table(
    "bot_told", tables, _own(primary_key=True), _key("topic", String(40)),
    _has("seq", Integer))
shared_studies = sa.Table(
    "shared_study", tables, _key("id", String(20)), _has("version", Integer), _has("text", Text),
    _has("written", BigInteger, index=True))
study_versions = sa.Table(
    "study_version", tables, _key("study", String(20)), _key("version", Integer),
    _has("text", Text), _has("written", BigInteger))
challenges = sa.Table(
    "challenge", tables, _key("id", String(16)),
    _has("sender", String(32), index=True, info=OWN_OF_ANY),
    _has("receiver", String(32), index=True, info=OWN_OF_ANY),
    _has("sender_name", String(40)), _has("receiver_name", String(40)), _has("wish", Text),
    _has("created", BigInteger),
    _has("until", BigInteger, index=True), _may("answer", String(20)))
relations = sa.Table(
    "relation", tables, _key("who", String(32), info=OWN),
    _key("other", String(32), index=True, info=OWN),
    _has("kind", String(8)), _has("since", BigInteger))
tournaments = sa.Table(
    "tournament", tables, _key("id", String(16)), _has("phase", String(16)),
    _has("listed", Boolean), _has("changed", BigInteger, index=True), _may("due", BigInteger),
    _has("told", Text), _index("tournament_due", "due", where="due IS NOT NULL"))
tournament_events = sa.Table(
    "tournament_event", tables, _key("tournament", String(16)), _key("seq", Integer),
    _has("kind", String(16)), _has("data", Text), _has("at", BigInteger))
tournament_games = sa.Table(
    "tournament_game", tables, _key("game", String(16)), _has("tournament", String(16), index=True),
    _has("over", Boolean), _index("tournament_running", "game", where="NOT over"))
reports = sa.Table(
    "report", tables, _key("id", String(16)),
    _has("reporter", String(32), index=True, info=NAMELESS),
    _has("account", String(16), index=True, info=STAYS), _has("reason", String(16)),
    _has("text", Text),
    _may("game", String(16)), _has("at", BigInteger), _has("state", String(10)),
    _may("settled", Integer, index=True),
    _index("report_once", "reporter", "account", "reason",
           where="state = 'open' AND reporter <> ''", unique=True),
    _index("report_open", "at", where="state = 'open'"))
moderation_entries = sa.Table(
    "moderation_entry", tables, _key("seq", Integer, autoincrement=True), _has("at", BigInteger),
    _has("by", String(16), info=STAYS), _has("what", String(10)),
    _has("account", String(16), index=True, info=STAYS),
    _has("why", Text), _has("text", Text), _may("until", BigInteger), _may("entry", Integer),
    _index("moderation_entry_once", "entry", "what", unique=True))
flags = sa.Table(
    "flag", tables, _own(primary_key=True), _key("kind", String(12)),
    _key("about", String(64)), _has("data", Text), _has("at", BigInteger),
    _has("state", String(10), index=True), _may("settled", Integer, index=True))
public_games = sa.Table(
    "public_game", tables, _key("game", String(16)), _has("winner", String(8)),
    _may("points", Integer))
explored = sa.Table(
    "explored", tables, _key("position", BigInteger, autoincrement=False),
    _key("speed", String(12)), _key("band", Integer, autoincrement=False),
    _key("move", String(200)), _has("white", BigInteger), _has("drawn", BigInteger),
    _has("black", BigInteger), _has("rated", BigInteger), _has("points", BigInteger),
    sqlite_with_rowid=False)
explored_games = sa.Table(
    "explored_game", tables, _key("position", BigInteger, autoincrement=False),
    _key("speed", String(12)), _key("band", Integer, autoincrement=False),
    _key("ended", BigInteger, autoincrement=False), _key("game", String(16), index=True),
    _has("move", String(200)), sqlite_with_rowid=False)
absences = sa.Table(
    "absence", tables, _key("account", String(32), info=OWN), _key("begin", BigInteger),
    _has("end", BigInteger))
calendars = sa.Table(
    "calendar", tables, _key("account", String(32), info=OWN),
    _has("digest", String(64), unique=True))
chat_lines = sa.Table(
    "chat_line", tables, _key("game", String(16)), _key("number", Integer),
    _has("colour", String(5)), _has("who", String(32), index=True, info=OWN_OF_ANY),
    _has("key", String(64)),
    _may("preset", String(20)), _may("text", Text), _has("at", BigInteger),
    _index("chat_line_key", "game", "colour", "key", unique=True))
notices = sa.Table(
    "notice", tables, _key("key", String(120)), _own(),
    _has("channel", String(8)), _has("kind", String(16)), _has("facts", Text),
    _has("at", BigInteger, index=True), _may("due", BigInteger), _may("leased", BigInteger),
    _has("tries", Integer), _index("notice_account", "account", "channel", "at"),
    _index("notice_due", "channel", "due", where="due IS NOT NULL"))
contacts = sa.Table(
    "contact", tables, _own(primary_key=True), _has("address", String(254)),
    _has("language", String(8)), _has("kinds", String(120)), _has("added", BigInteger),
    _may("confirmed", BigInteger), _may("bounced", BigInteger))
push_subscriptions = sa.Table(
    "push_subscription", tables, _key("id", String(16)), _own(index=True),
    _has("endpoint", String(1000), unique=True), _has("p256dh", String(100)),
    _has("auth", String(40)), _has("device", String(80)), _has("language", String(8)),
    _has("kinds", String(120)), _has("added", BigInteger))
compared_games = sa.Table(
    "compared_game", tables, _key("game", String(16)), _key("colour", String(5)),
    _has("engine", String(64)), _has("positions", Integer), _has("agreed", Integer))


def locked(*where: sa.ColumnElement[bool]) -> sa.Select[tuple[str]]:
    """The ids of games that are about to be changed.  PostgreSQL locks them one after the other,
    always in the same order: transactions that wait for each other would fail.
    """
    return sa.select(games.c.id).where(*where).order_by(games.c.id).with_for_update()
