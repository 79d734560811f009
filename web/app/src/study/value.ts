// What values mean to people: a share of the bar, a short text, and how bad a move was.
import type { Colour, Line, MoveJudgement } from "../../../wire/types";
import { fill, t } from "../words/index.svelte";
import type { TreeNode, Value } from "./tree.svelte";

export type Judgement = NonNullable<MoveJudgement["judgement"]>;

/** A die ahead wins about seven games in ten. */
const SCALE = 120;

/** What a move must cost to have turned a game, in chances. */
const LEAST = 0.09;

/** What the engine says of a line. */
export const valueOf = ({ score, mate }: Line): Value => ({ score, mate });

/** In how many moves of the player to move a game ends that ends in so many plies, as `moves_in` in Python. */
export const movesIn = (plies: number): number => Math.ceil(plies / 2);

/** White's chances between 0 and 1. */
export function chances(value: Value): number {
  if (value.mate !== null) return value.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(value.score ?? 0) / SCALE));
}

/** In dice, as "+1.4", with so many digits after the point; a win as "#7". */
export function short(value: Value, digits = 1): string {
  if (value.mate !== null) return `${value.mate < 0 ? "−" : ""}#${Math.abs(value.mate)}`;
  const unit = 10 ** digits, dice = Math.round((value.score ?? 0) * unit / 100) / unit;
  return `${dice > 0 ? "+" : dice < 0 ? "−" : ""}${Math.abs(dice).toFixed(digits)}`;
}

/** What stands beside a move: its value, or the result where the game is over. */
export function label(value: Value, over: Colour | "draw" | null): string {
  return over ? { white: "1–0", black: "0–1", draw: "½–½" }[over] : short(value);
}

/**
 * The move after which a game was another one: the one that cost its player most.
 *
 * Args:
 *   values: of the positions before each move and after the last one, as far as they are known.
 *   movers: who made each move.
 *
 * Returns:
 *   Its number, counted from 0; -1 if none cost enough to say so.
 */
export function turningPoint(values: (Value | null)[], movers: Colour[]): number {
  const costs = movers.map((mover, ply) => {
    const [before, after] = [values[ply], values[ply + 1]];
    return before && after ? (chances(before) - chances(after)) * (mover === "white" ? 1 : -1) : 0;
  });
  const most = Math.max(0, ...costs);
  return most >= LEAST ? costs.indexOf(most) : -1;
}

/** How bad the move to a node was; the engine's own move is never bad. */
export function markOf(node: TreeNode): Judgement | null {
  return node.verdict?.judgement ?? null;
}

/** Signs of records, by their numbers. */
export const GLYPHS: Record<number, string> = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓",
  18: "+−", 19: "−+", 22: "⊙", 146: "N",
};

/** A sign of a record as people read it. */
export function glyphText(glyph: number): string {
  return GLYPHS[glyph] ?? `$${glyph}`;
}

/** A value in words; in a game without dice it has no unit. */
export function told(value: Value, over: Colour | "draw" | null, withDice: boolean): string {
  const { colours, analysis, play } = t();
  if (over) return over === "draw" ? play.draw : fill(analysis.won, { colour: colours[over] });
  if (value.mate !== null) return fill(analysis.mate, { colour: colours[value.mate > 0 ? "white" : "black"], moves: Math.abs(value.mate) });
  const dice = (value.score ?? 0) / 100;
  if (Math.abs(dice) < 0.15) return analysis.even;
  return fill(withDice ? analysis.better : analysis.betterBy, { colour: colours[dice > 0 ? "white" : "black"], dice: Math.abs(dice).toFixed(1) });
}
