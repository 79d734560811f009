// Finding the move that somebody is typing among the legal ones.
import type { Move } from "../../../board/view/view";

const fold = (text: string) => text.replace(/[\s\-–—:×.=>]/g, "").replace(/(?<![+#])[+#]+$/, "");

export interface Found {
  /** The one move that is meant, if that is clear. */
  exact: Move | null;
  /** Moves that begin like what was typed. */
  like: Move[];
}

/** Look for a typed text; in Duell upper and lower case tell the way, so they count first. */
export function find(typed: string, legal: readonly Move[], most = 8): Found {
  const text = typed.trim();
  if (!text) return { exact: null, like: [] };
  const folded = fold(text);
  const low = folded.toLowerCase();
  const written = (move: Move) => [fold(move.text), fold(move.notation)];
  const same = legal.filter((move) => [move.text, move.notation].includes(text));
  const near = legal.filter((move) => written(move).includes(folded));
  const loose = legal.filter((move) => written(move).some((own) => own.toLowerCase() === low));
  const [exact] = [same, near, loose].find((group) => group.length === 1) ?? [null];
  const begins = legal.filter((move) => written(move).some((own) => own.startsWith(folded)));
  const loosely = legal.filter((move) =>
    !begins.includes(move) && written(move).some((own) => own.toLowerCase().startsWith(low)));
  return { exact, like: [...begins, ...loosely].slice(0, most) };
}

/** How a move is written here; one that is secret is not given away, in whatever way it ends. */
export function exampleOf(legal: readonly Move[], secret: (move: Move) => boolean = () => false): string {
  const hidden = new Set(legal.filter(secret).map(({ notation }) => notation));
  const shown = legal.filter(({ notation }) => !hidden.has(notation));
  return shown[shown.length >> 1]?.notation ?? "";
}
