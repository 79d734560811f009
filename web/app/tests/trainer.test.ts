// Trainers: what a move is called, what comes after it, and the best scores of two devices made one.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import type { ExactMove, PositionRef } from "../../wire/types";
import first from "../src/game/first.json";
import { best, trained } from "../src/kept/trained.svelte";
import { NEW, Trainer, verdict, type Standing } from "../src/pages/learn/trainer.svelte";

const move = (text: string, result: ExactMove["result"], plies: number | null): ExactMove => ({ text, notation: `${text}!`, result, plies });

/** What each position comes to, by the moves that led there; a position is told by them. */
const TRUTH: Record<string, ExactMove[]> = {
  "p": [move("a", "won", 3), move("b", "won", 7), move("c", "drawn", null), move("d", "lost", 4)],
  "p a": [move("r", "lost", 2)],
  "p a r": [move("win", "won", 1), move("c", "drawn", null)],
  "p b": [move("r", "lost", 6)],
  "p b r": [move("a", "won", 5)],
  "p d": [move("x", "won", 3)],
  "q": [move("h", "drawn", null), move("d", "lost", 2)],
  "q h": [move("s", "drawn", null)],
  "q h s": [move("h", "drawn", null)],
  "q h s h": [move("s", "drawn", null)],
  "q h s h s": [],
};

function look({ position, moves = [] }: PositionRef): Promise<View> {
  const now = [position, ...moves].join(" ");
  const legal = ["a", "b", "c", "d", "h", "r", "s", "x", "win"].map((text) => ({ text, notation: `${text}!`, steps: [{ origin: "a1", target: "b1" }] }));
  return Promise.resolve({ ...first, position: now, legal, outcome: now.endsWith("win") ? { winner: "white", reason: "goal" } : null } as unknown as View);
}

const played = (text: string) => ({ text, notation: `${text}!` });

async function begun(standing: Standing = NEW) {
  const stood: Standing[] = [];
  const trainer = new Trainer("contra", [{ position: "p" }, { position: "q", hold: 2 }], {
    look, truth: ({ position }) => Promise.resolve(TRUTH[position!] ?? []), wait: () => Promise.resolve(), onstand: (now) => stood.push(now),
  });
  await trainer.begin(standing);
  return { trainer, stood };
}

test.each([["a", "kept", 0], ["b", "slower", 2], ["c", "drawn", 0], ["d", "lost", 0]])("the move %s is called %s", (text, word, by) => {
  expect(verdict(TRUTH["p"]!, text)).toEqual({ word, by });
});

describe("a trainer", () => {
  test("answers a move that keeps all, and is done with a win", async () => {
    const { trainer, stood } = await begun();
    expect([trainer.left, trainer.number, trainer.phase]).toEqual([2, 1, "yours"]);
    await trainer.play(played("a"));
    expect([trainer.view!.position, trainer.phase, trainer.left]).toEqual(["p a r", "yours", 1]);
    expect(trainer.said).toEqual({ word: "kept", by: 0, move: "a!", reply: "r!" });
    await trainer.play(played("win"));
    expect([trainer.phase, trainer.number, trainer.standing.kept, trainer.standing.of]).toEqual(["done", 1, 2, 2]);
    expect(stood.at(-1)).toMatchObject({ at: 1, position: null });
  });

  test("shows what answers a move that throws the win away, and takes it back; only first tries count", async () => {
    const { trainer } = await begun();
    await trainer.play(played("d"));
    expect([trainer.phase, trainer.arrows, trainer.said]).toEqual(["thrown", [{ from: "a1", to: "b1" }], { word: "lost", by: 0, move: "d!", reply: "x!" }]);
    await trainer.play(played("a"));
    expect(trainer.view!.position).toBe("p d");
    await trainer.answer();
    expect([trainer.view!.position, trainer.phase, trainer.canTakeBack]).toEqual(["p d x", "answered", true]);
    await trainer.takeBack();
    expect([trainer.view!.position, trainer.phase, trainer.said]).toEqual(["p", "yours", null]);
    await trainer.play(played("a"));
    expect([trainer.standing.kept, trainer.standing.of]).toEqual([0, 1]);
    await trainer.play(played("win"));
    expect([trainer.standing.kept, trainer.standing.of]).toEqual([1, 2]);
  });

  test("goes on after a slower move, which can be taken back", async () => {
    const { trainer } = await begun();
    await trainer.play(played("b"));
    expect([trainer.view!.position, trainer.said!.word, trainer.canTakeBack]).toEqual(["p b r", "slower", true]);
    await trainer.takeBack();
    expect([trainer.view!.position, trainer.standing.kept, trainer.standing.of]).toEqual(["p", 0, 1]);
  });

  test("ends where a draw was held long enough, and all is over with the last position", async () => {
    const { trainer, stood } = await begun({ ...NEW, at: 1, kept: 3, of: 4 });
    await trainer.play(played("h"));
    expect([trainer.phase, trainer.standing.held]).toEqual(["yours", 1]);
    await trainer.play(played("h"));
    expect([trainer.phase, trainer.number]).toEqual(["over", 2]);
    expect(stood.at(-1)).toEqual({ at: 2, position: null, held: 0, kept: 5, of: 6, tried: false });
  });

  test("goes on where somebody stood", async () => {
    const { trainer } = await begun({ ...NEW, position: "p a r", kept: 1, of: 1 });
    expect([trainer.view!.position, trainer.left]).toEqual(["p a r", 1]);
    await trainer.play(played("win"));
    expect(trainer.standing.kept).toBe(2);
  });

  test("stays as it is where nobody answers", async () => {
    const { trainer } = await begun();
    vi.spyOn(trainer.around, "look").mockRejectedValueOnce(new TypeError("nobody is there"));
    await trainer.play(played("a"));
    expect([trainer.view!.position, trainer.phase, trainer.said!.word, trainer.standing.of]).toEqual(["p", "yours", "told", 0]);
    await trainer.play(played("a"));
    expect(trainer.view!.position).toBe("p a r");
  });
});

describe("the best score", () => {
  beforeEach(() => localStorage.clear());

  test("of two devices is the larger share, then that of more moves, whatever comes first", () => {
    const one = { a: { kept: 3, of: 4 }, b: { kept: 20, of: 1 }, c: { kept: 4, of: 4 } }, other = { a: { kept: 6, of: 10 }, b: { kept: 21, of: 1 }, c: { kept: 5, of: 5 }, d: { kept: 0, of: 3 } };
    const both = { a: one.a, b: other.b, c: other.c, d: other.d };
    expect([best(one, other), best(other, one), best(undefined, one), best(one, undefined)]).toEqual([both, both, one, one]);
  });

  test("is told when it is reached, and that of the hardest level stands for a game", () => {
    expect(trained.add("contra", "endings", { kept: 3, of: 4 }, 1)).toBe(true);
    expect(trained.add("contra", "endings", { kept: 2, of: 4 }, 1)).toBe(false);
    expect(trained.add("contra", "endings", { kept: 1, of: 4 }, 3)).toBe(true);
    expect([trained.of("contra", "endings", 1), trained.of("contra", "endings"), trained.of("pur", "endings")])
      .toEqual([{ kept: 3, of: 4 }, { kept: 1, of: 4 }, undefined]);
  });
});
