"""Indices of leaderboards: all that they ask for, and which accounts are bots.

The version before is as well served by them, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0021", "0020"


def upgrade() -> None:
    if any(index["name"] == "account_bot"
           for index in sa.inspect(op.get_bind()).get_indexes("account")):
        return
    op.create_index("account_bot", "account", ["id"], sqlite_where=sa.text("bot = 1"),
                    postgresql_where=sa.text("bot"))
    op.drop_index("rating_best", "rating")
    op.create_index("rating_best", "rating", ["rules", "speed", "points", "deviation", "account"])


def downgrade() -> None:
    pass
