"""How often the moves of rated games are the engine's, for flags.

The version before knows nothing of it and leaves it alone, so a way back keeps it.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0020", "0019"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("compared_game"):
        return
    op.create_table(
        "compared_game",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("positions", sa.Integer, nullable=False),
        sa.Column("agreed", sa.Integer, nullable=False))


def downgrade() -> None:
    pass
