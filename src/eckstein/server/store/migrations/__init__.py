"""How the database came to be what it is, step by step; `upgrade` takes them."""
from pathlib import Path

from sqlalchemy import Connection, inspect, text

HEAD = "0003"               # the last step there is
LOCK = 0xEC657E1            # so that of several servers that start at once only one takes steps


def upgrade(connection: Connection) -> None:
    """Bring the tables of a database to what this version needs."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    if _version(connection) == HEAD:
        return              # without loading Alembic, which takes longer than all the rest
    from alembic import command
    from alembic.config import Config
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
