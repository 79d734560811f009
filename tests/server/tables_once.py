"""The tables of an empty database of SQLite: made by Alembic once, and then by the same statements.

All steps of the migrations take Alembic a fifth of a second, and hundreds of tests begin with an
empty database.  Databases with something in them take their steps by Alembic, and so do those of
PostgreSQL, of which tests copy one.
"""
import contextlib
from functools import partial
from unittest import mock

import sqlalchemy as sa
from alembic import command

READS = ("SELECT", "PRAGMA")


@contextlib.contextmanager
def tables_made_once():
    """Meanwhile only the first empty database of SQLite is left to Alembic."""
    upgrade, written = command.upgrade, []

    def upgrade_quickly(config, revision):
        connection = config.attributes["connection"]
        if revision != "head" or connection.dialect.name != "sqlite" or (
                sa.inspect(connection).get_table_names()):
            upgrade(config, revision)
        elif written:
            connection.connection.dbapi_connection.run_async(partial(write, written))
        else:
            with heard(connection) as statements:
                upgrade(config, revision)
            written.extend(statements)
    with mock.patch.object(command, "upgrade", upgrade_quickly):
        yield


@contextlib.contextmanager
def heard(connection):
    """The statements that write meanwhile, with their parameters."""
    statements = []

    def hear(connection, cursor, statement, parameters, context, executemany):
        if not statement.lstrip().startswith(READS):
            statements.append((statement, parameters))
    sa.event.listen(connection, "before_cursor_execute", hear)
    try:
        yield statements
    finally:
        sa.event.remove(connection, "before_cursor_execute", hear)


async def write(statements, driver):
    """Execute statements by the driver itself."""
    for statement, parameters in statements:
        await driver.execute(statement, parameters)
