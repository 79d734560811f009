"""What travels between the server and its clients: a `msgspec.Struct` for each message, request and
answer.  It imports nothing of the server, so that clients can use it, too.

`make wire` generates the TypeScript types of the pages, the OpenAPI description and the tables in
docs/server-api.md from these types; their readers see the descriptions and docstrings that stand
here.
"""
