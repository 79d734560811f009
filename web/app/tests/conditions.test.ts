// The conditions of games that players look for, with one of each kind in place of those that there are.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ChallengeEntry from "../src/people/ChallengeEntry.svelte";
import ConditionChoice from "../src/choice/ConditionChoice.svelte";
import Challenge from "../src/people/Challenge.svelte";
import Conditions from "../src/choice/Conditions.svelte";
import SeekBar from "../src/frame/SeekBar.svelte";
import { seeking } from "../src/people/found.svelte";
import * as people from "../src/net/people";
import { settings } from "../src/browser/settings.svelte";
import { chosen, conditionsTold, conditionWords, controlled, recalled } from "../src/words/conditions.svelte";

vi.mock("../../wire/types", () => ({ conditions: {
  rated: { of: "game", usual: false, asks: "", told: "" },
  quiet: { of: "game", usual: false, asks: "quietly", told: "in silence" },
  pace: { of: "seek", usual: "slow", asks: "how fast", told: { slow: "slowly", fast: "fast" } },
  least: { of: "seek", usual: 0, asks: "how many games", told: "{value} games" },
  span: { of: "seek", usual: null, asks: "from and to", told: "" },
} }));

beforeEach(() => localStorage.clear());
afterEach(() => { document.body.textContent = ""; settings.language = "en"; });

test("forms have a control for each that has none of its own", () => {
  expect(controlled("seek").map(([name]) => name)).toEqual(["quiet", "pace", "least"]);
  expect(controlled("game").map(([name]) => name)).toEqual(["quiet"]);
});

test.each([
  [{}, []], [{ quiet: false, pace: "slow", least: 0, span: null }, []], [{ quiet: true, rated: true }, ["In silence"]],
  [{ pace: "fast", least: 7, id: "other" }, ["Fast", "7 games"]],
])("lists tell of %o what is not as usual", (of, told) => { expect(conditionsTold(of)).toEqual(told); });

test("a list shows them beside what departs from the usual rules", () => {
  const list = mount(Conditions, { target: document.body, props: { game: "contra", options: {}, rated: true, conditions: { quiet: true, pace: "fast" } } });
  expect([...document.querySelectorAll("b")].map((one) => one.textContent)).toEqual(["Rated", "In silence", "Fast"]);
  void unmount(list);
});

test.each([["en", "While I wait, others may challenge me to another game"], ["de", "Während ich warte, dürfen andere mich zu einer anderen Partie herausfordern"]])(
  "they are told in the language %s", (language, words) => {
    settings.language = language;
    expect(conditionWords("while I wait, others may challenge me to another game")).toBe(words);
  });

test("a form begins as it was left, and asks for what is not as usual", () => {
  let values = recalled("seek", "seek");
  expect(values).toEqual({ quiet: false, pace: "slow", least: 0 });
  const form = mount(ConditionChoice, { target: document.body, props: { of: "seek", get values() { return values; }, set values(found) { values = found; } } });
  flushSync();
  expect([...document.querySelectorAll("label")].map((one) => one.textContent.trim())).toEqual(["Quietly", "How fast SlowlyFast", "How many games"]);
  document.querySelector<HTMLInputElement>("[type=checkbox]")!.click();
  const select = document.querySelector("select")!;
  select.value = "fast";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
  expect(chosen(values, "seek")).toEqual({ quiet: true, pace: "fast" });
  expect(recalled("seek", "seek")).toEqual({ quiet: true, pace: "fast", least: 0 });
  expect(recalled("game", "challenge")).toEqual({ quiet: false });
  expect(chosen({ least: null, pace: "slow" }, "seek")).toEqual({});
  void unmount(form);
});

test("the bar tells what is waited for", () => {
  seeking.open({ rules: "contra", clocks: [null], ...{ least: 7 } });
  const bar = mount(SeekBar, { target: document.body });
  expect(document.body.textContent).toContain("Contra, No clock, 7 games");
  seeking.withdraw();
  void unmount(bar);
});

test("a challenge asks for those of the game, and shows them", async () => {
  const sent = vi.spyOn(people, "sendChallenge").mockRejectedValue(new Error());
  const form = mount(Challenge, { target: document.body, props: { to: "Anna", name: "Anna", here: true, onclose: () => {} } });
  flushSync();
  const fields = () => [...document.querySelectorAll("label")].map((one) => one.textContent.trim());
  expect(fields()).toContain("Quietly");
  expect(fields()).not.toContain("How many games");
  [...document.querySelectorAll<HTMLInputElement>("label [type=checkbox]")].find((one) => one.closest("label")!.textContent === "Quietly")!.click();
  flushSync();
  expect(document.querySelector(".conditions")!.textContent).toContain("In silence");
  document.querySelector("form")!.requestSubmit();
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  expect(sent.mock.calls[0]![0]).toMatchObject({ quiet: true });
  void unmount(form);
});

test("a challenge to this player tells those of the game", () => {
  const challenge = {
    id: "c", by: { kind: "account", name: "Anna" }, to: { kind: "account", name: "Ben" }, mine: false, rules: "contra",
    options: {}, clock: null, colour: null, rated: false, created: 1, until: 2, state: "open", reason: null, seat: null, quiet: true,
  } as const;
  const entry = mount(ChallengeEntry, { target: document.body, props: { challenge } });
  expect(document.querySelector(".conditions")!.textContent).toContain("In silence");
  void unmount(entry);
});
