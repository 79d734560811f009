"""Searches: templates over a game, which they import as `game` (see kernel).

An argument has the same meaning in all of them; a docstring says more where there is more to say.

* `p`, `q`: positions; `q` is the position after a move in `p`.
* `memory`: the record that `new_memory` of the same module returns.  A thread needs its own.
* `move`: a code from 0 to `game.MOVE_CODES` - 1; -1 is no move.
* `first`, `end`: indices into `memory.moves`.  Moves are written from `first` on, and those below
  belong to the callers; `end` is the index after the last move.
* `ply`: the number of moves made since the root, from 0.
* `depth`: plies still to search, from 0.
* `idle`: how many moves in a row made no progress (`game.progress`) up to this position, from 0.
* `reversible`: how many moves in a row can be undone up to this position (`_counts.py`), `idle` or
  more; what stood on the board before them cannot come again.
* `side`: the player to move, 0 White or 1 Black.
* `result`: what `game.outcome` returns, 0 to 3.
* `score`: hundredths of a die, for the player to move.
* `alpha`, `beta`: scores.  The player to move is sure of `alpha`, and the opponent of no more than
  `beta`; a value outside is returned as a bound.
* `key`: 63 bits, from `game.key`.
* `table`: what `new_table` returns; `data`: what an entry holds besides its key, 0 if it is empty.
* `limit`: how many positions may be made.
* `seed`: any integer; the same seed gives the same random numbers.
* `ending`: an index into `endings.ENDINGS`; `number`: of a position there, from 0 to
  `endings.size(ending)` - 1.
"""
