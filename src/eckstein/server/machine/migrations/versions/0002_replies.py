"""Conditional replies."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    op.create_table(
        "replies",
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("lines", sa.Text, nullable=False))
