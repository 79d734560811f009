// Who answers what belongs to no game: views, analyses, texts, pictures. The worker in this browser
// does, once it is ready; until then, and where it cannot, the server does.
import type { InfoMessage, PositionRef, View } from "../../../wire/types";
import type { Connection, EngineSettings, Thinking } from "./connection";
import type { Refusal } from "./messages";
import type { Place } from "./place";

/** A place with a line to it. */
export interface Side {
  line: Connection;
  place: Pick<Place, "ask">;
  /** Whether there is such a place at all, and hope that it answers. */
  usable: () => boolean;
}

interface Question {
  of: PositionRef;
  asked: Set<Side>;
  view: (view: View) => void;
  refused: (refusal: Refusal) => void;
}

interface Thought {
  of: PositionRef;
  lines: number;
  seconds: number;
  hear: (info: InfoMessage) => void;
  ended: (refusal?: Refusal) => void;
  engine: EngineSettings;
  at: Side;
  inner: Thinking;
  heard: boolean;
}

export class Mind {
  #questions = new Set<Question>();
  #thought: Thought | null = null;

  /** @param slow whether a search of this position is slow here, and better done by a server that is there */
  constructor(readonly here: Side, readonly server: Side, readonly slow: (of: PositionRef) => boolean = () => false) {}

  /** Who is asked now; with a position, who thinks about it. */
  side(of?: PositionRef): Side {
    const [near, far] = [open(this.here), open(this.server)];
    if (near && !(far && of && this.slow(of))) return this.here;
    if (far || !this.here.usable()) return this.server;
    // A server that has not been heard of yet answers sooner than a worker that has yet to begin.
    return this.server.usable() && this.server.line.status === "connecting" ? this.server : this.here;
  }

  /** Who thinks, or would. */
  get thinker(): Side {
    return this.#thought?.at ?? this.side();
  }

  /** Whether there is a thought. */
  get busy(): boolean {
    return this.#thought !== null;
  }

  /** A place has come or gone: what waits for one that is gone is asked of the other. */
  changed(): void {
    for (const question of this.#questions) this.#put(question, this.side());
    const thought = this.#thought;
    if (thought && !open(thought.at) && this.side(thought.of) !== thought.at) this.#begin(thought);
  }

  /** The view of a position; rejects with a `Refusal` that says what is wrong with it. */
  look(of: PositionRef): Promise<View> {
    return new Promise((view, refused) => {
      const question: Question = { of, asked: new Set(), view, refused };
      this.#questions.add(question);
      this.#put(question, this.side());
    });
  }

  /** Think about a position. There is one thought at a time: a new one ends the one before. */
  analyse(of: PositionRef, lines: number, seconds: number, hear: Thought["hear"],
          ended: Thought["ended"] = () => {}, engine: EngineSettings = {}): Thinking {
    const before = this.#thought;
    const at = this.side(of);
    const thought: Thought = { of, lines, seconds, hear, ended, engine, at, inner: { stop: () => {} }, heard: false };
    this.#thought = thought;
    before?.ended();
    if (before && before.at !== at) before.inner.stop();
    this.#begin(thought);
    return {
      stop: () => {
        if (this.#thought !== thought) return;
        this.#thought = null;
        thought.inner.stop();
        ended();
      },
    };
  }

  /** Ask for a path of the API. What is refused here is asked of a server, whose word counts. */
  async ask(path: string, body?: unknown): Promise<Response> {
    const first = this.side();
    const second = first === this.here ? this.server : this.here;
    try {
      const response = await first.place.ask(path, body);
      return response.ok || first === this.server || !open(second) ? response : await second.place.ask(path, body);
    } catch (error) {
      if (!second.usable()) throw error;
      return second.place.ask(path, body);
    }
  }

  #put(question: Question, side: Side): void {
    if (question.asked.has(side)) return;
    question.asked.add(side);
    side.line.look(question.of).then((view) => {
      this.#questions.delete(question);
      question.view(view);
    }, (refusal: Refusal) => {
      if (side === this.here && open(this.server)) return this.#put(question, this.server);
      this.#questions.delete(question);
      question.refused(refusal);
    });
    if (side.line.status !== "open") side.line.connect();
  }

  #begin(thought: Thought): void {
    this.#at(thought, this.side(thought.of));
  }

  #at(thought: Thought, side: Side): void {
    const { of, lines, seconds, hear, ended, engine } = thought;
    const before = thought.at === side ? null : thought.inner;
    thought.at = side;
    before?.stop();
    thought.inner = side.line.analyse(of, lines, seconds, (info) => { thought.heard = true; hear(info); }, (refusal) => {
      if (this.#thought !== thought || thought.at !== side) return;
      if (refusal && side === this.here && !thought.heard && open(this.server)) return this.#at(thought, this.server);
      this.#thought = null;
      ended(refusal);
    }, engine);
    if (side.line.status !== "open") side.line.connect();
  }
}

function open(side: Side): boolean {
  return side.usable() && side.line.status === "open";
}
