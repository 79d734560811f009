import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Engines, type Engine } from "../engines";
import type { FromEngine, Port, ToEngine } from "../host";

class FakeWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  readonly told: ToEngine[] = [];
  terminated = false;
  hangs = false;
  /** Whether new ones are still loading after their beginning. */
  static slow = false;

  postMessage(message: ToEngine): void {
    this.told.push(message);
    if (message.k === "begin" && !FakeWorker.slow) this.hear({ k: "ready" });
    if (message.k === "alive" && !this.hangs) this.hear(message);
  }

  terminate(): void { this.terminated = true; }
  hear(message: FromEngine): void {
    if (!this.terminated) this.onmessage?.({ data: message } as MessageEvent<FromEngine>);
  }
  say(line: string, e = 1): void { this.hear({ k: "said", e, line }); }
  /** The lines that an engine has been told here. */
  lines(e = 1): string[] {
    return this.told.flatMap((one) => one.k === "line" && one.e === e ? [one.line] : []);
  }
}

const interpreter = {} as WebAssembly.Module;
let workers: FakeWorker[], heard: string[], ended: string[], engines: Engines;

beforeEach(() => {
  vi.useFakeTimers();
  [workers, heard, ended] = [[], [], []];
  engines = new Engines(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  }, "http://here/worker/", interpreter);
});
afterEach(() => {
  FakeWorker.slow = false;
  vi.useRealTimers();
});

function start(): Engine {
  return engines.start((line) => heard.push(line), (why) => ended.push(why));
}

/** An engine that thinks, in the first worker. */
function thinking(): Engine {
  const engine = start();
  engine.send("go infinite");
  return engine;
}

test("a worker is told first where its files are, then which engine, then the lines", () => {
  start().send("uci");
  expect(workers[0]!.told).toEqual([{ k: "begin", base: "http://here/worker/", interpreter },
    { k: "new", e: 1 }, { k: "line", e: 1, line: "uci" }]);
});

test("lines come to the engine that they belong to", () => {
  start().send("uci");
  engines.start((line) => heard.push(`two ${line}`), () => undefined).send("uci");
  workers[0]!.say("uciok", 2);
  workers[0]!.say("uciok", 1);
  workers[0]!.say("uciok", 3);
  expect(heard).toEqual(["two uciok", "uciok"]);
});

test("engines that do not think at the same time share the worker that stands ready", () => {
  engines.prepare();
  engines.prepare();
  start().send("uci");
  start().send("go depth 3");
  workers[0]!.say("bestmove d1d2", 2);
  start().send("go depth 3");
  expect(workers).toHaveLength(1);
});

test("an engine that is told something while another thinks moves, and is what it was", () => {
  const engine = start();
  for (const line of ["uci", "setoption name UCI_Variant value duell", "setoption name Seed value 1",
    "position startpos", "setoption name Seed value 2", "isready"]) engine.send(line);
  thinking();
  engine.send("go depth 3");
  expect(workers[0]!.told.at(-1)).toEqual({ k: "end", e: 1 });
  expect(workers[1]!.lines()).toEqual(["setoption name UCI_Variant value duell",
    "setoption name Seed value 2", "position startpos", "go depth 3"]);
});

test("a second worker that has nothing to do ends, and its engine goes on in the first", () => {
  thinking();
  const second = start();
  second.send("position startpos");
  second.send("go depth 3");
  workers[1]!.say("bestmove d1d2", 2);
  workers[0]!.say("bestmove d1d2", 1);
  vi.advanceTimersByTime(20_000);
  expect(workers.map((worker) => worker.terminated)).toEqual([false, true]);
  second.send("go depth 4");
  expect(workers[0]!.lines(2)).toEqual(["position startpos", "go depth 4"]);
  expect(ended).toEqual([]);
});

test("the only worker stays, however long it has nothing to do", () => {
  start().send("go depth 3");
  workers[0]!.say("bestmove d1d2");
  vi.advanceTimersByTime(1e6);
  expect(workers[0]!.terminated).toBe(false);
});

test("a worker that failed before it was wanted is replaced", () => {
  engines.prepare();
  workers[0]!.hear({ k: "failed", reason: "no memory" });
  start().send("uci");
  expect(workers).toHaveLength(2);
});

test("an engine that does not stop in time is ended, and another worker gets ready", () => {
  const engine = thinking();
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
  thinking().send("stop");
  workers[0]!.say(line);
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual([]);
});

test("an engine that is left while it does nothing leaves its worker to the next", () => {
  const engine = thinking();
  workers[0]!.say("bestmove d1d2");
  engine.send("quit");
  expect(ended).toEqual([""]);
  expect(workers[0]!.told.at(-1)).toEqual({ k: "end", e: 1 });
  start().send("uci");
  workers[0]!.say("bestmove c1c2", 1);      // the engine before, which nobody hears any more
  workers[0]!.say("uciok", 2);
  expect(heard).toEqual(["bestmove d1d2", "uciok"]);
  expect([workers.length, workers[0]!.terminated]).toEqual([1, false]);
});

test("an engine that thinks when it is left takes its worker with it", () => {
  const other = start();
  other.send("uci");
  thinking().send("quit");
  expect(workers[0]!.terminated).toBe(true);
  expect(ended).toEqual(["", "its worker was ended with another engine"]);
});

test("quit ends an engine once, and nothing is heard after it", () => {
  const engine = start();
  engine.send("uci");
  engine.send("quit");
  engine.kill();
  engine.send("uci");
  workers[0]!.say("readyok");
  expect([ended, heard]).toEqual([[""], []]);
});

test("a worker that fails tells why", () => {
  start().send("uci");
  workers[0]!.hear({ k: "failed", reason: "eckstein.zip.zst cannot be loaded (status 404)" });
  expect(ended).toEqual(["eckstein.zip.zst cannot be loaded (status 404)"]);
});

test("a worker that hangs while an engine thinks is ended, and the engine told so", () => {
  thinking();
  workers[0]!.hangs = true;
  vi.advanceTimersByTime(34_999);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([ended, workers[0]!.terminated]).toEqual([["its worker has not answered for 30 s"], true]);
});

test("a worker that is slow to start is not taken for one that hangs", () => {
  FakeWorker.slow = true;
  const engine = thinking();
  workers[0]!.hangs = true;                 // it loads something, and hears nothing meanwhile
  engine.send("stop");
  vi.advanceTimersByTime(299_000);
  expect([ended, workers[0]!.terminated]).toEqual([[], false]);
  workers[0]!.hear({ k: "ready" });
  vi.advanceTimersByTime(40_000);
  expect([ended, workers[0]!.terminated]).toEqual([["its worker has not answered for 30 s"], true]);
});

test("a worker that never gets ready is given up in the end", () => {
  FakeWorker.slow = true;
  thinking();
  workers[0]!.hangs = true;
  vi.advanceTimersByTime(305_000);
  expect(ended).toEqual(["its worker has not answered for 300 s"]);
});

test("a worker that answers may think for long", () => {
  thinking();
  vi.advanceTimersByTime(1e6);
  expect(ended).toEqual([]);
});

test("a worker with nothing to do is not asked whether it is alive, again and again", () => {
  start().send("isready");
  vi.advanceTimersByTime(1e6);
  expect(workers[0]!.told.filter(({ k }) => k === "alive")).toHaveLength(1);
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
