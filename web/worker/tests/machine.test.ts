// @vitest-environment node
// Two searches in one memory, and helpers that fail: without Python, and with workers that are made up.
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { Machine, RESTS, WORKS, type FromHelper, type Helper, type Port, type ToHelper } from "../machine";

const LIBRARIES = new URL("../../../src/eckstein/libraries/", import.meta.url);
const CODE = new Uint8Array(readFileSync(new URL("contra.shared-wasm32.wasm", LIBRARIES)));
const LEAST = 1 << 22, MOST = 1 << 28, STACK = 1 << 18, WINDOWS_EDGE = "search.play.alphabeta.edge.0";

class FakeWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  readonly heard: ToHelper[] = [];
  ended = false;

  postMessage(message: ToHelper): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  get begun(): ToHelper & { k: "begin" } {
    const first = this.heard[0];
    if (first?.k !== "begin") throw new Error("it has not been told how to begin");
    return first;
  }
}

let worker: FakeWorker, machine: Machine, helper: Helper, frame: number;

beforeEach(() => {
  worker = new FakeWorker();
  machine = new Machine(() => worker, CODE, LEAST, MOST, STACK);
  frame = machine.room(8);
  helper = machine.helper(WINDOWS_EDGE, frame);
});

test("a kernel reads its frame and writes its result over it", () => {
  machine.row(frame, 2).set([100n, -30n]);
  machine.run(WINDOWS_EDGE, frame);
  expect(machine.get(frame)).toBe(70n);
});

test("a helper has a stack and a frame of its own in the same memory", () => {
  const other = new FakeWorker(), more = new Machine(() => other, CODE, LEAST, MOST, STACK);
  expect(worker.begun.frame).toBe(frame * 8);
  expect(worker.begun.stack).toBeGreaterThanOrEqual(frame * 8 + STACK);
  expect(machine.room(1) * 8).toBeGreaterThanOrEqual(worker.begun.stack);
  more.helper(WINDOWS_EDGE, more.room(1));
  expect(other.begun.memory).not.toBe(worker.begun.memory);
});

test("what has been given out stays where it is when the memory grows", () => {
  const word = machine.room(1), large = machine.room(LEAST / 4);
  machine.set(word, -5n);
  machine.set(large + LEAST / 4 - 1, 7);
  expect([machine.get(word), machine.get(large + LEAST / 4 - 1)]).toEqual([-5n, 7n]);
  machine.clear(large, LEAST / 4);
  expect(machine.get(large + LEAST / 4 - 1)).toBe(0n);
});

test("a memory that would be too large is refused", () => {
  expect(() => machine.room(MOST / 8)).toThrow(RangeError);
});

test("a helper that has not begun before it is stopped does not begin any more", () => {
  helper.begin();
  expect(helper.rests(0)).toBe(true);
  expect(Atomics.load(worker.begun.state, 0)).toBe(RESTS);
});

test("a helper that does not come to rest is waited for no longer than is said", () => {
  helper.begin();
  Atomics.store(worker.begun.state, 0, WORKS);
  expect(helper.rests(1)).toBe(false);
});

test("a helper whose worker fails is lost, and says why", () => {
  worker.onmessage?.({ data: { k: "failed", reason: "RangeError: stack" } } as MessageEvent<FromHelper>);
  expect([helper.lost, worker.ended]).toEqual(["RangeError: stack", true]);
});
