"""Moderation: reports, what moderators did, and what is to be judged.

The version before knows nothing of these tables and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0015", "0014"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("report"):
        return
    op.create_table(
        "report",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("reporter", sa.String(32), nullable=False, index=True),
        sa.Column("account", sa.String(16), nullable=False, index=True),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("game", sa.String(16), nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("settled", sa.Integer, nullable=True, index=True))
    is_open, named = sa.text("state = 'open'"), sa.text("state = 'open' AND reporter <> ''")
    op.create_index("report_open", "report", ["at"],
                    sqlite_where=is_open, postgresql_where=is_open)
    op.create_index("report_once", "report", ["reporter", "account", "reason"], unique=True,
                    sqlite_where=named, postgresql_where=named)
    op.create_table(
        "moderation_entry",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("what", sa.String(10), nullable=False),
        sa.Column("account", sa.String(16), nullable=False, index=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.Column("entry", sa.Integer, nullable=True))
    op.create_index("moderation_entry_once", "moderation_entry", ["entry", "what"], unique=True)
    op.create_table(
        "flag",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("about", sa.String(64), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(10), nullable=False, index=True),
        sa.Column("settled", sa.Integer, nullable=True, index=True))


def downgrade() -> None:
    pass
