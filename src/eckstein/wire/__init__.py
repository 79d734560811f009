"""The messages, requests and answers between the server and its clients, each a `msgspec.Struct`.
The package imports nothing of the server, so clients can use it, too.

The TypeScript types of the pages (`tools/typescript.py`), the OpenAPI description and the tables of
docs/server-api.md (`tools/page_tables/`) are made from these types, when they are built.  The
docstrings and descriptions here are their documentation.
"""
