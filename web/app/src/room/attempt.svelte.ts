// Somebody solves a puzzle: moves are tried on the board, the solution's tree says which are right, and the
// opponent resists as long as he can. After the end any moves of both sides can be tried, and it is told what
// they lead to. Nothing here knows any rules.
import type { Arrow, Mark, Move, View } from "../../../board/view/view";
import type { Colour, PositionRef, Puzzle, SolutionMove } from "../../../wire/types";
import { arrowOf, firstSquare } from "../../../board/view/arrows";
import type { Mind } from "../net/mind";
import { Newest } from "../net/newest";
import { why } from "../words/why";

/** What is said after a move. */
export type Said =
  | { kind: "right" | "wrong"; move: string; reply: string }
  | { kind: "hint"; square: string }
  | { kind: "way"; move: string }
  | { kind: "told"; text: string };

/** Whose move it is; or a wrong move is looked at, the solution is being shown, or the end is reached. */
export type Phase = "yours" | "theirs" | "wrong" | "showing" | "solved" | "shown";

/** Seconds that the engine may look for an answer to a wrong move. */
const SECONDS = 0.4;
/** Milliseconds before the opponent answers, before a wrong move is taken back, between moves of the solution. */
const PAUSES = { reply: 500, back: 1100, step: 1200 };

export interface Surroundings {
  mind: Pick<Mind, "look" | "analyse">;
  wait: (milliseconds: number) => Promise<void>;
  /** What the moves of whoever is to move lead to, after some; as a sentence. */
  judge: (moves: string[], turn: Colour) => Promise<string>;
  /** The first wrong move, or the first help. */
  onflaw: () => void;
  /** The end was reached by own moves; `clean` if without any of that. */
  onsolved: (clean: boolean) => void;
}

export class Attempt {
  /** The positions so far, and which of them is shown. */
  views: View[] = $state.raw([]);
  at = $state(0);
  phase: Phase = $state("yours");
  said: Said | null = $state.raw(null);
  /** How much was given away of this move: nothing, the piece, its way. */
  #hints = $state(0);
  /** The moves that are right now, the best first. */
  #right: SolutionMove[] = $state.raw([]);
  /** The position after a wrong move, as long as it is shown. */
  #slip: View | null = $state.raw(null);
  #moves: string[] = [];
  #clean = true;
  #left = false;
  #judged = new Newest();

  /** @param right the first moves that are right, the best first */
  constructor(readonly game: string, readonly puzzle: Pick<Puzzle, "options" | "position">, right: readonly SolutionMove[], readonly around: Surroundings) {
    this.#right = [...right];
  }

  /** Lay the position out. */
  async begin(): Promise<void> {
    await this.#safely(async () => { this.views = [await this.#look([])]; });
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#left = true;
  }

  get view(): View | null {
    return this.#slip ?? this.views[this.at] ?? null;
  }

  /** Whether a move can be tried now. */
  get open(): boolean {
    return this.over || this.phase === "yours" && this.at === this.views.length - 1;
  }

  get over(): boolean {
    return this.phase === "solved" || this.phase === "shown";
  }

  get canHint(): boolean {
    return this.phase === "yours" && this.open && this.#hints < 2;
  }

  get marks(): Mark[] {
    const square = this.open && this.#hints && this.#best ? firstSquare(this.#best) : null;
    return square ? [{ square }] : [];
  }

  get arrows(): Arrow[] {
    const arrow = this.open && this.#hints > 1 && this.#best ? arrowOf(this.#best) : null;
    return arrow ? [arrow] : [];
  }

  /** The position where it stands now. */
  place(moves: readonly string[] = this.#moves): PositionRef {
    const { options, position } = this.puzzle;
    return { game: this.game, options, position, moves: [...moves] };
  }

  /** Whether a move is right. */
  solves(move: Pick<Move, "text">): boolean {
    return this.#right.some(({ text }) => text === move.text);
  }

  /** Walk through what was played. */
  step(to: number): void {
    if (this.phase === "yours" || this.over) this.at = Math.max(0, Math.min(this.views.length - 1, to));
    if (this.over) void this.#judge();
  }

  async play({ text, notation }: Pick<Move, "text" | "notation">): Promise<void> {
    if (!this.open) return;
    if (this.over) return this.#safely(() => this.#explore(text));
    const right = this.#right.find((one) => one.text === text);
    await this.#safely(() => right ? this.#go(right, notation) : this.#slipped(text, notation));
  }

  hint(): void {
    if (!this.canHint || !this.#best) return;
    this.#flaw();
    this.#hints++;
    const square = firstSquare(this.#best);
    this.said = this.#hints === 1 && square ? { kind: "hint", square } : { kind: "way", move: this.#best.notation };
  }

  /** Show how it goes on, move by move. */
  async solution(): Promise<void> {
    if (this.phase !== "yours") return;
    this.#flaw();
    this.said = null;
    this.phase = "showing";
    this.at = this.views.length - 1;
    await this.#safely(async () => {
      for (let next = this.#right[0]; next && !this.#left; next = next.next[0]) {
        await this.around.wait(PAUSES.step);
        await this.#advance(next);
      }
      this.phase = "shown";
    });
  }

  get #best(): Move | null {
    return this.views.at(-1)?.legal?.find(({ text }) => text === this.#right[0]?.text) ?? null;
  }

  /** A right move, and what the opponent answers. */
  async #go(right: SolutionMove, notation: string): Promise<void> {
    this.phase = "theirs";
    await this.#advance(right);
    const reply = right.next[0];
    this.said = { kind: "right", move: notation, reply: "" };
    if (!reply) return this.#done();
    await this.around.wait(PAUSES.reply);
    await this.#advance(reply);
    this.said = { kind: "right", move: notation, reply: this.views.at(-1)!.last?.notation ?? reply.text };
    this.#right = reply.next;
    if (!reply.next.length) return this.#done();
    this.phase = "yours";
  }

  /** Any move after the end, from the position that is shown. */
  async #explore(text: string): Promise<void> {
    this.#moves.length = this.at;
    this.views = this.views.slice(0, this.at + 1);
    await this.#advance({ text });
    await this.#judge();
  }

  /** Say what the moves of the position that is shown lead to. */
  async #judge(): Promise<void> {
    const { view } = this, moves = this.#moves.slice(0, this.at);
    const text = await this.#judged.ask(() => this.around.judge(moves, view!.turn).catch(why));
    if (text !== null && view === this.view) this.said = { kind: "told", text };
  }

  /** A wrong move is shown, answered and taken back. */
  async #slipped(text: string, notation: string): Promise<void> {
    this.phase = "wrong";
    this.#flaw();
    if (this.#left) return;
    this.#slip = await this.#look([...this.#moves, text]);
    const said: Said = { kind: "wrong", move: notation, reply: "" };
    this.said = said;
    if (!this.#slip.outcome) void this.#answer([...this.#moves, text]).then((reply) => {
      if (this.said === said && reply) this.said = { ...said, reply };
    });
    await this.around.wait(PAUSES.back);
    this.#slip = null;
    this.phase = "yours";
  }

  /** What the engine would answer; nothing where it does not answer. */
  #answer(moves: string[]): Promise<string> {
    return new Promise((answered) => {
      let found = "";
      this.around.mind.analyse(this.place(moves), 1, SECONDS, ({ lines }) => { found = lines[0]?.notation[0] ?? found; },
        () => answered(found));
    });
  }

  async #advance({ text }: Pick<SolutionMove, "text">): Promise<void> {
    const { views } = this;
    const view = await this.#look([...this.#moves, text]);
    if (views !== this.views) return;   // another move was tried meanwhile
    this.#moves.push(text);
    this.#hints = 0;
    this.views = [...this.views, view];
    this.at = this.views.length - 1;
  }

  #done(): void {
    this.phase = "solved";
    if (!this.#left) this.around.onsolved(this.#clean);
  }

  #flaw(): void {
    if (this.#clean) this.around.onflaw();
    this.#clean = false;
  }

  #look(moves: readonly string[]): Promise<View> {
    return this.around.mind.look(this.place(moves));
  }

  /** Where nobody answers, all is as before, and can be tried again. */
  async #safely(what: () => Promise<void>): Promise<void> {
    const [views, moves, over] = [this.views, [...this.#moves], this.over];
    try {
      await what();
    } catch (error) {
      this.said = { kind: "told", text: why(error) };
      [this.views, this.#moves, this.#slip] = [views, moves, null];
      this.at = Math.max(0, views.length - 1);
      if (!over) this.phase = "yours";
    }
  }
}
