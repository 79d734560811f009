// A worker that searches beside an engine's worker, in the memory that both share. See machine.ts.
import { ASKED, RESTS, WORKS } from "./machine";

export type ToHelper =
  /** First: what is run, in which memory, with which stack (its end) and frame, and where is told what it does. */
  | { k: "begin"; module: WebAssembly.Module; memory: WebAssembly.Memory; stack: number; symbol: string;
      frame: number; state: Int32Array }
  /** Run it, unless it is not wanted any more. */
  | { k: "work" };
/** It is of no more use. */
export type FromHelper = { k: "failed"; reason: string };

const engine = self as unknown as {
  onmessage: (event: MessageEvent<ToHelper>) => void;
  postMessage(message: FromHelper): void;
};

let work = (): void => undefined;

function begin({ module, memory, stack, symbol, frame, state }: ToHelper & { k: "begin" }): void {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  (exports.__stack_pointer as WebAssembly.Global<"i32">).value = stack;
  const run = exports[symbol] as (frame: number) => void;
  work = () => {
    if (Atomics.compareExchange(state, 0, ASKED, WORKS) !== ASKED) return;
    try {
      run(frame);
    } finally {
      Atomics.store(state, 0, RESTS);
      Atomics.notify(state, 0);
    }
  };
}

engine.onmessage = ({ data }) => {
  try {
    if (data.k === "begin") begin(data);
    else work();
  } catch (error) {
    engine.postMessage({ k: "failed", reason: String(error) });
  }
};
