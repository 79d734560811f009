"""Bots: programs with accounts, their policies, and the stream of events that they receive."""
