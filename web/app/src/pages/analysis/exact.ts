// Exact values of moves, by tables of endings: who knows them, and how they are drawn on the board.
import type { Mark, View } from "../../../../board/view/view";
import type { Colour, ExactMove, PositionRef, TablesAnswer } from "../../../../wire/types";
import { arrowOf } from "../../../../board/view/arrows";
import { lookUp } from "./requests";
import type { Mind } from "../../net/mind";
import type { Value } from "../../study/tree.svelte";
import { movesIn } from "../../study/value";

/** What a table knows, and where it lies. */
export interface Exact { told: TablesAnswer; where: "here" | "server" }

/** A colour and a shape, so that neither is needed alone. */
export const SHOWN: Record<ExactMove["result"], { colour: string; shape: string }> = {
  won: { colour: "#2f8f4e", shape: "▲" }, drawn: { colour: "#5d6b78", shape: "■" }, lost: { colour: "#c43c3c", shape: "▼" },
};

/** Ask the tables of this device, and a server's, which may have more. */
export async function exactValues(mind: Pick<Mind, "side" | "ask" | "here" | "server">, of: PositionRef): Promise<Exact> {
  const where = mind.side() === mind.here ? "here" : "server";
  const told = await lookUp(mind, of);
  const { server } = mind;
  if (told.state !== "missing" || where === "server" || !server.usable() || server.line.status !== "open") return { told, where };
  return { told: await lookUp(server.place, of), where: "server" };
}

/** What a position is worth to White: a win in so many moves, or a draw. */
export function whiteValue({ result, plies }: TablesAnswer, turn: Colour): Value {
  if (result === "drawn" || plies == null) return { score: 0, mate: null };
  const moves = movesIn(plies);
  return { score: null, mate: (result === "won") === (turn === "white") ? moves : -moves };
}

/** A mark on each square that a move leads to, with the best that can be had there. */
export function marksBy(moves: ExactMove[], { legal }: Pick<View, "legal">): Mark[] {
  const marks = new Map<string, Mark>();
  for (const { text, result, plies } of moves) {
    const move = legal?.find((one) => one.text === text);
    const square = move && arrowOf(move)?.to;
    const { colour, shape } = SHOWN[result];
    if (square && !marks.has(square)) marks.set(square, { square, colour, text: plies == null ? shape : `${shape}${movesIn(plies)}` });
  }
  return [...marks.values()];
}
