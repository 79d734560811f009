// The worker that does at home what else the server does: it answers the same requests and messages.
import type { FromHouse, FromPage } from "../../../worker/messages";
import { Pulse } from "../../../worker/pulse";
import type { Place, Socket } from "./place";

const API = "/api/v1";

/** What is used of a Worker. */
export interface Helper {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: FromPage): void;
  terminate(): void;
}

/** `outdated`: worker and page are of different versions. */
export type HouseStatus = "asleep" | "starting" | "ready" | "failed" | "outdated";

interface Asked {
  answered: (response: Response) => void;
  lost: (error: TypeError) => void;
}

const MOST_FAILURES = 3;

export class House implements Place {
  readonly far = false;
  status: HouseStatus = "asleep";
  /** Whether it is quick under other options of a game than the usual ones, too. */
  allRules = false;
  /** Why it failed, in English. */
  reason = "";
  onstatus: (status: HouseStatus) => void = () => {};
  /** How much is loaded, from 0 to 1. */
  onprogress: (part: number) => void = () => {};
  /** Why games are kept in memory alone from now on, in English; "" when they are kept for good again. */
  onkept: (why: string) => void = () => {};
  /** It hung and has been ended; whatever is asked next begins it anew. */
  onhung: () => void = () => {};

  #helper: Helper | null = null;
  #number = 0;
  #failures = 0;
  #asked = new Map<number, Asked>();
  #sockets = new Map<number, Line>();
  #waiting: FromPage[] = [];
  #pulse = new Pulse(() => this.#helper?.postMessage({ k: "alive" }), (seconds) => {
    this.#died(`the worker has not answered for ${seconds} s`);
    this.onhung();
  });

  /**
   * @param base the absolute address of the folder of the worker
   * @param version the version that belongs to this page; null for any
   * @param make begins a worker
   * @param keep whether games are kept in the browser's database
   */
  constructor(readonly base: string, readonly version: string | null, readonly make: () => Helper,
              readonly keep = true) {}

  get usable(): boolean {
    return this.status !== "failed" && this.status !== "outdated";
  }

  /** Begin, unless that is done already. */
  start(): void {
    if (this.#helper || !this.usable) return;
    this.#become("starting");
    try {
      const helper = this.make();
      this.#helper = helper;
      helper.onmessage = (event) => this.#heard(event.data as FromHouse);
      helper.onerror = (event) => this.#died(event.message ?? "");
      helper.postMessage({ k: "begin", base: this.base, keep: this.keep });
      this.#pulse.loading = true;
      this.#pulse.start();
    } catch (error) {
      this.#died(String(error));
    }
  }

  ask(path: string, body?: unknown): Promise<Response> {
    const n = ++this.#number;
    return new Promise((answered, lost) => {
      if (!this.usable) return lost(new TypeError(this.reason));
      this.#asked.set(n, { answered, lost });
      this.#say({
        k: "fetch", n, path: API + path, ...(body === undefined ? { method: "GET", headers: {} }
          : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      });
    });
  }

  socket(): Socket {
    const s = ++this.#number;
    const line = new Line((text) => this.#say({ k: "send", s, text }), () => {
      this.#sockets.delete(s);
      this.#say({ k: "close", s });
    });
    if (this.usable) this.#say({ k: "open", s });
    this.#sockets.set(s, line);
    // Nobody listens to the line yet, so that it is closed in a moment if there is no worker.
    queueMicrotask(() => this.#helper ?? this.#closed(s));
    return line;
  }

  /** End it, and begin anew when something is asked next. */
  end(): void {
    this.#become("asleep");
    this.#drop();
  }

  #become(status: HouseStatus): void {
    this.status = status;
    this.onstatus(status);
  }

  /** Say something, now or as soon as it is ready. */
  #say(message: FromPage): void {
    if (this.status === "ready") this.#helper!.postMessage(message);
    else {
      this.#waiting.push(message);
      this.start();
    }
  }

  #heard(message: FromHouse): void {
    this.#pulse.felt();
    switch (message.k) {
      // It answers: what has gone wrong before is forgotten once it does so after its start.
      case "alive": if (this.status === "ready") this.#failures = 0; break;
      case "progress": this.onprogress(message.total ? message.done / message.total : 0); break;
      case "kept": this.onkept(message.why); break;
      case "ready": this.allRules = message.allRules; this.#ready(message.version); break;
      case "failed": this.#failures = MOST_FAILURES; this.#died(message.reason); break;
      case "answer": {
        const { n, status, headers, body } = message;
        this.#asked.get(n)?.answered(new Response(body.byteLength ? body : null, { status, headers }));
        this.#asked.delete(n);
        break;
      }
      case "opened": this.#sockets.get(message.s)?.onopen?.(new Event("open")); break;
      case "text": this.#sockets.get(message.s)?.onmessage?.(new MessageEvent("message", { data: message.text })); break;
      case "closed": this.#closed(message.s); break;
    }
  }

  #ready(version: string): void {
    if (this.version !== null && version !== this.version) {
      this.#fail("outdated", `the worker is of version ${version}, the page of ${this.version}`);
      return;
    }
    this.#pulse.loading = false;
    this.#become("ready");
    for (const message of this.#waiting.splice(0)) this.#helper!.postMessage(message);
  }

  /** The worker is gone; who waits for it is told so, and may ask again. */
  #died(reason: string): void {
    if (++this.#failures >= MOST_FAILURES) return this.#fail("failed", reason);
    this.#become("asleep");
    this.#drop();
  }

  #fail(status: "failed" | "outdated", reason: string): void {
    this.reason = reason;
    this.#become(status);
    this.#drop();
  }

  /** Let the worker go: what it still has to say is not heard. */
  #drop(): void {
    this.#pulse.stop();
    const helper = this.#helper;
    this.#helper = null;
    if (helper) helper.onmessage = helper.onerror = null;
    helper?.terminate();
    this.#waiting = [];
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { lost } of asked) lost(new TypeError(this.reason || "the worker has ended"));
    for (const s of [...this.#sockets.keys()]) this.#closed(s);
  }

  #closed(s: number): void {
    const line = this.#sockets.get(s);
    this.#sockets.delete(s);
    line?.onclose?.(new CloseEvent("close"));
  }
}

/** A line to the worker, used like a WebSocket. */
class Line implements Socket {
  onopen: Socket["onopen"] = null;
  onclose: Socket["onclose"] = null;
  onmessage: Socket["onmessage"] = null;

  constructor(readonly send: (text: string) => void, readonly close: () => void) {}
}
