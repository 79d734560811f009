"""The arena: which player is better, by how much, and how sure is that?

Contestants meet in pairs of games from random openings, each opening with both colours.  Games run
in worker processes, are kept in a file one by one as they end, and are counted in pairs.
"""
