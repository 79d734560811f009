// The worker of an engine: a Python of its own.  See engines.ts for what is said.
import type { FromEngine, ToEngine } from "./engines";
import type { Contents } from "./messages";
import { fetched, loadPython } from "./python";
import { think } from "./thinking";

const house = self as unknown as {
  onmessage: (event: MessageEvent<ToEngine>) => void;
  postMessage(message: FromEngine): void;
};

function fail(error: unknown): void {
  house.postMessage({ k: "failed",
    reason: error instanceof Error ? error.message.slice(-1000) : String(error) });
}

async function begin(base: string): Promise<void> {
  const contents: Contents = await (await fetched(`${base}worker.json`)).json();
  const python = await loadPython(base, contents, () => undefined);
  let engine = think(python, (line) => house.postMessage(line), fail);
  house.postMessage({ k: "ready" });
  const hear = (data: ToEngine) => {
    if (typeof data === "string") engine.hear(data);
    else if (data.k === "again") {
      engine.end();
      engine = think(python, (line) => house.postMessage(line), fail);
      house.postMessage({ k: "ready" });
    }
  };
  house.onmessage = ({ data }) => hear(data);
  early.forEach(hear);
}

const early: ToEngine[] = [];

house.onmessage = ({ data }) => {
  if (typeof data === "object" && data.k === "begin") begin(data.base).catch(fail);
  else early.push(data);                            // what comes before all is ready
};
