"""Play by days: when accounts are away, and the secrets of their calendars.

The version before knows nothing of these tables and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0017", "0016"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("absence"):
        return
    op.create_table(
        "absence",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("begin", sa.BigInteger, primary_key=True),
        sa.Column("end", sa.BigInteger, nullable=False))
    op.create_table(
        "calendar",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True))


def downgrade() -> None:
    pass
