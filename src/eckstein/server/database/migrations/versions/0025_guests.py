"""An account may take no challenges from guests."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0025", "0024"


def upgrade() -> None:
    """Take the step, also for a database of a version of before the first."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("account")}
    if "guests" not in columns:
        op.add_column("account", sa.Column("guests", sa.Boolean, nullable=False,
                                           server_default=sa.true()))
