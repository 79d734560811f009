// Answers that come late: what somebody has done meanwhile stays.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import first from "../src/game/first.json";
import { Refusal } from "../src/net/messages";
import { change } from "../src/browser/settings.svelte";
import { go, place } from "../src/browser/route.svelte";
import { begin } from "../src/game/desk.svelte";
import type { OnlineGame } from "../src/game/online-game.svelte";
import { mind, placeTo } from "../src/places/places.svelte";
import { Study } from "../src/pages/analysis/study.svelte";
import MoveField from "../src/room/MoveField.svelte";
import Replies from "../src/pages/play/Replies.svelte";
import SetUp from "../src/pages/analysis/SetUp.svelte";
import Learn from "../src/pages/learn/Learn.svelte";
import Puzzle from "../src/pages/puzzles/Puzzle.svelte";

const view = first as unknown as View;
let shown: ReturnType<typeof mount> | null = null;

/** What was asked, to be answered by the test; its number is that of the question. */
let answers: { answer: (found: never) => void; refuse: (error: Error) => void }[] = [];
const late = () => new Promise<never>((answer, refuse) => { answers.push({ answer: answer as never, refuse }); });

function show<P extends Record<string, any>>(component: Component<P, any, any>, props: P): HTMLElement {
  shown = mount(component, { target: document.body, props });
  flushSync();
  return document.body;
}

/** Answer a question, and let come of it what does. */
async function answer(number: number, found: unknown): Promise<void> {
  if (found instanceof Error) answers[number]!.refuse(found);
  else answers[number]!.answer(found as never);
  await settled();
}

async function settled(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise((done) => setTimeout(done));
  flushSync();
}

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

const after = (text: string) => ({ ...view, ply: 1, turn: "black", last: { ...view.legal![0]!, text } });

beforeEach(() => {
  change({ language: "en" });
  answers = [];
  vi.spyOn(mind, "look").mockImplementation(late);
  vi.spyOn(mind, "ask").mockImplementation(late);
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test.each([
  ["is changed meanwhile", "d1-d2?", "d1-d3?"],
  ["stays", "d1-d2?", "d1-d2?"],
])("a move that is typed in another way and %s", async (_, typed, then) => {
  const onmove = vi.fn();
  const field = show(MoveField, { view, onmove }).querySelector("input")!;
  type(field, typed);
  field.form!.requestSubmit();
  type(field, then);
  await answer(0, after("d1d2"));
  expect(onmove).toHaveBeenCalledTimes(typed === then ? 1 : 0);
});

test("what was wrong with a move that was typed is not told of another", async () => {
  const field = show(MoveField, { view, onmove: () => {} }).querySelector("input")!;
  type(field, "d1-d9");
  field.form!.requestSubmit();
  type(field, "d1");
  await answer(0, new Refusal("bad", "there is no d9"));
  expect(document.querySelector("[role=alert]")!.textContent).toBe("");
});

function setUp() {
  const [onlay, onuse] = [vi.fn(), vi.fn()];
  show(SetUp, { game: "contra", options: {}, view, placed: null, onlay, onuse, oncancel: () => {}, onpoint: () => {} });
  return { onlay, onuse, text: document.querySelector("textarea")! };
}

test("a position that is typed is not written over by what lay on the board before", async () => {
  const { text } = setUp();
  document.querySelectorAll<HTMLInputElement>("[type=radio]")[1]!.click();
  flushSync();
  type(text, "another");
  await answer(0, Response.json({ position: "from the board", problems: [], templates: [] }));
  expect(text.value).toBe("another");
});

test("a text that is changed while it is looked at is not used", async () => {
  const { text, onuse } = setUp();
  type(text, "one");
  text.form!.requestSubmit();
  type(text, "two");
  await answer(1, view);
  expect(onuse).not.toHaveBeenCalled();
  text.form!.requestSubmit();
  await answer(3, view);
  expect(onuse).toHaveBeenCalledExactlyOnceWith("two");
});

test("an empty board stays, though the usual start was asked for before", async () => {
  const { onlay } = setUp();
  const [empty, usual] = [...document.querySelectorAll<HTMLButtonElement>("button[type=button]")];
  usual!.click();
  empty!.click();
  await answer(0, view);
  expect(onlay).toHaveBeenCalledExactlyOnceWith({});
});

test("a line of replies that was left does not come back", async () => {
  const online = { rules: "contra", options: {}, start: "", moves: [], prepared: [], view, yours: ["black"], turn: "white" };
  const entered = { now: null as unknown };
  show(Replies, { online: online as unknown as OnlineGame, get entered() { return entered.now as never; }, set entered(now) { entered.now = now; } });
  document.querySelector("button")!.click();
  await answer(0, view);
  (entered.now as { play: (text: string, notation: string) => void }).play("d1d2", "d1-d2");
  void unmount(shown!);
  shown = null;
  await answer(1, after("d1d2"));
  expect(entered.now).toBeNull();
});

test("an answer to a task of a lesson that was left does not count when it comes", async () => {
  show(Learn, { game: "contra" });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await answer(0, view);
  const field = document.querySelector<HTMLInputElement>("[data-type-move]")!;
  type(field, "d1d2");
  field.form!.requestSubmit();
  const tasks = document.querySelectorAll<HTMLButtonElement>("ol button");
  tasks[1]!.click();
  tasks[0]!.click();
  await answer(1, after("d1d2"));
  expect(document.querySelector<HTMLElement>(".told")!.hidden).toBe(true);
});

test("who leaves the puzzles before they are there keeps the address where he is", async () => {
  show(Puzzle, { game: "contra", id: null });
  void unmount(shown!);
  shown = null;
  go("/about");
  await answer(0, Response.json({ puzzles: [{ id: "p1", position: "", options: {}, task: "win", plies: 1, themes: [], grade: 1, solution: { text: "d1d2", next: [] } }] }));
  expect(location.pathname).toBe("/about");
});

test("who goes elsewhere while a game is made stays there", async () => {
  vi.spyOn(placeTo(false), "ask").mockImplementation(late);
  go("/");
  const made = begin({ wanted: { rules: "contra" }, mine: ["white"], against: "link" });
  go("/about");
  await answer(0, Response.json({ game: "g", seats: { white: "w", black: "b" } }));
  expect([await made, place.at?.page]).toEqual([null, "about"]);
});

test("who steps on while a study opens keeps the study", async () => {
  const study = new Study({ look: late, analyse: () => ({ stop: () => {} }) }, async () => []);
  const opening = study.open({ game: "contra", tree: [["d1d2", "d1-d2", []]] });
  const there = study.line.at(-1)!;
  void study.show(there);
  await answer(0, view);
  expect([study.view, study.here]).toEqual([null, there]);
  await answer(1, view);
  expect(await opening).toBe(true);
});

test("a study whose beginning is no position cannot be shown", async () => {
  const study = new Study({ look: late, analyse: () => ({ stop: () => {} }) }, async () => []);
  const opening = study.open({ game: "contra", position: "no" });
  await answer(0, new Refusal("bad", "no such position"));
  await answer(1, new Refusal("bad", "no such position"));
  await settled();
  for (const { refuse } of answers.slice(2)) refuse(new Refusal("bad", "no such position"));
  expect([await opening, study.wrong]).toEqual([false, "No such position."]);
});
