"""What has expired is found by its age.  Tournaments have an event for guests that get an account,
which earlier versions do not know.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0026", "0025"
COLUMNS = {"game": (sa.Column("lasting", sa.Boolean, nullable=False, server_default=sa.false()),
                    sa.Column("checked", sa.BigInteger)),
           "account": (sa.Column("checked", sa.BigInteger),)}
INDEXES = ("game_age ON game (lasting, coalesce(checked, created))",
           "account_age ON account (coalesce(checked, created))",
           "ix_study_created ON study (created)")


def upgrade() -> None:
    """Take the step, also for a database of a version of before the first."""
    for table, columns in COLUMNS.items():
        known = {column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)}
        for column in columns:
            if column.name not in known:
                op.add_column(table, column)
    for index in INDEXES:
        op.execute(f"CREATE INDEX IF NOT EXISTS {index}")
