// Who is asked for exact values, and how they are drawn.
import { describe, expect, test } from "vitest";
import type { View } from "../../board/view/view";
import type { PositionRef, TablesAnswer } from "../../wire/types";
import type { Mind, Side } from "../src/net/mind";
import { exactValues, marksBy, whiteValue } from "../src/pages/analysis/exact";

const OF: PositionRef = { game: "duell", position: "DZd7za2" };

/** A place with a table or without, and how often it was asked. */
function place(told: TablesAnswer, status: "open" | "lost" = "open"): Side & { asked: number } {
  const side = { asked: 0, usable: () => true, line: { status } as Side["line"],
    place: { ask: async () => { side.asked++; return new Response(JSON.stringify(told)); } } };
  return side;
}

function mindOf(here: Side, server: Side, side = here): Pick<Mind, "side" | "ask" | "here" | "server"> {
  return { here, server, side: () => side, ask: (path, body) => side.place.ask(path, body) };
}

const KNOWN: TablesAnswer = { state: "known", ending: "K-K", result: "won", plies: 3 };
const MISSING: TablesAnswer = { state: "missing", ending: "Kd-K", command: "eckstein tables build duell Kd-K" };

describe("who is asked", () => {
  test("this device alone, where it knows", async () => {
    const [here, server] = [place(KNOWN), place(KNOWN)];
    expect(await exactValues(mindOf(here, server), OF)).toEqual({ told: KNOWN, where: "here" });
    expect(server.asked).toBe(0);
  });

  test("then the server, which may have more tables", async () => {
    expect(await exactValues(mindOf(place(MISSING), place(KNOWN)), OF)).toEqual({ told: KNOWN, where: "server" });
  });

  test("no server that is not there", async () => {
    const server = place(KNOWN, "lost");
    expect(await exactValues(mindOf(place(MISSING), server), OF)).toEqual({ told: MISSING, where: "here" });
    expect(server.asked).toBe(0);
  });

  test("a server once, where it thinks", async () => {
    const [here, server] = [place(KNOWN), place(MISSING)];
    expect(await exactValues(mindOf(here, server, server), OF)).toEqual({ told: MISSING, where: "server" });
    expect([here.asked, server.asked]).toEqual([0, 1]);
  });
});

describe("on the board", () => {
  const step = (origin: string, target: string) => ({ origin, target });
  const legal = [{ text: "a", steps: [step("d7", "d8")] }, { text: "b", steps: [step("c8", "d8")] },
    { text: "c", steps: [step("d7", "c7")] }, { text: "pass", steps: [{ origin: "", target: "" }] }] as unknown as View["legal"];
  const value = (text: string, result: "won" | "drawn" | "lost", plies: number | null) => ({ text, notation: text, result, plies });

  test("each square has the best that can be had there, with a shape and a colour", () => {
    const marks = marksBy([value("a", "won", 3), value("c", "drawn", null), value("b", "lost", 2), value("pass", "lost", 4)], { legal });
    expect(marks.map(({ square, text }) => [square, text])).toEqual([["d8", "▲2"], ["c7", "■"]]);
    expect(new Set(marks.map((mark) => mark.colour)).size).toBe(2);
  });

  test("a loss has a shape of its own", () => {
    expect(marksBy([value("a", "lost", 2)], { legal })[0]!.text).toBe("▼1");
  });
});

describe("for the bar of values", () => {
  test.each([
    ["won", 3, "white", 2], ["won", 4, "black", -2], ["lost", 2, "white", -1], ["lost", 13, "black", 7],
  ] as const)("%s in %i plies with %s to move", (result, plies, turn, mate) => {
    expect(whiteValue({ state: "known", result, plies }, turn)).toEqual({ score: null, mate });
  });

  test("a draw is even", () => {
    expect(whiteValue({ state: "known", result: "drawn", plies: null }, "white")).toEqual({ score: 0, mate: null });
  });
});
