// The kernels of a game in a memory that workers share (eckstein.kernel.shared): this worker runs them
// for its Python, and helpers beside it search on the same transposition table.
//
// Only pages that are isolated from other sites may share memory between workers.
import type { PyodideAPI } from "pyodide";
import type { PyBuffer, PyProxy } from "pyodide/ffi";

export type ToHelper =
  /** First: what is run, in which memory, with which stack (its end) and frame, and where is told what it does. */
  | { k: "begin"; module: WebAssembly.Module; memory: WebAssembly.Memory; stack: number; symbol: string;
      frame: number; state: Int32Array }
  /** Run it, unless it is not wanted any more. */
  | { k: "work" };
/** It is of no more use. */
export type FromHelper = { k: "failed"; reason: string };

/** A worker for helpers, as far as it is needed here. */
export interface Port {
  onmessage: ((event: MessageEvent<FromHelper>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToHelper): void;
  terminate(): void;
}

type Kernel = (frame: number) => void;

const PAGE = 1 << 16;
const WORD = 8;
const LINE = 8;             // words that a processor fetches at once: what begins with them is fetched sooner

/** What a helper does, in memory of its own; it is told to begin by a message. */
export const RESTS = 0, ASKED = 1, WORKS = 2;

/**
 * Let engines in this worker search with helpers, or know why they cannot.
 *
 * @param make starts a worker that runs helper.ts.
 */
export function share(python: PyodideAPI, make: () => Port): void {
  const shared: PyProxy & { missing: string; start: unknown } = python.pyimport("eckstein.kernel.shared");
  shared.missing = notShared();
  shared.start = (code: PyBuffer, least: number, most: number, stack: number) =>
    new Machine(make, code.toJs() as Uint8Array<ArrayBuffer>, least, most, stack);
  shared.destroy();
}

/** Why workers of this page cannot share memory, or "". */
function notShared(): string {
  if (!self.crossOriginIsolated) return "the page is not isolated from other sites";
  return navigator.hardwareConcurrency > 1 ? "" : "this device has one processor";
}

export class Machine {
  private readonly module: WebAssembly.Module;
  private readonly memory: WebAssembly.Memory;
  private readonly exports: WebAssembly.Exports;
  private words: BigInt64Array;
  private end: number;

  /**
   * @param make starts a worker that runs helper.ts.
   * @param code the module.
   * @param least bytes of memory at first, `most` at most.
   * @param stack bytes of the stack of a worker.
   */
  constructor(private readonly make: () => Port, code: Uint8Array<ArrayBuffer>, least: number,
              most: number, private readonly stack: number) {
    this.module = new WebAssembly.Module(code);
    this.memory = new WebAssembly.Memory({ initial: least / PAGE, maximum: most / PAGE, shared: true });
    this.exports = new WebAssembly.Instance(this.module, { env: { memory: this.memory } }).exports;
    this.words = new BigInt64Array(this.memory.buffer);
    this.end = Math.ceil((this.exports.__heap_base as WebAssembly.Global<"i32">).value / WORD);
  }

  room(count: number): number {
    const begin = Math.ceil(this.end / LINE) * LINE;
    this.end = begin + count;
    const missing = this.end * WORD - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
      this.words = new BigInt64Array(this.memory.buffer);
    }
    return begin;
  }

  get(word: number): bigint {
    return Atomics.load(this.words, word);
  }

  set(word: number, value: bigint | number): void {
    Atomics.store(this.words, word, BigInt(value));
  }

  row(word: number, count: number): BigInt64Array {
    return this.words.subarray(word, word + count);
  }

  clear(word: number, count: number): void {
    this.words.fill(0n, word, word + count);
  }

  run(symbol: string, frame: number): void {
    (this.exports[symbol] as Kernel)(frame * WORD);
  }

  helper(symbol: string, frame: number): Helper {
    const stack = this.room(this.stack / WORD) * WORD + this.stack;
    return new Helper(this.make(), { k: "begin", module: this.module, memory: this.memory, stack, symbol,
      frame: frame * WORD, state: new Int32Array(new SharedArrayBuffer(4)) });
  }
}

/** A worker that searches beside this one. */
export class Helper {
  /** Why it does not work any more. */
  lost = "";
  private readonly state: Int32Array;

  constructor(private readonly port: Port, told: ToHelper & { k: "begin" }) {
    this.state = told.state;
    port.onmessage = ({ data }) => this.lose(data.reason);
    port.onerror = (event) => this.lose(event.message || "its worker could not be loaded");
    port.postMessage(told);
  }

  begin(): void {
    Atomics.store(this.state, 0, ASKED);
    this.port.postMessage({ k: "work" });
  }

  rests(milliseconds: number): boolean {
    // One that has not begun yet does not begin any more.
    Atomics.compareExchange(this.state, 0, ASKED, RESTS);
    Atomics.wait(this.state, 0, WORKS, milliseconds);
    return Atomics.load(this.state, 0) === RESTS;
  }

  end(): void {
    this.port.terminate();
  }

  private lose(why: string): void {
    this.lost = why;
    this.end();
  }
}
