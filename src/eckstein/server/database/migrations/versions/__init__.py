"""The steps since version 0.1.0, which Alembic takes."""
