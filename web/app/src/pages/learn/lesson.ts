// Lessons are data: positions with a task each (src/eckstein/session/lessons), told by the texts in src/eckstein/words. Whether a move solves a task is told by what the
// move does, as the server describes it; nothing here knows any rules.
import type { Move } from "../../../../board/view/view";

/** What a move must be like; all that is named must hold. */
export interface Wanted {
  /** Any of these moves. */
  moves?: string[];
  /** The player who moves wins with it. */
  wins?: boolean;
  /** So many pieces of the other side leave. */
  takes?: number;
  /** So many of one's own leave. */
  loses?: number;
  from?: string[];
  to?: string[];
  /** The top of the die at the end. */
  top?: number[];
  /** Every step is of this kind. */
  kind?: string;
  /** At least so many steps. */
  steps?: number;
  /** 1 check, 2 mate. */
  check?: number;
}

export interface Task {
  position: string;
  /** Missing: any move will do. */
  solve: Wanted;
  /** Every move that solves the task, as a test holds it. */
  answers: string[];
}

export interface Lesson {
  game: string;
  tasks: Task[];
}

/** What is told of the tasks of a lesson, one after the other, in a language. */
export interface Texts {
  tasks: { title: string; text: string; wrong: string; notice: string }[];
  rules: string[];
}

function isWhite(letter: string): boolean {
  return letter === letter.toUpperCase();
}

/** Whether a move does what is wanted. */
export function solves(move: Move, wanted: Wanted): boolean {
  const first = move.steps[0], last = move.steps.at(-1);
  if (!first || !last) return false;
  const white = isWhite(last.piece || first.piece);
  const gone = (own: boolean) => move.removed.filter((removal) => (isWhite(removal.piece) === white) === own).length;
  const mover = white ? "white" : "black";
  const holds: Record<keyof Wanted, () => boolean> = {
    moves: () => wanted.moves!.includes(move.text),
    wins: () => (move.winner === mover) === wanted.wins,
    takes: () => gone(false) === wanted.takes,
    loses: () => gone(true) === wanted.loses,
    from: () => first.origin !== null && wanted.from!.includes(first.origin),
    to: () => last.target !== null && wanted.to!.includes(last.target),
    top: () => last.faces !== null && wanted.top!.includes(last.faces.top),
    kind: () => move.steps.every((step) => step.kind === wanted.kind),
    steps: () => move.steps.length >= wanted.steps!,
    check: () => move.check === wanted.check,
  };
  return (Object.keys(wanted) as (keyof Wanted)[]).every((name) => holds[name]());
}
