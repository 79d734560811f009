// A worker of engines: a Python of its own.  See host.ts for what is said.
import type { FromEngine, ToEngine } from "./host";
import { share } from "./machine";
import type { Contents } from "./messages";
import { fetched, loadPython } from "./python";
import { spawn } from "./spawn";
import { think, type Thinker } from "./thinking";

const house = self as unknown as {
  onmessage: (event: MessageEvent<ToEngine>) => void;
  postMessage(message: FromEngine): void;
};

function fail(error: unknown): void {
  house.postMessage({ k: "failed",
    reason: error instanceof Error ? error.message.slice(-1000) : String(error) });
}

async function begin(base: string, interpreter: WebAssembly.Module | undefined): Promise<void> {
  const contents: Contents = await (await fetched(`${base}worker.json`)).json();
  const { python } = await loadPython(base, contents, () => undefined, interpreter);
  share(python, () => spawn(`${base}helper.js`));
  const engines = new Map<number, Thinker>();
  hear = (said) => {
    switch (said.k) {
      case "new":
        engines.set(said.e, think(python,
          (line) => house.postMessage({ k: "said", e: said.e, line }), fail));
        break;
      case "line": engines.get(said.e)?.hear(said.line); break;
      case "end":
        engines.get(said.e)?.end();
        engines.delete(said.e);
        break;
    }
  };
  house.postMessage({ k: "ready" });
  early.forEach(hear);
}

const early: ToEngine[] = [];
let hear = (said: ToEngine): void => { early.push(said); };     // what comes before all is ready

house.onmessage = ({ data }) => {
  if (data.k === "begin") begin(data.base, data.interpreter).catch(fail);
  else if (data.k === "alive") house.postMessage(data);
  else hear(data);
};
