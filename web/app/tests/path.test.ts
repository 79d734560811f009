// The staircase of opponents: as Python climbs it, and made one from two devices.
import { beforeEach, describe, expect, test } from "vitest";
import { learned } from "../src/kept/done.svelte";
import { after, later, path } from "../src/kept/path.svelte";
import { learnCatalogue } from "../src/words/levels.svelte";
import stairs from "./stairs.json";

const first = { first_games: [{ options: { size: "5" }, position: null }, { options: {}, position: "few" }] };
const options = [{ name: "size", values: ["7", "5", "4"], says: "" }];
const catalogue = { games: { contra: { first_stair: 2, start: "usual", options, ...first } }, levels: [], stairs: stairs.stairs, quick: 2, preparing: {}, parts: [] };
const computer = (level: number, random: number) => ({ kind: "computer" as const, name: "Newcomer", here: true, level, random });

beforeEach(() => localStorage.clear());

describe("The staircase", () => {
  test("is climbed as Python climbs it", () => {
    for (const { step, points, stands } of stairs.walks) {
      let stand = { step, run: 0 };
      expect(points.map((won) => Object.values(stand = after(stand, stairs.stairs, won)))).toEqual(stands);
    }
  });
  test("begins with a gentle opponent until somebody has told the stairs", () => {
    expect(path.next("contra")).toEqual({ level: 1, random: 60 });
    expect(path.count("contra", computer(1, 60), 1)).toBeNull();
  });
  test("counts games against the next opponent alone", async () => {
    await learnCatalogue({ ask: () => Promise.resolve(Response.json(catalogue)) } as never);
    expect(path.count("contra", computer(3, 0), 1)).toBeNull();
    expect(path.count("contra", computer(1, 60), 1)).toBe(1);
    expect(path.next("contra")).toEqual({ level: 1, random: 30 });
    expect(path.count("contra", computer(1, 30), 0)).toBe(-1);
    expect(path.count("contra", computer(1, 60), 0.5)).toBe(0);
    expect(path.all.contra).toMatchObject({ step: 2, run: 0 });
  });
  test("is not climbed by first games, which count once and only as they are told", async () => {
    await learnCatalogue({ ask: () => Promise.resolve(Response.json(catalogue)) } as never);
    expect([path.countFirst("contra", { size: "7" }, "usual"), path.countFirst("contra", { size: "4" }, "four"), path.countFirst("contra", { size: "4" }, "few"),
      path.countFirst("contra", { size: "7" }, "another"), path.countFirst("pur", {}, "few")]).toEqual([false, false, false, false, false]);
    expect(path.countFirst("contra", { size: 5 }, "five")).toBe(true);
    expect(path.countFirst("contra", { size: "7" }, "few")).toBe(true);
    expect(learned.steps).toEqual(["contra/0", "contra/1"]);
  });
  test("is where the device stands on which was played last", () => {
    const early = { contra: { step: 3, run: 0, at: 1 }, pur: { step: 9, run: 1, at: 5 } }, late = { contra: { step: 2, run: 0, at: 2 } };
    const both = { contra: late.contra, pur: early.pur };
    expect([later(early, late), later(late, early), later(undefined, late), later(late, undefined)]).toEqual([both, both, late, late]);
  });
});
