"""Games on disk: what is written for a command, all or nothing, and how it is read again.  Entered
by `store.Store`, and by `maintenance` from the command line.
"""
