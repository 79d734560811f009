"""There are classes, with teachers and pupils."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0027", "0026"


def upgrade() -> None:
    """Take the step, also for a database of a version of before the first."""
    if sa.inspect(op.get_bind()).has_table("class"):
        return
    op.create_table(
        "class", sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False))
    op.create_table(
        "class_teacher", sa.Column("class_id", sa.String(16), primary_key=True),
        sa.Column("account", sa.String(16), primary_key=True, index=True))
    op.create_table(
        "pupil", sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("class_id", sa.String(16), nullable=False, index=True),
        sa.Column("code", sa.String(64), unique=True),
        sa.Column("added", sa.BigInteger, nullable=False))
