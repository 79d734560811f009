"""What can be typed and pressed, on one page."""

HELP = """\
The board
  (6) is White's die, [6] Black's; around the top stand its north, west, east
  and south faces.  Squares of two rows leave the south face out: opposite
  faces add up to 7, and the die is unfolded beside the board.
  <1> is a square your die may go to, and the top it will show there; <1|5>
  has several ways, and you will be asked.  x3 is a capture.  + is a goal.
  Arrows show the way of the last move, or of the move you look at.

Keys
  arrows, mouse  move the cursor         Enter, Space, click  pick, drop
  Tab, Shift+Tab the next piece, target  Esc                  put it back
  1 to 9         a piece in hand         /  or  :             type a move
  u  take back         h  hint           e  value on or off   f  turn around
  [ ]  look back, on   { }  start, end   d  offer a draw      r  resign
  n  new game          p  pause (when two computers play)
  m  all moves         ?  this page      q  quit; the game is kept
  PageUp, PageDown     the game before, after (in a file of games)

Words that can be typed after /
  a move in any accepted form, or
  hint, evaluate, describe MOVE, moves, position, board, flip, clock
  undo, resign, draw, yes, no, new [GAME], rules, help, quit
  players, white PLAYER, black PLAYER, level N
      (a player is human, random, greedy, or level:1 to level:10)
  save FILE, load FILE
  replay [FILE], next, back, first, last, goto N, list, games, game N
"""
KEYS = "Enter pick  Tab next  / type  u undo  h hint  e value  [ ] look  ? help  q"
LOOKING = "[ ] step  { } ends  Esc back to the game"
WALKING = "[ ] step  { } ends  e value  / type  ? help  q quit"
COMMANDS = (
    "hint", "evaluate", "describe ", "moves", "position", "flip", "clock", "undo", "resign",
    "draw", "new ", "rules", "help", "quit", "players", "white ", "black ", "level ", "save ",
    "load ", "replay", "next", "back", "first", "last", "goto ", "list", "games", "game ")
