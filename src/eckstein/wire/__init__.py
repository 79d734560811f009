"""The messages, requests and answers between the server and its clients, each a `msgspec.Struct`.
The package imports nothing of the server, so clients can use it, too.

`make wire` generates the TypeScript types of the pages, the OpenAPI description and the tables in
docs/server-api.md from these types.  The docstrings and descriptions here are their documentation.
"""
