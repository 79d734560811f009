// The worker as a place: what is said to it and heard from it, and what happens when it ends.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection } from "../src/net/connection";
import { House, type Helper, type HouseStatus } from "../src/net/house";
import type { FromHouse, FromPage } from "../../worker/messages";
import { Outbox } from "../src/net/outbox";

/** A worker that does what a test tells it to. */
class FakeHelper implements Helper {
  static made: FakeHelper[] = [];

  static get last(): FakeHelper {
    return FakeHelper.made.at(-1)!;
  }

  onmessage: Helper["onmessage"] = null;
  onerror: Helper["onerror"] = null;
  said: FromPage[] = [];
  ended = false;

  constructor() { FakeHelper.made.push(this); }
  postMessage(message: FromPage): void { this.said.push(message); }
  terminate(): void { this.ended = true; }
  say(message: FromHouse): void { this.onmessage?.(new MessageEvent("message", { data: message })); }
  ready(version = "7"): void { this.say({ k: "ready", version, seconds: 1, allRules: false }); }
  die(): void { this.onerror?.(new ErrorEvent("error", { message: "out of memory" })); }
  answer(n: number, status: number, text: string): void {
    this.say({ k: "answer", n, status, headers: [["content-type", "application/json"]], body: new TextEncoder().encode(text).buffer as ArrayBuffer });
  }
}

const house = () => new House("http://here/worker/", "7", () => new FakeHelper());
const settle = () => new Promise((done) => setTimeout(done));

beforeEach(() => { FakeHelper.made = []; localStorage.clear(); });

describe("a worker for any page", () => {
  test("may be of any version, and keeps nothing", async () => {
    const place = new House("http://here/worker/", null, () => new FakeHelper(), false);
    void place.ask("/look", {});
    FakeHelper.last.ready("another");
    expect(place.status).toBe("ready");
    expect(FakeHelper.last.said[0]).toEqual({ k: "begin", base: "http://here/worker/", keep: false });
  });

  test("has an outbox that leaves no trace", () => {
    const outbox = new Outbox(null);
    outbox.add({ game: "g", id: "1", seat: "s", seq: 0, what: "move", move: "a1a2" });
    expect(outbox.all()).toHaveLength(1);
    expect(localStorage).toHaveLength(0);
  });
});

describe("a request", () => {
  test("begins the worker, and is put to it when it is ready", () => {
    const place = house();
    void place.ask("/look", { game: "pur" });
    expect(FakeHelper.last.said).toEqual([{ k: "begin", base: "http://here/worker/", keep: true }]);
    FakeHelper.last.ready();
    expect(FakeHelper.last.said.slice(1)).toEqual([{ k: "fetch", n: 1, method: "POST", path: "/api/v1/look",
      headers: { "content-type": "application/json" }, body: '{"game":"pur"}' }]);
  });

  test("without a body is a GET, and the answer is a response", async () => {
    const place = house();
    const asked = place.ask("/games-known");
    FakeHelper.last.ready();
    expect(FakeHelper.last.said[1]).toMatchObject({ method: "GET", path: "/api/v1/games-known" });
    FakeHelper.last.answer(1, 404, '{"code":"unknown-game"}');
    const response = await asked;
    expect([response.status, await response.json()]).toEqual([404, { code: "unknown-game" }]);
  });

  test("that a worker takes with it fails like one without a network", async () => {
    const place = house();
    const asked = place.ask("/look", {});
    FakeHelper.last.ready();
    FakeHelper.last.die();
    await expect(asked).rejects.toBeInstanceOf(TypeError);
  });
});

describe("a worker", () => {
  test("that has died is begun anew for what is asked next", () => {
    const place = house();
    place.start();
    FakeHelper.last.ready();
    FakeHelper.last.die();
    void place.ask("/look", {}).catch(() => {});
    expect(FakeHelper.made).toHaveLength(2);
  });

  test("that dies three times before it is ready is given up", async () => {
    const place = house();
    const statuses: HouseStatus[] = [];
    place.onstatus = (status) => statuses.push(status);
    for (let time = 0; time < 3; time++) {
      place.start();
      FakeHelper.last.die();
    }
    place.start();
    expect([FakeHelper.made.length, statuses.at(-1), place.reason]).toEqual([3, "failed", "out of memory"]);
    await expect(place.ask("/look", {})).rejects.toBeInstanceOf(TypeError);
  });

  test("that was let go is not heard any more", () => {
    const place = house();
    place.start();
    const gone = FakeHelper.last;
    gone.ready();
    gone.die();
    place.start();
    gone.ready();
    gone.die();
    expect([place.status, gone.ended, FakeHelper.made.length]).toEqual(["starting", true, 2]);
    FakeHelper.last.ready();
    expect(FakeHelper.last.ended).toBe(false);
  });

  test("that says it cannot is given up at once", () => {
    const place = house();
    place.start();
    FakeHelper.last.say({ k: "failed", reason: "there is not enough memory" });
    expect([place.status, place.reason, FakeHelper.last.ended]).toEqual(["failed", "there is not enough memory", true]);
  });

  test("of another version than the page is not used", async () => {
    const place = house();
    const asked = place.ask("/look", {});
    FakeHelper.last.ready("6");
    await expect(asked).rejects.toBeInstanceOf(TypeError);
    expect([place.status, FakeHelper.last.ended]).toEqual(["outdated", true]);
  });

  test("tells how much of it is loaded", () => {
    const place = house();
    const parts: number[] = [];
    place.onprogress = (part) => parts.push(part);
    place.start();
    FakeHelper.last.say({ k: "progress", done: 3, total: 12 });
    expect(parts).toEqual([0.25]);
  });
});

describe("a worker that hangs", () => {
  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => { vi.useRealTimers(); });

  test("is ended, told of, and begun anew for what is asked next", async () => {
    const place = house();
    const hung = place.onhung = vi.fn();
    const asked = place.ask("/look", {});
    const lost = expect(asked).rejects.toThrow(TypeError);
    FakeHelper.last.ready();
    vi.advanceTimersByTime(35_000);
    await lost;
    expect([hung.mock.calls.length, FakeHelper.last.ended, place.status]).toEqual([1, true, "asleep"]);
    place.start();
    expect(FakeHelper.made).toHaveLength(2);
  });

  test("is not one that is slow to start, and hears nothing while it loads", () => {
    const place = house();
    place.start();
    vi.advanceTimersByTime(299_000);
    FakeHelper.last.say({ k: "progress", done: 3, total: 12 });     // whatever it says, it lives
    vi.advanceTimersByTime(299_000);
    expect([FakeHelper.made.length, place.status]).toEqual([1, "starting"]);
    FakeHelper.last.ready();
    expect(place.status).toBe("ready");
    vi.advanceTimersByTime(35_000);
    expect([FakeHelper.last.ended, place.status]).toEqual([true, "asleep"]);
    place.start();
    vi.advanceTimersByTime(299_000);
    expect(FakeHelper.last.ended).toBe(false);
  });

  test("while it starts is given up, after longer", () => {
    const place = house();
    place.start();
    vi.advanceTimersByTime(305_000);
    expect([FakeHelper.last.ended, place.status]).toEqual([true, "asleep"]);
  });

  test("each time is given up", () => {
    const place = house();
    for (let time = 0; time < 3; time++) {
      place.start();
      FakeHelper.last.ready();
      vi.advanceTimersByTime(35_000);
    }
    expect([place.status, place.reason]).toEqual(["failed", "the worker has not answered for 30 s"]);
  });

  test("is not one that answers, however long it works", () => {
    const place = house();
    place.start();
    FakeHelper.last.ready();
    for (let time = 0; time < 100; time++) {
      vi.advanceTimersByTime(5000);
      FakeHelper.last.say({ k: "alive" });
    }
    expect(FakeHelper.made).toHaveLength(1);
    expect(place.status).toBe("ready");
  });
});

describe("a line", () => {
  function connected() {
    const place = house();
    const line = new Connection(place, new Outbox("outbox-here"));
    line.connect();
    FakeHelper.last.ready();
    const { s } = FakeHelper.last.said[1] as { s: number };
    FakeHelper.last.say({ k: "opened", s });
    return { line, s };
  }

  test("carries messages both ways", async () => {
    const { line, s } = connected();
    const seen = line.look({ game: "pur" });
    expect(FakeHelper.last.said.at(-1)).toEqual({ k: "send", s, text: '{"t":"look","id":1,"of":{"game":"pur"}}' });
    FakeHelper.last.say({ k: "text", s, text: '{"t":"look","id":1,"view":{"ply":0}}' });
    expect(await seen).toEqual({ ply: 0 });
  });

  test("is lost with the worker, and asks a new one for what is unanswered", async () => {
    const { line } = connected();
    void line.look({ game: "pur" });
    FakeHelper.last.die();
    expect(line.status).toBe("lost");
    line.connect();
    FakeHelper.last.ready();
    const { s } = FakeHelper.last.said.at(-1) as { s: number };
    FakeHelper.last.say({ k: "opened", s });
    expect(FakeHelper.last.said.at(-1)).toMatchObject({ k: "send", s, text: expect.stringContaining('"look"') });
  });

  test("to a worker that is busy for long is not given up", async () => {
    const { line } = connected();
    line.check();
    await settle();
    expect(FakeHelper.last.said.filter(({ k }) => k === "send")).toEqual([]);
  });

  test("to a worker that cannot begin is closed, once whoever asked for it listens", async () => {
    const place = new House("http://here/worker/", "7", () => { throw new Error("no workers here"); });
    const line = place.socket();
    const closed = line.onclose = vi.fn();
    expect(closed).not.toHaveBeenCalled();
    await settle();
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test("to a worker that was given up is closed", async () => {
    const place = house();
    place.start();
    FakeHelper.last.say({ k: "failed", reason: "no" });
    const line = new Connection(place, new Outbox("outbox-here"));
    line.connect();
    await settle();
    expect(line.status).toBe("lost");
  });
});
