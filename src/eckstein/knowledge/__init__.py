"""Knowledge of good play, one module a game; rules know nothing of it.

evaluate(p)              -> a value for the player to move, in hundredths of a die (or a piece)
noisy(p, moves, n)       -> n: the moves that must be played out before a position is evaluated

Modules live twice, as rules do (see kernel).  A game without a module gets `_nothing`.
"""
