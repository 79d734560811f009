"""Who owns a game and until when, and when it is to be looked at though nobody asks.

A server of the version before that still runs on PostgreSQL knows nothing of this: a trigger notes
that the games in which it writes are to be looked at now.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    op.create_table(
        "node",
        sa.Column("term", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False))
    op.add_column("game", sa.Column("due", sa.BigInteger, nullable=True, server_default="0"))
    op.add_column("game", sa.Column("owner", sa.BigInteger, nullable=True))
    op.execute("UPDATE game SET due = NULL WHERE over OR NOT (tended OR EXISTS "
               "(SELECT 1 FROM replies WHERE replies.game = game.id))")
    op.create_index("game_due", "game", ["due", "id"], sqlite_where=sa.text("due IS NOT NULL"),
                    postgresql_where=sa.text("due IS NOT NULL"))
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE FUNCTION game_is_due() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                   "UPDATE game SET due = 0 WHERE id = NEW.game; RETURN NULL; END $$")
        op.execute("CREATE TRIGGER by_the_version_before AFTER INSERT ON game_event FOR EACH ROW "
                   "WHEN (current_setting('eckstein.tells_due', true) IS NULL) "
                   "EXECUTE FUNCTION game_is_due()")


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER by_the_version_before ON game_event")
        op.execute("DROP FUNCTION game_is_due")
    op.drop_index("game_due", "game")
    op.drop_column("game", "owner")
    op.drop_column("game", "due")
    op.drop_table("node")
