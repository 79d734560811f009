"""Play by days: absences, calendars, ways to reach an account, and what is to be sent to it.

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
    op.create_table(
        "contact",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False, index=True),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False, index=True),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=True),
        sa.Column("failed", sa.BigInteger, nullable=True),
        sa.Column("notices", sa.Boolean, nullable=False))
    op.create_table(
        "outbox",
        sa.Column("contact", sa.String(64), primary_key=True),
        sa.Column("topic", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False, index=True),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False))
    waits = sa.text("due IS NOT NULL")
    op.create_index("outbox_due", "outbox", ["due"], sqlite_where=waits, postgresql_where=waits)


def downgrade() -> None:
    pass
