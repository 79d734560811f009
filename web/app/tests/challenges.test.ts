// Challenges as a page hears of them.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "../src/net/connection";
import { Outbox } from "../src/net/outbox";
import { Challenges } from "../src/people/challenges.svelte";
import { FakeSocket } from "./socket";

const NOW = 1_800_000_000;
const CHALLENGE = {
  id: "c", by: { kind: "account", name: "Anna" }, to: { kind: "account", name: "Ben" }, mine: false, rules: "contra",
  options: {}, clock: null, colour: null, rated: false, created: NOW, until: NOW + 60, state: "open", reason: null, seat: null,
};
const SEAT = { game: "g", colour: "white", token: "t", link: "/game/g#t" };

function listener() {
  const line = new Connection({ far: true, socket: () => new FakeSocket("ws://here") }, new Outbox());
  line.connect();
  const accepted = vi.fn(), fresh = vi.fn();
  const challenges = new Challenges(line, accepted, fresh);
  FakeSocket.last.open();
  const hear = (...all: object[]) => FakeSocket.last.hear({ t: "challenges", challenges: all });
  return { challenges, accepted, fresh, hear };
}

beforeEach(() => {
  FakeSocket.made = [];
  vi.useFakeTimers({ now: 1000 * NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("they are asked for on each new line, and a new one is told once", () => {
  const { fresh, hear, challenges } = listener();
  expect(FakeSocket.last.of("challenges")).toHaveLength(1);
  hear(CHALLENGE);
  hear(CHALLENGE, { ...CHALLENGE, id: "d", mine: true });
  expect(fresh).toHaveBeenCalledOnce();
  expect(challenges.shown.map(({ id }) => id)).toEqual(["c", "d"]);
  FakeSocket.last.drop();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.open();
  expect(FakeSocket.last.of("challenges")).toHaveLength(1);
});

test("one that has ended is shown no longer, unless it was answered", () => {
  const { challenges, hear } = listener();
  hear(CHALLENGE, { ...CHALLENGE, id: "d", mine: true, state: "declined", reason: "clock" });
  vi.advanceTimersByTime(61_000);
  expect(challenges.shown.map(({ id }) => id)).toEqual(["d"]);
});

test("a page that waits for an answer goes to the game, and no other one does", () => {
  const mine = { ...CHALLENGE, mine: true }, game = { ...mine, state: "accepted", seat: SEAT };
  const first = listener();
  first.hear(mine);
  first.hear(game);
  expect(first.accepted).toHaveBeenCalledOnce();
  first.hear(game);
  expect(first.accepted).toHaveBeenCalledOnce();
  const late = listener();
  late.hear(game);
  expect(late.accepted).not.toHaveBeenCalled();
});

test.each([
  [1, { mine: false, state: "open" }], [0, { mine: false, state: "declined" }], [0, { mine: false, state: "accepted" }], [0, { mine: true, state: "open" }],
])("%i times somebody is told of %o as new", (times, more) => {
  const { fresh, hear } = listener();
  hear({ ...CHALLENGE, ...more });
  expect(fresh).toHaveBeenCalledTimes(times);
});

test("a page that sees a challenge of somebody else accepted stays where it is", () => {
  const { accepted, hear } = listener();
  hear(CHALLENGE);
  hear({ ...CHALLENGE, state: "accepted", seat: SEAT });
  expect(accepted).not.toHaveBeenCalled();
});

test("one that waits for longer than a timer can tell is shown all the time, until it ends", () => {
  const { challenges, hear } = listener(), days = 40;
  const timers = vi.spyOn(globalThis, "setTimeout");
  hear({ ...CHALLENGE, until: NOW + 86_400 * days });
  const waits = timers.mock.calls.map(([, wait]) => wait!);
  expect([waits.length > 0, Math.max(...waits) < 2 ** 31]).toEqual([true, true]);
  vi.advanceTimersByTime(86_400_000 * (days - 1));
  expect(challenges.shown).toHaveLength(1);
  vi.advanceTimersByTime(86_400_000 * 2);
  expect(challenges.shown).toEqual([]);
});
