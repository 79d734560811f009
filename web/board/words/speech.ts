// What squares say, what can go there, and whose turn it is.
import { wayOf } from "../view/moves";
import type { Colour, Move, Piece, Template, View } from "../view/view";
import type { Say } from "./words";

export function sayPiece(say: Say, piece: Piece): string {
  const blanks = { colour: say(piece.colour), Colour: say(capital(piece.colour)) };
  return piece.kind === "piece"
    ? say(`piece.${piece.letter.toUpperCase()}`, blanks) : say(piece.kind, blanks);
}

export function capital(colour: Colour): string {
  return colour === "white" ? "White" : "Black";
}

/** "d3, white die, top 6, north 4, east 2". */
export function saySquare(say: Say, view: View, square: string): string {
  const piece = view.pieces[square];
  if (!piece) return say("square.empty", { square });
  const told = say("square.full", { square, piece: sayPiece(say, piece) });
  return piece.kind === "die" && piece.faces ? `${told}, ${say("faces", piece.faces)}` : told;
}

/** What a square says while something is picked: whether it can go here, and how it will lie. */
export function sayTarget(say: Say, moves: Move[]): string {
  if (moves.length > 1) return say("can.go.ways", { count: moves.length });
  const top = topOf(moves[0]!);
  return top ? say("can.go.top", { top }) : say("can.go");
}

export function topOf(move: Move): number | null {
  return wayOf(move).at(-1)?.faces?.top ?? null;
}

export function sayTurn(say: Say, view: View): string {
  return say(view.outcome ? "turn.over" : `turn.${view.turn}`);
}

/** A sentence of the rules, whose template is the key of its words. */
export function sayTemplate(say: Say, { text, facts }: Template): string {
  return say(text, Object.fromEntries(Object.entries(facts).map(([name, fact]) =>
    [name, typeof fact === "string" ? fact : sayTemplate(say, fact)])));
}
