// The worker of a page: a server of its own, in Python.  See messages.ts for what is said.
import { Database } from "./database";
import { Engines } from "./engines";
import type { Contents, FromHouse, FromPage } from "./messages";
import { fetched, loadPython } from "./python";
import { serve } from "./serving";
import { spawn } from "./spawn";

const page = self as unknown as {
  onmessage: (event: MessageEvent<FromPage>) => void;
  postMessage(message: FromHouse, transfer?: Transferable[]): void;
};

const IDLE_MS = 2000;       // after the start a first engine gets ready

const early: Exclude<FromPage, { k: "alive" }>[] = [];

async function begin(base: string, keep: boolean): Promise<void> {
  const began = performance.now();
  const contents: Contents = await (await fetched(`${base}worker.json`)).json();
  const [{ python, interpreter }, database] = await Promise.all([
    loadPython(base, contents, (done, total) => page.postMessage({ k: "progress", done, total })),
    Database.open(keep ? self.indexedDB : undefined),
  ]);
  const engines = new Engines(() => spawn(`${base}engine.js`), base, interpreter);
  const launch = python.pyimport("eckstein.browser.engines").launcher(engines);
  const hear = await serve(python, database, launch, (message, transfer) =>
    page.postMessage(message, transfer ?? []));
  page.onmessage = ({ data }) => {
    if (data.k === "alive") page.postMessage(data);
    else hear(data);
  };
  page.postMessage({ k: "ready", version: contents.version,
    allRules: Object.keys(contents.rules).length > 0, seconds: (performance.now() - began) / 1000 });
  early.forEach(hear);
  setTimeout(() => engines.prepare(), IDLE_MS);
}

page.onmessage = ({ data }) => {
  if (data.k === "alive") return page.postMessage(data);
  if (data.k !== "begin") {
    early.push(data);                           // a page may ask before all is ready
    return;
  }
  begin(data.base, data.keep).catch((error: unknown) => page.postMessage({ k: "failed",
    reason: error instanceof Error ? error.message.slice(-1000) : String(error) }));
};
