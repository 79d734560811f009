"""Games on disk: what is written for a command, completely or not at all, and how it is read.

Entry points are `store.Store`, and `maintenance` for the command line.
"""
