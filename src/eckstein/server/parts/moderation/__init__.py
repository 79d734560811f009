"""Moderation: reports, flags, and what moderators make of them."""
