// Moves as arrows on the board.
import type { Arrow, Move } from "./view";

/** From where a move begins, if it does on the board, to where it ends; nothing for a pass. */
export function arrowOf({ steps }: Move): Arrow | null {
  const to = steps.at(-1)!.target;
  const from = steps[0]!.origin;
  return to ? { ...(from && { from }), to } : null;
}

/** The square that a hint names: where a move begins, or where a piece is placed. */
export function firstSquare({ steps }: Move): string | null {
  return steps[0]!.origin ?? steps[0]!.target;
}
