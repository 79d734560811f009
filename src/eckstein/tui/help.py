"""What can be typed and pressed, on one page."""

HELP = """\
THE BOARD
(6) is White's die, [6] Black's. Around the top stand the faces to
the north, west, east and south; where a square has two rows, the
south is left out (it is 7 less the north). Beside the board the die
under the cursor is unfolded, its bottom at the right.
<1>    your die may go here, and will show 1
<1|5>  there are several ways here; you will be asked which
x3     it captures what stands here, and will show 3
+      a goal          !   the way by which a king is attacked
Arrows show the last move, or the one you are looking at.

KEYS
arrows, mouse     move the cursor
Enter, Space      pick up, put down; so does a click, or dragging
Tab, Shift+Tab    the next piece that can move, the next target
1 to 9            pick up a piece in hand (Echek)
Esc               put it back; leave a look back
/  or  :          type a move or a command
u  take back      h  hint           e  value on, off
f  turn the board m  all moves      [  ]  look back, and on
{  }  start, end  r  resign         d  offer a draw
n  new game       p  pause (two computers)
?  this page      q  quit; the game is kept
PageUp, PageDown  the game before or after, in a file of games

WORDS, after /
a move in any form the notation allows
hint, evaluate, describe MOVE, moves, position, flip, clock, rules
undo, resign, draw, yes, no, new [GAME], help, quit
players, white PLAYER, black PLAYER, level N
   where a player is human, random, greedy, or level:1 to level:10
save FILE, load FILE
replay [FILE], next, back, first, last, goto N, list, games, game N
"""
KEYS = "Enter pick  Tab next  / type  u undo  h hint  e value  ? help  q quit"
LOOKING = "[ ] step  { } ends  Esc back to the game"
WALKING = "[ ] step  { } ends  e value  / type  ? help  q quit"
COMMANDS = (
    "hint", "evaluate", "describe ", "moves", "position", "flip", "clock", "undo", "resign",
    "draw", "new ", "rules", "help", "quit", "players", "white ", "black ", "level ", "save ",
    "load ", "replay", "next", "back", "first", "last", "goto ", "list", "games", "game ")
