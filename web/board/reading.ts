// What is read aloud when a key asks for it: the last move, and what moves there are.
import { movesFrom } from "./moves";
import { sayBy, sayMove } from "./speech";
import type { View } from "./view";
import type { Say } from "./words";

const READ_AT_ONCE = 6;

export function sayLast(say: Say, view: View): string {
  if (!view.last) return say("last.none");
  return say("last.is", { move: sayBy(say, view) });
}

/** The moves of one piece, or of all; a long list is told part by part. */
export function sayMoves(say: Say, view: View, origin: string | null, part: number): string {
  const moves = origin ? movesFrom(view, origin) : view.legal ?? [];
  if (!moves.length) return say("moves.none");
  const parts = Math.ceil(moves.length / READ_AT_ONCE);
  const from = (part % parts) * READ_AT_ONCE;
  const list = moves.slice(from, from + READ_AT_ONCE)
    .map((move) => sayMove(say, move, view.turn)).join("; ");
  const count = moves.length;
  const told = part % parts ? list
    : origin ? say("moves.here", { count, square: origin.replace("@", ""), list })
      : say("moves.all", { count, list });
  return parts > 1 ? `${told}. ${say("moves.more")}` : told;
}
