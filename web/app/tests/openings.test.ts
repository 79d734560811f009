// Opening trees: how a file is cut into parts, and how these are added up.
import { describe, expect, test, vi } from "vitest";
import type { OpeningsAnswer, OpeningsRequest } from "../../wire/types";
import { Openings, partsOf } from "../src/pages/analysis/counting.svelte";

const game = (moves: string) => `[Game "contra"]\n[White "A"]\n\n${moves}\n`;

describe("a file", () => {
  const text = ["1. d1d2 *", "1. a1a2 {\n a note} *", "1. b1b2 *"].map(game).join("\n");

  test("is cut between games, and nothing is lost", () => {
    const parts = partsOf(text, 10);
    expect(parts).toHaveLength(3);
    expect(parts.every((part) => part.startsWith("[Game"))).toBe(true);
    expect(parts.join("")).toBe(text);
  });

  test.each([["short", text, 1e6], ["of one game", game("1. d1d2 *"), 1], ["without tags", "d1d2 d7d6\n".repeat(9), 1]])(
    "that is %s stays whole", (_, whole, letters) => expect(partsOf(whole, letters)).toEqual([whole]));

  test("with line breaks of another system is cut as well", () =>
    expect(partsOf(text.replaceAll("\n", "\r\n"), 10)).toHaveLength(3));
});

/** A place that answers each part with the same counts, and remembers what it was asked. */
function place(answers: (Partial<OpeningsAnswer> | number)[] = []) {
  const asked: OpeningsRequest[] = [];
  const ask = vi.fn((path: string, body?: unknown) => {
    if (path.endsWith("/record")) return Promise.resolve(path.includes("gone")
      ? Response.json({ code: "unknown-game", reason: "no such game" }, { status: 404 }) : new Response(path));
    asked.push(body as OpeningsRequest);
    const answer = answers[asked.length - 1] ?? {};
    if (typeof answer === "number") return Promise.resolve(Response.json({ code: "busy", reason: "full" }, { status: answer }));
    return Promise.resolve(Response.json({ games: 1, others: 0, wrong: 0, reason: null, template: null, positions: {}, ...answer }));
  });
  return { ask, asked };
}

describe("counting", () => {
  test("adds up what all parts tell of a position, the most frequent move first", async () => {
    const there = place([{ positions: { P: { a1a2: [1, 0, 0, 0], b1b2: [0, 1, 0, 0] } } }, { positions: { P: { b1b2: [0, 0, 1, 1] } } }]);
    const openings = new Openings(there);
    await openings.countText(game("1. d1d2 *".padEnd(60_000)) + game("1. a1a2 *"), "contra", { size: "7" });
    expect(there.asked.map(({ game, options }) => [game, options])).toEqual([["contra", { size: "7" }], ["contra", { size: "7" }]]);
    expect(openings.at("P")).toEqual([{ text: "b1b2", games: 3, ends: [0, 1, 1, 1] }, { text: "a1a2", games: 1, ends: [1, 0, 0, 0] }]);
    expect(openings.at("Q")).toEqual([]);
    expect([openings.games, openings.progress]).toEqual([2, null]);
  });

  test("fetches games from where they are kept, and passes over those that are gone", async () => {
    const [there, kept] = [place(), place()];
    const openings = new Openings(there);
    await openings.countGames([{ id: "abc", from: kept }, { id: "gone", from: kept }], "contra", {});
    expect(there.asked.map(({ text }) => text)).toEqual(["/games/abc/record"]);
    expect(openings.trouble).toBe("");
  });

  test("goes on after trouble, and says what it was", async () => {
    const openings = new Openings(place([503, { wrong: 2, reason: "move 1. x: no" }]));
    await openings.countText(game("1. d1d2 *".padEnd(60_000)) + game("1. a1a2 *"), "contra", {});
    expect([openings.games, openings.wrong, openings.reason]).toEqual([1, 2, "move 1. x: no"]);
    expect(openings.trouble).not.toBe("");
  });

  test("that begins anew forgets what was counted, also what is still on its way", async () => {
    const openings = new Openings(place([{ positions: { P: { old: [1, 0, 0, 0] } } }, { positions: { P: { new: [1, 0, 0, 0] } } }]));
    const first = openings.countText("one", "contra", {});
    await Promise.all([first, openings.countText("two", "contra", {})]);
    expect(openings.at("P").map(({ text }) => text)).toEqual(["new"]);
    expect(openings.games).toBe(1);
  });
});
