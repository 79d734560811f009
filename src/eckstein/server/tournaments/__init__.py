"""Tournaments without any input or output: who meets whom, what it counts, and how they stand."""
