// A game as the server tells it, event by event, and what we do in it.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import first from "../src/game/first.json";
import { Connection } from "../src/net/connection";
import type { GameMessage } from "../../wire/types";
import { Outbox } from "../src/net/outbox";
import { forgetLast, lastOf, rememberLast } from "../src/kept/last";
import { OnlineGame, type Seats } from "../src/game/online-game.svelte";
import { FakeSocket } from "./socket";

const start = first as unknown as View;

function game(more: Partial<GameMessage> = {}): GameMessage {
  return {
    t: "game", game: "g", rules: "contra", options: {}, start: start.position, seq: 1, first: "white", turn: "white",
    created: 0, thinking: null,
    players: { white: { kind: "human", name: "Ada", here: true }, black: { kind: "computer", name: "Casual", level: 3, here: true } },
    moves: [], clock: null, offers: { draw: null, takeback: null, rematch: [] }, result: null,
    yours: ["white"], watching: 0, next: null, view: start, ...more,
  };
}

function move(seq: number, text: string, by: "white" | "black") {
  return { t: "event" as const, game: "g", seq, kind: "move" as const, by, move: text, notation: text, spent: 1,
    view: { ...start, turn: by === "white" ? "black" as const : "white" as const } };
}

function sit(seats: Seats = { white: "token" }) {
  const connection = new Connection({ far: true, socket: () => new FakeSocket("ws://here") }, new Outbox());
  connection.connect();
  FakeSocket.last.open();
  const complaints: string[] = [];
  const online = new OnlineGame("g", seats, connection, (refusal) => complaints.push(refusal.code));
  online.follow();
  return { online, complaints };
}

/** Let what is promised happen. */
const settle = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  localStorage.clear();
  FakeSocket.made = [];
});

describe("events", () => {
  test("moves follow each other, and a take-back shortens them", () => {
    const { online } = sit();
    online.hear(game());
    online.hear(move(2, "d1d2", "white"));
    online.hear(move(3, "d7d6", "black"));
    expect(online.moves.map((one) => one.text)).toEqual(["d1d2", "d7d6"]);
    online.hear({ t: "event", game: "g", seq: 4, kind: "takeback", ply: 0, view: start });
    expect(online.moves).toEqual([]);
    expect(online.seq).toBe(4);
  });

  test("that the computer gets ready is known until it has moved", () => {
    const { online } = sit();
    online.hear(game());
    online.hear(move(2, "d1d2", "white"));
    online.hear({ t: "event", game: "g", kind: "presence", thinking: "The computer player is getting ready." });
    expect(online.warming).toBe("The computer player is getting ready.");
    online.hear({ t: "event", game: "g", kind: "presence", watching: 1 });
    expect(online.warming).toBe("The computer player is getting ready.");
    online.hear(move(3, "d7d6", "black"));
    expect(online.warming).toBeNull();
    online.hear(game({ seq: 4, thinking: "The computer player is getting ready." }));
    expect(online.warming).toBe("The computer player is getting ready.");
  });

  test("one that is heard twice counts once", () => {
    const { online } = sit();
    online.hear(game());
    online.hear(move(2, "d1d2", "white"));
    online.hear(move(2, "d1d2", "white"));
    expect(online.moves).toHaveLength(1);
  });

  test("a gap makes it join again from what it knows", () => {
    const { online } = sit();
    online.hear(game());
    online.hear(move(4, "d7d6", "black"));
    expect(online.moves).toEqual([]);
    expect(FakeSocket.last.of("join").at(-1)).toMatchObject({ since: 1 });
    online.hear({ t: "events", game: "g", seq: 4, yours: ["white"], events: [move(2, "d1d2", "white"), move(3, "e7e6", "black"), move(4, "d7d6", "black")] });
    expect(online.moves).toHaveLength(2 + 1);
  });

  test("the view that comes beside missed events is shown", () => {
    const { online } = sit();
    online.hear(game());
    const { view, ...missed } = move(2, "d1d2", "white");
    online.hear({ t: "events", game: "g", seq: 2, yours: ["white"], events: [missed], view });
    expect(online.turn).toBe("black");
  });

  test("who is here has no number", () => {
    const { online } = sit();
    online.hear(game());
    online.hear({ t: "event", game: "g", kind: "presence", watching: 4 });
    expect([online.watching, online.seq]).toEqual([4, 1]);
  });

  test("the end comes with a move or alone", () => {
    const { online } = sit();
    online.hear(game());
    online.hear({ t: "event", game: "g", seq: 2, kind: "end", result: { winner: "black", reason: "resignation", score: null } });
    expect(online.running).toBe(false);
    expect(online.result?.winner).toBe("black");
  });

  test("a game that is not there is gone", () => {
    const { online } = sit();
    FakeSocket.last.hear({ t: "refused", id: null, game: "g", code: "unknown-game", reason: "no" });
    expect(online.gone?.code).toBe("unknown-game");
  });
});

describe("our moves", () => {
  test("one is sent with what we know, and waits for its answer", async () => {
    const { online } = sit();
    online.hear(game());
    const done = online.move("d1d2");
    expect(online.pending?.text).toBe("d1d2");
    const [said] = FakeSocket.last.of("do");
    expect(said).toMatchObject({ what: "move", move: "d1d2", seat: "token", seq: 1 });
    expect(await online.move("e1e2")).toBeNull();
    FakeSocket.last.hear({ t: "done", id: said!.id, seq: 2 });
    expect((await done)?.done).toBe(true);
    expect(online.pending?.text).toBe("d1d2");
    online.hear(move(2, "d1d2", "white"));
    expect(online.pending).toBeNull();
  });

  test("a stale one is made again if no other move came between", async () => {
    const { online, complaints } = sit();
    online.hear(game());
    const done = online.move("d1d2");
    FakeSocket.last.hear({ t: "refused", id: FakeSocket.last.of("do")[0]!.id, code: "stale", reason: "", seq: 2 });
    FakeSocket.last.hear({ t: "event", game: "g", seq: 2, kind: "offer", by: "black", offers: { draw: "black", takeback: null, rematch: [] } });
    await settle();
    const [, again] = FakeSocket.last.of("do");
    expect(again).toMatchObject({ move: "d1d2", seq: 2 });
    FakeSocket.last.hear({ t: "done", id: again!.id, seq: 3 });
    expect((await done)?.done).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("a stale one is given up if the position is another", async () => {
    const { online, complaints } = sit();
    online.hear(game());
    const done = online.move("d1d2");
    FakeSocket.last.hear({ t: "refused", id: FakeSocket.last.of("do")[0]!.id, code: "stale", reason: "", seq: 2 });
    FakeSocket.last.hear(move(2, "e1e2", "white"));
    await done;
    expect(FakeSocket.last.of("do")).toHaveLength(1);
    expect(complaints).toEqual(["stale"]);
  });

  test("one waits on, whatever else happens, until it has come", async () => {
    const { online } = sit();
    online.hear(game());
    void online.move("d1d2");
    online.hear({ t: "event", game: "g", seq: 2, kind: "offer", by: "black", offers: { draw: "black", takeback: null, rematch: [] } });
    expect(online.pending?.text).toBe("d1d2");
    online.hear(move(3, "d1d2", "white"));
    expect(online.pending).toBeNull();
  });

  test("who watches makes none", async () => {
    const { online } = sit({});
    online.hear(game());
    expect(await online.move("d1d2")).toBeNull();
    expect(FakeSocket.last.of("do")).toEqual([]);
  });

  test("one from before a reload is shown as waiting until it has arrived", () => {
    new Outbox().add({ game: "g", id: "x", seat: "token", seq: 1, what: "move", move: "d1d2" });
    const { online } = sit();
    expect(online.pending?.text).toBe("d1d2");
    online.hear(game({ seq: 2, moves: [{ text: "d1d2", notation: "d1-d2", spent: 1 }] }));
    expect(online.pending).toBeNull();
  });

  test("one from before a reload that is refused waits no more, and that is told", async () => {
    new Outbox().add({ game: "g", id: "x", seat: "token", seq: 1, what: "move", move: "d1d2" });
    const { online, complaints } = sit();
    online.hear(game({ seq: 3 }));
    expect(online.pending?.text).toBe("d1d2");
    FakeSocket.last.hear({ t: "refused", id: "x", code: "stale", reason: "", seq: 3 });
    await settle();
    expect([online.pending, complaints]).toEqual([null, ["stale"]]);
    void online.move("e1e2");
    expect(FakeSocket.last.of("do").at(-1)).toMatchObject({ move: "e1e2", seq: 3 });
  });

  test("one from before a reload waits until it has come, though its answer is first", async () => {
    new Outbox().add({ game: "g", id: "x", seat: "token", seq: 1, what: "move", move: "d1d2" });
    const { online } = sit();
    online.hear(game());
    FakeSocket.last.hear({ t: "done", id: "x", seq: 2 });
    await settle();
    expect(online.pending?.text).toBe("d1d2");
    online.hear({ t: "events", game: "g", seq: 3, yours: ["white"], events: [move(2, "d1d2", "white"), move(3, "d7d6", "black")] });
    expect(online.pending).toBeNull();
  });
});

describe("what is done in a game", () => {
  const both = { white: "w", black: "b" };
  const as = () => FakeSocket.last.of("do").at(-1)!.seat;

  test.each([["white", undefined, "w"], ["black", undefined, "b"], ["white", "black", "b"], ["black", "white", "w"]] as const)(
    "on a board for two with %s to move and asked as %s is done by %s", (turn, colour, seat) => {
      const { online } = sit(both);
      online.hear(game({ view: { ...start, turn } }));
      void online.act("resign", colour);
      expect(as()).toBe(seat);
    });

  test("with one seat is done from it, whoever is to move, and from no other", async () => {
    const { online } = sit();
    online.hear(game({ view: { ...start, turn: "black" } }));
    void online.act("resign");
    expect(as()).toBe("token");
    expect(await online.act("resign", "black")).toBeNull();
    expect(FakeSocket.last.of("do")).toHaveLength(1);
  });

  test.each([["resign", ["not-now"]], ["claim-time", []]] as const)("and refused is told, but not of what is claimed unasked (%s)", async (what, told) => {
    const { online, complaints } = sit();
    online.hear(game());
    const done = online.act(what);
    FakeSocket.last.hear({ t: "refused", id: FakeSocket.last.of("do")[0]!.id, code: "not-now", reason: "", seq: 1 });
    await done;
    expect(complaints).toEqual(told);
  });
});

test("how long a game is kept begins anew with each move, once both have moved", () => {
  vi.spyOn(Date, "now").mockReturnValue(1_000_000_000);
  const { online } = sit();
  online.hear(game({ until: 5, keep: 3 }));
  const until = ["d1d2", "d7d6", "d2d3"].map((text, ply) => {
    online.hear(move(ply + 2, text, ply % 2 ? "black" : "white"));
    return online.until;
  });
  expect(until).toEqual([5, 1_000_000 + 3 * 86_400, 1_000_000 + 3 * 86_400]);
  vi.restoreAllMocks();
});

test("when a clock was told is noted by a clock that nobody sets", () => {
  const { online } = sit();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  const before = performance.now();
  online.hear(game({ clock: { kind: "fischer", initial: 180, increment: 0, left: { white: 180, black: 180 }, running: "white", free: 0 } }));
  expect(online.clockTold).toBeGreaterThanOrEqual(before);
  expect(online.clockTold).toBeLessThanOrEqual(performance.now());
  vi.restoreAllMocks();
});

describe("while the server is away", () => {
  const last = { id: "g", rules: "contra", options: {}, start: start.position, players: game().players, rated: true,
    moves: [{ text: "d1d2", notation: "d1-d2", spent: 1 }], result: null, view: { ...start, ply: 1 }, touched: 1 };

  test("a game is shown as it last stood, and nobody moves in it", async () => {
    const { online } = sit();
    online.recall(last);
    expect([online.older, online.view?.ply, online.moves.length, online.rated]).toEqual([true, 1, 1, true]);
    expect(online.running).toBe(false);
    expect(await online.move("d1d2")).toBeNull();
    online.hear(game());
    expect([online.older, online.view?.ply, online.running]).toEqual([false, 0, true]);
  });

  test("what the server has told counts more", () => {
    const { online } = sit();
    online.hear(game());
    online.recall(last);
    expect([online.older, online.view?.ply]).toEqual([false, 0]);
  });

  test("each game is remembered by itself, without its legal moves, and only the newest are", () => {
    for (let n = 0; n < 25; n++) rememberLast({ ...last, id: `g${n}`, touched: n });
    expect([lastOf("g4"), lastOf("g5")?.view.legal]).toEqual([undefined, null]);
    rememberLast({ ...last, id: "g5", touched: 30 });
    rememberLast({ ...last, id: "new", touched: 31 });
    expect([lastOf("g5")?.touched, lastOf("g6"), lastOf("new")?.rules]).toEqual([30, undefined, "contra"]);
    forgetLast("new");
    expect(lastOf("new")).toBeUndefined();
    expect(Object.keys(localStorage).filter((key) => key.includes("last"))).toHaveLength(19);
  });
});
