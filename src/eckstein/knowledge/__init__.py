"""Knowledge of good play, one module a game; rules know nothing of it.

plain(p)             -> a simple value for the player to move, in hundredths of a die or a piece
evaluate(p)          -> the value that the engine goes by: `weigh` with the fitted weights
weigh(p, weights)    -> the sum of all features, each times its weight; FEATURES names them
noisy(p, moves, n)   -> n: the moves that must be played out before a position is evaluated
urgency(p, move)     -> how soon to look at a move: above 0 early, below 0 late
SWING                -> how much one ply may change the value, for pruning
URGENT_FIRST         -> (may be left out) whether alpha-beta looks at urgent moves first, too, or
                        leaves urgency to the tree search

Modules live twice, as rules do (see kernel).  A game without a module gets `_nothing`.  Those of
games of your own lie in a folder `knowledge` in the folders that ECKSTEIN_GAMES names.
"""
import os

# A file of other weights (JSON: game, feature, weight) for the fitting of them.  Whoever sets it
# sets ECKSTEIN_CACHE as well, since weights are constants of the compiled code.
WEIGHTS_FILE = "ECKSTEIN_WEIGHTS"

__path__ += [os.path.join(folder, "knowledge")
             for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]
