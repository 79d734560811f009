"""Searches to play by: they are in the library of each game that boards and engines load."""
