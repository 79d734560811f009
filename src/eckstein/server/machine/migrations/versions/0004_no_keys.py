"""No keys of positions any more: they are made anew from the moves, by the rules of today."""
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    with op.batch_alter_table("game_event") as table:
        table.drop_column("key")
