// Clocks in words, the choice of one, and what is left of it.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { NewClock } from "../../wire/types";
import Clock from "../src/room/Clock.svelte";
import ClockChoice from "../src/choice/ClockChoice.svelte";
import { change } from "../src/browser/settings.svelte";
import { clockFault, clockText, clockWords, DAY, HOUR } from "../src/words/clocks";
import { load } from "../src/words/index.svelte";

const speak = async (language: string): Promise<void> => { await load(language); change({ language }); };
beforeAll(() => speak("en"));
afterEach(async () => { document.body.textContent = ""; vi.restoreAllMocks(); await speak("en"); });

const fischer = (initial: number, increment = 0): NewClock => ({ kind: "fischer", initial, increment });
const delay = (initial: number, increment = 0): NewClock => ({ kind: "delay", initial, increment });
const byDays = (days: number): NewClock => ({ kind: "days", initial: days * DAY });

describe("how time is counted", () => {
  test.each([
    [fischer(180, 2), "3 min + 2 s"], [fischer(15), "15 s"], [fischer(90, 1), "1 min 30 s + 1 s"],
    [fischer(2 * HOUR, 30), "2 h + 30 s"], [delay(300, 3), "5 min + 3 s delay"], [delay(5400, 2.5), "1 h 30 min + 2.5 s delay"],
    [byDays(1), "1 day a move"], [byDays(3), "3 days a move"],
  ])("is told of %o", (clock, words) => { expect(clockWords(clock)).toBe(words); });

  test.each([["de", "3 Tage pro Zug", "5 min + 2,5 s Aufschub"], ["fr", "3 jours par coup", "5 min + 2,5 s de délai"]])(
    "is told in the language %s", async (language, days, delayed) => {
      await speak(language);
      expect(clockWords(byDays(3))).toBe(days);
      expect(clockWords(delay(300, 2.5))).toBe(delayed);
    });
});

test.each([
  [0.42, "0:00.4"], [9.99, "0:09.9"], [59.5, "1:00"], [HOUR, "60:00"], [HOUR + 1, "1 h 1 min"], [5 * HOUR, "5 h"], [DAY, "1 d"],
  [DAY + 1, "1 d 1 h"], [3 * DAY, "3 d"], [3 * DAY - 1, "3 d"], [2.2 * DAY, "2 d 5 h"],
])("what is left of %d seconds", (seconds, text) => { expect(clockText(seconds)).toBe(text); });

test.each([
  [fischer(0), "15 seconds to 24 hours"], [fischer(14.9, 5), "15 seconds to 24 hours"], [fischer(-60), "15 seconds to 24 hours"],
  [fischer(25 * HOUR), "15 seconds to 24 hours"], [fischer(NaN), "15 seconds to 24 hours"], [delay(300, -1), "from 0 to 3600"],
  [delay(300, NaN), "from 0 to 3600"], [fischer(300, 1e9), "from 0 to 3600"], [byDays(0), "1 to 14 whole days"],
  [byDays(1.5), "1 to 14 whole days"], [byDays(15), "1 to 14 whole days"], [byDays(NaN), "1 to 14 whole days"],
  [fischer(15), ""], [delay(DAY, HOUR), ""], [byDays(14), ""],
])("what is wrong with %o", (clock, told) => {
  if (told) expect(clockFault(clock)).toContain(told);
  else expect(clockFault(clock)).toBe("");
});

describe("the choice of a clock", () => {
  function chosen(clock: NewClock | null): { form: HTMLFormElement; clock: () => NewClock | null; set: (label: string, value: string) => void; end: () => void } {
    let now = clock;
    const form = document.body.appendChild(document.createElement("form"));
    const parts = mount(ClockChoice, { target: form, props: { get clock() { return now; }, set clock(value) { now = value; } } });
    flushSync();
    const set = (label: string, value: string): void => {
      const field = [...form.querySelectorAll("label")].find((one) => one.textContent.startsWith(label))!.querySelector("input")!;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      flushSync();
    };
    return { form, clock: () => now, set, end: () => void unmount(parts) };
  }

  test.each([null, fischer(300, 5), byDays(3), fischer(7200, 30), delay(900, 10), byDays(2)])("begins with %o", (clock) => {
    const choice = chosen(clock);
    expect(choice.clock()).toEqual(clock);
    expect(choice.form.checkValidity()).toBe(true);
    choice.end();
  });

  test("lets no form go that has no such clock, and says why", () => {
    const choice = chosen(fischer(900, 7));
    choice.set("For each player", "0");
    expect(choice.form.checkValidity()).toBe(false);
    expect(choice.form.querySelector("[role=alert]")!.textContent).toBe("Each player has 15 seconds to 24 hours.");
    choice.set("For each player", "1.5");
    choice.set("Seconds added", "30");
    expect(choice.form.checkValidity()).toBe(true);
    expect(choice.clock()).toEqual(fischer(90, 30));
    choice.end();
  });
});

describe("a running clock", () => {
  const shown = (left: number, more: object = {}): string => {
    const clock = { kind: "delay", initial: left, increment: 5, left: { white: left, black: left }, running: "white", free: 0, ...more };
    const parts = mount(Clock, { target: document.body, props: { clock, colour: "white", told: performance.now() - 3000 } as never });
    flushSync();
    const text = document.body.querySelector("[role=timer]")!.textContent;
    void unmount(parts);
    return text;
  };

  test("stands as long as time is free", () => {
    expect(shown(60)).toBe("0:57");
    expect(shown(60, { delay: 5 })).toBe("1:00");
  });

  test("does not tick each second while much is left", () => {
    const every = vi.spyOn(globalThis, "setInterval");
    expect(shown(2 * DAY)).toBe("2 d");
    expect(every.mock.calls.at(-1)![1]).toBeGreaterThan(1000);
    shown(60);
    expect(every.mock.calls.at(-1)![1]).toBe(100);
  });
});
