// What a move does to a board, as far as the view tells: no rules, only its steps.
import type { Move, Piece, Pieces, Step, View } from "./view";

/** The mark before a letter that stands for a piece in reserve. */
export const RESERVE = "@";

export function isSwap(move: Move): boolean {
  const [a, b] = move.steps;
  return move.steps.length === 2 && a!.kind === "slide" && a!.origin === b!.target
    && b!.origin === a!.target;
}

export function isPass(move: Move): boolean {
  return move.steps[0]!.kind === "pass";
}

/** Whether a die rolls over several squares. */
export function rolls({ steps }: Move): boolean {
  return steps.length > 1 && steps.every((step) => step.kind === "tilt");
}

/** What is taken in hand to make a move: a square, or a letter in reserve (`@Q`). */
export function originsOf(move: Move): string[] {
  if (isPass(move)) return [];
  if (isSwap(move)) return move.steps.map((step) => step.origin!);
  const first = move.steps[0]!;
  return [first.origin ?? RESERVE + first.piece.toUpperCase()];
}

/** The piece in reserve that `@` and a letter stand for. */
export function reservePiece(view: View, origin: string): Piece {
  const letter = origin.slice(RESERVE.length);
  return { colour: view.turn, kind: "piece", faces: null,
    letter: view.turn === "white" ? letter : letter.toLowerCase() };
}

/** Where that comes to lie. */
export function targetOf(move: Move, origin: string): string {
  if (isSwap(move)) return move.steps.find((step) => step.origin === origin)!.target!;
  return wayOf(move).at(-1)!.target!;
}

/** The steps of what is moved, without what is sent back for it. */
export function wayOf(move: Move): Step[] {
  return move.steps.filter((step) => step.kind !== "return");
}

/** The squares from the first to the last, of what is moved. */
export function squaresAlong(move: Move, origin = originsOf(move)[0]): string[] {
  if (!origin) return [];
  const steps = isSwap(move) ? move.steps.filter((s) => s.origin === origin) : wayOf(move);
  const begin = steps[0]?.origin;
  return [...(begin ? [begin] : []), ...steps.map((step) => step.target!)];
}

/** The squares by which a way may be told from others: those it passes, and what is sent back. */
export function distinctive(move: Move): string[] {
  const sent = move.steps.filter((step) => step.kind === "return").map((step) => step.origin!);
  return [...squaresAlong(move).slice(1, -1), ...sent];
}

export function movesFrom(view: View, origin: string): Move[] {
  return (view.legal ?? []).filter((move) => originsOf(move).includes(origin));
}

export function movesTo(view: View, origin: string, target: string): Move[] {
  return movesFrom(view, origin).filter((move) => targetOf(move, origin) === target);
}

export function loses(move: Move, view: View): boolean {
  return move.winner !== null && move.winner !== view.turn;
}

function stepped(step: Step, before: Piece | undefined, view: View): Piece {
  // A king of Duell does not turn: it keeps its letter and its faces.
  if (before) return step.faces ? { ...before, letter: step.piece, faces: step.faces } : before;
  return { colour: view.turn, kind: "piece", letter: step.piece, faces: step.faces };
}

/** What lies on the board after a move. */
export function piecesAfter(view: View, move: Move): Pieces {
  const pieces: Pieces = { ...view.pieces };
  if (isSwap(move)) {
    for (const step of move.steps) pieces[step.target!] = view.pieces[step.origin!]!;
    return pieces;
  }
  for (const step of move.steps) {
    const piece = step.origin ? pieces[step.origin] : undefined;
    if (step.origin) delete pieces[step.origin];
    if (step.target) pieces[step.target] = stepped(step, piece, view);
  }
  for (const gone of move.removed) if (gone.why !== "captured") delete pieces[gone.square];
  return pieces;
}

/** The view that a move leads to, as far as it can be told before the host tells it. */
export function viewAfter(view: View, move: Move): View {
  const reserves = view.reserves && { ...view.reserves };
  for (const step of reserves ? move.steps : []) {
    const colour = step.piece === step.piece.toUpperCase() ? "white" : "black";
    const letter = step.piece.toUpperCase();
    if (step.kind === "place") reserves![colour] = reserves![colour].replace(letter, "");
    if (step.kind === "return") reserves![colour] += letter;
  }
  return {
    ...view, reserves, pieces: piecesAfter(view, move), last: move, legal: null,
    turn: view.turn === "white" ? "black" : "white", ply: view.ply + 1, check: move.check > 0,
    check_word: move.check_word,
    threats: move.threats ?? [], position: "",
  };
}

export function samePiece(a: Piece | undefined, b: Piece | undefined): boolean {
  return a?.colour === b?.colour && a?.kind === b?.kind && a?.letter === b?.letter;
}

export function samePieces(a: Pieces, b: Pieces): boolean {
  return Object.keys({ ...a, ...b }).every((square) => samePiece(a[square], b[square]));
}

export type Transition =
  | { kind: "none" | "fade" }
  | { kind: "forward" | "back"; move: Move };

/** How to get from what is shown to the next view. */
export function transition(shown: View | null, next: View): Transition {
  if (!shown || shown.game !== next.game) return { kind: "fade" };
  if (next.last && next.ply === shown.ply + 1 && leads(shown, next.last, next))
    return { kind: "forward", move: next.last };
  if (samePieces(shown.pieces, next.pieces)) return { kind: "none" };
  if (shown.last && next.ply === shown.ply - 1 && leads(next, shown.last, shown))
    return { kind: "back", move: shown.last };
  return { kind: "fade" };
}

function leads(before: View, move: Move, after: View): boolean {
  const known = move.steps.every((step, i) =>
    i > 0 || step.kind === "place" || step.kind === "pass" || before.pieces[step.origin!]);
  return known && samePieces(piecesAfter(before, move), after.pieces);
}
