// Views of games on a server that the worker makes: in their order, and the server's again where it fails.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import first from "../src/game/first.json";
import { Connection } from "../src/net/connection";
import { Outbox } from "../src/net/outbox";
import { LATE, Views } from "../src/net/views";
import { OnlineGame } from "../src/game/online-game.svelte";
import type { EventMessage, GameMessage, PositionRef } from "../../wire/types";
import { FakeSocket } from "./socket";

const start = first as unknown as View;

/** The view after some moves, as anybody makes it. */
function viewOf({ moves = [] }: Partial<PositionRef>): View {
  return { ...start, ply: moves.length, position: moves.join(" "), turn: moves.length % 2 ? "black" : "white" };
}

const answer = (view: View) => Response.json(view);
const refusal = () => Response.json({ code: "bad", reason: "no" }, { status: 400 });

/** A worker that answers when and what a test tells it to. */
class FakeWorker {
  ready = true;
  asked: { of: PositionRef; answer: (response: Response) => void; lost: (error: Error) => void }[] = [];

  ask = (_: string, body?: unknown): Promise<Response> =>
    new Promise((answer, lost) => { this.asked.push({ of: body as PositionRef, answer, lost }); });

  get texts(): string[] {
    return this.asked.map(({ of }) => of.moves!.join(" "));
  }

  /** It makes the views that are asked for by now. */
  async make(): Promise<void> {
    for (const { of, answer: told } of this.asked.splice(0)) told(answer(viewOf(of)));
    await settled();
  }
}

/** Let what is promised happen. */
const settled = () => vi.advanceTimersByTimeAsync(0);

function game(more: Partial<GameMessage> = {}): GameMessage {
  return {
    t: "game", game: "g", rules: "contra", options: { arrival_wins: true }, start: "somewhere", seq: 1, first: "white", turn: "white",
    created: 0, thinking: null,
    players: { white: { kind: "human", name: "Ada", here: true }, black: { kind: "human", name: "Ben", here: true } },
    moves: [], clock: null, offers: { draw: null, takeback: null, rematch: [] }, result: null,
    yours: ["white"], watching: 0, next: null, ...more,
  };
}

function move(seq: number, text: string, more: Partial<EventMessage> = {}): EventMessage {
  return { t: "event", game: "g", seq, kind: "move", by: seq % 2 ? "black" : "white", move: text, notation: text, spent: 1, ...more };
}

function sit() {
  const worker = new FakeWorker();
  const line = new Connection({ far: true, socket: () => new FakeSocket("ws://here") }, new Outbox());
  const views = new Views(worker, () => worker.ready);
  line.connect();
  FakeSocket.last.open();
  const online = new OnlineGame("g", { white: "token" }, line, () => {}, views);
  online.follow();
  return { worker, line, views, online };
}

/** A game whose views the worker makes. */
async function seen() {
  const all = sit();
  all.online.hear(game({ view: viewOf({}) }));
  await all.worker.make();
  all.online.hear({ t: "events", game: "g", seq: 1, yours: ["white"], events: [] });
  return all;
}

const joins = () => FakeSocket.last.of("join").map(({ views, since }) => [views, since]);

beforeEach(() => {
  localStorage.clear();
  FakeSocket.made = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("a game is joined without views", () => {
  test("once the worker has made the same as the server", async () => {
    const { worker, online } = sit();
    online.hear(game({ view: viewOf({}) }));
    expect(worker.asked[0]!.of).toEqual({ game: "contra", options: { arrival_wins: true }, position: "somewhere", moves: [] });
    expect(joins()).toEqual([[true, undefined]]);
    await worker.make();
    expect(joins()).toEqual([[true, undefined], [false, 1]]);
  });

  test("when the worker gets ready in the middle of it", async () => {
    const { worker, online, views } = sit();
    worker.ready = false;
    online.hear(game({ view: viewOf({}) }));
    online.hear(move(2, "d1d2", { view: viewOf({ moves: ["d1d2"] }) }));
    views.changed();
    expect(worker.asked).toEqual([]);
    worker.ready = true;
    views.changed();
    expect(worker.texts).toEqual(["d1d2"]);
    await worker.make();
    expect(joins().at(-1)).toEqual([false, 2]);
  });

  test("not if the worker is gone before it has shown what it can", async () => {
    const { worker, online } = sit();
    online.hear(game({ view: viewOf({}) }));
    worker.ready = false;
    await worker.make();
    expect(joins()).toEqual([[true, undefined]]);
  });

  test("also after the line was lost", async () => {
    const { line } = await seen();
    FakeSocket.last.drop();
    line.connect();
    FakeSocket.last.open();
    expect(joins()).toEqual([[false, 1]]);
  });

  test.each([
    ["makes another view", answer(viewOf({ moves: ["x"] }))],
    ["does not know the game", refusal()],
  ])("never where the worker %s", async (_, told) => {
    const { worker, online } = sit();
    online.hear(game({ view: viewOf({}) }));
    worker.asked.splice(0)[0]!.answer(told);
    await settled();
    online.hear(move(2, "d1d2", { view: viewOf({ moves: ["d1d2"] }) }));
    expect([joins(), worker.asked]).toEqual([[[true, undefined]], []]);
  });
});

describe("what happens is shown", () => {
  test("with the view of the worker, in its order", async () => {
    const { worker, online } = await seen();
    online.hear(move(2, "d1d2"));
    online.hear(move(3, "d7d6"));
    expect([online.seq, worker.texts]).toEqual([1, ["d1d2"]]);
    await worker.make();
    expect([online.seq, online.view?.ply, worker.texts]).toEqual([2, 1, ["d1d2 d7d6"]]);
    await worker.make();
    expect([online.seq, online.view?.ply, worker.texts]).toEqual([3, 2, []]);
    expect(joins()).toHaveLength(2);
  });

  test("without a view where the position stays", async () => {
    const { worker, online } = await seen();
    online.hear({ t: "event", game: "g", seq: 2, kind: "offer", by: "black", what: "draw", offers: { draw: "black", takeback: null, rematch: [] } });
    online.hear({ t: "event", game: "g", kind: "presence", watching: 4 });
    expect([online.offers.draw, online.watching, worker.asked]).toEqual(["black", 4, []]);
  });

  test("a take-back, several events at once, and all of a game as well", async () => {
    const { worker, online } = await seen();
    online.hear({ t: "events", game: "g", seq: 3, yours: ["white"], events: [move(2, "d1d2"), move(3, "d7d6")] });
    expect(worker.texts).toEqual(["d1d2 d7d6"]);
    await worker.make();
    expect([online.moves.length, online.view?.ply]).toEqual([2, 2]);
    online.hear({ t: "event", game: "g", seq: 4, kind: "takeback", ply: 1 });
    expect(worker.texts).toEqual(["d1d2"]);
    await worker.make();
    expect([online.moves.length, online.view?.ply]).toEqual([1, 1]);
    online.hear(game({ seq: 9, moves: ["a", "b", "c"].map((text) => ({ text, notation: text, spent: 0 })) }));
    await worker.make();
    expect([online.seq, online.view?.ply]).toEqual([9, 3]);
  });

  test("once, though it is heard again, and a gap asks for what is missing", async () => {
    const { worker, online } = await seen();
    online.hear(move(2, "d1d2"));
    await worker.make();
    online.hear(move(2, "d1d2"));
    online.hear(move(4, "e1e2"));
    expect([online.seq, worker.asked, joins().at(-1)]).toEqual([2, [], [false, 2]]);
  });

  test("with clocks as they were when it was heard", async () => {
    const { worker, online } = await seen();
    vi.spyOn(performance, "now").mockReturnValueOnce(1000).mockReturnValue(1200);
    online.hear(move(2, "d1d2", { clock: { kind: "fischer", initial: 180, increment: 0, left: { white: 180, black: 180 }, running: "black", free: 0 } }));
    await worker.make();
    expect(online.clockTold).toBe(1000);
    vi.restoreAllMocks();
  });

  test("not any more after it was left", async () => {
    const { worker, online } = await seen();
    online.hear(move(2, "d1d2"));
    online.leave();
    await worker.make();
    expect(online.seq).toBe(1);
  });
});

test("the view of our move is made while the server has yet to confirm it, and once", async () => {
  const { worker, online } = await seen();
  void online.move("d1d2");
  expect(worker.texts).toEqual(["d1d2"]);
  await worker.make();
  online.hear(move(2, "d1d2"));
  await settled();
  expect([online.seq, online.view?.ply, worker.asked]).toEqual([2, 1, []]);
});

test("a move of ours that the worker refuses is the server's to judge", async () => {
  const { worker, online } = await seen();
  void online.move("d1d2");
  worker.asked.splice(0)[0]!.answer(refusal());       // as the server will do
  await settled();
  expect([online.view?.ply, joins().at(-1)]).toEqual([0, [false, 1]]);
});

describe("the server sends views again", () => {
  const failures: [string, (worker: FakeWorker, views: Views) => void | Promise<void>][] = [
    ["is silent", async () => { await vi.advanceTimersByTimeAsync(LATE); }],
    ["refuses", (worker) => worker.asked[0]!.answer(refusal())],
    ["dies", (worker) => worker.asked[0]!.lost(new TypeError("it has ended"))],
    ["is gone", (worker, views) => { worker.ready = false; views.changed(); }],
  ];
  test.each(failures)("as soon as the worker %s, and as long as the page lives", async (_, fail) => {
    const { worker, views, online, line } = await seen();
    online.hear(move(2, "d1d2"));
    const late = worker.asked[0]!;
    await fail(worker, views);
    await settled();
    expect([online.seq, joins().at(-1)]).toEqual([1, [true, 1]]);
    // What was on its way, without a view, is told again with one.
    online.hear(move(3, "d7d6"));
    await settled();
    expect([online.seq, online.view?.ply]).toEqual([1, 0]);
    const told = viewOf({ moves: ["d1d2", "d7d6"] });
    online.hear({ t: "events", game: "g", seq: 3, yours: ["white"], events: [move(2, "d1d2"), move(3, "d7d6")], view: told });
    expect([online.seq, online.view]).toEqual([3, told]);
    // A worker that comes back, and a view that comes late, change nothing.
    worker.ready = true;
    views.changed();
    late.answer(answer(viewOf({ moves: ["d1d2"] })));
    await settled();
    expect(online.view).toBe(told);
    worker.asked = [];
    online.hear(move(4, "e1e2", { view: viewOf({ moves: ["d1d2", "d7d6", "e1e2"] }) }));
    new OnlineGame("h", {}, line, () => {}, views).follow();
    expect([online.view?.ply, worker.asked, joins().at(-1)]).toEqual([3, [], [true, undefined]]);
  });
});
