// Engines in workers of their own, for the server in this worker (eckstein.browser.engines).
//
//     const engines = new Engines(() => new Worker(url, { type: "module" }), base);
//     engines.prepare();                           // in idle time, once the page works
//     house.start(..., launcher(engines))          // launcher: eckstein.browser.engines.launcher
//
// One worker may stand ready, with Python loaded: for the first engine that is wanted, after an engine
// was left while it did nothing, and after one had to be ended because it did not stop.

/** From here to an engine's worker: first `begin`, then lines of the engine's protocol; `again` is the
 * end of an engine, and lines after it are for another one. */
export type ToEngine = { k: "begin"; base: string } | { k: "again" } | string;
/** From an engine's worker: lines, each time after it has said that it is ready. */
export type FromEngine = { k: "ready" } | { k: "failed"; reason: string } | string;

/** A worker, as far as it is needed here. */
export interface Port {
  onmessage: ((event: MessageEvent<FromEngine>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToEngine): void;
  terminate(): void;
}

/** A function, perhaps of Python: then it lives only while it is handed over, unless it is copied. */
type Listener = ((text: string) => void) & { copy?: () => Listener; destroy?: () => void };

const STOP_MS = 80;         // an engine whose `bestmove` has not come by then is ended
const PREPARE_MS = 500;     // after that, another gets ready

export class Engines {
  private spare: Port | undefined;
  private ready = new WeakSet<Port>();        // those that have said so, and heard nothing since

  /**
   * @param make starts a worker that runs engine.ts.
   * @param base the absolute URL of the folder that the worker's files are in.
   */
  constructor(private readonly make: () => Port, private readonly base: string) {}

  /** Let a worker get ready, if none is. */
  prepare(): void {
    this.spare ??= this.begun();
  }

  /**
   * Start an engine.
   *
   * @param heard is told each line that it says.
   * @param ended is told once why it does not run any more, "" if that was wanted.
   */
  start(heard: Listener, ended: Listener): Engine {
    const port = this.spare ?? this.begun();
    this.spare = undefined;
    return new Engine(port, this.ready.delete(port), heard.copy?.() ?? heard,
      ended.copy?.() ?? ended, (idle) => {
        if (idle && !this.spare) this.takeBack(port);
        else port.terminate();
        if (!idle) setTimeout(() => this.prepare(), PREPARE_MS);
      });
  }

  /** Let a worker that does nothing stand ready for another engine. */
  private takeBack(port: Port): void {
    this.spare = port;
    this.await(port);
    port.postMessage({ k: "again" });
  }

  private begun(): Port {
    const port = this.make();
    this.await(port);
    port.postMessage({ k: "begin", base: this.base });
    return port;
  }

  /** Hear when a worker is ready that nobody has taken yet, or that it never will be. */
  private await(port: Port): void {
    port.onerror = () => { if (this.spare === port) this.spare = undefined; };
    port.onmessage = ({ data }) => {
      if (typeof data === "string") return;     // the last words of the engine before
      if (data.k === "ready") this.ready.add(port);
      else if (this.spare === port) {
        this.spare = undefined;                 // whoever wants an engine hears the reason then
        port.terminate();
      }
    };
  }
}

/** A running engine. */
export class Engine {
  private running = true;
  private thinking = false;
  private late: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param ready whether the worker has said that it is; until then its words are another engine's.
   * @param left is told when the engine has ended and its worker is not used any more; `idle` if the
   *   worker can serve again.
   */
  constructor(private readonly port: Port, private ready: boolean, private readonly heard: Listener,
              private readonly ended: Listener,
              private readonly left: (idle: boolean) => void) {
    port.onmessage = ({ data }) => this.take(data);
    port.onerror = (event) => this.end(event.message || "its worker could not be loaded");
  }

  /** Send a line of the protocol. */
  send(line: string): void {
    if (!this.running) return;
    if (line === "quit") {
      this.end("", this.ready && !this.thinking);
      return;
    }
    if (line.startsWith("go")) this.thinking = true;
    this.port.postMessage(line);
    if (line === "stop") this.late ??= setTimeout(() => this.endLate(), STOP_MS);
  }

  /** End it at once, if it still runs. */
  kill(): void {
    this.end("");
  }

  private take(said: FromEngine): void {
    if (!this.running) return;
    if (typeof said === "string") {
      if (!this.ready) return;
      if (said.startsWith("bestmove") || said.startsWith("nodes")) this.thinking = false;
      // Where there was nothing to stop, no move comes, but the next answer does.
      if (said.startsWith("bestmove") || said === "readyok") this.inTime();
      this.heard(said);
    } else if (said.k === "failed") {
      this.end(said.reason);
    } else {
      this.ready = true;
    }
  }

  private inTime(): void {
    clearTimeout(this.late);
    this.late = undefined;
  }

  private endLate(): void {
    this.end(`it did not stop within ${STOP_MS} ms`);
  }

  private end(why: string, idle = false): void {
    if (!this.running) return;
    this.running = false;
    this.inTime();
    this.left(idle);
    this.ended(why);
    this.heard.destroy?.();
    this.ended.destroy?.();
  }
}
