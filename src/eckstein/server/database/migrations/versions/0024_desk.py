"""Tournaments have events that earlier versions do not know; the tables stay as they are.

These are results entered by organisers, byes, absences, proposed pairings, other organisers, and
orders that are undone.
"""
revision, down_revision = "0024", "0023"


def upgrade() -> None:
    """Take the step, which changes nothing that is stored."""
