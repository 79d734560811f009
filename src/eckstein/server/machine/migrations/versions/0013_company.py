"""Company: challenges, and whom somebody blocks.

The version before knows nothing of these tables and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("challenge"):
        return
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("sender", sa.String(32), nullable=False, index=True),
        sa.Column("receiver", sa.String(32), nullable=False, index=True),
        sa.Column("sender_name", sa.String(40), nullable=False),
        sa.Column("receiver_name", sa.String(40), nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
        sa.Column("answer", sa.String(20), nullable=True))
    op.create_table(
        "relation",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("other", sa.String(32), primary_key=True, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False))


def downgrade() -> None:
    pass
