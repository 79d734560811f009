"""Challenges from one player to another."""
