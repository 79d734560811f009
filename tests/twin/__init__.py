"""The twin: the five games once more, slow and obvious, to check the fast ones from outside.

Nothing here is shared with the package under test, and the words are those of the rules.
`twin(game, **options)` returns a game object with these methods:

- `start()` and `read(text)` give a state, an immutable value; `write(state)` gives its text.
- `moves(state)` maps each canonical plain move text to the state after it; it is empty when
  the game is over, and a player who must pass has the one move `--`.
- `outcome(state)` is None while the game runs, then `(winner, reason)`: the winner is "white",
  "black" or None for a draw, the reason one of goal, elimination, king_taken, king_square,
  duel_mate, surrounded, blocked.
- `score(state)` is `(white, black)` in a finished game of Pur, else None.
- `identity(state)` is equal for states with the same future, and only for those.
- `progress(before, text, after)` tells whether the move restarts the no-progress count.

Duell adds `in_check(state)` and `mated(state)`. Repetition and the no-progress draw belong to
the history of a game, so they are no part of a state and no option here.
"""

from .cublino import Contra, Ecke, Pur
from .duell import Duell
from .echek import Echek

GAMES = {"pur": Pur, "contra": Contra, "ecke": Ecke, "duell": Duell, "echek": Echek}


def twin(game, **options):
    """Return the named game; ValueError for an unknown game, option or value."""
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}; expected one of {', '.join(GAMES)}")
    allowed = GAMES[game].OPTIONS
    for name, value in options.items():
        if name not in allowed:
            raise ValueError(
                f"{game} has no option {name!r}; it has {', '.join(allowed) or 'none'}"
            )
        if value not in allowed[name]:
            raise ValueError(f"option {name} of {game} cannot be {value!r}; one of {allowed[name]}")
    defaults = {name: choices[0] for name, choices in allowed.items()}
    return GAMES[game](**(defaults | options))
