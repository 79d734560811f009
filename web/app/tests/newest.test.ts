// Of questions that overtake each other only the one under way and the newest are asked.
import { expect, test } from "vitest";
import type { View } from "../../board/view/view";
import type { PositionRef } from "../../wire/types";
import { Refusal } from "../src/net/messages";
import type { Mind } from "../src/net/mind";
import { Newest } from "../src/net/newest";
import { Study } from "../src/pages/analysis/study.svelte";

/** Questions that are answered when a test says so. */
function asking() {
  const newest = new Newest(), asked: string[] = [];
  const open = new Map<string, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  const ask = (name: string) => newest.ask(() => {
    asked.push(name);
    return new Promise<string>((resolve, reject) => open.set(name, { resolve, reject }));
  });
  return { ask, asked, open };
}

const settle = () => new Promise((done) => setTimeout(done));

test("the first is asked at once, and of the others the newest, when the first is answered", async () => {
  const { ask, asked, open } = asking();
  const answers = ["a", "b", "c", "d"].map(ask);
  expect(asked).toEqual(["a"]);
  open.get("a")!.resolve("A");
  await settle();
  expect(asked).toEqual(["a", "d"]);
  open.get("d")!.resolve("D");
  expect(await Promise.all(answers)).toEqual(["A", null, null, "D"]);
});

test("one that comes while the newest is under way waits for it", async () => {
  const { ask, asked, open } = asking();
  void ask("a");
  void ask("b");
  open.get("a")!.resolve("A");
  await settle();
  void ask("c");
  expect(asked).toEqual(["a", "b"]);
  open.get("b")!.resolve("B");
  await settle();
  expect(asked).toEqual(["a", "b", "c"]);
});

test("a question that fails lets the next one through, and fails for whoever asked it alone", async () => {
  const { ask, asked, open } = asking();
  const first = ask("a"), second = ask("b");
  open.get("a")!.reject(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await settle();
  expect(asked).toEqual(["a", "b"]);
  open.get("b")!.resolve("B");
  expect(await second).toBe("B");
});

test("after all was answered the next is asked at once", async () => {
  const { ask, asked, open } = asking();
  const first = ask("a");
  open.get("a")!.resolve("A");
  await first;
  void ask("b");
  expect(asked).toEqual(["a", "b"]);
});

test("forty steps back through a study ask for two positions, and show the last", async () => {
  const asked: number[] = [], waiting: (() => void)[] = [];
  let slow = false;
  const mind = {
    look: (of: PositionRef) => new Promise<View>((view) => {
      const ply = of.moves?.length ?? 0;
      asked.push(ply);
      const answer = () => view({ ply, turn: "white", outcome: null } as View);
      if (slow) waiting.push(answer); else answer();
    }),
    analyse: () => ({ stop: () => {} }),
  };
  const study = new Study(mind, async () => []);
  await study.open({ game: "contra" });
  const moves = Array.from({ length: 50 }, (_, ply) => `m${ply}`);
  await study.enterLine(moves, moves);
  asked.length = 0;
  slow = true;
  for (let step = 0; step < 40; step++) study.step(-1);
  expect(asked).toEqual([49]);
  waiting.shift()!();
  await settle();
  expect(asked).toEqual([49, 10]);
  waiting.shift()!();
  await settle();
  expect([study.here.ply, study.view?.ply]).toEqual([10, 10]);
});

test("what was refused is told until something else is done", async () => {
  const refuses = { ended: (_: Refusal) => {} };
  const mind = {
    look: (of: PositionRef) => Promise.resolve({ ply: of.moves?.length ?? 0, turn: "white", outcome: null } as View),
    analyse: (...[,,, , ended]: Parameters<Mind["analyse"]>) => { refuses.ended = ended!; return { stop: () => {} }; },
  };
  const study = new Study(mind, async () => []);
  await study.open({ game: "contra" });
  await study.enterLine(["a"], ["a"]);
  for (const next of [() => study.think(), () => study.step(-1)]) {
    study.think();
    refuses.ended(new Refusal("busy", "All engines are busy."));
    expect(study.wrong).toBe("All engines are busy.");
    next();
    expect(study.wrong).toBe("");
  }
});

test("what is known is shown at once, also while another position is asked for", async () => {
  const asked: number[] = [];
  const mind = {
    look: (of: PositionRef) => new Promise<View>((view) => {
      const ply = of.moves?.length ?? 0;
      asked.push(ply);
      if (ply < 2) view({ ply, turn: "white", outcome: null } as View);
    }),
    analyse: () => ({ stop: () => {} }),
  };
  const study = new Study(mind, async () => []);
  await study.open({ game: "contra" });
  await study.enterLine(["a"], ["a"]);
  void study.enterLine(["b", "c"], ["b", "c"], study.root.children[0]!);
  study.step(-1);
  await study.show(study.root);
  expect([study.view?.ply, asked]).toEqual([0, [0, 1, 3]]);
});
