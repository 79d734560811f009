"""Ratings: which games count for them, what they are, and how they have changed.

The version before knows nothing of them and leaves them alone, so a way back keeps them.
"""
from typing import Any

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("rating"):
        return
    for column in (sa.Column("speed", sa.String(12), nullable=True),
                   sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
                   sa.Column("to_rate", sa.BigInteger, nullable=True)):
        op.add_column("player", column)
    waiting = sa.text("to_rate IS NOT NULL")
    op.create_index("player_to_rate", "player", ["to_rate", "game"],
                    sqlite_where=waiting, postgresql_where=waiting)
    op.create_table(
        "rating",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("rules", sa.String(64), primary_key=True),
        sa.Column("speed", sa.String(12), primary_key=True),
        *_rating(),
        sa.Column("games", sa.Integer, nullable=False))
    op.create_index("rating_best", "rating", ["rules", "speed", "points", "deviation"])
    op.create_table(
        "rating_change",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("speed", sa.String(12), nullable=False),
        *_rating())
    op.create_index("rating_history", "rating_change", ["account", "rules", "speed", "at"])


def _rating() -> tuple[sa.Column[Any], ...]:
    """What somebody is rated after a game that ended at some time."""
    return (sa.Column("points", sa.Float(53), nullable=False),
            sa.Column("deviation", sa.Float(53), nullable=False),
            sa.Column("volatility", sa.Float(53), nullable=False),
            sa.Column("at", sa.BigInteger, nullable=False))


def downgrade() -> None:
    pass
