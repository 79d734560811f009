// A move in advance: asked about while the opponent thinks, and made or dropped at one's turn.
import { beforeEach, expect, test, vi } from "vitest";

import type { View } from "../../board/view/view";
import { given, moveOf } from "../../board/tests/fixtures";
import { Refusal } from "../src/net/messages";
import { Premove } from "../src/pages/play/premove.svelte";
import { settings } from "../src/browser/settings.svelte";
import type { OnlineGame } from "../src/game/online-game.svelte";
import { toasts } from "../src/places/toasts.svelte";

const asked = vi.hoisted(() => ({ premoves: vi.fn() }));
vi.mock("../src/pages/play/requests", () => ({ premovesIn: asked.premoves }));
vi.mock("../src/places/places.svelte", () => ({ mind: {} }));

const mine = given("battle");
const theirs: View = { ...mine, turn: "black", legal: [], position: "theirs", ply: mine.ply - 1 };
const decided = moveOf(mine, "c2c3");

let made: string[];
let refuses: Refusal | null;

function online(view: View, more: Partial<OnlineGame> = {}): OnlineGame {
  return { yours: ["white"], running: true, rules: "contra", options: {}, start: "", moves: [], view,
    move: async (text: string, complain: (refusal: Refusal) => void) => { made.push(text); if (refuses) complain(refuses); },
    ...more } as unknown as OnlineGame;
}

beforeEach(() => {
  made = [];
  refuses = null;
  settings.premoves = true;
  toasts.shown = [];
  asked.premoves.mockReset().mockResolvedValue([decided]);
});

/** A game in which something was decided while the opponent thinks. */
async function waiting(): Promise<[Premove, OnlineGame]> {
  const [premove, game] = [new Premove(), online(theirs)];
  await premove.follow(game, theirs);
  premove.text = "c2c3";
  return [premove, game];
}

test("what can be decided is asked while the opponent thinks, once a position", async () => {
  const [premove, game] = await waiting();
  expect(premove.ahead).toMatchObject({ turn: "white", legal: [decided], position: "theirs" });
  await premove.follow(game, { ...theirs });
  expect(asked.premoves).toHaveBeenCalledOnce();
  expect(premove.text).toBe("c2c3");
});

test("it is made at once when the turn comes", async () => {
  const [premove, game] = await waiting();
  await premove.follow(game, mine);
  expect([made, premove.text, premove.ahead]).toEqual([["c2c3"], null, null]);
});

test("one that the server refuses is dropped with its reason", async () => {
  const [premove, game] = await waiting();
  refuses = new Refusal("illegal", "the square is taken");
  await premove.follow(game, mine);
  expect(toasts.shown.map(({ text }) => text)).toEqual(["c2-c3xc4 is dropped: The square is taken."]);
});

test("one that would lose at once is not made", async () => {
  const [premove, game] = await waiting();
  await premove.follow(game, { ...mine, legal: [{ ...decided, winner: "black" }] });
  expect([made, toasts.shown.length]).toEqual([[], 1]);
});

test("after moves were taken back it is forgotten", async () => {
  const [premove, game] = await waiting();
  await premove.follow(game, { ...mine, ply: theirs.ply - 1 });
  expect([made, premove.text]).toEqual([[], null]);
});

test("nothing is asked where that is switched off, and what was decided is forgotten", async () => {
  const [premove, game] = await waiting();
  settings.premoves = false;
  await premove.follow(game, theirs);
  await premove.follow(game, mine);
  expect([made, premove.ahead]).toEqual([[], null]);
});

test("whoever plays both sides, or only looks on, decides nothing", async () => {
  for (const yours of [["white", "black"], []] as OnlineGame["yours"][]) {
    const premove = new Premove();
    await premove.follow(online(theirs, { yours }), theirs);
    expect(premove.ahead).toBeNull();
  }
});
