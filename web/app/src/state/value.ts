// What values mean to people: a share of the bar, a short text, and how bad a move was.
import type { Colour } from "../../../wire/types";
import { fill, t } from "../words/index.svelte";
import { numberOf, type TreeNode, type Value } from "./tree.svelte";

export type Judgement = "inaccuracy" | "mistake" | "blunder";

/** A die ahead wins about seven games in ten. */
const SCALE = 120;
const MARKS: readonly (readonly [number, Judgement])[] = [[0.3, "blunder"], [0.18, "mistake"], [0.09, "inaccuracy"]];

/** White's chances between 0 and 1. */
export function chances(value: Value): number {
  if (value.mate !== null) return value.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(value.score ?? 0) / SCALE));
}

/** In dice, as "+1.4"; a win as "#7". */
export function short(value: Value): string {
  if (value.mate !== null) return `${value.mate < 0 ? "−" : ""}#${Math.abs(value.mate)}`;
  const dice = Math.round((value.score ?? 0) / 10) / 10;
  return `${dice > 0 ? "+" : dice < 0 ? "−" : ""}${Math.abs(dice).toFixed(1)}`;
}

/** What stands beside a move: its value, or the result where the game is over. */
export function label(value: Value, over: Colour | "draw" | null): string {
  return over ? { white: "1–0", black: "0–1", draw: "½–½" }[over] : short(value);
}

/** How much a move threw away, if it was enough to say so. */
export function judge(before: Value, after: Value, mover: Colour): Judgement | null {
  const sign = mover === "white" ? 1 : -1;
  // A forced win that is missed, or a forced loss, counts in full, however little chances change.
  const [was, became] = [before, after].map((value) => Math.sign(value.mate ?? 0) * sign) as [number, number];
  if (became < was) return "blunder";
  const lost = (chances(before) - chances(after)) * sign;
  return MARKS.find(([least]) => lost >= least)?.[1] ?? null;
}

/** How bad the move to a node was; the engine's own move is never bad. */
export function markOf(node: TreeNode, startsBlack: boolean): Judgement | null {
  const { parent, value } = node;
  if (!value || !parent?.value || parent.best === node.text) return null;
  return judge(parent.value, value, numberOf(node.ply, startsBlack).white ? "white" : "black");
}

/** Signs of records, by their numbers. */
export const GLYPHS: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export const SIGNS: Record<Judgement, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** A value in words. */
export function told(value: Value, over: Colour | "draw" | null = null): string {
  const { colours, analysis, play } = t();
  if (over) return over === "draw" ? play.draw : fill(analysis.won, { colour: colours[over] });
  if (value.mate !== null) return fill(analysis.mate, { colour: colours[value.mate > 0 ? "white" : "black"], moves: Math.abs(value.mate) });
  const dice = (value.score ?? 0) / 100;
  if (Math.abs(dice) < 0.15) return analysis.even;
  return fill(analysis.better, { colour: colours[dice > 0 ? "white" : "black"], dice: Math.abs(dice).toFixed(1) });
}
