// A game on a server: what the server tells of it, and what we do in it.
import type { Answer, Heard, Refusal } from "../net/messages";
import type { Clocks, Colour, EventMessage, GameMessage, NextGame, Offers, Options, PlayedMove, Player, PositionRef, PreparedMove, Result, View, What } from "../../../wire/types";
import { refusalOf } from "../net/messages";
import type { Connection } from "../net/connection";
import type { Views } from "../net/views";
import { newId } from "../net/outbox";
import type { Last } from "../kept/last";

const NO_OFFERS: Offers = { draw: null, takeback: null, rematch: [] };

export interface Seats extends Partial<Record<Colour, string>> {}

const DAY = 86_400;            // seconds
const BEGUN = 2;               // a game has begun when both have moved

export class OnlineGame {
  rules = $state("");
  options: Options = $state.raw({});
  start = $state("");
  seq: number | undefined = $state();
  players: Record<Colour, Player> | null = $state.raw(null);
  /** When they were told, in milliseconds since the page began. */
  playersTold = $state(0);
  moves: PlayedMove[] = $state.raw([]);
  clock: Clocks | null = $state.raw(null);
  rated = $state(false);
  /** The tournament that it belongs to. */
  tournament: string | null = $state(null);
  /** Within how many seconds each player makes the first move; null for no limit. */
  appear: number | null = $state(null);
  /** When the clock was told, in milliseconds since the page began. */
  clockTold = $state(0);
  offers: Offers = $state.raw(NO_OFFERS);
  result: Result | null = $state.raw(null);
  watching = $state(0);
  /** After so many moves the server ends the game. */
  longest = $state(Infinity);
  /** Until when the server keeps it if nothing more happens, in seconds since 1970; null for ever. */
  until: number | null = $state(null);
  #keep: number | null = null;
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

  /** What is shown is how the game stood when this browser last heard of it. */
  older = $state(false);

  #leave: () => void = () => {};
  /** What was heard and is not yet taken in, since a view has yet to be made, with the time when it came. */
  #heard: { message: Heard; at: number }[] = [];
  /** Whether it has been found out if the views of this game can be made here, and whether they can. */
  #tried = false;
  #own = false;

  /** @param views who makes views in place of the server; null if it always sends them */
  constructor(
    readonly id: string,
    readonly seats: Seats,
    readonly line: Connection,
    readonly complain: (refusal: Refusal) => void = () => {},
    readonly views: Views | null = null,
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

  get movesLeft(): number {
    return this.longest - this.moves.length;
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
    this.views?.followers.add(this.#choose);
    const leave = this.line.follow(this.id, {
      seats: () => Object.values(this.seats),
      since: () => this.seq,
      views: () => !this.#own,
      hear: (message) => this.hear(message),
      refused: (refusal) => { this.gone = refusal; },
    });
    this.#leave = () => {
      leave();
      this.views?.followers.delete(this.#choose);
    };
  }

  leave(): void {
    this.#leave();
    this.#heard = [];
  }

  /** Show how the game last stood, as long as the server has told nothing of it. */
  recall({ rules, options, start, players, moves, result, rated, view }: Last): void {
    if (this.seq !== undefined) return;
    this.older = true;
    Object.assign(this, { rules, options, start, players, moves, result, view, rated: rated ?? false });
  }

  hear(message: Heard): void {
    this.#heard.push({ message, at: performance.now() });
    if (this.#heard.length === 1) void this.#listen();
  }

  /** Take in what was heard, each with the view that belongs to it. */
  async #listen(): Promise<void> {
    const all = this.#heard;
    for (let heard; (heard = all[0]); all.shift()) {
      let { message } = heard;
      const of = this.#unseen(message);
      if (of) {
        const view = await this.views!.make(of);
        if (all !== this.#heard) return;
        if (!view) {
          this.#heard = [];
          return;
        }
        message = { ...message, view } as Heard;
      }
      this.#take(message);
    }
  }

  /** The position that something leads to, if its view does not come with it; null also where none is needed. */
  #unseen(message: Heard): PositionRef | null {
    if (!this.views || message.t === "prepared" || message.view !== undefined) return null;
    const known = this.seq ?? 0;
    if (message.t === "game") return this.#place(message.moves, message);
    const next = (message.t === "event" ? [message] : message.events).filter(({ seq = 0 }) => seq > known);
    const moves = next.reduce(after, this.moves);
    return moves === this.moves || next[0]!.seq !== known + 1 ? null : this.#place(moves);
  }

  #place(moves: PlayedMove[], { rules, options, start }: Pick<GameMessage, "rules" | "options" | "start"> = this): PositionRef {
    return { game: rules, options, position: start, moves: moves.map(({ text }) => text) };
  }

  /** Once the worker is there, and makes the same view as the server has, the server need not make any; until it fails. */
  #choose = async (): Promise<void> => {
    const { view, views } = this;
    if (this.#own && !views!.made) {
      views!.over = true;
      this.#own = false;
      this.#heard = [];               // the server tells all of it again, with views
    } else if (!this.#tried && view && views?.made) {
      this.#tried = true;
      this.#own = await views.agrees(this.#place(this.moves), view) && views.made;
      if (!this.#own) return;
    } else return;
    this.line.rejoin(this.id);
  };

  #take(message: Heard): void {
    if (message.t === "prepared") this.prepared = message.lines;
    else if (message.t === "event") this.#event(message);
    else if (message.t === "game") this.#all(message);
    else {
      this.prepared = [];           // if there are any, they follow
      for (const event of message.events) this.#event(event);
      if (message.clock) this.#told({ clock: message.clock });      // a device that slept has counted too little
      if (message.view && message.seq === this.seq) this.view = message.view;
    }
    void this.#choose();
  }

  /** Make a move for whoever is to move, if that is us. */
  async move(text: string, complain = this.complain): Promise<Answer | null> {
    const seat = this.seats[this.turn];
    if (!seat || this.pending || !this.running) return null;
    const ply = this.moves.length;
    this.pending = { text, ply };
    if (this.#own) this.views!.foresee(this.#place([...this.moves, { text, notation: text, spent: 0 }]));
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
    this.older = false;
    this.prepared = [];
    this.rules = message.rules;
    this.options = message.options;
    this.rated = message.rated ?? false;
    this.tournament = message.tournament ?? null;
    this.appear = message.appear ?? null;
    this.start = message.start;
    this.#present(message.players);
    this.moves = message.moves;
    this.#told(message);
    this.watching = message.watching;
    this.longest = message.longest ?? Infinity;
    this.until = message.until ?? null;
    this.#keep = message.keep ?? null;
    this.warming = message.thinking ?? null;
    this.next = message.next;
    this.#settle();
    this.#known(message.seq);
  }

  #present(players: Record<Colour, Player>): void {
    this.players = players;
    this.playersTold = this.#heard[0]!.at;
  }

  #told(message: Pick<GameMessage, "view"> & Partial<Pick<GameMessage, "clock" | "offers" | "result">>): void {
    if (message.view) this.view = message.view;
    if (message.offers) this.offers = message.offers;
    if (message.result !== undefined) this.result = message.result;
    if (message.clock !== undefined) {
      this.clock = message.clock;
      this.clockTold = this.#heard[0]!.at;
    }
  }

  #event(event: EventMessage): void {
    if (event.players) this.#present(event.players);
    if (event.watching !== undefined) this.watching = event.watching;
    if (event.thinking !== undefined) this.warming = event.thinking;
    if (event.seq === undefined) return;
    if (this.seq === undefined || event.seq <= this.seq) return;
    if (event.seq > this.seq + 1) {
      this.line.rejoin(this.id);
      return;
    }
    this.moves = after(this.moves, event);
    if (event.kind === "move") this.warming = null;
    this.#told(event);
    if (event.next) this.next = event.next;
    if (this.#keep !== null && this.moves.length >= BEGUN) this.until = Date.now() / 1000 + this.#keep * DAY;
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

/** The moves of a game after something has happened in it. */
function after(moves: PlayedMove[], { kind, move: text, notation = text, spent = 0, ply }: EventMessage): PlayedMove[] {
  if (kind === "move" && text) return [...moves, { text, notation: notation!, spent }];
  return kind === "takeback" && ply !== undefined ? moves.slice(0, ply) : moves;
}

export function other(colour: Colour): Colour {
  return colour === "white" ? "black" : "white";
}
