"""Endings: for each game, classes of positions with little material, and all of them numbered.

A table of an ending holds one value for each number (see `eckstein.tables`).  A module here has
the lives that rules have (see kernel), is named after its game, and has

NAMES                       -> the endings, each after those that its captures lead to
PARTS                       -> for each ending, into how many ranges of equal length its numbers
                               fall that no move joins, so that each can be solved alone
SLICES                      -> for each ending, into how many ranges of equal length a part falls,
                               where moves lead from each only into itself and those before it;
                               they are solved in order, and need memory for the moves of one
size(ending)                -> how many numbers there are
possible(ending, number)    -> whether there is a position with this number
position(ending, number)    -> that position
place(p)                    -> the ending and the number of a position, or (NOWHERE, 0)

where an ending is an index into NAMES.  A move stays in its ending, leads to an earlier one, or
ends the game.  Turned by half a turn with the colours swapped, a position keeps its number.

A game without a module gets `_nothing`.  Those of games of your own lie in a folder `endings` in
the folders that ECKSTEIN_GAMES names.
"""
import os

NOWHERE = -1

__path__ += [os.path.join(folder, "endings")
             for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]
