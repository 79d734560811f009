"""The socket of a page: messages in, answers and events out.

The entry point is `connection.Connection`, which the application creates for each client.
"""
