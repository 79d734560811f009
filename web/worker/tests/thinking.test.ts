// @vitest-environment node
import type { PyodideAPI } from "pyodide";
import { beforeAll, expect, test } from "vitest";
import { think, type Thinker } from "../thinking";
import { newPython } from "./setup";

const said: string[] = [];
let python: PyodideAPI, engine: Thinker, wake: () => void = () => undefined;

function begun(): Thinker {
  return think(python, (line) => {
    said.push(line);
    wake();
  }, (error) => { throw error; });
}

function hear(line: string): void {
  engine.hear(line);
}

beforeAll(async () => {
  python = await newPython();
  engine = begun();
}, 60_000);

/** All that is said up to a line that begins so. */
async function until(beginning: string): Promise<string[]> {
  for (;;) {
    const place = said.findIndex((line) => line.startsWith(beginning));
    if (place >= 0) return said.splice(0, place + 1);
    await new Promise<void>((resolve) => { wake = resolve; });
  }
}

test("it says that it is an engine of up to two threads", async () => {
  hear("uci");
  expect(await until("uciok")).toContain("option name Threads type spin default 1 min 1 max 2");
});

test("one thread searches where workers cannot share memory, and it says why", async () => {
  hear("setoption name Threads value 2");
  for (const search of [1, 2]) {
    hear("go depth 3");
    const lines = await until("bestmove");
    expect(lines.filter((line) => line.startsWith("info string one thread searches: "
      + "contra: there are no workers of a page here"))).toHaveLength(search === 1 ? 1 : 0);
    expect(lines.some((line) => line.startsWith("info depth 3"))).toBe(true);
  }
  hear("setoption name Threads value 1");
}, 30_000);

test.each(["pur", "contra", "ecke", "duell", "echek"])("%s: a search to a depth", async (game) => {
  hear(`setoption name UCI_Variant value ${game}`);
  hear("go depth 4");
  const lines = await until("bestmove");
  expect(lines.filter((line) => line.startsWith("info depth 4"))).toHaveLength(1);
  expect(lines.at(-1)).toMatch(/^bestmove \S+$/);
}, 30_000);

test("a stop in an endless search is heard while it goes on", async () => {
  hear("go infinite");
  await until("info depth 5");
  hear("isready");
  await until("readyok");
  expect(said.some((line) => line.startsWith("bestmove"))).toBe(false);
  hear("stop");
  await until("bestmove");
}, 30_000);

test("a level plays", async () => {
  hear("setoption name Level value 5");
  hear("go depth 1");
  expect((await until("bestmove")).at(-1)).toMatch(/^bestmove \S+$/);
}, 30_000);

test("the engine after one that has ended knows nothing of it", async () => {
  hear("setoption name UCI_Variant value duell");
  hear("isready");
  await until("readyok");
  engine.end();
  engine = begun();
  hear("uci");
  expect(await until("uciok")).toContain("option name UCI_Variant type combo default contra "
    + "var pur var contra var ecke var duell var echek");
  hear("go depth 3");
  expect((await until("bestmove")).at(-1)).toMatch(/^bestmove \S+$/);
}, 30_000);
