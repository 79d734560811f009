import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Engines, type FromEngine, type Port, type ToEngine } from "../engines";

class FakeWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  readonly told: ToEngine[] = [];
  terminated = false;

  postMessage(message: ToEngine): void { this.told.push(message); }
  terminate(): void { this.terminated = true; }
  say(message: FromEngine): void { this.onmessage?.({ data: message } as MessageEvent<FromEngine>); }
}

let workers: FakeWorker[], heard: string[], ended: string[], engines: Engines;

beforeEach(() => {
  vi.useFakeTimers();
  [workers, heard, ended] = [[], [], []];
  engines = new Engines(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  }, "http://here/worker/");
});
afterEach(() => { vi.useRealTimers(); });

function start() {
  return engines.start((line) => heard.push(line), (why) => ended.push(why));
}

test("a worker is told first where its files are, then the lines", () => {
  start().send("uci");
  expect(workers[0]!.told).toEqual([{ k: "begin", base: "http://here/worker/" }, "uci"]);
});

test("only lines are handed on", () => {
  start();
  workers[0]!.say({ k: "ready" });
  workers[0]!.say("uciok");
  expect(heard).toEqual(["uciok"]);
});

test("the worker that stands ready is taken", () => {
  engines.prepare();
  engines.prepare();
  start();
  expect(workers).toHaveLength(1);
  start();
  expect(workers).toHaveLength(2);
});

test("a worker that failed before it was wanted is replaced", () => {
  engines.prepare();
  workers[0]!.say({ k: "failed", reason: "no memory" });
  start();
  expect(workers).toHaveLength(2);
});

test("an engine that does not stop in time is ended, and another gets ready", () => {
  const engine = start();
  engine.send("go infinite");
  engine.send("stop");
  vi.advanceTimersByTime(79);
  expect(workers[0]!.terminated).toBe(false);
  vi.advanceTimersByTime(1);
  expect(workers[0]!.terminated).toBe(true);
  expect(ended).toEqual(["it did not stop within 80 ms"]);
  vi.advanceTimersByTime(500);
  expect(workers).toHaveLength(2);
});

test.each(["bestmove d1d2", "readyok"])("an engine that says %s in time lives on", (line) => {
  const engine = start();
  workers[0]!.say({ k: "ready" });
  engine.send("stop");
  workers[0]!.say(line);
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual([]);
});

test("an engine that is left while it does nothing leaves its worker to the next", () => {
  const engine = start();
  workers[0]!.say({ k: "ready" });
  engine.send("go depth 3");
  workers[0]!.say("bestmove d1d2");
  engine.send("quit");
  expect(ended).toEqual([""]);
  expect(workers[0]!.told.at(-1)).toEqual({ k: "again" });
  start().send("uci");
  workers[0]!.say("bestmove c1c2");         // the engine before, which nobody hears any more
  workers[0]!.say({ k: "ready" });
  workers[0]!.say("uciok");
  expect(heard).toEqual(["bestmove d1d2", "uciok"]);
  expect([workers.length, workers[0]!.terminated]).toEqual([1, false]);
});

test("one that is ready before it is taken is heard at once", () => {
  engines.prepare();
  workers[0]!.say({ k: "ready" });
  start();
  workers[0]!.say("uciok");
  expect(heard).toEqual(["uciok"]);
});

test("an engine that thinks when it is left takes its worker with it", () => {
  const engine = start();
  workers[0]!.say({ k: "ready" });
  engine.send("go infinite");
  engine.send("quit");
  expect(workers[0]!.terminated).toBe(true);
});

test("quit ends one that is not ready at once, and it is told once", () => {
  const engine = start();
  engine.send("quit");
  engine.kill();
  engine.send("uci");
  workers[0]!.say("readyok");
  expect(workers[0]!.terminated).toBe(true);
  expect([ended, heard]).toEqual([[""], []]);
});

test("a worker that fails tells why", () => {
  start();
  workers[0]!.say({ k: "failed", reason: "eckstein.zip cannot be loaded (status 404)" });
  expect(ended).toEqual(["eckstein.zip cannot be loaded (status 404)"]);
});

test("Python's functions are kept until the end, and given back then", () => {
  const copy = Object.assign(vi.fn(), { destroy: vi.fn() });
  const python = Object.assign(vi.fn(), { copy: () => copy });
  const engine = engines.start((line) => heard.push(line), python as never);
  engine.kill();
  expect(copy).toHaveBeenCalledWith("");
  expect(copy.destroy).toHaveBeenCalledOnce();
  expect(python).not.toHaveBeenCalled();
});
