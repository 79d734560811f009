"""Games in memory, and everybody who hears of them.  Entered by `rooms.Rooms`: every command, from
wherever it comes, goes through its `submit`.
"""
