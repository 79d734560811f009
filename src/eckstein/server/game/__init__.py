"""A game by itself: events, the state that they fold into, clocks and rulings.

Pure: nothing here waits, or does input or output.  Entry points are `rulings.rule` and
`replay.replay`.
"""
