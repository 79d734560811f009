"""Up to where each game is known to have come: its last event, and a digest of all of them.

It is empty where no program has written that knows of it; `eckstein db upgrade` fills it in.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    op.add_column("game", sa.Column("head", sa.Integer, nullable=True))
    op.add_column("game", sa.Column("digest", sa.LargeBinary, nullable=True))


def downgrade() -> None:
    op.drop_column("game", "digest")
    op.drop_column("game", "head")
