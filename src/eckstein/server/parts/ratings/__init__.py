"""Ratings: rated games count, and the leaderboards show what comes of it."""
