"""Bots: what they accept, and the one stream of events by which they hear of everything."""
