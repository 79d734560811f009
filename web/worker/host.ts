// A worker of engines, as it is seen from outside: which engines are in it, and whether it still answers.
import type { Engine, FromEngine, Port } from "./engines";
import { Pulse } from "./pulse";

interface Owner {
  /** No engine thinks any more. */
  rests(): void;
  /** It is of no more use, and why. */
  fails(why: string): void;
}

export class Host {
  readonly engines = new Map<number, Engine>();
  private thinking: Engine | undefined;
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
  get thinker(): Engine | undefined {
    return this.thinking;
  }

  set thinker(engine: Engine | undefined) {
    this.thinking = engine;
    if (engine) return;
    this.restsSince = performance.now();
    this.owner.rests();
  }

  has(engine: Engine): boolean {
    return this.engines.has(engine.number);
  }

  /** Whether nothing has been thought for so many milliseconds. */
  isIdle(ms: number): boolean {
    return !this.thinking && performance.now() - this.restsSince >= ms;
  }

  take(engine: Engine): void {
    this.engines.set(engine.number, engine);
    this.port.postMessage({ k: "new", e: engine.number });
  }

  drop(engine: Engine): void {
    if (this.engines.delete(engine.number)) this.port.postMessage({ k: "end", e: engine.number });
  }

  tell(engine: Engine, line: string): void {
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
    if (said.k === "alive") {
      this.pulse.felt();
      if (!this.thinking) this.pulse.stop();
      return;
    }
    const engine = this.engines.get(said.e);
    if (!engine) return;                        // the last words of one that has ended
    if (engine === this.thinking && /^(bestmove|nodes)/.test(said.line)) this.thinker = undefined;
    engine.hear(said.line);
  }
}
