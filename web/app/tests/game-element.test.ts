// The element `eckstein-game` on a page of somebody else, with a worker that answers as we want.
import { afterEach, expect, test, vi } from "vitest";
import first from "../src/game/first.json";
import { Refusal } from "../src/net/messages";
import type { PositionRef } from "../../wire/types";
import type { EcksteinBoard } from "../../board/index";

const asked: PositionRef[] = [];
const template = { text: "{square} is not empty", facts: { square: "d1" } };

vi.mock("../../game/house", () => ({
  homeAt: () => ({
    house: { ask: async () => new Response(JSON.stringify({ game: "one", seats: { white: "one.w" } })) },
    line: {
      follow: (_: string, { hear }: { hear: (message: unknown) => void }) => {
        hear({ seq: 1, view: first });
        return () => {};
      },
      look: async (of: PositionRef) => {
        asked.push(of);
        throw new Refusal("illegal", "d1 is not empty", "illegal", template);
      },
    },
    loading: new Set(),
  }),
}));
await import("../../game/index");

afterEach(() => { document.body.innerHTML = ""; });

test.each([
  ["en", "d1 is not empty."],
  ["de", "d1 ist nicht leer."],
  ["fr", "d1 n’est pas vide."],
])("says in the language %s of the page why a square cannot be reached", async (language, told) => {
  document.body.innerHTML = `<div lang="${language}"><eckstein-game level="0"></eckstein-game></div>`;
  const game = document.querySelector("eckstein-game") as HTMLElement & { begin: () => Promise<void> };
  await game.begin();
  const board = game.shadowRoot!.querySelector<EcksteinBoard>("eckstein-board")!;
  const explain = vi.spyOn(board, "explain");
  board.dispatchEvent(new CustomEvent("refused", { detail: { origin: "c1", square: "d1" } }));
  await vi.waitFor(() => expect(explain).toHaveBeenCalledWith("c1", "d1", told));
  expect(asked.at(-1)).toMatchObject({ game: "contra", position: first.position, moves: ["c1d1"] });
});

async function begun(attributes: string): Promise<ShadowRoot> {
  document.body.innerHTML = `<div lang="de"><eckstein-game level="0" ${attributes}></eckstein-game></div>`;
  const game = document.querySelector("eckstein-game") as HTMLElement & { begin: () => Promise<void> };
  await game.begin();
  return game.shadowRoot!;
}

test("tells how the game stands, and marks the squares of a badge that is pointed at", async () => {
  const inside = await begun("");
  expect([...inside.querySelectorAll(".standing ul")].map((list) => list.textContent)).toEqual([
    "Weiß7 Würfelnoch 6× kippen", "Schwarz7 Würfelnoch 6× kippen"]);
  const board = inside.querySelector<EcksteinBoard>("eckstein-board")!;
  const badge = inside.querySelector<HTMLButtonElement>(".standing button")!;
  badge.dispatchEvent(new PointerEvent("pointerenter"));
  expect(board.marks.map(({ square }) => square)).toEqual(first.standing.find(({ squares }) => squares.length)!.squares);
  badge.dispatchEvent(new PointerEvent("pointerleave"));
  expect(board.marks).toEqual([]);
});

test("a page can do without these badges", async () => {
  expect((await begun('standing="off"')).querySelectorAll(".standing li")).toHaveLength(0);
});
