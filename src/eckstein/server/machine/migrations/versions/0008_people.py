"""People: accounts and how one signs in to them, and who has played which games.

The version before knows nothing of these tables and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("account"):
        return
    op.create_table(
        "account",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("likeness", sa.String(120), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("password", sa.String(200), nullable=True))
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False, index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False))
    op.create_table(
        "recovery_code",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False, index=True))
    op.create_table(
        "session",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False, index=True),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False))
    op.create_table(
        "kept",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False))
    op.create_table(
        "player",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("colour", sa.String(5), primary_key=True),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=True),
        sa.Column("outcome", sa.String(5), nullable=True))
    op.create_index("player_history", "player", ["who", "ended", "game"])
    op.create_index("player_tally", "player", ["who", "rules", "outcome", "ended", "game"])


def downgrade() -> None:
    pass
