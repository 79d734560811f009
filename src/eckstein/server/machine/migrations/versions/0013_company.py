"""Company: challenges, whom somebody follows or blocks, chats, reports, and what moderators do.

The version before knows nothing of these tables and leaves them alone, so a way back keeps them.
The trail of what moderators did is only ever added to, which the database itself sees to.
"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013", "0012"

APPEND_ONLY = {
    "sqlite": [f"CREATE TRIGGER audit_no_{verb} BEFORE {verb} ON audit "
               "BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END"
               for verb in ("update", "delete")],
    "postgresql": [
        "CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION 'the audit trail is only added to'; END $$",
        "CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_stays()"]}


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
    op.create_table(
        "preference",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("free_text", sa.Boolean, nullable=False),
        sa.Column("noticed", sa.Integer, nullable=False))
    op.create_table(
        "chat",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(32), nullable=False, index=True),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("preset", sa.String(20), nullable=True),
        sa.Column("text", sa.Text, nullable=True))
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("sender", sa.String(32), nullable=False, index=True),
        sa.Column("about", sa.String(32), nullable=False, index=True),
        sa.Column("game", sa.String(16), nullable=True),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger, nullable=True, index=True))
    op.create_table(
        "moderator",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False))
    op.create_table(
        "measure",
        sa.Column("account", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=True))
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.String(16), nullable=False),
        sa.Column("about", sa.String(32), nullable=False, index=True),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.Column("report", sa.Integer, nullable=True))
    for statement in APPEND_ONLY.get(op.get_bind().dialect.name, []):
        op.execute(statement)


def downgrade() -> None:
    pass
