"""What travels between the server and its clients, by type: one `msgspec.Struct` for each message,
request and answer.  Imports nothing of the server but its limits, so clients may use it, too.

`make wire` makes from these types the TypeScript types of the pages, the OpenAPI description and
the tables in docs/server.md.  Descriptions and docstrings here are what readers of those see.
"""
