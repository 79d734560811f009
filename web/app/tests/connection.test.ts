// The socket client: it comes back, joins again from where it was, and sends what is unanswered.
import { beforeEach, afterEach, describe, expect, test, vi } from "vitest";
import { Connection } from "../src/net/connection";
import type { Command, Heard } from "../src/net/messages";
import { Refusal } from "../src/net/messages";
import { Outbox } from "../src/net/outbox";
import { FakeSocket } from "./socket";

function connect(outbox = new Outbox()): Connection {
  const connection = new Connection({ far: true, socket: () => new FakeSocket("ws://here") }, outbox);
  connection.connect();
  return connection;
}

function command(id: string, more: Partial<Command> = {}): Command {
  return { game: "g", id, seat: "token", seq: 1, what: "move", move: "d1d2", ...more };
}

function follower(since?: number) {
  const heard: Heard[] = [];
  const refused: string[] = [];
  return {
    heard, refused,
    seats: () => ["token"], since: () => since,
    hear: (message: Heard) => heard.push(message),
    refusedWith: refused,
    refuse: (refusal: Refusal) => refused.push(refusal.code),
  };
}

beforeEach(() => {
  localStorage.clear();
  FakeSocket.made = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("joining", () => {
  test("a game that is followed before the socket is open is joined when it opens", () => {
    const connection = connect();
    const me = follower();
    connection.follow("g", { ...me, refused: me.refuse });
    expect(FakeSocket.last.said).toEqual([]);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("join")).toEqual([{ t: "join", game: "g", seats: ["token"], views: true }]);
  });

  test("anew, as somebody else, it joins its games again, and nothing counts as lost", () => {
    const connection = connect();
    const told: string[] = [];
    connection.onstatus = (status) => told.push(status);
    const me = follower(7);
    connection.follow("g", { ...me, refused: me.refuse });
    FakeSocket.last.open();
    const before = FakeSocket.last;
    connection.renew();
    expect(FakeSocket.last).not.toBe(before);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("join")[0]).toMatchObject({ game: "g", since: 7 });
    expect(told).toEqual(["open", "connecting", "open"]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).not.toHaveLength(1);
  });

  test("after a loss it asks for what it missed", () => {
    const connection = connect();
    const me = follower(7);
    connection.follow("g", { ...me, refused: me.refuse });
    FakeSocket.last.open();
    FakeSocket.last.drop();
    expect(connection.status).toBe("lost");
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.open();
    expect(FakeSocket.made.length).toBeGreaterThan(1);
    expect(FakeSocket.last.of("join")[0]).toMatchObject({ game: "g", since: 7 });
  });

  test("messages reach the game they are about, and no other", () => {
    const connection = connect();
    const [one, two] = [follower(), follower()];
    connection.follow("one", { ...one, refused: one.refuse });
    connection.follow("two", { ...two, refused: two.refuse });
    FakeSocket.last.open();
    FakeSocket.last.hear({ t: "event", game: "two", seq: 1, kind: "move" });
    expect([one.heard.length, two.heard.length]).toEqual([0, 1]);
  });

  test("a refusal to join is told to who asked", () => {
    const connection = connect();
    const me = follower();
    connection.follow("g", { ...me, refused: me.refuse });
    FakeSocket.last.open();
    FakeSocket.last.hear({ t: "refused", id: null, game: "g", code: "unknown-game", reason: "no" });
    expect(me.refused).toEqual(["unknown-game"]);
  });

  test("a busy server is asked for the game again, and the game is not given up", () => {
    const connection = connect();
    const me = follower();
    connection.follow("g", { ...me, refused: me.refuse });
    FakeSocket.last.open();
    FakeSocket.last.hear({ t: "refused", id: null, game: "g", code: "busy", reason: "no database" });
    expect(FakeSocket.last.of("join")).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    expect(FakeSocket.last.of("join")).toHaveLength(2);
    expect(me.refused).toEqual([]);
  });

  test("a broken game is refused, and the others on the line go on", () => {
    const connection = connect();
    const [broken, good] = [follower(), follower()];
    connection.follow("broken", { ...broken, refused: broken.refuse });
    connection.follow("good", { ...good, refused: good.refuse });
    FakeSocket.last.open();
    FakeSocket.last.hear({ t: "refused", id: null, game: "broken", code: "broken", reason: "damaged" });
    FakeSocket.last.hear({ t: "event", game: "good", seq: 1, kind: "move" });
    expect([broken.refused, good.refused, good.heard.length]).toEqual([["broken"], [], 1]);
    expect(connection.status).toBe("open");
  });

  test("who follows no more is not joined again", () => {
    const connection = connect();
    const me = follower();
    const leave = connection.follow("g", { ...me, refused: me.refuse });
    FakeSocket.last.open();
    leave();
    expect(FakeSocket.last.of("leave")).toHaveLength(1);
    FakeSocket.last.drop();
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("join")).toEqual([]);
  });
});

describe("commands", () => {
  test("one made without a connection is kept and sent once it is there", async () => {
    const connection = connect();
    const answer = connection.do(command("a"));
    expect(new Outbox().all()).toHaveLength(1);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("do")).toEqual([{ t: "do", ...command("a") }]);
    FakeSocket.last.hear({ t: "done", id: "a", seq: 2 });
    expect(await answer).toEqual({ done: true, seq: 2 });
    expect(new Outbox().all()).toEqual([]);
  });

  test("one whose answer was lost is sent again with the same id, and answered once", async () => {
    const connection = connect();
    FakeSocket.last.open();
    const answer = connection.do(command("a"));
    FakeSocket.last.drop();
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("do").map((said) => said.id)).toEqual(["a"]);
    FakeSocket.last.hear({ t: "done", id: "a", seq: 2 });
    expect((await answer).done).toBe(true);
    FakeSocket.last.drop();
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("do")).toEqual([]);
  });

  test("one from before a reload is sent by the next page", () => {
    void connect().do(command("a"));
    const later = connect();
    FakeSocket.last.open();
    expect(FakeSocket.last.of("do").map((said) => said.id)).toEqual(["a"]);
    FakeSocket.last.hear({ t: "refused", id: "a", code: "illegal", reason: "no", seq: 2 });
    expect(later.outbox.all()).toEqual([]);
  });

  test("one of another tab is kept, whatever this one does with its own", () => {
    const [here, there] = [new Outbox(), new Outbox()];
    here.add(command("a"));
    there.add(command("b", { game: "h", move: "e1e2" }));
    expect(new Outbox().all().map(({ id }) => id)).toEqual(["a", "b"]);
    here.answered("a");
    expect(new Outbox().all()).toEqual([command("b", { game: "h", move: "e1e2" })]);
  });

  test("they are sent in the order in which they were made", () => {
    const connection = connect();
    for (const id of ["a", "b", "c"]) void connection.do(command(id));
    FakeSocket.last.open();
    expect(FakeSocket.last.of("do").map((said) => said.id)).toEqual(["a", "b", "c"]);
  });

  test("a refusal comes with its code and reason", async () => {
    const connection = connect();
    FakeSocket.last.open();
    const answer = connection.do(command("a"));
    FakeSocket.last.hear({ t: "refused", id: "a", code: "illegal", reason: "too far", seq: 3 });
    expect(await answer).toEqual({ done: false, seq: 3, code: "illegal", reason: "too far" });
  });
});

describe("questions", () => {
  test("a view is given to who asked, and a refusal too", async () => {
    const connection = connect();
    FakeSocket.last.open();
    const [good, bad] = [connection.look({ game: "pur" }), connection.look({ game: "none" })];
    const [first, second] = FakeSocket.last.of("look");
    FakeSocket.last.hear({ t: "refused", id: second!.id, code: "bad", reason: "there is no such game" });
    FakeSocket.last.hear({ t: "look", id: first!.id, view: { game: "pur" } });
    expect(await good).toEqual({ game: "pur" });
    await expect(bad).rejects.toThrow("there is no such game");
  });

  test("a busy server is asked again, a few times", async () => {
    const connection = connect();
    FakeSocket.last.open();
    const answer = connection.look({ game: "pur" });
    answer.catch(() => {});
    for (let tries = 1; tries <= 6; tries++) {
      expect(FakeSocket.last.of("look")).toHaveLength(tries);
      FakeSocket.last.hear({ t: "refused", id: FakeSocket.last.of("look")[0]!.id, code: "busy", reason: "too much" });
      vi.advanceTimersByTime(5_000);
    }
    await expect(answer).rejects.toThrow("too much");
    expect(FakeSocket.last.of("look")).toHaveLength(6);
  });

  test("one that was not answered is asked again", async () => {
    const connection = connect();
    FakeSocket.last.open();
    const answer = connection.look({ game: "pur" });
    FakeSocket.last.drop();
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.open();
    const [asked] = FakeSocket.last.of("look");
    FakeSocket.last.hear({ t: "look", id: asked!.id, view: { game: "pur" } });
    expect(await answer).toEqual({ game: "pur" });
  });
});

describe("analysis", () => {
  const info = { depth: 3, nodes: 1, nps: 1, seconds: 1, lines: [] };

  test("what comes late about an older position is not heard", () => {
    const connection = connect();
    FakeSocket.last.open();
    const [old, fresh] = [vi.fn(), vi.fn()];
    const ended = vi.fn();
    connection.analyse({ game: "pur" }, 1, 1, old, ended);
    connection.analyse({ game: "ecke" }, 1, 1, fresh);
    const [first, second] = FakeSocket.last.of("analyse");
    FakeSocket.last.hear({ t: "info", id: first!.id, ...info });
    FakeSocket.last.hear({ t: "info", id: second!.id, ...info });
    expect([old, fresh, ended].map((heard) => heard.mock.calls.length)).toEqual([0, 1, 1]);
  });

  test("it ends once, when the server says so or when it is stopped", () => {
    const connection = connect();
    FakeSocket.last.open();
    const ended = vi.fn();
    const thinking = connection.analyse({ game: "pur" }, 1, 1, vi.fn(), ended);
    FakeSocket.last.hear({ t: "analysed", id: FakeSocket.last.of("analyse")[0]!.id });
    thinking.stop();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(FakeSocket.last.of("stop")).toEqual([]);
  });

  test("it goes on after a lost connection", () => {
    const connection = connect();
    FakeSocket.last.open();
    connection.analyse({ game: "pur" }, 1, 60, vi.fn());
    FakeSocket.last.drop();
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("analyse")).toHaveLength(1);
  });
});

describe("the connection itself", () => {
  test("waits longer and longer between tries, but tries at once when asked to", () => {
    const connection = connect();
    FakeSocket.last.drop();
    const waits: number[] = [];
    for (let tries = 1; tries < 6; tries++) {
      let waited = 0;
      while (FakeSocket.made.length === tries) { vi.advanceTimersByTime(50); waited += 50; }
      waits.push(waited);
      FakeSocket.last.drop();
    }
    expect(waits.at(-1)!).toBeGreaterThan(3 * waits[0]!);
    const before = FakeSocket.made.length;
    connection.connect();
    expect(FakeSocket.made.length).toBe(before + 1);
  });

  test("a silent one is asked, and given up within eight seconds if it does not answer", () => {
    const connection = connect();
    const first = FakeSocket.last;
    first.open();
    vi.advanceTimersByTime(5_000);
    expect(first.of("ping")).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    expect(connection.status).toBe("lost");
  });

  test("one that answers is kept", () => {
    const connection = connect();
    const first = FakeSocket.last;
    first.open();
    for (let asked = 1; asked < 10; asked++) {
      vi.advanceTimersByTime(4_500);
      expect(first.of("ping")).toHaveLength(asked);
      first.hear({ t: "pong" });
    }
    expect(connection.status).toBe("open");
    expect(FakeSocket.made).toHaveLength(1);
  });

  test("one that tells something is not asked", () => {
    const connection = connect();
    FakeSocket.last.open();
    for (let told = 0; told < 10; told++) {
      vi.advanceTimersByTime(3_000);
      FakeSocket.last.hear({ t: "event", game: "g", kind: "presence" });
    }
    expect(FakeSocket.last.of("ping")).toHaveLength(0);
    expect(connection.status).toBe("open");
  });

  test("while nobody looks it is asked seldom, and at once when somebody does", () => {
    const connection = connect();
    FakeSocket.last.open();
    connection.see(false);
    vi.advanceTimersByTime(19_000);
    expect(FakeSocket.last.of("ping")).toHaveLength(0);
    connection.see(true);
    expect(FakeSocket.last.of("ping")).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    expect(connection.status).toBe("lost");
  });

  test("one that opens and is closed before any answer is waited for longer and longer", () => {
    const connection = connect();
    connection.follow("g", { ...follower(), refused: () => {} });
    const waits: number[] = [];
    for (let tries = 1; tries < 7; tries++) {
      FakeSocket.last.open();
      if (tries % 2) FakeSocket.last.hear({ t: "error", reason: "too many connections" });
      FakeSocket.last.drop();
      let waited = 0;
      while (FakeSocket.made.length === tries) { vi.advanceTimersByTime(50); waited += 50; }
      waits.push(waited);
    }
    expect(waits.at(-1)!).toBeGreaterThan(5_000);
  });

  test("after an answer the next loss is waited for shortly again", () => {
    connect();
    for (let tries = 1; tries < 6; tries++) {
      FakeSocket.last.drop();
      vi.advanceTimersByTime(20_000);
    }
    FakeSocket.last.open();
    FakeSocket.last.hear({ t: "pong" });
    const before = FakeSocket.made.length;
    FakeSocket.last.drop();
    vi.advanceTimersByTime(600);
    expect(FakeSocket.made.length).toBe(before + 1);
  });

  test("closing an old socket does not disturb the new one", () => {
    const connection = connect();
    const first = FakeSocket.last;
    first.open();
    first.drop();
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.open();
    first.drop();
    expect(connection.status).toBe("open");
  });
});
