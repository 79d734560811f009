"""Knowledge of good play, one module a game; rules know nothing of it.

What a module gives is typed in contract.py (`Knowledge`, and `Fitted` where its weights can be
fitted).  Modules have the lives that rules have (see kernel).  A game without a module gets
`_nothing`.  Those of games of your own lie in a folder `knowledge` beside the rules.
"""
import os

# A file of other weights (JSON: game, feature, weight) for the fitting of them.  Whoever sets it
# sets ECKSTEIN_CACHE as well, since weights are constants of the compiled code.
WEIGHTS_FILE = "ECKSTEIN_WEIGHTS"

__path__ += [os.path.join(folder, "knowledge")
             for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]
