"""Searches: templates over a game, which they import as `game` (see kernel)."""
