"""Notices: what is to be told to accounts that are not here, and where they are reached.

The version before knows nothing of these tables and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0019", "0018"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("notice"):
        return
    op.create_table(
        "notice",
        sa.Column("key", sa.String(120), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("leased", sa.BigInteger, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False))
    op.create_index("notice_due", "notice", ["channel", "due"],
                    sqlite_where=sa.text("due IS NOT NULL"),
                    postgresql_where=sa.text("due IS NOT NULL"))
    op.create_index("notice_account", "notice", ["account", "channel", "at"])
    op.create_table(
        "contact",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("kinds", sa.String(120), nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=True),
        sa.Column("bounced", sa.BigInteger, nullable=True))
    op.create_table(
        "push_subscription",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False, index=True),
        sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("kinds", sa.String(120), nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False))


def downgrade() -> None:
    pass
