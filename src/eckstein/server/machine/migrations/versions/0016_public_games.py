"""Public games: who agrees to them, what was played in which positions, what players were rated.

The version before knows nothing of them and leaves them alone, so a way back keeps them.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0016", "0015"


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("public_game"):
        return
    op.add_column("account", sa.Column("public", sa.Boolean, nullable=False,
                                       server_default=sa.false()))
    for column in (sa.Column("agreed", sa.Boolean, nullable=True),
                   sa.Column("points", sa.Float(53), nullable=True),
                   sa.Column("to_explore", sa.BigInteger, nullable=True)):
        op.add_column("player", column)
    waiting = sa.text("to_explore IS NOT NULL")
    op.create_index("player_to_explore", "player", ["to_explore", "game"],
                    sqlite_where=waiting, postgresql_where=waiting)
    agreed = sa.text("agreed")
    op.create_index("player_agreed", "player", ["ended", "game"],
                    sqlite_where=agreed, postgresql_where=agreed)
    op.create_table(
        "public_game",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("winner", sa.String(8), nullable=False),
        sa.Column("points", sa.Integer, nullable=True))
    op.create_table(
        "explored",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("speed", sa.String(12), primary_key=True),
        sa.Column("band", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move", sa.String(200), primary_key=True),
        *(sa.Column(name, sa.BigInteger, nullable=False)
          for name in ("white", "drawn", "black", "rated", "points")),
        sqlite_with_rowid=False)
    op.create_table(
        "explored_game",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("speed", sa.String(12), primary_key=True),
        sa.Column("band", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(16), primary_key=True, index=True),
        sa.Column("move", sa.String(200), nullable=False),
        sqlite_with_rowid=False)


def downgrade() -> None:
    pass
