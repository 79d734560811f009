"""A game by itself: events, the state that they fold into, clocks and rulings.  Pure: nothing here
waits, writes or tells; entered by `rulings.rule` and `replay.replay`.
"""
