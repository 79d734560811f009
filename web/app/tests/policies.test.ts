// What bots accept: how fast a game is, a clock that fits, and who cannot challenge one.
import { beforeAll, describe, expect, test } from "vitest";
import type { NewClock, Policy } from "../../wire/types";
import { DAY } from "../src/words/clocks";
import { loadPeople } from "../src/words/people.svelte";
import { clockFor, gamesOf, PACES, paceOf, policyLine, takesClock, whyNoChallenge } from "../src/people/policies";

beforeAll(() => loadPeople("en"));

const fischer = (initial: number, increment?: number): NewClock => ({ kind: "fischer", initial, ...increment !== undefined && { increment } });

describe("how fast a game is", () => {
  // As the server has it: see speeds.py.
  test.each([[fischer(179), "bullet"], [fischer(180), "blitz"], [fischer(60, 3), "blitz"], [fischer(479), "blitz"], [fischer(480, 0), "rapid"],
    [fischer(1499), "rapid"], [fischer(1500), "classical"], [{ kind: "delay", initial: 900, increment: 15 } as NewClock, "classical"],
    [{ kind: "days", initial: DAY } as NewClock, "days"], [null, "none"]])("%o is %s", (clock, pace) => { expect(paceOf(clock)).toBe(pace); });
});

describe("a challenge", () => {
  test.each(PACES.map((pace) => [pace]))("has a clock that fits where only %s is accepted", (pace) => {
    const policy: Policy = { speeds: [pace] };
    for (const wanted of [null, fischer(300), fischer(3600)]) expect(takesClock(policy, clockFor(policy, wanted))).toBe(true);
  });
  test("keeps the clock that one had, if it will do", () => {
    expect(clockFor({ speeds: ["blitz"] }, fischer(301))).toEqual(fischer(301));
    expect(clockFor({}, null)).toBe(null);
  });
  test.each<[Policy["speeds"], string]>([[["days", "none", "bullet"], "bullet"], [["none", "days", "classical"], "classical"], [["none", "days"], "days"]])(
    "of a bot that accepts %o begins with %s", (speeds, pace) => { expect(paceOf(clockFor({ speeds }, fischer(301)))).toBe(pace); });
  test("is to one of the games that the bot plays", () => {
    expect(gamesOf({ games: ["duell", "pur"] })).toEqual(["pur", "duell"]);
    expect(gamesOf({ games: [] })).toHaveLength(5);
  });
  test.each<[Policy, number, boolean, string]>([
    [{}, 0, true, ""], [{}, 4, true, "plays as much as it can"], [{ most: 5 }, 4, true, ""], [{ most: 0 }, 0, false, "takes no games at present"],
    [{ people: "nobody" }, 0, false, "takes no games at present"], [{ people: "bots" }, 0, false, "plays with bots only"],
    [{ people: "accounts" }, 0, true, "plays only with signed-in players"], [{ people: "accounts" }, 0, false, ""],
    [{ casual: false }, 0, false, "plays only rated games, with bots"],
  ])("of a person, under %o with %i games: %s", (policy, playing, guest, why) => { expect(whyNoChallenge({ policy, playing }, guest)).toBe(why); });
});

test("conditions that are not the usual ones are told in a line", () => {
  expect(policyLine({})).toBe("");
  expect(policyLine({ games: ["contra"], speeds: ["blitz", "none"] })).toBe("Contra · Blitz, no clock");
});
