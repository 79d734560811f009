"""The database: its tables and migrations, what reads and writes them, and its key."""
