// All words of the board, in English. Another language is a record with the same keys, as in
// `german.ts`; what it lacks is English.

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
  "reason.goal": "the goal is reached", "reason.elimination": "too few dice are left",
  "reason.king taken": "the king is taken", "reason.duel-mate": "DUEL-MATT",
  "reason.surrounded": "the king is surrounded", "reason.blocked": "no move is left",
  "reason.repetition": "the position has come back", "reason.no progress": "no progress for long",
  "reason.resignation": "resigned", "reason.agreement": "agreed", "reason.time": "time is up",
  "reason.aborted": "the game was cancelled",
  "wins.white": "White wins", "wins.black": "Black wins", draw: "A draw",
  over: "{result}: {reason}", score: "{white} to {black}",
  "check.by": "The king is attacked from {squares}.",
  "say.tilt": "{from} to {to}, top {top}", "say.move": "{from} to {to}",
  "say.place": "{piece} on {to}", "say.pass": "passes", "say.swap": "king and rook change places",
  "say.by": "{colour}: {move}", "say.gone": "{piece} on {square} leaves",
  "say.wins": "{colour} wins",
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
  "interaction.missing": "This board can only be looked at: {why}",
  "setup.title": "Set up", "setup.remove": "Remove", "setup.turn": "Turn on the spot",
  "setup.tip.north": "Tip north", "setup.tip.south": "Tip south", "setup.tip.east": "Tip east",
  "setup.tip.west": "Tip west", "setup.hint": "Choose a piece, then a square.",
  "setup.chosen": "{what} on {square}",
};

/** A text of a catalogue with its blanks filled. */
export type Say = (key: string, blanks?: Record<string, string | number>) => string;

export function speaker(catalogue: Catalogue): Say {
  return (key, blanks = {}) =>
    (catalogue[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(blanks[name] ?? whole));
}
