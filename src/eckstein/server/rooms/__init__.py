"""Games in memory, and their subscribers.

The entry point is `rooms.Rooms`: every command, wherever it comes from, goes through its `submit`.
"""
