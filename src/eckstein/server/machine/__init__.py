"""What a server on a machine has, and one in a browser does not need: a database, processes, files.
"""
