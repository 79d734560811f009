"""Endings: for each game, classes of positions with little material, and all of them numbered.

A table of an ending holds one value for each number (see `eckstein.engine.tables`).  A module here
has the lives that rules have (see kernel), is named after its game, and has

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
TILES                       -> for each ending, how many rows and columns its **tiles** have: ranges
                               of rows * columns numbers that follow each other, row by row.  All
                               positions of a tile are alike, but for what the **line** (row or
                               column) says that each is on.  Lines have numbers, rows from 0 and
                               columns after them.  (1, 1), which is one line, if nothing of that
                               kind holds
LINES                       -> how many lines a tile has at most
MOST_MOVES                  -> for each ending, how many moves a position has at most
MOST_BEFORE, MOST_CAPTURES  -> how many words `before` appends at most, and `after`
AIDS                        -> how many words `prepare` fills
size(ending)                -> how many numbers there are
possible(ending, number)    -> whether there is a position with this number; in a tile all are
                               possible, or none is
position(ending, number)    -> that position
place(p), placed(p)         -> the ending and the number of a position, or (NOWHERE, 0); the second
                               one may be larger, for loops that do little else
prepare(aids)               -> nothing; fills a row (see kernel.bits.address) that `before` asks
before(ending, number, line, aids, words, n)
                            -> appends the moves in the same slice that lead to the positions on a
                               line of the tile that begins with a number, each as one word:
                               from + (step << STEP) says that the numbers from, from + step and
                               so on lead to those on the line, one to each.  Each move is told for
                               one of the lines.  Numbers of finished positions may be among those
                               from which moves lead.  Returns n plus how many words it has appended
after(ending, number, quiet, closed, captures)
                            -> tells of the moves from the positions of the tile that begins with a
                               number.  It adds to quiet[line] how many moves stay in the slice;
                               sets bits in closed[line], so that no position is finished whose row
                               and column do not have all bits of ALL_CLOSED together; and writes
                               three words for each other move: the line; the ending; and the
                               number that it leads to, or if the ending is NOWHERE, who moves
                               wins.  Moves that lead to the same may be told once.  Returns how
                               many words.  Only called for tiles of several numbers

where an ending is an index into NAMES.  A move stays in its ending, leads to an earlier one, or
ends the game; without progress (see the rules) it stays in its slice.  Turned by half a turn with
the colours swapped, a position keeps its number.

A game without one gets `games/_defaults/no_endings.py`.
"""
