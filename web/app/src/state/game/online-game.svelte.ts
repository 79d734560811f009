// A game on a server: what the server tells of it, and what we do in it.
import type { Answer, Heard, Refusal } from "../../net/messages";
import type { Clocks, Colour, EventMessage, GameMessage, NextGame, Offers, Options, PlayedMove, Player, PreparedMove, Result, View, What } from "../../../../wire/types";
import { refusalOf } from "../../net/messages";
import type { Connection } from "../../net/connection";
import { newId } from "../../net/outbox";

const NO_OFFERS: Offers = { draw: null, takeback: null, rematch: [] };

export interface Seats extends Partial<Record<Colour, string>> {}

export class OnlineGame {
  rules = $state("");
  options: Options = $state.raw({});
  start = $state("");
  seq: number | undefined = $state();
  players: Record<Colour, Player> | null = $state.raw(null);
  moves: PlayedMove[] = $state.raw([]);
  clock: Clocks | null = $state.raw(null);
  /** When the clock was told, in milliseconds since the page began. */
  clockTold = $state(0);
  offers: Offers = $state.raw(NO_OFFERS);
  result: Result | null = $state.raw(null);
  watching = $state(0);
  /** A computer player has to get ready before it thinks. */
  /** Why a computer player does not move yet, in English; null if it thinks. */
  warming = $state<string | null>(null);
  next: NextGame | null = $state.raw(null);
  view: View | null = $state.raw(null);
  /** Our move that the server has not confirmed yet. */
  pending: { text: string; ply: number } | null = $state.raw(null);
  /** Why this game cannot be shown, or null. */
  gone: Refusal | null = $state.raw(null);
  /** What the last thing that happened was, for those who want to tell it. */
  happened: { kind: string; by: Colour | null; seq: number } | null = $state.raw(null);

  /** Our conditional replies: what is left of their lines. */
  prepared: PreparedMove[][] = $state.raw([]);

  #leave: () => void = () => {};

  constructor(
    readonly id: string,
    readonly seats: Seats,
    readonly line: Connection,
    readonly complain: (refusal: Refusal) => void = () => {},
  ) {}

  /** The colours that we play. */
  get yours(): Colour[] {
    return (["white", "black"] as const).filter((colour) => this.seats[colour]);
  }

  get turn(): Colour {
    return this.view?.turn ?? "white";
  }

  get opponent(): Player | null {
    const [mine, ...others] = this.yours;
    return mine && !others.length ? this.players?.[other(mine)] ?? null : null;
  }

  /** Both seats are held here. */
  get shared(): boolean {
    return this.yours.length === 2;
  }

  get running(): boolean {
    return this.seq !== undefined && this.result === null;
  }

  follow(): void {
    const kept = this.line.outbox.move(this.id);
    if (kept?.move) {
      this.pending = { text: kept.move, ply: -1 };
      void this.line.answerTo(kept.id).then((answer) => this.#answered(answer));
    }
    this.#leave = this.line.follow(this.id, {
      seats: () => Object.values(this.seats),
      since: () => this.seq,
      hear: (message) => this.hear(message),
      refused: (refusal) => { this.gone = refusal; },
    });
  }

  leave(): void {
    this.#leave();
  }

  hear(message: Heard): void {
    if (message.t === "prepared") this.prepared = message.lines;
    else if (message.t === "event") this.#event(message);
    else if (message.t === "game") this.#all(message);
    else {
      this.prepared = [];           // if there are any, they follow
      for (const event of message.events) this.#event(event);
      if (message.view && message.seq === this.seq) this.view = message.view;
    }
  }

  /** Make a move for whoever is to move, if that is us. */
  async move(text: string, complain = this.complain): Promise<Answer | null> {
    const seat = this.seats[this.turn];
    if (!seat || this.pending || !this.running) return null;
    const ply = this.moves.length;
    this.pending = { text, ply };
    let answer = await this.#do(seat, "move", text);
    // Something else happened meanwhile, but nothing that touches the move: send it once more.
    if (answer.code === "stale" && await this.#caughtUp(answer.seq) && this.moves.length === ply) {
      answer = await this.#do(seat, "move", text);
    }
    this.#answered(answer, complain);
    return answer;
  }

  /** Our move waits until the event that it became has come, or is given up. */
  #answered(answer: Answer, complain = this.complain): void {
    if (answer.done && (this.seq ?? 0) < answer.seq) this.#arrives = answer.seq;
    else this.pending = null;
    if (!answer.done) complain(refusalOf(answer));
  }

  /** Do anything but a move: resign, offer, ask, accept, decline. */
  async act(what: What, as?: Colour): Promise<Answer | null> {
    const colour = as ?? (this.shared ? this.turn : this.yours[0]);
    const seat = colour && this.seats[colour];
    if (!seat) return null;
    const answer = await this.#do(seat, what);
    if (!answer.done && what !== "claim-time") this.complain(refusalOf(answer));
    return answer;
  }

  /** Lay down how we answer moves of the opponent, in place of what was laid down before. */
  async prepare(lines: string[][]): Promise<boolean> {
    const answer = await this.#do(this.seats[this.yours[0]!]!, "prepare", undefined, lines);
    if (!answer.done) this.complain(refusalOf(answer));
    return answer.done;
  }

  #do(seat: string, what: What, move?: string, lines?: string[][]): Promise<Answer> {
    return this.line.do({
      game: this.id, id: newId(), seat, seq: this.seq ?? 0, what, ...(move && { move }), ...(lines && { lines }),
    });
  }

  /** Wait until we know as many events as the server. */
  #caughtUp(seq: number): Promise<boolean> {
    if ((this.seq ?? 0) >= seq) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#awaited = { seq, resolve };
      this.line.rejoin(this.id);
    });
  }

  /** The event that our move has become, as long as we have not heard it. */
  #arrives: number | null = null;
  #awaited: { seq: number; resolve: (there: boolean) => void } | null = null;

  #known(seq: number): void {
    this.seq = seq;
    if (this.#arrives !== null && seq >= this.#arrives) this.pending = this.#arrives = null;
    if (this.#awaited && seq >= this.#awaited.seq) {
      this.#awaited.resolve(true);
      this.#awaited = null;
    }
  }

  #all(message: GameMessage): void {
    this.gone = null;
    this.prepared = [];
    this.rules = message.rules;
    this.options = message.options;
    this.start = message.start;
    this.players = message.players;
    this.moves = message.moves;
    this.#told(message);
    this.watching = message.watching;
    this.warming = message.thinking ?? null;
    this.next = message.next;
    this.#settle();
    this.#known(message.seq);
  }

  #told(message: Pick<GameMessage, "view"> & Partial<Pick<GameMessage, "clock" | "offers" | "result">>): void {
    if (message.view) this.view = message.view;
    if (message.offers) this.offers = message.offers;
    if (message.result !== undefined) this.result = message.result;
    if (message.clock !== undefined) {
      this.clock = message.clock;
      this.clockTold = performance.now();
    }
  }

  #event(event: EventMessage): void {
    if (event.players) this.players = event.players;
    if (event.watching !== undefined) this.watching = event.watching;
    if (event.thinking !== undefined) this.warming = event.thinking;
    if (event.seq === undefined) return;
    if (this.seq === undefined || event.seq <= this.seq) return;
    if (event.seq > this.seq + 1) {
      this.line.rejoin(this.id);
      return;
    }
    if (event.kind === "move" && event.move) {
      const { move: text, notation = text, spent = 0 } = event;
      this.moves = [...this.moves, { text, notation, spent }];
      this.warming = null;
    } else if (event.kind === "takeback" && event.ply !== undefined) {
      this.moves = this.moves.slice(0, event.ply);
    }
    this.#told(event);
    if (event.next) this.next = event.next;
    this.happened = { kind: event.kind, by: event.by ?? null, seq: event.seq };
    this.#settle();
    this.#known(event.seq);
  }

  /** A move that waited has arrived, or can no longer be made. */
  #settle(): void {
    if (!this.pending) return;
    const { text, ply } = this.pending;
    const arrived = ply >= 0 ? this.moves.length > ply : this.moves.at(-1)?.text === text
      || !this.line.outbox.move(this.id);
    if (arrived) this.pending = null;
  }
}

export function other(colour: Colour): Colour {
  return colour === "white" ? "black" : "white";
}
