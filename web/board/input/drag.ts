// A die that is rolled along under the pointer: which way it has taken, and which moves that makes.
import { squaresAlong, wayOf } from "../view/moves";
import type { Move, Step } from "../view/view";

export class Roll {
  /** The steps rolled so far. */
  path: Step[] = [];
  /** Whether another way, just as good, leads to the same square. */
  private rivals: Step[][] = [];
  private readonly ways: { move: Move; steps: Step[] }[];

  constructor(readonly origin: string, moves: Move[]) {
    this.ways = moves.map((move) => ({ move, steps: wayOf(move) }));
  }

  /** The square where the die now lies. */
  get square(): string {
    return this.path.at(-1)?.target ?? this.origin;
  }

  /**
   * Roll on to a square: from where the die is, or, where that is impossible, back as far as
   * needed and then there. Returns whether the path has changed.
   */
  towards(square: string): boolean {
    if (square === this.square) return false;
    if (square === this.origin) return this.follow([], []);
    const found = this.prefixesTo(square);
    if (!found.length) return false;
    const worth = (steps: Step[]) => 100 * common(steps, this.path) - steps.length;
    const best = Math.max(...found.map(worth));
    const [first, ...rivals] = found.filter((steps) => worth(steps) === best);
    return this.follow(first!, rivals);
  }

  private follow(path: Step[], rivals: Step[][]): boolean {
    this.path = path;
    this.rivals = rivals;
    return true;
  }

  private prefixesTo(square: string): Step[][] {
    const found: Step[][] = [];
    for (const { steps } of this.ways)
      steps.forEach((step, i) => {
        const prefix = steps.slice(0, i + 1);
        if (step.target === square && !found.some((other) => sameWay(other, prefix)))
          found.push(prefix);
      });
    return found;
  }

  /** The moves that the pointer may mean by letting go here; none if the die must roll back. */
  moves(): Move[] {
    if (!this.path.length) return [];
    return this.ways.filter(({ steps }) =>
      [this.path, ...this.rivals].some((path) => sameWay(path, steps))).map(({ move }) => move);
  }
}

/** How many steps two ways have in common. */
export function common(a: Step[], b: Step[]): number {
  let n = 0;
  while (n < a.length && n < b.length && sameStep(a[n]!, b[n]!)) n += 1;
  return n;
}

function sameStep(a: Step, b: Step): boolean {
  return a.kind === b.kind && a.target === b.target && a.piece === b.piece;
}

function sameWay(a: Step[], b: Step[]): boolean {
  return a.length === b.length && common(a, b) === a.length;
}

/** Whether a move can be rolled along the board, and is not made from the hand. */
export function isRolled(move: Move): boolean {
  return wayOf(move).every((step) => step.kind === "tilt" || step.kind === "jump")
    && squaresAlong(move).length > 1;
}
