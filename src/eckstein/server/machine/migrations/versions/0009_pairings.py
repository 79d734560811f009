"""Which seeks have led to which games: none leads to two."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    op.create_table(
        "pairing",
        sa.Column("seek", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False, index=True),
        sa.Column("colour", sa.String, nullable=False))


def downgrade() -> None:
    op.drop_table("pairing")
