"""Work for engines on other machines; nothing in it outlives whoever waits for it."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("put", sa.DateTime(timezone=True), nullable=False,
                  server_default=sa.func.current_timestamp()),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False, server_default="0"),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answer", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_table("job")
