// Everything that a browser keeps, as one file.
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CHANNEL } from "../../worker/database";
import { newBundle, readBundle } from "../src/kept/bundle";
import { isBundle } from "../src/kept/restoring";
import { forgetGame, gamesHere, putGames } from "../src/kept/worker-games";

const bundle = newBundle({ known: [], analyses: [], settings: {}, learned: [], stored: { games: [], events: [] } });

/** A database as the worker makes it, with a game of so many events. */
async function housed(id: string, events: number): Promise<void> {
  const database = await openDB("eckstein", 1, { upgrade: (fresh) => {
    fresh.createObjectStore("events", { keyPath: ["game", "seq"] });
    fresh.createObjectStore("games", { keyPath: "id" });
    fresh.createObjectStore("settings");
  } });
  await database.put("games", { id, over: false });
  for (let seq = 1; seq <= events; seq++) await database.put("events", { game: id, seq, text: `${id} ${seq}` });
  database.close();
}

beforeEach(() => { vi.stubGlobal("indexedDB", new IDBFactory()); });

describe("a file", () => {
  test("is read as it was written", () => expect(readBundle(JSON.stringify(bundle))).toEqual(bundle));

  test.each([
    ["no JSON", "1. d1d2"], ["nothing", "null"], ["something else", '{"rules":"pur"}'],
    ["a part of one", JSON.stringify({ ...bundle, known: undefined })],
    ["one without games", JSON.stringify({ ...bundle, stored: {} })],
    ["one of a later version", JSON.stringify({ ...bundle, format: 2 })],
  ])("that is %s is none of ours", (_, text) => expect(readBundle(text)).toBeNull());
});

test.each([
  [true, JSON.stringify(bundle)], [true, JSON.stringify(bundle, null, 2)], [true, `\n { "eckstein" : "kept"`], [false, `[Event "{"eckstein":"kept"}"]`],
  [false, '{"eckstein":"other"}'], [false, '{"format":1,"eckstein":"kept"}'], [false, ""],
])("it is %s that a file is one that begins with %j", (wanted, text) => expect(isBundle(text)).toBe(wanted));

describe("games of the worker", () => {
  test("are none where it has no database, and none is made by looking", async () => {
    expect(await gamesHere()).toEqual({ games: [], events: [] });
    expect(await indexedDB.databases()).toEqual([]);
  });

  test("come over to another browser", async () => {
    await housed("abc", 2);
    const stored = await gamesHere();
    vi.stubGlobal("indexedDB", new IDBFactory());
    await housed("own", 1);
    await putGames(stored);
    const now = await gamesHere();
    expect(now.games.map(({ id }) => id)).toEqual(["abc", "own"]);
    expect(now.events.map(({ game, seq }) => `${game} ${seq}`)).toEqual(["abc 1", "abc 2", "own 1"]);
  });

  test("that are there already stay as they are", async () => {
    await housed("abc", 3);
    const longer = await gamesHere();
    vi.stubGlobal("indexedDB", new IDBFactory());
    await housed("abc", 1);
    await putGames(longer);
    expect((await gamesHere()).events).toHaveLength(1);
  });

  test("that are forgotten are deleted with all that happened in them, and all tabs hear of it", async () => {
    await housed("abc", 3);
    await putGames({ games: [{ id: "abd" }], events: [{ game: "abd", seq: 1 }] });
    const channel = new BroadcastChannel(CHANNEL);
    const heard = new Promise((resolve) => { channel.onmessage = ({ data }) => resolve(data); });
    await forgetGame("abc");
    const { games, events } = await gamesHere();
    expect([games.map(({ id }) => id), events.map(({ game }) => game)]).toEqual([["abd"], ["abd"]]);
    expect(await heard).toEqual(["abc"]);
    channel.close();
  });
});
