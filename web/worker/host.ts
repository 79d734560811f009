// A worker of engines, as it is seen from outside: which engines are in it, and whether it still answers.
import { Pulse } from "./pulse";

/** From here to a worker of engines: first `begin`; then engines have numbers. */
export type ToEngine =
  /** The folder of the worker's files, and Python's interpreter if it has been compiled already. */
  | { k: "begin"; base: string; interpreter?: WebAssembly.Module }
  | { k: "new"; e: number }
  | { k: "line"; e: number; line: string }
  | { k: "end"; e: number }
  /** A question that is answered between two slices of a search. */
  | { k: "alive" };
export type FromEngine = { k: "said"; e: number; line: string } | { k: "failed"; reason: string }
  /** It has loaded all that it needs. */
  | { k: "ready" }
  | { k: "alive" };

/** A worker, as far as it is needed here. */
export interface Port {
  onmessage: ((event: MessageEvent<FromEngine>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToEngine): void;
  terminate(): void;
}

/** An engine, as the worker knows it that it is in. */
export interface Guest {
  readonly number: number;
  /** It has said a line. */
  hear(line: string): void;
  /** It does not run any more, and why. */
  end(why: string): void;
}

interface Owner {
  /** No engine thinks any more. */
  rests(): void;
  /** It is of no more use, and why. */
  fails(why: string): void;
}

export class Host {
  readonly engines = new Map<number, Guest>();
  private thinking: Guest | undefined;
  private restsSince = performance.now();
  private readonly pulse: Pulse;

  constructor(private readonly port: Port, base: string, interpreter: WebAssembly.Module | undefined,
              private readonly owner: Owner) {
    port.onmessage = ({ data }) => this.hear(data);
    port.onerror = (event) => owner.fails(event.message || "its worker could not be loaded");
    this.pulse = new Pulse(() => port.postMessage({ k: "alive" }),
      (seconds) => owner.fails(`its worker has not answered for ${seconds} s`));
    port.postMessage({ k: "begin", base, interpreter });
  }

  /** The engine that thinks; there is at most one. */
  get thinker(): Guest | undefined {
    return this.thinking;
  }

  set thinker(engine: Guest | undefined) {
    this.thinking = engine;
    if (engine) return;
    this.restsSince = performance.now();
    this.owner.rests();
  }

  /** Whether it still loads, and hears only later what it is told. */
  get loading(): boolean {
    return this.pulse.loading;
  }

  has(engine: Guest): boolean {
    return this.engines.has(engine.number);
  }

  /** Whether nothing has been thought for so many milliseconds. */
  isIdle(ms: number): boolean {
    return !this.thinking && performance.now() - this.restsSince >= ms;
  }

  take(engine: Guest): void {
    this.engines.set(engine.number, engine);
    this.port.postMessage({ k: "new", e: engine.number });
  }

  drop(engine: Guest): void {
    if (this.engines.delete(engine.number)) this.port.postMessage({ k: "end", e: engine.number });
  }

  tell(engine: Guest, line: string): void {
    this.pulse.start();
    this.port.postMessage({ k: "line", e: engine.number, line });
  }

  /** End the worker; what becomes of its engines is for others to say. */
  end(): void {
    this.pulse.stop();
    this.port.terminate();
    this.engines.clear();
    this.thinking = undefined;
  }

  private hear(said: FromEngine): void {
    if (said.k === "failed") return this.owner.fails(said.reason);
    this.pulse.felt();
    if (said.k === "ready") {
      this.pulse.loading = false;
      return;
    }
    if (said.k === "alive") {
      if (!this.thinking) this.pulse.stop();
      return;
    }
    const engine = this.engines.get(said.e);
    if (!engine) return;                        // the last words of one that has ended
    if (engine === this.thinking && /^(bestmove|nodes)/.test(said.line)) this.thinker = undefined;
    engine.hear(said.line);
  }
}
