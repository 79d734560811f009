"""Tournaments without any input or output: pairings, points and standings."""
