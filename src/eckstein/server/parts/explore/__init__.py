"""The opening explorer: what was played in public games."""
