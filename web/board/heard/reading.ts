// What is read aloud when a key asks for it: the last move, and what moves there are.
import { movesFrom } from "../view/moves";
import { sayTemplate } from "../words/speech";
import { begun, sayBattles, sayBy, sayChanges, sayMove } from "../words/telling";
import type { Own } from "../words/telling";
import type { Move, View } from "../view/view";
import type { Say } from "../words/words";

const READ_AT_ONCE = 6;

/** What matters: the battles of a move and what it changes, and how the game stands at a square; without any, how it stands at all. */
export function sayMatters(say: Say, view: View, move: Move | null, own: Own, square: string): string {
  // A film may be older than what its views tell.
  const facts = view.standing ?? [];
  const here = facts.filter((fact) => fact.squares.includes(square));
  const fought = Boolean(move?.battles.length);
  const changes = move ? sayChanges(say, move) : [];
  const told = (fought || changes.length || here.length ? here : facts).map((fact) => sayTemplate(say, fact.text));
  if (fought || !told.length) told.unshift(sayBattles(say, move, own));
  return [...told, ...changes].map(begun).join(". ");
}

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
