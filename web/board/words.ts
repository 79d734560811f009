// All words of the board. A language is a record with these keys; what it lacks is English.

export type Catalogue = Record<string, string>;

export const english: Catalogue = {
  board: "{game}, board. {turn}. Arrow keys move, Enter picks and drops, question mark helps.",
  "board.film": "{game}, board. Arrow keys move from square to square.",
  white: "white", black: "black", White: "White", Black: "Black",
  "turn.white": "White to move", "turn.black": "Black to move", "turn.over": "the game is over",
  die: "{colour} die", king: "{colour} king",
  "piece.K": "{colour} king", "piece.Q": "{colour} queen", "piece.R": "{colour} rook",
  "piece.B": "{colour} bishop", "piece.N": "{colour} knight", "piece.P": "{colour} pawn",
  "square.empty": "{square}, empty", "square.full": "{square}, {piece}",
  faces: "top {top}, north {north}, east {east}",
  picked: "picked", "can.go": "can go here", "can.go.top": "can go here, top {top}",
  "can.go.ways": "can go here in {count} ways",
  goal: "goal of {colour}",
  "reserve.white": "White's reserve", "reserve.black": "Black's reserve",
  "reserve.piece": "{piece} in reserve", "reserve.swap": "swap left",
  "net.of": "All six faces of the {piece} on {square}",
  "ways.title": "{count} ways to {square}", "way.top": "top {top}", "way.return": "returns {piece}",
  "way.along": "along {squares}", "ways.hint": "Point at a way, or press its number.",
  "confirm.asked": "Play {move}?", "confirm.swap": "{move}: king and rook change places?",
  "confirm.loses": "{move} loses at once: {reason}.", "confirm.yes": "Play {move}",
  "confirm.anyway": "Play it anyway", "confirm.no": "Cancel",
  pass: "Pass", "pass.why": "No die can move: {colour} must pass.",
  battle: "{attacker} {attack} against {defence} {defender}",
  "battle.loses": "{square} falls", "battle.tie": "nothing falls",
  "reason.goal": "the goal is reached", "reason.elimination": "no dice are left",
  "reason.king taken": "the king is taken", "reason.duel-mate": "DUEL-MATT",
  "reason.surrounded": "the king is surrounded", "reason.blocked": "no move is left",
  "reason.repetition": "the position has come back", "reason.no progress": "nothing happens",
  "wins.white": "White wins", "wins.black": "Black wins", draw: "A draw",
  over: "{result}: {reason}", score: "{white} to {black}",
  check: "DUEL", mate: "DUEL-MATT", "check.by": "The king is attacked from {squares}.",
  "say.tilt": "{from} to {to}, top {top}", "say.move": "{from} to {to}",
  "say.place": "{piece} on {to}", "say.pass": "passes", "say.swap": "king and rook change places",
  "say.by": "{colour}: {move}", "say.gone": "{piece} on {square} leaves",
  "say.check": "DUEL", "say.mate": "DUEL-MATT", "say.wins": "{colour} wins",
  "moves.none": "No moves.", "moves.here": "Moves from {square}, {count}: {list}",
  "moves.all": "Moves, {count}: {list}", "moves.more": "m again for more.",
  "last.none": "No move yet.", "last.is": "Last move, {move}",
  "battles.none": "No battles.", "evaluation.none": "No evaluation yet.",
  "cannot.pick": "Nothing to pick here.", "not.yours": "Not your turn.", cancelled: "Cancelled.",
  "picked.say": "{what} picked, targets: {count}.",
  "ways.say": "{count} ways: {list}. Press a number.",
  help: "Arrows move, Enter picks and drops, Escape cancels. d: next own die. "
    + "1 to 6: own die with this top. t: next target. m: moves. l: last move. b: battles. "
    + "e: evaluation. f: flip.",
  "help.pieces": "Arrows move, Enter picks and drops, Escape cancels. "
    + "k, q, r, b, n, p: next own piece. d: any own piece. t: next target. m: moves. "
    + "l: last move. e: evaluation. f: flip.",
  "film.first": "To the start", "film.back": "One move back", "film.play": "Play",
  "film.pause": "Pause", "film.next": "One move on", "film.last": "To the end",
  "film.at": "Move {ply} of {count}", "film.start": "Start",
  "film.bad": "This game cannot be shown: {why}",
  "setup.title": "Set up", "setup.remove": "Remove", "setup.turn": "Turn on the spot",
  "setup.tip.north": "Tip north", "setup.tip.south": "Tip south", "setup.tip.east": "Tip east",
  "setup.tip.west": "Tip west", "setup.hint": "Choose a piece, then a square.",
  "setup.chosen": "{what} on {square}",
};

export const german: Catalogue = {
  board: "{game}, Brett. {turn}. Pfeiltasten gehen, Eingabe nimmt und setzt, Fragezeichen hilft.",
  "board.film": "{game}, Brett. Pfeiltasten gehen von Feld zu Feld.",
  white: "weißer", black: "schwarzer", White: "Weiß", Black: "Schwarz",
  "turn.white": "Weiß am Zug", "turn.black": "Schwarz am Zug", "turn.over": "das Spiel ist aus",
  die: "{colour} Würfel", king: "{colour} König",
  "piece.K": "{colour} König", "piece.Q": "Dame, {Colour}", "piece.R": "{colour} Turm",
  "piece.B": "{colour} Läufer", "piece.N": "{colour} Springer", "piece.P": "{colour} Bauer",
  "square.empty": "{square}, leer", "square.full": "{square}, {piece}",
  faces: "oben {top}, Norden {north}, Osten {east}",
  picked: "genommen", "can.go": "kann hierhin", "can.go.top": "kann hierhin, oben {top}",
  "can.go.ways": "kann auf {count} Wegen hierhin",
  goal: "Ziel von {colour}",
  "reserve.white": "Reserve von Weiß", "reserve.black": "Reserve von Schwarz",
  "reserve.piece": "{piece} in Reserve", "reserve.swap": "Rochade frei",
  "net.of": "Alle sechs Seiten: {piece} auf {square}",
  "ways.title": "{count} Wege nach {square}", "way.top": "oben {top}",
  "way.return": "zurück: {piece}", "way.along": "über {squares}",
  "ways.hint": "Auf einen Weg zeigen oder seine Zahl drücken.",
  "confirm.asked": "{move} spielen?", "confirm.swap": "{move}: König und Turm tauschen?",
  "confirm.loses": "{move} verliert sofort: {reason}.", "confirm.yes": "{move} spielen",
  "confirm.anyway": "Trotzdem spielen", "confirm.no": "Abbrechen",
  pass: "Passen", "pass.why": "Kein Würfel kann ziehen: {colour} muss passen.",
  battle: "{attacker} {attack} gegen {defence} {defender}",
  "battle.loses": "{square} fällt", "battle.tie": "nichts fällt",
  "reason.goal": "das Ziel ist erreicht", "reason.elimination": "keine Würfel mehr",
  "reason.king taken": "der König ist geschlagen", "reason.duel-mate": "DUEL-MATT",
  "reason.surrounded": "der König ist umzingelt", "reason.blocked": "kein Zug ist übrig",
  "reason.repetition": "die Stellung kam wieder", "reason.no progress": "nichts geschieht",
  "wins.white": "Weiß gewinnt", "wins.black": "Schwarz gewinnt", draw: "Unentschieden",
  over: "{result}: {reason}", score: "{white} zu {black}",
  check: "DUEL", mate: "DUEL-MATT", "check.by": "Der König wird von {squares} angegriffen.",
  "say.tilt": "{from} nach {to}, oben {top}", "say.move": "{from} nach {to}",
  "say.place": "{piece} auf {to}", "say.pass": "passt", "say.swap": "König und Turm tauschen",
  "say.by": "{colour}: {move}", "say.gone": "{piece} auf {square} geht",
  "say.check": "DUEL", "say.mate": "DUEL-MATT", "say.wins": "{colour} gewinnt",
  "moves.none": "Keine Züge.", "moves.here": "Züge von {square}, {count}: {list}",
  "moves.all": "Züge, {count}: {list}", "moves.more": "Noch einmal m für mehr.",
  "last.none": "Noch kein Zug.", "last.is": "Letzter Zug, {move}",
  "battles.none": "Keine Kämpfe.", "evaluation.none": "Noch keine Bewertung.",
  "cannot.pick": "Hier ist nichts zu nehmen.", "not.yours": "Nicht am Zug.",
  cancelled: "Abgebrochen.", "picked.say": "{what} genommen, Ziele: {count}.",
  "ways.say": "{count} Wege: {list}. Eine Zahl drücken.",
  help: "Pfeile gehen, Eingabe nimmt und setzt, Escape bricht ab. d: nächster eigener Würfel. "
    + "1 bis 6: eigener Würfel mit dieser Zahl. t: nächstes Ziel. m: Züge. l: letzter Zug. "
    + "b: Kämpfe. e: Bewertung. f: drehen.",
  "help.pieces": "Pfeile gehen, Eingabe nimmt und setzt, Escape bricht ab. "
    + "k, q, r, b, n, p: nächste eigene Figur. d: irgendeine. t: nächstes Ziel. m: Züge. "
    + "l: letzter Zug. e: Bewertung. f: drehen.",
  "film.first": "Zum Anfang", "film.back": "Einen Zug zurück", "film.play": "Abspielen",
  "film.pause": "Anhalten", "film.next": "Einen Zug weiter", "film.last": "Zum Ende",
  "film.at": "Zug {ply} von {count}", "film.start": "Anfang",
  "film.bad": "Diese Partie lässt sich nicht zeigen: {why}",
  "setup.title": "Aufstellen", "setup.remove": "Entfernen", "setup.turn": "Auf der Stelle drehen",
  "setup.tip.north": "Nach Norden kippen", "setup.tip.south": "Nach Süden kippen",
  "setup.tip.east": "Nach Osten kippen", "setup.tip.west": "Nach Westen kippen",
  "setup.hint": "Eine Figur wählen, dann ein Feld.", "setup.chosen": "{what} auf {square}",
};

/** A text of a catalogue with its blanks filled. */
export type Say = (key: string, blanks?: Record<string, string | number>) => string;

export function speaker(catalogue: Catalogue): Say {
  return (key, blanks = {}) =>
    (catalogue[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(blanks[name] ?? whole));
}
