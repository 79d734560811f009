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
  const hear = think(python, (line) => house.postMessage(line), fail);
  house.onmessage = ({ data }) => { if (typeof data === "string") hear(data); };
  house.postMessage({ k: "ready" });
  early.forEach(hear);
}

const early: string[] = [];

house.onmessage = ({ data }) => {
  if (typeof data === "string") early.push(data);   // what comes before all is ready
  else begin(data.base).catch(fail);
};
