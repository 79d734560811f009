// @vitest-environment node
// An engine with a helper: Python searches in a memory that a worker would share.
import type { PyodideAPI } from "pyodide";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { share, WORKS, type FromHelper, type Port, type ToHelper } from "../machine";
import { think, type Thinker } from "../thinking";
import { newPython } from "./setup";

const said: string[] = [];
const helpers: Idle[] = [];
let python: PyodideAPI, engine: Thinker;

/** A worker that never begins. */
class Idle implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  readonly heard: ToHelper[] = [];
  ended = false;

  constructor() {
    helpers.push(this);
  }

  postMessage(message: ToHelper): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }
}

beforeAll(async () => {
  python = await newPython();
  vi.stubGlobal("self", { crossOriginIsolated: true });
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  share(python, () => new Idle());
}, 60_000);

beforeEach(() => {
  helpers.length = said.length = 0;
  engine = think(python, (line) => said.push(line), (error) => { throw error; });
});

/** What a search tells, but for the time that it takes. */
async function told(...lines: string[]): Promise<string[]> {
  said.length = 0;
  lines.forEach((line) => engine.hear(line));
  await vi.waitUntil(() => said.some((line) => line.startsWith("bestmove")), 30_000);
  return said.map((line) => line.replace(/nps \d+|time \d+/g, ""));
}

test.each(["pur", "contra", "ecke", "duell", "echek"])("%s: in a shared memory the search is the same",
  async (game) => {
    const alone = await told(`setoption name UCI_Variant value ${game}`, "go depth 5");
    expect(helpers).toHaveLength(0);
    expect(await told("setoption name Threads value 2", "go depth 5")).toEqual(alone);
    expect(helpers).toHaveLength(1);
    expect(helpers[0]?.heard.map(({ k }) => k)).toEqual(["begin", "work"]);
  }, 60_000);

test("a helper ends with its engine", async () => {
  await told("setoption name Threads value 2", "go depth 3");
  engine.end();
  expect(helpers[0]?.ended).toBe(true);
});

test("a helper that does not stop is given up, and the search goes on without it", async () => {
  await told("setoption name Threads value 2", "go depth 3");
  const first = helpers[0]?.heard[0];
  if (first?.k === "begin") Atomics.store(first.state, 0, WORKS);
  const lines = await told("go depth 3");
  expect(lines[0]).toBe("info string one thread searches: a worker that searched did not stop");
  expect(lines.at(-1)).toMatch(/^bestmove /);
  expect(helpers[0]?.ended).toBe(true);
  expect((await told("go depth 3"))[0]).toMatch(/^info depth 1 /);
});

test("a helper that fails is told about", async () => {
  await told("setoption name Threads value 2", "go depth 3");
  helpers[0]?.onmessage?.({ data: { k: "failed", reason: "stack" } } as MessageEvent<FromHelper>);
  expect((await told("go depth 3"))[0]).toBe(
    "info string one thread searches: a worker that searched has failed: stack");
});

test("one thread searches where its table is too large to be shared", async () => {
  const lines = await told(
    "setoption name Threads value 2", "setoption name Hash value 1024", "go depth 3");
  expect(lines[0]).toMatch(/^info string one thread searches: contra.shared-wasm32.wasm cannot be used: RangeError/);
  expect(lines.at(-1)).toMatch(/^bestmove /);
});
