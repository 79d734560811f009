"""Games and their events, what the server keeps for itself, and when no server ran."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("tended", sa.Boolean, nullable=False))
    op.create_index("game_to_tend", "game", ["tended", "over"])
    op.create_table(
        "game_event",
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("actor", sa.String(32), nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=True),
        sa.Column("key", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("game", "actor", "command_id", name="game_event_once"))
    op.create_table(
        "setting",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False))
    op.create_table(
        "downtime",
        sa.Column("begin", sa.BigInteger, primary_key=True),
        sa.Column("end", sa.BigInteger, nullable=False))
