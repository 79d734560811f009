"""Tournaments: their events, what is to be looked at when, and which games belong to them.

The version before knows nothing of them and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0014", "0013"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("tournament"):
        return
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False, index=True),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("told", sa.Text, nullable=False))
    waits = sa.text("due IS NOT NULL")
    op.create_index("tournament_due", "tournament", ["due"],
                    sqlite_where=waits, postgresql_where=waits)
    op.create_table(
        "tournament_event",
        sa.Column("tournament", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False))
    op.create_table(
        "tournament_game",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("tournament", sa.String(16), nullable=False, index=True),
        sa.Column("over", sa.Boolean, nullable=False))
    going_on = sa.text("NOT over")
    op.create_index("tournament_running", "tournament_game", ["game"],
                    sqlite_where=going_on, postgresql_where=going_on)


def downgrade() -> None:
    pass
