"""The pages of help, and the lines of keys, in each language."""

_SCREEN = """\
THE BOARD
(6) is White's die, [6] Black's. Around the top are the faces to the
north, west, east and south; where a square has two rows, the south
is left out (it is 7 less the north). Beside the board the die under
the cursor is shown unfolded, with its bottom at the right.
<1>    your die can move here, and will show 1
<1|5>  there are several ways here; you will be asked which
x3     it captures the piece here, and will show 3
+      a goal          !   the path by which a king is attacked
Arrows show the last move, or the one you are viewing.

KEYS
arrows, mouse     move the cursor
Enter, Space      pick up, put down; so does a click, or dragging
Tab, Shift+Tab    the next piece that can move, the next target
1 to 9            pick up a piece in hand (Echek)
Esc               put it back; leave a variation or earlier moves
/  or  :          type a move or a command
u  take back      h  hint           e  value on, off
f  flip the board m  all moves      [  ]  step back, forward
{  }  start, end  v  variation      r  resign
d  offer a draw   n  new game       p  pause (two computers)
?  this page      q  quit; the game is saved
PageUp, PageDown  the previous or next game of a file

COMMANDS, after /
a move in any form that the notation allows
hint, evaluate, describe MOVE, moves, position, flip, clock, rules
undo, resign, draw, yes, no, new [GAME], speed N, help, quit
players, white PLAYER, black PLAYER, level N
   where a player is human, random, greedy, or level:1 to level:10
save FILE, load FILE
replay [FILE], next, back, first, last, goto N, list,
   variation [N], leave, games, game N
"""
_SCHIRM = """\
DAS BRETT
(6) ist ein Würfel von Weiß, [6] einer von Schwarz. Um die obere Zahl
stehen die Seiten im Norden, Westen, Osten und Süden; hat ein Feld
nur zwei Zeilen, so fehlt der Süden (7 weniger der Norden). Neben dem
Brett ist der Würfel unter dem Zeiger aufgeklappt, rechts der Boden.
<1>    hierhin kann der Würfel, und oben liegt dann die 1
<1|5>  mehrere Wege führen hierhin; du wirst gefragt, welcher
x3     schlägt, was hier steht; oben liegt dann die 3
+      ein Ziel        !   der Weg, auf dem ein König bedroht ist
Pfeile zeigen den letzten Zug oder den, den du ansiehst.

TASTEN
Pfeile, Maus      bewegen den Zeiger
Eingabe, Leer     nehmen und setzen, wie ein Klick oder Ziehen
Tab, Umschalt+Tab nächste Figur, die ziehen kann; nächstes Ziel
1 bis 9           nimmt eine Figur aus der Reserve (Echek)
Esc               legt zurück; verlässt Variante oder Rückschau
/  oder  :        einen Zug oder Befehl tippen
u  zurücknehmen   h  Tipp           e  Bewertung an, aus
f  Brett drehen   m  alle Züge      [  ]  zurückschauen und vor
{  }  Anfang, Ende  v  Variante     r  aufgeben
d  Remis anbieten n  neue Partie    p  Pause (zwei Computer)
?  diese Seite    q  Ende; die Partie ist aufbewahrt
Bild auf, ab      die Partie davor oder danach in einer Datei

WÖRTER, nach /
ein Zug in jeder Form, die die Notation zulässt
hint (Tipp), evaluate (Bewertung), describe ZUG, moves (Züge),
position, flip (drehen), clock (Uhr), rules (Regeln)
undo (zurück), resign (aufgeben), draw (Remis), ja, nein,
new [SPIEL], speed N (Tempo), help (Hilfe), quit (Ende)
players (wer spielt), white SPIELER, black SPIELER, level N
   SPIELER: human (Mensch), random, greedy, level:1 bis level:10
save DATEI, load DATEI
replay [DATEI], next, back, first, last, goto N, list,
   variation [N], leave, games, game N
"""
_PLAIN = """\
Type a move, in any form the game's notation allows, or one of these:
moves          all legal moves           describe MOVE  what a move would do
board          the board again           position       the position as text
hint           a good move               evaluate       what the engine thinks
undo           take back your last move  clock          the time that is left
resign         resign the game           draw           offer a draw
yes, no        answer an offer           rules          where to read the rules
new [GAME]     another game              players        who plays
white PLAYER   change who plays White: human, random, greedy, level:1 to
               level:10                  black PLAYER   likewise
level N        the computer's level      quit           stop; the game is saved
save FILE      write the game to a file  load FILE      resume it from there
replay FILE    step through recorded games; without a file, through this one
"""
_ZEILEN = """\
Tippe einen Zug, in jeder Form der Notation, oder eines dieser Wörter:
moves          alle Züge                 describe ZUG   was ein Zug bewirkt
board          noch einmal das Brett     position       die Stellung als Text
hint           ein guter Zug             evaluate       was der Computer meint
undo           nimmt den Zug zurück      clock          die übrige Zeit
resign         aufgeben                  draw           bietet Remis an
ja, nein       antwortet darauf          rules          wo die Regeln stehen
new [SPIEL]    eine andere Partie        players        wer spielt
white SPIELER  wer Weiß spielt: human, random, greedy, level:1 bis
               level:10                  black SPIELER  ebenso für Schwarz
level N        Stufe des Computers       quit           Ende (mit Speichern)
save DATEI     schreibt die Partie       load DATEI     spielt sie weiter
replay DATEI   geht durch aufgezeichnete Partien; ohne Datei durch diese
"""
_REPLAY = """\
next (or Enter)  the next move           back        the previous move
first            the start               last        the end
goto N           after N moves           game N      another game of the file
list             all moves               games       all games of the file
variation [N]    enter a variation       leave       back to the line it left
board            the board again         position    the position as text
moves            all legal moves here    describe M  what a move would do here
hint             a good move here        evaluate    what the engine thinks
quit             stop
"""
_WEG = """\
next (Eingabe)   der nächste Zug         back        der Zug davor
first            der Anfang              last        das Ende
goto N           nach N Zügen            game N      die N-te Partie der Datei
list             alle Züge               games       alle Partien der Datei
variation [N]    die Variante            leave       zurück, wo sie abzweigt
board            noch einmal das Brett   position    die Stellung als Text
moves            alle Züge von hier      describe Z  was ein Zug hier bewirkt
hint             ein guter Zug           evaluate    was der Computer meint
quit             Ende
"""
_ONLINE = """\
Type a move, in any form the game's notation allows, or one of these:
moves     all legal moves                board     the board again
link      links to the game              position  the position as text
undo      take back, or ask to           draw      offer a draw
accept    accept an offer                decline   decline it
resign    resign the game                quit      leave; the game stays there
"""
_FERN = """\
Tippe einen Zug, in jeder Form der Notation, oder eines dieser Wörter:
moves     alle Züge                      board     noch einmal das Brett
link      Links zur Partie               position  die Stellung als Text
undo      nimmt zurück, oder bittet      draw      bietet Remis an
accept    nimmt ein Angebot an           decline   lehnt es ab
resign    aufgeben                       quit      Ende; die Partie bleibt dort
"""

PAGES = {
    "en": {
        "screen": _SCREEN, "plain": _PLAIN, "replay": _REPLAY, "online": _ONLINE,
        "keys": "Enter pick  Tab next  / type  u undo  h hint  e value  ? help  q quit",
        "looking": "[ ] step  { } ends  v variation  Esc back",
        "walking": "[ ] step  v variation  h hint  e value  ? help  q quit"},
    "de": {
        "screen": _SCHIRM, "plain": _ZEILEN, "replay": _WEG, "online": _FERN,
        "keys": "Eingabe nimmt  / tippen  u zurück  h Tipp  e Wert  ? Hilfe  q Ende",
        "looking": "[ ] Schritt  { } Enden  v Variante  Esc zurück",
        "walking": "[ ] Schritt  v Variante  h Tipp  e Wert  ? Hilfe  q Ende"},
}
