import { beforeAll, expect, test } from "vitest";
import { think } from "../thinking";
import { newPython } from "./setup";

const said: string[] = [];
let hear: (line: string) => void, wake: () => void = () => undefined;

beforeAll(async () => {
  hear = think(await newPython(), (line) => {
    said.push(line);
    wake();
  }, (error) => { throw error; });
}, 60_000);

/** All that is said up to a line that begins so. */
async function until(beginning: string): Promise<string[]> {
  for (;;) {
    const place = said.findIndex((line) => line.startsWith(beginning));
    if (place >= 0) return said.splice(0, place + 1);
    await new Promise<void>((resolve) => { wake = resolve; });
  }
}

test("it says that it is an engine of one thread", async () => {
  hear("uci");
  expect(await until("uciok")).toContain("option name Threads type spin default 1 min 1 max 1");
});

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
