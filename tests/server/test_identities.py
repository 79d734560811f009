"""What becomes of all that is stored of an account when it is deleted, as its columns state it."""
import itertools

import sqlalchemy as sa

from eckstein.server.database.identities import NOBODY, columns
from eckstein.server.database.tables import accounts, freed_names, tables
from eckstein.server.game.identity import of_account

from .helpers import opened, stores_of

HOLDS = {"account", "by", "other", "receiver", "reporter", "sender", "who"}
NUMBERS = itertools.count(1)
# What a value of each type may be, given a number.
VALUES = {sa.String: str, sa.Text: str, sa.BigInteger: int, sa.Integer: int, sa.Float: float,
          sa.Boolean: lambda number: False, sa.LargeBinary: lambda number: b"",
          sa.DateTime: lambda number: None}


def rows_of(id, table):
    """For each column of a table that holds an account, a row in which it is this one."""
    held = [column for column in table.columns if "ends" in column.info]
    for column in held:
        row = {}
        for one in table.columns:
            if not one.nullable or one.primary_key:
                make = next(make for kind, make in VALUES.items() if isinstance(one.type, kind))
                row[one.name] = make(next(NUMBERS))
        yield row | {column.name: id if column.name in ("account", "by") or table.name == "relation"
                     else of_account(id)}


async def held_of(store, id):
    """Which columns hold an account."""
    found = set()
    async with store.engine.connect() as connection:
        for table in tables.sorted_tables:
            for column in table.columns:
                if "ends" in column.info and await connection.scalar(sa.select(column).where(
                        column.in_((id, of_account(id)))).limit(1)) is not None:
                    found.add(column)
    return found


def test_each_column_that_holds_an_account_says_what_becomes_of_it():
    for table in tables.sorted_tables:
        for column in table.columns:
            assert ("ends" in column.info) == (column.name in HOLDS), f"{table.name}.{column.name}"
    assert {column.info["ends"] for table in tables.sorted_tables for column in table.columns
            if "ends" in column.info} == {"deleted", "nameless", "stays"}


async def test_a_deletion_does_so_in_each_column_and_leaves_others_as_they_are(place):
    async with opened(place) as store:
        async with store.engine.begin() as connection:
            for table in tables.sorted_tables:
                for id in ("anna", "bruno"):
                    for row in rows_of(id, table):
                        await connection.execute(sa.insert(table).values(**row))
            for id in ("anna", "bruno"):
                await connection.execute(sa.insert(accounts).values(
                    id=id, name=id, likeness=id, created=1))
        everywhere = {column for table in tables.sorted_tables for column in table.columns
                      if "ends" in column.info}
        assert await held_of(store, "anna") == everywhere
        await stores_of(store).delete("anna", of_account("anna"), 1)
        assert await held_of(store, "anna") == set(columns("ends", "stays"))
        assert await held_of(store, "bruno") == everywhere
        for column in columns("ends", "nameless"):
            async with store.engine.connect() as connection:
                assert await connection.scalar(sa.select(sa.func.count()).where(
                    column == NOBODY)) == 1 + (column.table is freed_names)
