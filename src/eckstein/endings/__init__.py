"""Endings: for each game, classes of positions with little material, and all of them numbered.

A table of an ending holds one value for each number (see `eckstein.tables`).  A module here is named
after its game and has, beside the rules of which it is a part in every life:

* `NAMES`: the endings, each after those that its captures lead to.
* `PARTS`: for each ending, into how many ranges of equal length its numbers fall that no move
  joins; each can be solved without the others.
* `size(ending)`: how many numbers there are.
* `possible(ending, number)`: whether there is a position with this number.
* `position(ending, number)`: that position.
* `place(p)`: the ending and the number of a position, (NOWHERE, 0) if it belongs to none.  Turned by
  half a turn with the colours swapped, a position has the same number.

An ending is an index into NAMES.  A move either stays in its ending, or leads to an earlier one, or
ends the game.
"""
NOWHERE = -1
