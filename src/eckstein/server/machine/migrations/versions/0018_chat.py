"""Chat in games, and what accounts let others see and write.

The version before knows nothing of it and leaves it alone, so a way back keeps it.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0018", "0017"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("chat_line"):
        return
    op.add_column("account", sa.Column("seen", sa.Boolean, nullable=False,
                                       server_default=sa.true()))
    op.add_column("account", sa.Column("chats", sa.Boolean, nullable=False,
                                       server_default=sa.false()))
    op.create_table(
        "chat_line",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("who", sa.String(32), nullable=False, index=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(20), nullable=True),
        sa.Column("text", sa.Text, nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False))
    op.create_index("chat_line_key", "chat_line", ["game", "colour", "key"], unique=True)


def downgrade() -> None:
    pass
