"""The socket of a page: messages in, answers and events out.  Entered by `connection.Connection`,
which the application makes for each client.
"""
