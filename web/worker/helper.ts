// A worker that searches beside an engine's worker, in the memory that both share. See machine.ts.
import { ASKED, RESTS, WORKS, type FromHelper, type ToHelper } from "./machine";

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
