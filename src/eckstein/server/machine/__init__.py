"""What a server has on a machine and not in a browser: a database, processes, files."""
