// An analysis of a whole game: who is to blame for a forced loss.
import { beforeEach, describe, expect, test } from "vitest";
import type { View } from "../../board/view";
import first from "../src/first.json";
import { Connection } from "../src/net/connection";
import type { PositionRef } from "../../wire/types";
import { Outbox } from "../src/net/outbox";
import { Study } from "../src/state/study.svelte";
import { markOf } from "../src/state/value";
import { FakeSocket } from "./socket";

const start = first as unknown as View;

type Told = { score?: number; mate?: number; best: string };

/** A server that tells the value of positions by the moves that led there, and a record of what it was asked. */
class Oracle extends FakeSocket {
  static values: Record<string, Told> = {};
  static asked: string[] = [];

  override send(text: string): void {
    super.send(text);
    const { t, id, of } = JSON.parse(text) as { t: string; id: number; of: PositionRef };
    if (!of) return;
    const way = (of.moves ?? []).join(" ");
    queueMicrotask(() => {
      if (t === "look") {
        const last = { text: of.moves?.at(-1), notation: of.moves?.at(-1) };
        this.hear({ t: "look", id, view: { ...start, ply: of.moves?.length ?? 0, last, position: way, turn: Oracle.turn(of.moves ?? []) } });
      } else if (t === "analyse") {
        Oracle.asked.push(way);
        const { score = null, mate = null, best } = Oracle.values[way]!;
        this.hear({ t: "info", id, depth: 1, nodes: 1, nps: 1, seconds: 0, lines: [{ score, mate, moves: [best], notation: [best] }] });
        this.hear({ t: "analysed", id });
      }
    });
  }

  static first: "white" | "black" = "white";

  static turn(moves: string[]): "white" | "black" {
    return (Oracle.first === "white") === (moves.length % 2 === 0) ? "white" : "black";
  }
}

async function judged(values: Record<string, Told>): Promise<Study> {
  [Oracle.values, Oracle.asked] = [values, []];
  const connection = new Connection({ far: true, socket: () => new Oracle("ws://here") }, new Outbox());
  connection.connect();
  FakeSocket.last.open();
  const study = new Study(connection);
  await study.open({ game: "contra", tree: [["d1d2", "d1-d2", []]] });
  await study.whole();
  return study;
}

beforeEach(() => { localStorage.clear(); });

describe.each([["white", 1], ["black", -1]] as const)("a move of %s that loses by force", (mover, sign) => {
  beforeEach(() => { Oracle.first = mover; });
  const marks = (study: Study) => study.mainline.slice(1).map((node) => markOf(node, study.startsBlack));

  test("is a blunder where another did not", async () => {
    const study = await judged({ "": { score: -300 * sign, best: "e1e2" }, d1d2: { mate: -3 * sign, best: "d7d6" }, e1e2: { score: -310 * sign, best: "d7d6" } });
    expect(Oracle.asked).toEqual(["", "d1d2", "e1e2"]);
    expect(marks(study)).toEqual(["blunder"]);
    expect(study.root.value).toEqual({ score: -300 * sign, mate: null });
  });

  test("is none where the engine's own move loses too", async () => {
    const study = await judged({ "": { score: -300 * sign, best: "e1e2" }, d1d2: { mate: -3 * sign, best: "d7d6" }, e1e2: { mate: -4 * sign, best: "d7d6" } });
    expect(marks(study)).toEqual([null]);
    expect(study.root.value).toEqual({ score: null, mate: -4 * sign });
  });

  test("is none where it is the engine's own", async () => {
    const study = await judged({ "": { score: -300 * sign, best: "d1d2" }, d1d2: { mate: -3 * sign, best: "d7d6" } });
    expect(Oracle.asked).toEqual(["", "d1d2"]);
    expect(marks(study)).toEqual([null]);
  });

  test("is none where the game was lost already", async () => {
    const study = await judged({ "": { mate: -5 * sign, best: "e1e2" }, d1d2: { mate: -1 * sign, best: "d7d6" } });
    expect(Oracle.asked).toEqual(["", "d1d2"]);
    expect(marks(study)).toEqual([null]);
  });
});

test("a win that is missed is marked without another look", async () => {
  Oracle.first = "white";
  const study = await judged({ "": { mate: 1, best: "e1e2" }, d1d2: { score: 279, best: "d7d6" } });
  expect(Oracle.asked).toEqual(["", "d1d2"]);
  expect(markOf(study.mainline[1]!, study.startsBlack)).toBe("blunder");
});
