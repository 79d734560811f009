"""Puzzles: their solutions, ratings, and the puzzle of the day."""
