// Engines in workers, for the server in this worker (eckstein.browser.engines).
//
//     const engines = new Engines(() => new Worker(url, { type: "module" }), base, interpreter);
//     engines.prepare();                           // in idle time, once the page works
//     house.start(..., launcher(engines))          // launcher: eckstein.browser.engines.launcher
//
// A worker with its Python is large, an engine is not: engines share a worker as long as only one of
// them thinks.  One that is told something while another thinks moves to another worker.
import { Host, type Guest, type Port } from "./host";

/** A function, perhaps of Python: then it lives only while it is handed over, unless it is copied. */
type Listener = ((text: string) => void) & { copy?: () => Listener; destroy?: () => void };

const STOP_MS = 80;         // the worker of an engine whose `bestmove` has not come by then is ended
const PREPARE_MS = 500;     // after that, another gets ready
const IDLE_MS = 20_000;     // so long a worker does nothing before it ends, unless it is the only one

export class Engines {
  private hosts: Host[] = [];
  private count = 0;

  /**
   * @param make starts a worker that runs engine.ts.
   * @param base the absolute URL of the folder that the worker's files are in.
   * @param interpreter Python's, compiled, if it is.
   */
  constructor(private readonly make: () => Port, private readonly base: string,
              private readonly interpreter?: WebAssembly.Module) {}

  /** Let a worker get ready, if there is none. */
  prepare(): void {
    if (!this.hosts.length) this.add();
  }

  /**
   * Start an engine.
   *
   * @param heard is told each line that it says.
   * @param ended is told once why it does not run any more, "" if that was wanted.
   */
  start(heard: Listener, ended: Listener): Engine {
    return new Engine(++this.count, this, heard.copy?.() ?? heard, ended.copy?.() ?? ended);
  }

  /** A worker in which no other engine thinks. */
  hostFor(engine: Engine): Host {
    return this.hosts.find((host) => !host.thinker || host.thinker === engine) ?? this.add();
  }

  private add(): Host {
    const host = new Host(this.make(), this.base, this.interpreter, {
      rests: () => setTimeout(() => { if (host.isIdle(IDLE_MS)) this.dismiss(host); }, IDLE_MS),
      fails: (why) => this.end(host, why),
    });
    this.hosts.push(host);
    return host;
  }

  /** Let go of a worker that is not needed; its engines go on in another. */
  private dismiss(host: Host): void {
    if (this.hosts.length < 2 || !this.hosts.includes(host)) return;
    this.hosts = this.hosts.filter((other) => other !== host);
    host.end();
  }

  /** End a worker with all its engines. */
  end(host: Host, why: string): void {
    const was = this.hosts.length;
    this.hosts = this.hosts.filter((other) => other !== host);
    if (this.hosts.length === was) return;
    const engines = [...host.engines.values()];
    host.end();
    for (const engine of engines) engine.end(why);
  }

  /** After a worker had to be ended: let another get ready soon. */
  replace(): void {
    setTimeout(() => this.prepare(), PREPARE_MS);
  }
}

/** A running engine. */
export class Engine implements Guest {
  private running = true;
  private host: Host | undefined;
  /** What another worker has to be told before the engine goes on there. */
  private told = new Map<string, string>();
  private late: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly number: number, private readonly engines: Engines,
              private readonly heard: Listener, private readonly ended: Listener) {}

  /** Send a line of the protocol. */
  send(line: string): void {
    if (!this.running) return;
    if (line === "quit") {
      this.quit();
      return;
    }
    const host = this.settle();
    const [command, , name] = line.split(" ");
    if (command === "setoption") this.told.set(`${name}`, line);
    else if (command === "position") this.told.set(command, line);
    if (command === "go") host.thinker = this;
    host.tell(this, line);
    if (command === "stop" && !host.loading) this.late ??= setTimeout(() => this.endLate(), STOP_MS);
  }

  /** End it at once, if it still runs. */
  kill(): void {
    this.quit();
  }

  /** A line that it has said. */
  hear(line: string): void {
    // Where there was nothing to stop, no move comes, but the next answer does.
    if (line.startsWith("bestmove") || line === "readyok") this.inTime();
    this.heard(line);
  }

  /** It does not run any more. */
  end(why: string): void {
    if (!this.running) return;
    this.running = false;
    this.inTime();
    this.ended(why);
    this.heard.destroy?.();
    this.ended.destroy?.();
  }

  /** The worker that it is in from now on. */
  private settle(): Host {
    const host = this.engines.hostFor(this);
    const before = this.host;
    if (before?.has(this) && (before === host || !before.thinker || before.thinker === this)) {
      return before;
    }
    before?.drop(this);
    this.host = host;
    host.take(this);
    for (const line of this.told.values()) host.tell(this, line);
    return host;
  }

  private quit(): void {
    const { host } = this;
    if (host?.thinker === this) {
      this.end("");
      this.engines.end(host, "its worker was ended with another engine");
      this.engines.replace();
    } else {
      host?.drop(this);
      this.end("");
    }
  }

  private inTime(): void {
    clearTimeout(this.late);
    this.late = undefined;
  }

  private endLate(): void {
    if (this.host) this.engines.end(this.host, `it did not stop within ${STOP_MS} ms`);
    this.engines.replace();
  }
}
