// @vitest-environment node
// What the database takes, what it refuses, and what it says when it cannot.
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test, vi } from "vitest";
import { Database, NAME } from "../database";

globalThis.IDBKeyRange = IDBKeyRange;

function batch(more: object): string {
  return JSON.stringify({ events: [], games: [], over: [], settings: [], notes: [], ...more });
}

function event(game: string, seq: number, command = `${seq}`) {
  return { game, seq, actor: "white", command, text: `{"seq":${seq}}` };
}

/** A database in which the games a and b have begun. */
async function opened(factory = new IDBFactory()): Promise<Database> {
  const database = await Database.open(factory);
  await database.write(batch({ games: ["a", "b"].map((id) => ({ id, over: false, tended: true })) }));
  return database;
}

test("events come back in their order, and those of other games do not", async () => {
  const database = await opened();
  for (const seq of [2, 1, 10]) await database.write(batch({ events: [event("a", seq)] }));
  await database.write(batch({ events: [event("b", 3)] }));
  const rows: { seq: number }[] = JSON.parse(await database.events("a"));
  expect(rows.map((row) => row.seq)).toEqual([1, 2, 10]);
});

test.each([
  ["an event of the same number", event("a", 1, "other")],
  ["an event of the same command", event("a", 2, "1")],
])("%s is a conflict, and nothing of its batch is written", async (_, second) => {
  const database = await opened();
  await database.write(batch({ events: [event("a", 1)] }));
  expect(await database.write(batch({ events: [second], settings: [["x", "1"]] })))
    .toBe("conflict");
  expect(JSON.parse(await database.events("a")).length).toBe(1);
  expect(await database.settings()).toBe("{}");
});

test("an event of a game that is gone is a conflict, and nothing of its batch is written", async () => {
  const database = await opened();
  expect(await database.write(batch({ events: [event("a", 1), event("gone", 2)] }))).toBe("conflict");
  expect([await database.events("a"), await database.events("gone")]).toEqual(["[]", "[]"]);
});

test("a game's first event comes with the game", async () => {
  const database = await opened();
  expect(await database.write(batch({ events: [event("c", 1)],
    games: [{ id: "c", over: false, tended: false }] }))).toBe("");
});

test("a game that ends is over", async () => {
  const database = await Database.open(new IDBFactory());
  await database.write(batch({ games: [{ id: "a", over: false, tended: true }] }));
  await database.write(batch({ over: ["a"] }));
  expect(JSON.parse(await database.games())).toEqual([{ id: "a", over: true, tended: true }]);
});

test("a setting is replaced, and a note is not", async () => {
  const database = await opened();
  for (const value of ["1", "2"]) await database.write(batch({ settings: [["x", value]] }));
  expect(await database.write(batch({ notes: [["n", "1"]] }))).toBe("");
  expect(await database.write(batch({ notes: [["n", "2"]] }))).toBe("conflict");
  expect(JSON.parse(await database.settings())).toEqual({ n: "1", x: "2" });
});

test.each([[{ events: [event("a", 1)] }, "strict"], [{ settings: [["x", "1"]] }, "relaxed"]])(
  "an event waits for the disk, and a setting does not", async (more, durability) => {
    const factory = new IDBFactory(), database = await opened(factory);
    const begun = vi.spyOn(Object.getPrototypeOf(await handle(factory)), "transaction");
    await database.write(batch(more));
    expect(begun.mock.calls[0]?.[2]).toEqual({ durability });
    begun.mockRestore();
  });

function handle(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = factory.open(NAME);
    request.onsuccess = () => resolve(request.result);
  });
}

test("where there is no database, a sentence says so", async () => {
  const database = await Database.open(undefined);
  expect(await database.write(batch({}))).toBe("this browser keeps nothing for pages");
  expect([await database.events("a"), await database.settings()]).toEqual(["[]", "{}"]);
});

test("a database that may not be opened says why", async () => {
  const open = () => { throw new DOMException("not in this window", "SecurityError"); };
  const database = await Database.open({ open } as unknown as IDBFactory);
  expect(await database.write(batch({})))
    .toBe("the browser's database cannot be used (not in this window)");
});

test("a database of a newer version says what to do", async () => {
  const factory = new IDBFactory();
  await new Promise((resolve) => { factory.open(NAME, 99).onsuccess = resolve; });
  expect(await (await Database.open(factory)).write(batch({})))
    .toBe("this page is older than the games in this browser; reload it");
});

test("a tab makes way for a newer version, and says so", async () => {
  const factory = new IDBFactory(), database = await Database.open(factory);
  await new Promise((resolve) => { factory.open(NAME, 99).onsuccess = resolve; });
  expect(await database.write(batch({})))
    .toBe("a newer Eckstein has been opened in another tab; reload this page to go on");
});

test("full storage is told in a sentence", async () => {
  const factory = new IDBFactory(), database = await Database.open(factory);
  const full = vi.spyOn(Object.getPrototypeOf(await handle(factory)), "transaction")
    .mockImplementation(() => { throw new DOMException("", "QuotaExceededError"); });
  expect(await database.write(batch({ events: [event("a", 1)] }))).toMatch(/no more space/);
  full.mockRestore();
});

test("another tab hears in which games something was written", async () => {
  const factory = new IDBFactory();
  const [one, two] = [await opened(factory), await Database.open(factory)];
  const heard = new Promise((resolve) => two.listen(resolve));
  await one.write(batch({ events: [event("a", 1)] }));
  expect(await heard).toBe('["a"]');
});
