"""Programs: tokens, bots and what they are told.

The version before knows nothing of them and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("access_token"):
        return
    op.add_column("account", sa.Column("bot", sa.Boolean, nullable=False,
                                       server_default=sa.false()))
    op.create_table(
        "access_token",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False, index=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=True),
        sa.Column("used", sa.BigInteger, nullable=True))
    op.create_table(
        "bot_policy",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("text", sa.Text, nullable=False))
    op.create_table(
        "bot_event",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False))
    op.create_table(
        "bot_told",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("topic", sa.String(40), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False))


def downgrade() -> None:
    pass
