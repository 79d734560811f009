// Tasks of own mistakes: what two devices have, which come back, what a game is judged by.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CoachRequest, GameFacts } from "../../wire/types";
import { chosen, watch } from "../src/kept/judging.svelte";
import { allOf, deck, type OwnTask, type Tasks } from "../src/kept/deck.svelte";
import { library } from "../src/kept/library.svelte";
import { change } from "../src/browser/settings.svelte";
import { health, placeTo } from "../src/places/places.svelte";
import { learnCatalogue } from "../src/words/levels.svelte";

const DAY = 86_400_000;
const task = (position: string, due = 1, more: Partial<OwnTask> = {}): OwnTask => ({
  position, task: "win", count: 1, right: ["a"], game: "contra", options: {}, played: "b", theme: "race", from: "g1",
  card: { due, reviewed: due - 1, stability: 1, difficulty: 5 }, tries: 0, ...more,
});
const tasks = (...all: OwnTask[]): Tasks => ({ tasks: all, judged: [] });
const shown = ({ tasks: all }: Tasks) => all.map(({ position, tries, card }) => [position, tries, card.due]);

describe("two devices", () => {
  test("have all tasks of both, the next first, and have judged what one has judged", () => {
    const found = allOf({ tasks: [task("late", 9)], judged: ["g1", "g2"] }, { tasks: [task("early", 2)], judged: ["g2", "g3"] });
    expect([shown(found), found.judged]).toEqual([[["early", 0, 2], ["late", 0, 9]], ["g1", "g2", "g3"]]);
  });

  test.each([
    ["tried more often", task("x", 5, { tries: 2 }), task("x", 9, { tries: 1 }), 5],
    ["tried as often, but later", task("x", 5, { tries: 1 }), task("x", 9, { tries: 1 }), 9],
    ["found first, where neither has tried it", task("x", 5), task("x", 9), 5],
  ])("have a task as it is where it was %s", (_, one, other, due) => {
    expect(shown(allOf(tasks(one), tasks(other)))[0]![2]).toBe(due);
    if (one.tries) expect(allOf(tasks(one), tasks(other))).toEqual(allOf(tasks(other), tasks(one)));
  });

  test("tell the same position of two games apart, or under other options", () => {
    const all = allOf(tasks(task("x"), task("x", 1, { game: "pur" })), tasks(task("x", 1, { options: { size: "5" } })));
    expect(all.tasks.length).toBe(3);
  });

  test("keep as many as there is room for, those that come back first", () => {
    const many = tasks(...Array.from({ length: 300 }, (_, number) => task(`p${number}`, 300 - number)));
    const found = allOf(many, many);
    expect([found.tasks.length, found.tasks[0]!.card.due]).toEqual([200, 1]);
    expect(JSON.stringify(found).length).toBeLessThan(100_000);
  });

  test("of an older version have none", () => expect(allOf(undefined, tasks(task("x"))).tasks.length).toBe(1));
});

describe("the deck", () => {
  beforeEach(() => {
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: "eckstein.mistakes", newValue: null }));
  });

  test("has those that come back until the end of today", () => {
    const tonight = new Date().setHours(23, 59, 59, 0);
    deck.add("g1", [task("today", tonight), task("tomorrow", tonight + DAY), task("other", 1, { game: "pur" })]);
    expect(deck.due("contra").map(({ position }) => position)).toEqual(["today"]);
    expect(deck.of("contra").length).toBe(2);
  });

  test("has a task as it was tried last", () => {
    deck.add("g1", [task("x")]);
    deck.tried(deck.of("contra")[0]!, { due: 7, reviewed: 6, stability: 2, difficulty: 5 });
    expect(shown(deck.all)).toEqual([["x", 1, 7]]);
  });

  test("shows none of a game that was deleted here", async () => {
    deck.add("gone", [task("x", 1, { from: "gone" })]);
    await library.forget("gone");
    expect(deck.of("contra")).toEqual([]);
  });
});

test("of a game as many kinds of mistakes as possible are chosen", () => {
  const found = ["a", "a", "b", "a", "c", "d"].map((kind, at) => ({ kind, at }));
  expect(chosen(found).map(({ at }) => at)).toEqual([0, 2, 4]);
  expect(chosen(found.slice(0, 2)).map(({ at }) => at)).toEqual([0, 1]);
});

describe("a game that has ended", () => {
  const asked: CoachRequest[] = [];
  const moves = ["w1", "b1", "w2", "b2"].map((text) => ({ text, notation: text, spent: 0 }));
  const facts = { options: { size: "7" }, start: "start", first: "white", moves } as unknown as GameFacts;
  const card = { due: 2, reviewed: 1, stability: 1, difficulty: 5 };

  beforeEach(async () => {
    asked.length = 0;
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: "eckstein.mistakes", newValue: null }));
    vi.spyOn(placeTo(true), "ask").mockImplementation(async (path, body) => {
      if (path === "/games-known") return Response.json({ games: {}, levels: [], parts: [], preparing: {} });
      if (path === "/review") return Response.json(card);
      if (path !== "/mistake") return Response.json(facts);
      const wish = structuredClone(body) as CoachRequest;
      asked.push(wish);
      if (wish.game === "mine") return Response.json({ code: "bad", reason: "there is no such game" }, { status: 400 });
      return Response.json({ kind: "fell", theme: "battle", task: { position: wish.moves!.join(" "), task: "take", count: 0, right: ["x"] } });
    });
    await learnCatalogue(placeTo(true), true);
    health.here = "ready";
  });

  /** Judge until a game was looked through. */
  async function judged(id: string): Promise<void> {
    const end = watch();
    await vi.waitFor(() => expect(deck.has(id)).toBe(true), 10_000);
    end();
  }

  test("is judged for the moves of the visitor alone, each once", async () => {
    library.note({ id: "one", rules: "contra", seats: { black: "s" }, result: "white", here: true });
    await judged("one");
    expect(deck.of("contra").map(({ position, played, from }) => [position, played, from]))
      .toEqual(expect.arrayContaining([["w1 b1", "b1", "one"], ["w1 b1 w2 b2", "b2", "one"]]));
    expect(asked.map(({ moves: all, said }) => [all!.length, said])).toEqual([[2, []], [4, ["fell"]]]);
  });

  test("of a game of one's own, which the worker does not know, makes no task, and is not judged again", async () => {
    library.note({ id: "two", rules: "mine", seats: { white: "s" }, result: "white", here: true });
    await judged("two");
    expect([deck.of("mine"), asked.filter(({ game }) => game === "mine").length]).toEqual([[], 1]);
  });

  test("is left alone where that is switched off, and where it was aborted or runs", async () => {
    library.note({ id: "runs", rules: "contra", seats: { white: "s" }, here: true });
    library.note({ id: "aborted", rules: "contra", seats: { white: "s" }, result: "aborted", here: true });
    change({ mistakes: false });
    library.note({ id: "off", rules: "contra", seats: { white: "s" }, result: "draw", here: true });
    const end = watch();
    await new Promise((idle) => { setTimeout(idle); });
    expect(asked).toEqual([]);
    change({ mistakes: true });
    await vi.waitFor(() => expect(deck.has("off")).toBe(true), 10_000);
    end();
    expect([deck.has("runs"), deck.has("aborted")]).toEqual([false, false]);
  });
});
