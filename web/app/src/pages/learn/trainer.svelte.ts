// Somebody plays positions out against perfect play: what each move leads to is known, every move is judged at
// once by that, and the opponent holds out as long as possible. Nothing here knows any rules.
import type { Arrow, Move, View } from "../../../../board/view/view";
import type { ExactMove, Options, PositionRef } from "../../../../wire/types";
import { arrowOf } from "../../../../board/view/arrows";
import { movesIn } from "../../study/value";
import { why } from "../../words/why";

/** A position to be won, or to be held. */
export interface Task {
  position: string;
  options?: Options;
  /** For how many moves a draw is to be held; missing of a win. */
  hold?: number;
  /** So many moves later than can be, a win is still told. */
  late?: number;
}

/** What a move has done to the result, and by how many moves a win has become longer. */
export interface Verdict { word: "kept" | "slower" | "drawn" | "lost" | "late"; by: number }

/** A move with what it leads to; late is a win that is not told to come at all. */
export type Known = Pick<ExactMove, "text" | "plies"> & { result: ExactMove["result"] | "late" };

/** What is said after a move. */
export type Said = Verdict & { move: string; reply: string } | { word: "told"; text: string };

/** Whose move it is; or a move that throws the result away is looked at, with its answer or without; or a position, or all, is over. */
export type Phase = "yours" | "theirs" | "thrown" | "answered" | "done" | "over";

/** Where somebody stands, to be gone on with later. */
export interface Standing {
  /** Which position, and what it has become. */
  at: number;
  position: string | null;
  /** So many moves a draw was held. */
  held: number;
  /** So many of these moves kept all; first tries count alone. */
  kept: number;
  of: number;
  /** The move to come was tried before. */
  tried: boolean;
}

export const NEW: Standing = { at: 0, position: null, held: 0, kept: 0, of: 0, tried: false };

/** Milliseconds before the opponent answers. */
const PAUSE = 500;

export interface Surroundings {
  look: (of: PositionRef) => Promise<View>;
  /** All moves of a position with what they lead to, the best first; as if nothing was played before. */
  truth: (of: PositionRef) => Promise<readonly Known[]>;
  wait: (milliseconds: number) => Promise<void>;
  /** Somebody stands elsewhere. */
  onstand: (standing: Standing) => void;
}

export function verdict(moves: readonly Known[], text: string): Verdict {
  const best = moves[0]!, own = moves.find((move) => move.text === text)!;
  if (own.result !== best.result) return { word: own.result === "won" ? "lost" : own.result, by: 0 };
  const by = movesIn(own.plies ?? 0) - movesIn(best.plies ?? 0);
  return { word: by ? "slower" : "kept", by };
}

export class Trainer {
  view: View | null = $state.raw(null);
  phase: Phase = $state("theirs");
  said: Said | null = $state.raw(null);
  standing: Standing = $state.raw(NEW);
  arrows: Arrow[] = $state.raw([]);
  /** In how many moves it is won; 0 of a draw. */
  left = $state(0);
  #moves: readonly Known[] = [];
  /** Where the move that is judged was made, if it can be taken back. */
  #before: Standing | null = $state.raw(null);
  #reply: Move | null = null;
  #gone = false;

  constructor(readonly game: string, readonly tasks: readonly Task[], readonly around: Surroundings) {}

  /** The number of the position that is shown, counted from 1. */
  get number(): number {
    return this.standing.at + Number(this.phase !== "done" && this.phase !== "over");
  }

  get task(): Task {
    return this.tasks[this.number - 1]!;
  }

  get canTakeBack(): boolean {
    return this.#before !== null && this.phase !== "theirs";
  }

  get canAnswer(): boolean {
    return this.phase === "thrown" && this.arrows.length > 0;
  }

  /** Begin, or go on where somebody stood. */
  begin(standing: Standing = NEW): Promise<void> {
    return this.#safely(() => this.#lay(standing));
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#gone = true;
  }

  /** Whether a move keeps all. */
  keeps({ text }: Pick<Move, "text">): boolean {
    return this.#moves.some((move) => move.text === text && verdict(this.#moves, text).word === "kept");
  }

  play({ text, notation }: Pick<Move, "text" | "notation">): Promise<void> {
    if (this.phase !== "yours" || !this.#moves.some((move) => move.text === text)) return Promise.resolve();
    return this.#safely(async () => {
      const judged = verdict(this.#moves, text), before = this.standing;
      this.phase = "theirs";
      const view = await this.#look([text]);
      this.view = view;
      this.#stand(before.tried ? {} : { of: before.of + 1, kept: before.kept + Number(judged.word === "kept"), tried: true });
      const said = { ...judged, move: notation, reply: "" };
      this.said = said;
      this.#before = judged.word === "kept" ? null : this.standing;
      const held = judged.word === "kept" || judged.word === "slower";
      if (held && view.outcome) return this.#done();
      const answer = view.outcome ? undefined : (await this.around.truth(this.#ref(view.position)))[0];
      this.#reply = view.legal?.find((move) => move.text === answer?.text) ?? null;
      this.said = { ...said, reply: this.#reply?.notation ?? "" };
      if (!held || !this.#reply) {
        const arrow = this.#reply && arrowOf(this.#reply);
        this.arrows = arrow ? [arrow] : [];
        this.phase = "thrown";
        return;
      }
      await this.around.wait(PAUSE);
      if (!this.#gone) await this.#go(view.position, before.held + 1);
    });
  }

  /** Show on the board what answers a move that throws the result away. */
  answer(): Promise<void> {
    return this.#safely(async () => {
      this.view = await this.around.look({ ...this.#ref(this.view!.position), moves: [this.#reply!.text] });
      this.arrows = [];
      this.phase = "answered";
    });
  }

  takeBack(): Promise<void> {
    const to = this.#before;
    return to ? this.#safely(() => this.#lay(to)) : Promise.resolve();
  }

  /** The next position. */
  next(): Promise<void> {
    return this.#safely(() => this.#lay(this.standing));
  }

  async #lay(standing: Standing): Promise<void> {
    const task = this.tasks[standing.at]!;
    const ref = { game: this.game, options: task.options, position: standing.position ?? task.position };
    const [view, moves] = await Promise.all([this.around.look(ref), this.around.truth(ref)]);
    this.arrows = [];
    this.said = this.#before = null;
    this.view = view;
    this.#now(standing, view.position, moves);
  }

  /** The reply to a move that keeps the result, and the next move to be found. */
  async #go(position: string, held: number): Promise<void> {
    const view = await this.around.look({ ...this.#ref(position), moves: [this.#reply!.text] });
    const moves = view.outcome ? [] : await this.around.truth(this.#ref(view.position));
    this.view = view;
    if (view.outcome || held === this.task.hold) return this.#done();
    this.#now({ ...this.standing, held, tried: false }, view.position, moves);
  }

  #now(standing: Standing, position: string, moves: readonly Known[]): void {
    this.#moves = moves;
    this.left = movesIn(moves[0]?.plies ?? 0);
    this.#stand({ ...standing, position });
    this.phase = "yours";
  }

  #done(): void {
    const at = this.standing.at + 1;
    this.phase = at < this.tasks.length ? "done" : "over";
    this.#before = null;
    this.#stand({ at, position: null, held: 0, tried: false });
  }

  #stand(change: Partial<Standing>): void {
    this.standing = { ...this.standing, ...change };
    this.around.onstand(this.standing);
  }

  #ref(position: string): PositionRef {
    return { game: this.game, options: this.task.options, position };
  }

  #look(moves: string[]): Promise<View> {
    return this.around.look({ ...this.#ref(this.standing.position!), moves });
  }

  /** Where nobody answers, all is as before, and can be tried again. */
  async #safely(what: () => Promise<void>): Promise<void> {
    const { view, phase, standing } = this;
    try {
      await what();
    } catch (error) {
      Object.assign(this, { view, phase, standing });
      this.said = { word: "told", text: why(error) };
    }
  }
}
