"""How databases of all versions come to have the `tables` of this one: `upgrade` sees to it.

The step that a database is at is stored in it.  A change of the tables, or of what an event means,
is a step: a file in `versions/`, which Alembic takes, and its number in STEPS.  A new database is
made from the tables at once.  The steps before version 0.1.0 have only added to the tables, as a
rule, so Alembic compares a database of such a step with the tables and adds what it lacks; what
else is to be done with it stands in `_catch_up`.  A program meets databases of later versions, too;
the versions of Eckstein that can read them stand in the setting NEEDS.
"""
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from .... import __version__
from ....base.errors import EcksteinError
from ....base.sentence import Sentence
from ..tables import tables

FIRST = "0022"              # the step of version 0.1.0, with which `versions/` begins
STEPS = (*(f"{number:04}" for number in range(1, int(FIRST))), FIRST, "0023", "0024", "0025",
         "0026", "0027")
VERSIONS = Path(__file__).parent
FIRST_READER = "0.1.0"      # the first version of Eckstein that knows the last of these steps
NO_KEYS = "0004"            # the step that took away keys of positions
BACK = "0004"               # the step that `downgrade` goes back to: that of the version before
DUE = "0005"                # the step that noted of games when they are to be looked at
HEADS = "0007"              # the step that gave games their heads
NEEDS = "needs"
PRINT = "key print"         # the setting that says of a key in a file which it is
LOCK = 0xEC657E1            # so that of several servers that start at once only one takes steps

# They are computed again from the moves, by the rules of today.
_DROP_KEYS = 'ALTER TABLE game_event DROP COLUMN "key"'
_NOT_DUE = ("UPDATE game SET due = NULL WHERE over OR NOT (tended OR EXISTS "
            "(SELECT 1 FROM replies WHERE replies.game = game.id))")
# A server of the step BACK that still runs on PostgreSQL knows nothing of games that are due: a
# trigger notes that those in which it writes are to be looked at now.
_TRIGGER = (
    "CREATE FUNCTION game_is_due() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "UPDATE game SET due = 0 WHERE id = NEW.game; RETURN NULL; END $$",
    "CREATE TRIGGER by_the_version_before AFTER INSERT ON game_event FOR EACH ROW WHEN "
    "(current_setting('eckstein.tells_due', true) IS NULL) EXECUTE FUNCTION game_is_due()")
_NO_TRIGGER = ("DROP TRIGGER by_the_version_before ON game_event", "DROP FUNCTION game_is_due")


class NewerDatabaseError(EcksteinError, ValueError):
    """A database that a newer version of Eckstein has written; the message is a sentence."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of a database to what this version needs, completely or not at all.

    Raises:
        NewerDatabaseError: if they belong to a newer version.
    """
    _lock(connection)
    check_version(connection)
    before = version(connection)
    if before == STEPS[-1]:
        return              # without loading Alembic, which takes longer than all the rest
    if before is None:
        tables.create_all(connection, checkfirst=False)
    else:
        if before < FIRST:
            _catch_up(connection, before)
            _note_step(connection, FIRST)
        from alembic import command
        command.upgrade(_config(connection), "head")
    if (before or "") < DUE and connection.dialect.name == "postgresql":
        _do(connection, *_TRIGGER)
    _note_step(connection, STEPS[-1])
    connection.execute(text("DELETE FROM setting WHERE name = :name"), {"name": NEEDS})
    connection.execute(text("INSERT INTO setting (name, value) VALUES (:name, :value)"),
                       {"name": NEEDS, "value": FIRST_READER})


def downgrade(connection: Connection) -> None:
    """Bring the tables back to the step BACK, completely or not at all.

    Only what the next upgrade makes again is lost.  What else came later stays: the version before
    knows nothing of it, and leaves it alone.

    Raises:
        NewerDatabaseError: if they belong to a newer version.
        ValueError: if the key is in a file, which the version before would not find.
    """
    _lock(connection)
    check_version(connection)
    if (version(connection) or "") > BACK:
        _check_key(connection)
        if connection.dialect.name == "postgresql":
            _do(connection, *_NO_TRIGGER)
        later = {column["name"] for column in inspect(connection).get_columns("game")} & {
            "owner", "due", "head", "digest"}
        _do(connection, "DROP INDEX game_due",
            *(f"ALTER TABLE game DROP COLUMN {name}" for name in sorted(later)),
            *(f"DROP TABLE IF EXISTS {name}" for name in ("node", "job", "pairing")))
        _note_step(connection, BACK)


def _catch_up(connection: Connection, before: str) -> None:
    """Give a database of a step before FIRST the tables, columns and indexes that it lacks."""
    from alembic.autogenerate import produce_migrations
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    if before < NO_KEYS:
        _do(connection, _DROP_KEYS)
    context = MigrationContext.configure(connection)
    operations = Operations(context)
    for operation in _additions(produce_migrations(context, tables).upgrade_ops):
        operations.invoke(operation)
    if before < DUE:
        _do(connection, _NOT_DUE)


def _additions(found: Any) -> Iterator[Any]:
    """What adds to a database, among the operations by which it would become as the tables are."""
    from alembic.operations import ops
    known = {index.name for table in tables.sorted_tables for index in table.indexes}
    for operation in found.ops:
        if isinstance(operation, ops.ModifyTableOps):
            yield from _additions(operation)
        elif (isinstance(operation, ops.CreateTableOp | ops.AddColumnOp | ops.CreateIndexOp)
              or isinstance(operation, ops.DropIndexOp) and operation.index_name in known):
            yield operation


def _config(connection: Connection) -> Any:
    """What Alembic has to know."""
    from alembic.config import Config
    config = Config()
    config.set_main_option("script_location", str(VERSIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _note_step(connection: Connection, step: str) -> None:
    """Say which step a database is at."""
    _do(connection, "DELETE FROM alembic_version",
        f"INSERT INTO alembic_version (version_num) VALUES ('{step}')")


def _do(connection: Connection, *statements: str) -> None:
    for statement in statements:
        connection.execute(text(statement))


def _check_key(connection: Connection) -> None:
    """Raise ValueError if the key of a database is not in it, nor beside it."""
    if connection.scalar(text("SELECT value FROM setting WHERE name = :name"),
                         {"name": PRINT}) is not None:
        raise ValueError(Sentence(
            "the key of this database is in a file, of which the version before knows nothing; put "
            "it back first with eckstein db key FILE --back"))


def _lock(connection: Connection) -> None:
    """Keep other servers from taking steps during this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    elif connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")       # or each statement would be for itself


def check_version(connection: Connection) -> None:
    """See that a database is not too new for this program.

    Raises:
        NewerDatabaseError: if it is.
    """
    if version(connection) is not None:
        check_readable(lambda query: connection.scalar(text(query)))


def check_readable(first: Callable[[str], object]) -> None:
    """The same for a database of ours that is reached by other means.

    Args:
        first: the first value that a query finds, or None.
    """
    version = first("SELECT version_num FROM alembic_version")
    if version is None or version in STEPS:
        return
    needed = first(f"SELECT value FROM setting WHERE name = '{NEEDS}'")
    raise NewerDatabaseError(Sentence(
        "this database was written by a newer version of Eckstein: it needs {needed} or newer, "
        "and this is {own}", needed=needed or "a newer version", own=__version__))


def version(connection: Connection) -> str | None:
    """The last step that was taken; None if the database is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
