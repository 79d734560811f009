"""Studies that several people write, and some of the earlier versions of each.

The version before knows nothing of them and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0012", "0011"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("shared_study"):
        return
    op.create_table(
        "shared_study",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written", sa.BigInteger, nullable=False, index=True))
    op.create_table(
        "study_version",
        sa.Column("study", sa.String(20), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written", sa.BigInteger, nullable=False))


def downgrade() -> None:
    pass
