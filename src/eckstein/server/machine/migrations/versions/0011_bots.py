"""Programs and public games: tokens, bots and what they are told, and an opening tree.

The version before knows nothing of them and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("access_token"):
        return
    op.add_column("account", sa.Column("bot", sa.Boolean, nullable=False,
                                       server_default=sa.false()))
    op.add_column("account", sa.Column("sharing", sa.String(8), nullable=False,
                                       server_default="no"))
    op.add_column("player", sa.Column("to_share", sa.BigInteger, nullable=True))
    waiting = sa.text("to_share IS NOT NULL")
    op.create_index("player_to_share", "player", ["to_share", "game"],
                    sqlite_where=waiting, postgresql_where=waiting)
    op.create_table(
        "access_token",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False, index=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=True),
        sa.Column("used", sa.BigInteger, nullable=True))
    op.create_table(
        "bot_policy",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("text", sa.Text, nullable=False))
    op.create_table(
        "bot_event",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False))
    op.create_table(
        "bot_told",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("topic", sa.String(40), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False))
    op.create_table(
        "public_game",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("speed", sa.String(12), nullable=False),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("result", sa.String(7), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False))
    op.create_index("public_game_ended", "public_game", ["ended", "game"])
    op.create_table(
        "explored",
        sa.Column("rules", sa.String(64), primary_key=True),
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("move", sa.String(60), primary_key=True),
        sa.Column("speed", sa.String(12), primary_key=True),
        sa.Column("band", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("white", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("black", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sqlite_with_rowid=False)


def downgrade() -> None:
    pass
