"""How the database came to be what it is, step by step; `upgrade` takes them.

The last step that was taken is the version of what is stored: whoever changes the tables, or what
an event means, adds a step.  A program meets databases of later versions, too; the versions of
Eckstein that can read them stand in the setting NEEDS.
"""
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from .... import __version__
from ....base.errors import EcksteinError
from ....base.sentence import Sentence

STEPS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009",
         "0010", "0011", "0012", "0013", "0014", "0015", "0016", "0017", "0018", "0019", "0020",
         "0021")
FIRST_READER = "0.1.0"      # the first version of Eckstein that knows the last of these steps
BACK = "0004"               # the step that `downgrade` goes back to: that of the version before
HEADS = "0007"              # the step that gave games their heads
NEEDS = "needs"
PRINT = "key print"         # the setting that says of a key in a file which it is
LOCK = 0xEC657E1            # so that of several servers that start at once only one takes steps


class NewerDatabaseError(EcksteinError, ValueError):
    """A database that a newer version of Eckstein has written; the message is a sentence."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of a database to what this version needs, completely or not at all.

    Raises:
        NewerDatabaseError: if they belong to a newer version.
    """
    _lock(connection)
    check_version(connection)
    if version(connection) == STEPS[-1]:
        return              # without loading Alembic, which takes longer than all the rest
    from alembic import command
    command.upgrade(_config(connection), "head")
    connection.execute(text("DELETE FROM setting WHERE name = :name"), {"name": NEEDS})
    connection.execute(text("INSERT INTO setting (name, value) VALUES (:name, :value)"),
                       {"name": NEEDS, "value": FIRST_READER})


def downgrade(connection: Connection) -> None:
    """Bring the tables back to the step BACK, completely or not at all.

    Only what is made anew by the next upgrade is lost.

    Raises:
        NewerDatabaseError: if they belong to a newer version.
        ValueError: if the key is in a file, which the version before would not find.
    """
    _lock(connection)
    check_version(connection)
    if (version(connection) or "") > BACK:
        _check_key(connection)
        from alembic import command
        command.downgrade(_config(connection), BACK)


def _check_key(connection: Connection) -> None:
    """Raise ValueError if the key of a database is not in it, nor beside it."""
    if connection.scalar(text("SELECT value FROM setting WHERE name = :name"),
                         {"name": PRINT}) is not None:
        raise ValueError(Sentence(
            "the key of this database is in a file, of which the version before knows nothing; put "
            "it back first with eckstein db key FILE --back"))


def _lock(connection: Connection) -> None:
    """Let nobody else take steps in this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    elif connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")       # or each statement would be for itself


def _config(connection: Connection) -> Any:
    """What Alembic has to know."""
    from alembic.config import Config
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


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
