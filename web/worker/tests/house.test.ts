// @vitest-environment node
// The server in a worker answers what the server on a machine answers.
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import type { PyodideAPI } from "pyodide";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Created, View } from "../../wire/types";
import { newPython, Visit } from "./setup";

globalThis.IDBKeyRange = IDBKeyRange;
const HUMAN = { kind: "human" }, COMPUTER = { kind: "computer", level: 1 };
let python: PyodideAPI;
let visit: Visit;

beforeAll(async () => {
  python = await newPython();
}, 60_000);

beforeEach(async () => {
  visit = await Visit.begin(python, new IDBFactory());
}, 60_000);

async function created(black: object = HUMAN): Promise<Created> {
  const answer = await visit.ask("POST", "/api/v1/games",
    { rules: "contra", white: HUMAN, black });
  expect(answer.status, answer.text).toBe(201);
  return answer.json();
}

async function joined(game: Created): Promise<void> {
  await visit.open(1);
  visit.say(1, { t: "join", game: game.game, seats: Object.values(game.seats) });
  await visit.told(1, { t: "game" });
}

function move(game: Created, colour: "white" | "black", seq: number, text: string): void {
  visit.say(1, { t: "do", game: game.game, id: `${seq}`, seat: game.seats[colour], seq,
    what: "move", move: text });
}

test("a position is shown", async () => {
  const answer = await visit.ask("POST", "/api/v1/look", { game: "contra" });
  expect(answer.status).toBe(200);
  const view: View = answer.json();
  expect([view.game, view.legal?.length]).toEqual(["contra", 7]);
});

test("the games and levels are told", async () => {
  const answer = await visit.ask("GET", "/api/v1/games-known");
  expect(Object.keys(answer.json().games).sort()).toEqual(["contra", "duell", "echek", "ecke", "pur"]);
  expect(answer.json().levels.length).toBe(10);
});

test("a text is read, and a record written", async () => {
  const read = await visit.ask("POST", "/api/v1/read", { text: "1. d1d2 d7d6", game: "contra" });
  expect(read.status, read.text).toBe(200);
  const [{ nodes, tags, start, options }] = read.json().games;
  expect(nodes.map((node: { notation: string }) => node.notation)).toEqual(["", "d1-d2", "d7-d6"]);
  const written = await visit.ask("POST", "/api/v1/write",
    { game: "contra", position: start, options, tags, nodes });
  expect(written.status, written.text).toBe(200);
  expect(written.json().text).toContain("1. d1-d2 d7-d6");
});

test("a picture is drawn", async () => {
  const answer = await visit.ask("GET", "/api/v1/picture.svg?game=contra&moves=d1d2%20d7d6");
  expect(answer.headers["content-type"]).toContain("image/svg+xml");
  expect(answer.text).toMatch(/^<svg /);
});

test("what needs packages that are not there is refused", async () => {
  const answer = await visit.ask("GET", "/api/v1/picture.png?game=contra");
  expect(answer.status).toBe(501);
});

test("moves are made, taken back, and told", async () => {
  const game = await created();
  await joined(game);
  move(game, "white", 1, "d1d2");
  expect((await visit.told(1, { t: "done", id: "1" })).seq).toBe(2);
  expect((await visit.told(1, { t: "event", kind: "move" })).seq).toBe(2);
  visit.say(1, { t: "do", game: game.game, id: "back", seat: game.seats["white"], seq: 2,
    what: "ask-takeback" });
  expect((await visit.told(1, { t: "done", id: "back" })).seq).toBe(3);
  await visit.close(1);
});

test("a move against the rules is refused with a sentence", async () => {
  const game = await created();
  await joined(game);
  move(game, "white", 1, "d1d5");
  expect((await visit.told(1, { t: "refused", id: "1" })).code).toBe("illegal");
});

test("a computer answers a move", async () => {
  const game = await created(COMPUTER);
  await joined(game);
  move(game, "white", 1, "d1d2");
  expect((await visit.told(1, { t: "event", seq: 3 })).kind).toBe("move");
});

test("a position is analysed", async () => {
  await visit.open(1);
  visit.say(1, { t: "analyse", id: 1, of: { game: "contra" }, lines: 1, seconds: 1 });
  expect((await visit.told(1, { t: "info", id: 1 })).lines.length).toBe(1);
  await visit.told(1, { t: "analysed", id: 1 });
});

test("a page keeps its guest's name", async () => {
  const factory = new IDBFactory();
  const names = [];
  for (const _ of "12") {
    visit = await Visit.begin(python, factory);
    const game = await created();
    names.push((await visit.ask("GET", `/api/v1/games/${game.game}`)).json().players.white.name);
  }
  expect(names[0]).toMatch(/^Guest \d+$/);
  expect(names[1]).toBe(names[0]);
});

test("two tabs play in the same game", async () => {
  const factory = new IDBFactory();
  visit = await Visit.begin(python, factory);
  const game = await created(), other = await Visit.begin(python, factory);
  await other.open(2);
  other.say(2, { t: "join", game: game.game, seats: [] });
  await other.told(2, { t: "game" });
  await joined(game);
  move(game, "white", 1, "d1d2");
  await visit.told(1, { t: "done" });
  expect((await other.told(2, { t: "event", seq: 2 })).kind).toBe("move");
});

test("without a database a game is played, and a sentence says that it is not kept", async () => {
  visit = await Visit.begin(python, undefined);
  expect((await visit.heard("kept", () => true)).why).toBe("this browser keeps nothing for pages");
  const game = await created();
  await joined(game);
  move(game, "white", 1, "d1d2");
  expect((await visit.told(1, { t: "done" })).seq).toBe(2);
  expect((await visit.ask("GET", "/api/v1/health")).json().wrong).toBe("write");
});

// A worker dies after each of its messages in turn; what it has acknowledged is there afterwards.
test.each(Array.from({ length: 14 }, (_, index) => index + 1))(
  "after a death at message %i no acknowledged move is lost", async (last) => {
    const factory = new IDBFactory();
    let acknowledged = 1;
    visit = await Visit.begin(python, factory);
    const game = await created();
    visit.dieAfter(last);
    const playing = (async () => {
      await joined(game);
      for (const [index, text] of ["d1d2", "d7d6", "d2d3", "d6d5"].entries()) {
        move(game, index % 2 ? "black" : "white", index + 1, text);
        acknowledged = (await visit.told(1, { t: "done", id: `${index + 1}` })).seq;
      }
    })();
    await Promise.race([playing, visit.death]);
    visit = await Visit.begin(python, factory);
    const found = (await visit.ask("GET", `/api/v1/games/${game.game}`)).json();
    expect(found.seq).toBeGreaterThanOrEqual(acknowledged);
    expect(found.moves.length).toBe(found.seq - 1);
  });
