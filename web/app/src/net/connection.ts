// One line to a place: it comes back after it was lost, joins its games again from where they were, and
// sends what is still unanswered.
import type {
  Analyse, CalledMessage, ChallengesMessage, ChatMessage, ClientMessage, FollowedMessage, InfoMessage, LobbyMessage, LobbyNews, PairedMessage, PositionRef,
  RefusedMessage, SaidMessage, SeekingMessage,
  ServerMessage, TournamentNews, View, ViewRequest, WithdrawnMessage,
} from "../../../wire/types";
import type { Answer, Command, Heard, Refusal } from "./messages";
import { refusalOf } from "./messages";
import type { Outbox } from "./outbox";
import type { Place, Socket } from "./place";

export type Status = "connecting" | "open" | "lost";

/** Somebody who follows a game. */
export interface Follower {
  seats: () => string[];
  /** How many events are known; undefined as long as nothing is. */
  since: () => number | undefined;
  /** Whether views are to be sent; left out, they are. */
  views?: () => boolean;
  hear: (message: Heard) => void;
  /** The server would not let us in. */
  refused: (refusal: Refusal) => void;
}

/** What is told of the lobby, of one's own seeks, of challenges, tournaments, people who are followed, and chat. */
export type LobbyHeard = LobbyMessage | LobbyNews | SeekingMessage | PairedMessage | WithdrawnMessage | ChallengesMessage
  | TournamentNews | CalledMessage | FollowedMessage | ChatMessage | SaidMessage;

/** Somebody who hears of the lobby. */
export interface Visitor {
  /** What is to be said on each new line. */
  again: () => ClientMessage[];
  hear: (message: LobbyHeard) => void;
  /** A seek was refused; tells whether it was his. */
  refused: (id: string, refusal: Refusal) => boolean;
}

/** How an engine thinks that is not to do its best. */
export interface EngineSettings extends Pick<Analyse, "level" | "tables"> {}

export interface Thinking {
  stop(): void;
}

interface Question {
  message: ViewRequest;
  tries: number;
  view: (view: View) => void;
  refused: (refusal: Refusal) => void;
}

interface Thought {
  id: number;
  message: Analyse;
  hear: (info: InfoMessage) => void;
  ended: (refusal?: Refusal) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const BUSY_WAIT = 300;
const MOST_TRIES = 5;
const BUSY_JOIN = 2_000;
/** Silence after which the server is asked whether it is still there; while nobody looks, less often. */
const PING_AFTER = 4_000;
const PING_UNSEEN = 20_000;
const PONG_WITHIN = 3_000;

export class Connection {
  status: Status = "connecting";
  onstatus: (status: Status) => void = () => {};
  onerror: (reason: string) => void = () => {};

  #socket: Socket | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #unseen = false;
  #number = 0;
  #followers = new Map<string, Follower>();
  #visitors = new Set<Visitor>();
  #waiting = new Map<string, (answer: Answer) => void>();
  #questions = new Map<number, Question>();
  #thought: Thought | null = null;

  /** @param place where the line leads to */
  constructor(readonly place: Pick<Place, "socket" | "far">, readonly outbox: Outbox) {}

  /** Connect, now and not after the wait that may be running. */
  connect(): void {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    const socket = this.place.socket();
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onclose = () => this.#closed(socket);
    socket.onmessage = (event) => this.#heard(event.data as string);
  }

  /** Connect anew, since the server knows whoever is there by a cookie that was sent with the first connection. */
  renew(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#ping);
    socket?.close();
    this.#become("connecting");
    this.connect();
  }

  /** There is reason to hope, or to fear: connect, or ask whether the line still stands. */
  check(): void {
    if (this.status === "open") this.#ask();
    else this.connect();
  }

  /** Whether anybody looks at the page; a phone in a pocket is to be woken less often. */
  see(seen: boolean): void {
    this.#unseen = !seen;
    if (seen) this.check();
    else if (this.status === "open") this.#watch();
  }

  /** Follow a game from now on; the function that is returned ends it. */
  follow(game: string, follower: Follower): () => void {
    this.#followers.set(game, follower);
    this.rejoin(game);
    return () => {
      if (this.#followers.get(game) !== follower) return;
      this.#followers.delete(game);
      this.#send({ t: "leave", game });
    };
  }

  /** Ask for what was missed in a game. */
  rejoin(game: string): void {
    const follower = this.#followers.get(game);
    if (!follower) return;
    const since = follower.since();
    this.#send({
      t: "join", game, seats: follower.seats(), views: follower.views?.() ?? true,
      ...(since === undefined ? {} : { since }),
    });
  }

  /** Hear of the lobby from now on; the function that is returned ends it. */
  visit(visitor: Visitor): () => void {
    this.#visitors.add(visitor);
    for (const message of visitor.again()) this.say(message);
    return () => { this.#visitors.delete(visitor); };
  }

  /** Say something on this line, if there is one; whoever has to say it again does so himself. */
  say(message: ClientMessage): void {
    this.#send(message);
  }

  /** Do something in a game; it is kept until the server has answered, whatever happens. */
  do(command: Command): Promise<Answer> {
    this.outbox.add(command);
    this.#send({ t: "do", ...command });
    return this.answerTo(command.id);
  }

  /** What the server answers to a command that is kept, also one from before a reload. */
  answerTo(id: string): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** The view of a position; rejects with a `Refusal` that says what is wrong with it. */
  look(of: PositionRef): Promise<View> {
    const id = ++this.#number;
    const message: ViewRequest = { t: "look", id, of };
    return new Promise((view, refused) => {
      this.#questions.set(id, { message, tries: 0, view, refused });
      this.#send(message);
    });
  }

  /** Think about a position. There is one thought at a time: a new one ends the one before. */
  analyse(of: PositionRef, lines: number, seconds: number, hear: (info: InfoMessage) => void,
          ended: (refusal?: Refusal) => void = () => {}, engine: EngineSettings = {}): Thinking {
    this.#thought?.ended();
    const id = ++this.#number;
    const thought: Thought = { id, message: { t: "analyse", id, of, lines, seconds, ...engine }, hear, ended };
    this.#thought = thought;
    this.#send(thought.message);
    return {
      stop: () => {
        if (this.#thought !== thought) return;
        this.#thought = null;
        this.#send({ t: "stop", id });
        ended();
      },
    };
  }

  #send(message: ClientMessage): void {
    if (this.status === "open") this.#socket?.send(JSON.stringify(message));
  }

  #become(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    this.onstatus(status);
  }

  #opened(): void {
    this.#become("open");
    for (const game of this.#followers.keys()) this.rejoin(game);
    for (const command of this.outbox.all()) this.#send({ t: "do", ...command });
    for (const question of this.#questions.values()) this.#send(question.message);
    if (this.#thought) this.#send(this.#thought.message);
    for (const visitor of this.#visitors) for (const message of visitor.again()) this.#send(message);
    this.#watch();
  }

  #closed(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#ping);
    this.#become("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++);
    this.#retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** A far place that is silent for long is asked, and given up if it does not answer. */
  #watch(): void {
    clearTimeout(this.#ping);
    if (!this.place.far) return;
    this.#ping = setTimeout(() => this.#ask(), this.#unseen ? PING_UNSEEN : PING_AFTER);
  }

  #ask(): void {
    clearTimeout(this.#ping);
    if (!this.place.far) return;
    this.#send({ t: "ping" });
    this.#ping = setTimeout(() => this.#giveUp(), PONG_WITHIN);
  }

  #giveUp(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#closed(socket);
  }

  #heard(text: string): void {
    this.#watch();
    const message = JSON.parse(text) as ServerMessage;
    // Only an answer shows that the server serves us; one that lets us in and goes is left in peace.
    if (message.t !== "error" && message.t !== "bye") this.#failures = 0;
    switch (message.t) {
      case "game": case "event": case "events": case "prepared":
        this.#followers.get(message.game)?.hear(message);
        break;
      case "lobby": case "lobby-news": case "seeking": case "paired": case "withdrawn": case "challenges": case "tournament": case "called":
      case "followed": case "chat": case "said":
        for (const visitor of this.#visitors) visitor.hear(message);
        break;
      case "done": this.#answered(message.id, { done: true, seq: message.seq }); break;
      case "refused": this.#refused(message); break;
      case "look": this.#questions.get(message.id)?.view(message.view);
        this.#questions.delete(message.id); break;
      case "info":
        if (message.id === this.#thought?.id) this.#thought!.hear(message as unknown as InfoMessage);
        break;
      case "analysed":
        if (message.id === this.#thought?.id) this.#finish();
        break;
      case "error": this.onerror(message.reason); break;
    }
  }

  /** A busy server is asked again a few times. */
  #unanswered(id: number, refusal: Refusal): void {
    const question = this.#questions.get(id);
    if (refusal.code === "busy" && question && question.tries++ < MOST_TRIES) {
      setTimeout(() => this.#send(question.message), BUSY_WAIT * question.tries);
      return;
    }
    this.#questions.delete(id);
    question?.refused(refusal);
  }

  #finish(refusal?: Refusal): void {
    const thought = this.#thought;
    this.#thought = null;
    thought?.ended(refusal);
  }

  #answered(id: string, answer: Answer): void {
    this.outbox.answered(id);
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #refused(message: RefusedMessage): void {
    const refusal = refusalOf(message);
    const { id } = message;
    if (typeof id === "string" && [...this.#visitors].some((visitor) => visitor.refused(id, refusal))) return;
    if (typeof message.id === "string") {
      const { code, why, reason } = message;
      this.#answered(message.id, { done: false, seq: message.seq ?? 0, code, why, reason });
    } else if (message.id !== null && message.id === this.#thought?.id) {
      this.#finish(refusal);
    } else if (typeof message.id === "number") {
      this.#unanswered(message.id, refusal);
    } else if (message.game && refusal.code === "busy") {
      const game = message.game;
      setTimeout(() => this.rejoin(game), BUSY_JOIN);
    } else if (message.game) {
      this.#followers.get(message.game)?.refused(refusal);
    }
  }
}
