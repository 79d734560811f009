// Moves as arrows on the board.
import type { Arrow, Move } from "../../board/view";

/** From where a move begins, if it does on the board, to where it ends; nothing for a pass. */
export function arrowOf({ steps }: Move): Arrow | null {
  const to = steps.at(-1)!.target;
  const from = steps[0]!.origin;
  return to ? { ...(from && { from }), to } : null;
}
