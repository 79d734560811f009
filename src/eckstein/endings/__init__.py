"""Endings: for each game, classes of positions with little material, and all of them numbered.

A table of an ending holds one value for each number (see `eckstein.tables`).  A module here has
the lives that rules have (see kernel), is named after its game, and has

NAMES                       -> the endings, each after those that its captures lead to
NEEDS                       -> for each ending, which ones its captures lead to
GROUPS                      -> for each ending, how its numbers fall into parts, which are ranges
                               of equal length: one number for each group of parts that follow each
                               other, how many these are.  No move leads from a group to another,
                               so each can be solved alone
SLICES                      -> for each ending, into how many ranges of equal length each of its
                               parts falls, where moves lead from each only into itself and those
                               before it; they are solved in order.  One, where a group has more
                               parts than one
LANES                       -> for each ending, into how many ranges of equal length each of its
                               parts falls, which are counted anew in each part, so that all moves
                               of a position that stay in its slice lead into ranges with the same
                               count; several threads can solve a group then.  One, if that is not
                               known, or if there are slices
MOST_MOVES                  -> for each ending, how many moves a position has at most
MOST_BEFORE                 -> how many numbers `before` appends at most
AIDS                        -> how many words `prepare` fills
size(ending)                -> how many numbers there are
possible(ending, number)    -> whether there is a position with this number
position(ending, number)    -> that position
place(p)                    -> the ending and the number of a position, or (NOWHERE, 0)
prepare(aids)               -> nothing; fills a row (see kernel.bits.address) that `before` asks
before(ending, number, aids, numbers, n)
                            -> appends the numbers in the same slice from which a move leads to
                               this one, each as often as there are such moves; numbers of finished
                               positions may be among them.  Returns n plus how many it has appended

where an ending is an index into NAMES.  A move stays in its ending, leads to an earlier one, or
ends the game; without progress (see the rules) it stays in its slice.  Turned by half a turn with
the colours swapped, a position keeps its number.

A game without a module gets `_nothing`.  Those of games of your own lie in a folder `endings` in
the folders that ECKSTEIN_GAMES names.
"""
import os

NOWHERE = -1

__path__ += [os.path.join(folder, "endings")
             for folder in os.environ.get("ECKSTEIN_GAMES", "").split(os.pathsep) if folder]
