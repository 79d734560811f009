"""The twin: the five games once more, slow and obvious, to check the fast ones from outside.

Nothing here is shared with the package under test, and the words are those of the rules.
`twin(game, **options)` returns a game object with these methods:

- `start()` and `read(text)` give a state, an immutable value; `write(state)` gives its text.
  A state that is read may be impossible; a text that is not well formed is a ValueError.
- `moves(state)` maps each canonical plain move text to the state after it; it is empty when
  the game is over, and a player who must pass has the one move `--`.
- `outcome(state)` is None while the game runs, then `(winner, reason)`: the winner is "white",
  "black" or None for a draw, the reason one of goal, elimination, king_taken, king_square,
  duel_mate, surrounded, blocked.
- `describe(state, text)` tells what a legal move does: the steps with the faces after each, the
  battles, what leaves the board and why, and the outcome (see told).
- `problems(state)` is the set of reasons why the state cannot occur in a game, as pairs of a kind
  and the side it is about (or None); it is empty for a possible one. The other methods answer
  for any state with both kings on the board.
- `score(state)` is `(white, black)` in a finished game of Pur, else None.
- `identity(state)` is equal for states with the same future, and only for those.
- `progress(before, text, after)` tells whether the move restarts the no-progress count.
- `spent(state)` tells what is used up for good: a tuple that no move ever makes less, so where it
  has grown nothing from before comes again.

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
