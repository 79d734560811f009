"""Runs tournaments: what happens in them is written, pairs get their games, players are called."""
